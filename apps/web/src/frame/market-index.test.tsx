import { act, cleanup, render } from '@testing-library/react'
import { english, type MarketSummary } from '@tradebook/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../i18n.ts'
import { liveMarket } from '../live/live-market.ts'
import { MarketIndex } from './market-index.tsx'

afterEach(cleanup)

test('the index is shown with its change and direction as soon as it is known', async () => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  const { container } = render(<MarketIndex />)
  expect(container.textContent).toBe('')
  const index = { value: 104_123.45, change: -521.2, changePercent: -0.5, high: 0, low: 0 }
  await act(async () => {
    liveMarket.store.take.marketSummary({ index } as MarketSummary)
    await vi.waitFor(() => expect(container.textContent).not.toBe(''))
  })
  expect(container.textContent).toBe('All-Share 104,123.45 ▼ -0.50%')
})

test('an index with a change shown as zero has no arrow', async () => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  const { container } = render(<MarketIndex />)
  const index = { value: 104_123.45, change: 3, changePercent: 0.003, high: 0, low: 0 }
  await act(async () => {
    liveMarket.store.take.marketSummary({ index } as MarketSummary)
    await vi.waitFor(() => expect(container.textContent).toMatch(/0\.00%/))
  })
  expect(container.textContent).not.toMatch(/[▲▼]/)
  expect(container.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('flat')
})

test('the index and its change are grey while they may be old', async () => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  const { store } = liveMarket
  const { container } = render(<MarketIndex />)
  const greyIs = (figures: string | undefined) =>
    vi.waitFor(() =>
      expect(container.querySelector('[data-stale] [data-figures]')?.textContent).toBe(figures),
    )
  const index = { value: 104_123.45, change: -521.2, changePercent: -0.5, high: 0, low: 0 }
  await act(async () => {
    store.take.marketSummary({ index } as MarketSummary)
    store.linkIs('reconnecting')
    await greyIs('104,123.45 ▼ -0.50%')
  })
  await act(async () => {
    store.linkIs('connected')
    store.synchronised()
    await greyIs(undefined)
  })
  expect(container.textContent).toBe('All-Share 104,123.45 ▼ -0.50%')
})
