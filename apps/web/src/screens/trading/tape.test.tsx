import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { english, type MarketTrade, TickDirection } from '@tradebook/contract'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { liveMarket } from '../../live/live-market.ts'
import { setMarketTime } from '../../market-clock.ts'
import { Tape } from './tape.tsx'

beforeAll(() => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
})

afterEach(async () => {
  cleanup()
  liveMarket.store.reset()
  // A frame that is asked for is drawn on the clock of its test: else the next one would begin with these trades.
  await vi.waitFor(() => expect(liveMarket.store.trades.items.get()).toEqual([]))
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a price that moved has an arrow and its colour, an unchanged one is plain text', async () => {
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

test('rows below the edge of the panel are drawn once it is scrolled, and room is kept for them', async () => {
  document.documentElement.style.setProperty('--tb-row-compact', '24px')
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(240)
  render(<Tape />)
  act(() => {
    liveMarket.store.select('GTCO')
    for (let n = 1; n <= 60; n++) {
      liveMarket.store.take.onMarketTrade({
        mdEntryID: String(n),
        securityID: 'GTCO',
        mdEntryPx: n,
        mdEntrySize: 100,
        mdEntryTime: '2026-11-20T09:00:00.000Z',
      } as MarketTrade)
    }
  })
  const table = await screen.findByRole('table')
  const drawn = () => within(table).getAllByRole('row').length - 1
  await vi.waitFor(() => expect(drawn()).toBe(10))
  expect(table.getAttribute('aria-rowcount')).toBe('61')
  expect(table.parentElement?.style.getPropertyValue('--rows')).toBe('60')

  const scroller = table.closest('[data-region] > div') as HTMLElement
  for (const [top, rows] of [
    [30, 60],
    [0, 10],
  ] as const) {
    scroller.scrollTop = top
    fireEvent.scroll(scroller)
    expect(drawn()).toBe(rows)
  }
})

test('before the trades have been fetched the tape does not call itself empty', async () => {
  vi.useFakeTimers()
  const { store } = liveMarket
  const frame = () => act(() => vi.advanceTimersByTimeAsync(1_000))
  store.reset()
  render(<Tape />)
  await frame()
  expect(screen.queryByText('No trades yet')).toBeNull()
  store.linkIs('connected')
  store.synchronised()
  store.select('GTCO')
  await frame()
  expect(screen.queryByText('No trades yet')).toBeNull()
  act(() => store.trades.merge([]))
  await frame()
  expect(screen.getByText('No trades yet')).toBeDefined()
  // Another security is chosen: its trades are not known either.
  act(() => store.select('MTNN'))
  await frame()
  expect(screen.queryByText('No trades yet')).toBeNull()
})

test('trades of a day that is over show their day', async () => {
  vi.useFakeTimers()
  const at = (id: string, mdEntryTime: string) =>
    ({ mdEntryID: id, securityID: 'GTCO', mdEntryPx: 60, mdEntrySize: 100, mdEntryTime }) as MarketTrade
  setMarketTime('2026-11-24T09:00:00Z', 1)
  render(<Tape />)
  await act(async () => {
    liveMarket.store.select('GTCO')
    liveMarket.store.trades.merge([at('2', '2026-11-24T09:00:00Z'), at('1', '2026-11-23T13:30:00Z')])
    await vi.advanceTimersByTimeAsync(1_000)
  })
  const times = screen.getAllByRole('row').map((row) => row.querySelector('td')?.textContent)
  expect(times.slice(1)).toEqual(['10:00:00:000 AM', '23 Nov 2:30 PM'])
})
