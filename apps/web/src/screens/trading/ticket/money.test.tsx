import { act, cleanup, render, screen } from '@testing-library/react'
import { english, type OrderPreview, Side } from '@tradebook/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../i18n.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { Charges, Total } from './money.tsx'

afterEach(cleanup)

test('the ticket shows when a trade of the server’s market day settles', async () => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  const charges = render(<Charges lastsLonger={false} isMarket={false} previewed={{ status: 'none' }} />)
  const { take, venue } = liveMarket.store
  await act(async () => {
    take.onNseConnection({
      connected: true,
      venue: 'embedded',
      phase: 'continuous',
      opensAt: null,
      tradingSessionSubID: '3',
      marketDate: '2026-12-24',
      text: '',
      time: '',
    })
    await vi.waitFor(() => expect(venue.get()?.marketDate).toBe('2026-12-24'))
  })
  expect(screen.getByText('Settles on').nextElementSibling?.textContent).toBe('29 Dec 2026')
  // What trades on a later day settles later, too.
  charges.rerender(<Charges lastsLonger isMarket={false} previewed={{ status: 'none' }} />)
  expect(screen.queryByText('Settles on')).toBeNull()
  expect(screen.getByText('Settles (if traded today)')).toBeDefined()
})

test('a market order to buy shows one reserved amount, that of the hold', () => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  const preview = { total: 59_000, holdAmount: 58_410.5, availableAfter: 1_589.5, fees: [] }
  const previewed = { status: 'known', preview: preview as unknown as OrderPreview } as const
  const amount = (side: Side, isMarket: boolean) => {
    const { container, unmount } = render(<Total side={side} isMarket={isMarket} previewed={previewed} />)
    const text = container.querySelector('dd')?.textContent
    unmount()
    return text
  }
  expect(amount(Side.buy, true)).toBe('₦58,410.50')
  expect(amount(Side.buy, false)).toBe('₦59,000.00')
  expect(amount(Side.sell, true)).toBe('₦59,000.00')
})
