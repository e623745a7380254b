import { act, cleanup, render } from '@testing-library/react'
import { english, type MarketSession, type VenueConnection } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../i18n.ts'
import { liveMarket } from '../live/live-market.ts'
import type { Room } from '../ui/viewport.ts'
import { MarketClock } from './market-clock.tsx'

const screen = vi.hoisted(() => ({ room: 'wide' as Room }))
vi.mock('../ui/viewport.ts', () => ({ useRoom: () => screen.room }))

/** Longer than changes of the live market are gathered. */
const FRAME_MS = 300
const SATURDAY = '2026-11-21T12:00:00Z'
const MONDAY = '2026-11-23T12:00:00Z'

const session = (more: Partial<MarketSession>) =>
  ({
    phase: 'closed',
    nextPhase: 'preOpen',
    nextAt: '2026-11-23T08:30:00Z',
    marketDate: '2026-11-23',
    marketTime: MONDAY,
    speed: 1,
    ...more,
  }) as MarketSession

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

test.each<[Room, string, string | undefined]>([
  ['wide', MONDAY, undefined],
  ['wide', SATURDAY, 'Market day Mon 23 Nov'],
  ['narrow', MONDAY, undefined],
  ['narrow', SATURDAY, 'for Mon 23 Nov'],
  ['phone', MONDAY, undefined],
  ['phone', SATURDAY, 'for Mon 23 Nov'],
])('on a %s screen at %s the market day reads %s', (room, now, day) => {
  screen.room = room
  liveMarket.store.loadSession(session({ marketTime: now }))
  const { container } = render(<MarketClock />)
  act(() => vi.advanceTimersByTime(FRAME_MS))
  const shown = [...container.querySelectorAll('span')].map(({ textContent }) => textContent)
  const until = now === MONDAY ? 'until 9:30 AM' : 'until Mon 23 Nov, 9:30 AM'
  expect(shown).toEqual(['Closed', until, ...(day ? [day] : [])])
})

test('the time is the market’s, as fast as the market’s goes, whatever the browser’s clock shows', () => {
  screen.room = 'wide'
  vi.setSystemTime('1999-12-31T00:00:00Z')
  liveMarket.store.loadSession(session({ marketTime: '2026-11-23T09:00:00Z', speed: 15 }))
  const { container } = render(<MarketClock />)
  const time = () => container.querySelector('time')?.textContent
  act(() => vi.advanceTimersByTime(4_000))
  expect(time()).toBe('10:01:00 AM WAT')
})

test('a halt that only market control ends lasts until the exchange resumes trading', () => {
  liveMarket.store.loadSession(session({ phase: 'halted', nextPhase: null, nextAt: null }))
  const { container } = render(<MarketClock />)
  act(() => vi.advanceTimersByTime(FRAME_MS))
  expect(container.textContent).toContain('Trading is halteduntil the exchange resumes trading')
})

test('the end of the phase is shown with the next phase, and not next to another one', () => {
  liveMarket.store.loadSession(
    session({ phase: 'preOpen', nextPhase: 'continuous', nextAt: '2026-11-23T09:00:00Z' }),
  )
  const { container } = render(<MarketClock />)
  act(() => vi.advanceTimersByTime(FRAME_MS))
  expect(container.querySelector('[title="Continuous trading at 10:00 AM"]')?.textContent).toBe(
    'until 10:00 AM',
  )
  liveMarket.store.take.onNseConnection({
    phase: 'halted',
    marketDate: '2026-11-23',
    connected: true,
  } as VenueConnection)
  act(() => vi.advanceTimersByTime(FRAME_MS))
  expect(container.textContent).toContain('Trading is halted')
  expect(container.textContent).not.toContain('until')
})
