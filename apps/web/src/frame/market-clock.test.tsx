import { act, cleanup, render } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../i18n.ts'
import { liveMarket } from '../live/live-market.ts'
import type { Room } from '../ui/viewport.ts'
import { MarketClock } from './market-clock.tsx'

const screen = vi.hoisted(() => ({ room: 'wide' as Room }))
vi.mock('../ui/viewport.ts', () => ({ useRoom: () => screen.room }))

/** Longer than changes of the live market are gathered. */
const FRAME_MS = 200
const SATURDAY = '2026-11-21T12:00:00Z'
const MONDAY = '2026-11-23T12:00:00Z'

beforeEach(() => {
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
})

afterEach(() => {
  cleanup()
  liveMarket.store.reset()
  vi.useRealTimers()
})

test.each<[Room, string, string | undefined]>([
  ['wide', MONDAY, 'Market day Mon 23 Nov'],
  ['wide', SATURDAY, 'Market day Mon 23 Nov'],
  ['narrow', MONDAY, undefined],
  ['narrow', SATURDAY, 'for Mon 23 Nov'],
  ['phone', MONDAY, undefined],
  ['phone', SATURDAY, 'for Mon 23 Nov'],
])('on a %s screen at %s the market day reads %s', (room, now, day) => {
  screen.room = room
  vi.setSystemTime(now)
  liveMarket.store.take.onNseConnection({
    connected: true,
    venue: 'NGX',
    phase: 'closed',
    opensAt: null,
    tradingSessionSubID: '5',
    marketDate: '2026-11-23',
    text: '',
    time: now,
  })
  const { container } = render(<MarketClock />)
  act(() => vi.advanceTimersByTime(FRAME_MS))
  const shown = [...container.querySelectorAll('span')].map(({ textContent }) => textContent)
  expect(shown).toEqual(['Closed', ...(day ? [day] : [])])
})
