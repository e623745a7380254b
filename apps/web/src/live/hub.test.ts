import { HttpError, HubConnection, HubConnectionBuilder } from '@microsoft/signalr'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { openHub, reconnectDelay } from './hub.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the first try is at once, then each waits twice as long, up to a quarter of a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 1_000].map((failed) => reconnectDelay(failed, 0.5))).toEqual([
    0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
  ])
})

test('chance moves a wait by a tenth either way, so that not everybody comes back together', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failed, chance) => {
        const even = reconnectDelay(failed, 0.5)
        expect(reconnectDelay(failed, chance)).toBeGreaterThanOrEqual(even * 0.9 - 1e-9)
        expect(reconnectDelay(failed, chance)).toBeLessThanOrEqual(even * 1.1 + 1e-9)
      },
    ),
  )
})

test('a server that says that it is too often is asked again, each time after a longer pause', async () => {
  vi.useFakeTimers()
  // Outside a browser the client takes whole addresses alone.
  const { withUrl } = HubConnectionBuilder.prototype
  vi.spyOn(HubConnectionBuilder.prototype, 'withUrl').mockImplementation(function (
    this: HubConnectionBuilder,
    path,
  ) {
    return withUrl.call(this, `https://tradebook.example${path}`, {})
  })
  const tries: number[] = []
  vi.spyOn(HubConnection.prototype, 'start').mockImplementation(async () => {
    tries.push(performance.now())
    throw new HttpError('Too Many Requests', 429)
  })
  const listener = { take: {} as never, linkIs: vi.fn(), refused: vi.fn() }
  const hub = openHub(listener)
  await vi.advanceTimersByTimeAsync(10_000)
  hub.close()

  const pauses = tries.slice(1).map((at, n) => at - tries[n]!)
  expect(pauses.length).toBeGreaterThan(2)
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(450)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(listener.linkIs).toHaveBeenLastCalledWith('offline')
  expect(listener.refused).not.toHaveBeenCalled()
})
