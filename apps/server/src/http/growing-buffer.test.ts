import { expect, test } from 'vitest'
import { GrowingBuffer } from './growing-buffer.ts'

test.each([1, 7, 1_000, 15_000])('chunks of %i bytes become one buffer of the same bytes', (length) => {
  const whole = Buffer.from(Array.from({ length: 20_000 }, (_, at) => at % 251))
  const grown = new GrowingBuffer(whole.length)
  for (let at = 0; at < whole.length; at += length) {
    grown.add(whole.subarray(at, at + length))
    expect(grown.capacity).toBeLessThanOrEqual(Math.max(1_024, 2 * grown.length))
  }
  expect(grown.view().equals(whole)).toBe(true)
  expect(grown.capacity).toBe(whole.length)
})

test('a chunk is copied: what happens to it later changes nothing', () => {
  const grown = new GrowingBuffer(10)
  const chunk = Buffer.from('abc')
  grown.add(chunk)
  chunk.fill('x')
  expect(grown.view().toString()).toBe('abc')
})

test('the capacity never exceeds the limit, and trimmed it is the length', () => {
  const grown = new GrowingBuffer(1_500)
  grown.add(Buffer.alloc(1_030))
  expect(grown.capacity).toBeLessThanOrEqual(1_500)
  grown.add(Buffer.alloc(100))
  expect(grown.capacity).toBe(1_500)
  grown.trim()
  expect([grown.capacity, grown.length]).toEqual([1_130, 1_130])
  expect(() => grown.add(Buffer.alloc(371))).toThrow(RangeError)
})
