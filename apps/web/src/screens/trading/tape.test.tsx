import { act, cleanup, render, screen } from '@testing-library/react'
import { english, type MarketTrade, TickDirection } from '@tradebook/contract'
import { afterEach, expect, test } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { liveMarket } from '../../live/live-market.ts'
import { Tape } from './tape.tsx'

afterEach(cleanup)

test('a price that moved has an arrow and its colour, an unchanged one is plain text', async () => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  render(<Tape />)
  const ticks = [TickDirection.plus, TickDirection.zeroPlus, TickDirection.minus, TickDirection.zeroMinus]
  act(() => {
    liveMarket.store.select('GTCO')
    ticks.forEach((tickDirection, n) => {
      liveMarket.store.take.onMarketTrade({
        mdEntryID: String(n),
        securityID: 'GTCO',
        mdEntryPx: 60 + n,
        mdEntrySize: 100,
        mdEntryTime: '2026-11-20T09:00:00.000Z',
        tickDirection,
      } as MarketTrade)
    })
  })
  const toneAndText = async (shown: string) => {
    const cell = await screen.findByText(shown, { exact: false })
    return [cell.dataset.tone, cell.textContent?.trim()]
  }
  expect(await toneAndText('60.00')).toEqual(['up', '▲ 60.00'])
  expect(await toneAndText('61.00')).toEqual([undefined, '61.00'])
  expect(await toneAndText('62.00')).toEqual(['down', '▼ 62.00'])
  expect(await toneAndText('63.00')).toEqual([undefined, '63.00'])
})
