import { act, cleanup, render } from '@testing-library/react'
import { english, type VenueConnection } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../i18n.ts'
import { ConnectionBadge } from './connection-badge.tsx'
import { liveMarket } from './live-market.ts'

/** Longer than changes of the live market are gathered. */
const FRAME_MS = 300

beforeEach(() => {
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
})

afterEach(() => {
  cleanup()
  liveMarket.store.reset()
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
})

const venue = (connected: boolean) =>
  ({ connected, phase: 'continuous', time: '2026-11-23T09:00:00Z' }) as VenueConnection

test.each([
  { link: 'connected', isMarketThere: true, reads: 'Live' },
  { link: 'connected', isMarketThere: false, reads: 'Not connected' },
  { link: 'polling', isMarketThere: false, reads: 'Not connected' },
  { link: 'offline', isMarketThere: true, reads: 'Offline' },
  { link: 'offline', isMarketThere: false, reads: 'Offline' },
] as const)(
  'a page that is $link reads “$reads” when the market is there: $isMarketThere',
  ({ link, isMarketThere, reads }) => {
    const { store } = liveMarket
    store.linkIs(link)
    store.synchronised()
    store.take.onNseConnection(venue(isMarketThere))
    const { container } = render(<ConnectionBadge />)
    act(() => vi.advanceTimersByTime(FRAME_MS))
    const text = container.querySelector('[data-standing] > span:nth-child(2)')
    expect(text?.textContent).toBe(reads)
  },
)
