import { QueryClient } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { VenueConnection } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../api/use-call.ts'
import { liveMarket } from '../live/live-market.ts'
import { useDayOfTerms } from './use-day-of-terms.ts'

const { store } = liveMarket
const venueOn = (marketDate: string) => ({ connected: true, phase: 'preOpen', marketDate }) as VenueConnection
const arrives = (marketDate: string) =>
  act(async () => {
    store.take.onNseConnection(venueOn(marketDate))
    await vi.advanceTimersByTimeAsync(1_000)
  })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  store.reset()
  vi.useRealTimers()
})

test('the terms of securities expire only with the next market day', async () => {
  const queries = new QueryClient()
  const range = callKey('MarketData/getPricelimitRange', { security: 'GTCO' })
  const keys = [range, callKey('MarketData/getSecurityLists', {})]
  for (const key of keys) queries.setQueryData(key, {})
  renderHook(() => useDayOfTerms(queries))
  const old = () => keys.map((key) => queries.getQueryState(key)?.isInvalidated)

  await arrives('2026-11-30')
  await arrives('2026-11-30')
  expect(old()).toEqual([false, false])
  await arrives('2026-12-01')
  expect(old()).toEqual([true, true])
})
