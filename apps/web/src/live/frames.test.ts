import { expect, test } from 'vitest'
import { Frames } from './frames.ts'
import { FRAME_MS, pauseAfter } from './paced-frames.ts'

test('showing the market takes at most a quarter of the time, and a price is never older than a quarter of a second', () => {
  expect(pauseAfter(0)).toBe(FRAME_MS)
  expect(pauseAfter(10)).toBe(FRAME_MS)
  for (const cost of [20, 40, 80]) expect(cost / (cost + pauseAfter(cost))).toBeCloseTo(0.25)
  expect(pauseAfter(1_000)).toBe(250)
})

test('values without subscribers are read on request, not in each frame', () => {
  const frames = new Frames((show) => show())
  let reads = 0
  const value = frames.live(() => ++reads)
  expect(value.get()).toBe(1)
  for (let change = 0; change < 5; change++) value.changed()
  expect(reads).toBe(1)
  expect([value.get(), value.get()]).toEqual([2, 2])
  const letGo = value.subscribe(() => {})
  value.changed()
  value.changed()
  expect(value.get()).toBe(4)
  letGo()
})
