import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TokenBucket, TokenBuckets } from './token-bucket.ts'

const RATE = { burst: 10, perSecond: 5 }

describe('a token bucket', () => {
  test('allows its burst at once and its rate in the long run, whatever is asked when', () => {
    const step = fc.record({ waitMs: fc.nat(3_000), tokens: fc.integer({ min: 1, max: 4 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const bucket = new TokenBucket(RATE, 0)
        let now = 0
        let consumed = 0
        for (const { waitMs, tokens } of steps) {
          now += waitMs
          bucket.refill(now)
          if (bucket.tryConsume(tokens)) consumed += tokens
          expect(consumed).toBeLessThanOrEqual(RATE.burst + (now / 1000) * RATE.perSecond + 1e-6)
        }
      }),
    )
  })

  test('may go into debt by one thing, and answers when the debt is paid', () => {
    const bucket = new TokenBucket(RATE, 0)
    bucket.consume(20)
    expect([bucket.isEmpty, bucket.msUntilRefilled]).toEqual([true, 2_001])
    bucket.refill(2_000)
    expect(bucket.isEmpty).toBe(true)
    bucket.refill(2_001)
    expect([bucket.isEmpty, bucket.msUntilRefilled]).toEqual([false, 0])
  })

  test('takes nothing when the clock is set back', () => {
    const bucket = new TokenBucket(RATE, 3_600_000)
    bucket.consume(RATE.burst)
    bucket.refill(0)
    bucket.refill(1_000)
    expect(bucket.tryConsume(RATE.perSecond)).toBe(true)
  })

  test('keeps its debt when drained', () => {
    const bucket = new TokenBucket(RATE, 0)
    bucket.consume(15)
    bucket.drain()
    bucket.refill(1_000)
    expect(bucket.isEmpty).toBe(true)
    bucket.refill(4_000)
    expect([bucket.isEmpty, bucket.isFull]).toEqual([false, true])
  })
})

test('keys whose buckets are full again are dropped', () => {
  const buckets = new TokenBuckets(RATE)
  for (let key = 0; key < 1_000; key++) buckets.tryConsume(`1:${key}`, 0)
  buckets.tryConsume('2:1', 10_000)
  expect(buckets.size).toBe(1)
})
