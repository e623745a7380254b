import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DerivedForUser, ofSeveral, oneForEachCause } from './one-cause.ts'

const notification = (sequence: number, changed: Partial<DerivedForUser> = {}): DerivedForUser => ({
  userId: 1,
  sequence: BigInt(sequence),
  name: 'orderRefused',
  textName: 'Notification.BuyRefused',
  textOfSeveral: 'Notification.BuysRefused',
  entityId: String(sequence),
  time: new Date(sequence),
  properties: { account: 'A1', refusal: 'priceOffTick', orders: 1 },
  ...changed,
})
const filled = (sequence: number): DerivedForUser => {
  const { textOfSeveral: _, ...one } = notification(sequence, { name: 'orderFilled' })
  return one
}

describe('a user has one notification per cause', () => {
  test('with the latest event, the existing id and the count of all', () => {
    const before = notification(3, { id: 'there', properties: { ...notification(3).properties, orders: 40 } })
    const [one, ...others] = oneForEachCause([before, notification(5), notification(4)])
    expect(others).toEqual([])
    expect(one).toEqual({
      ...notification(5),
      id: 'there',
      properties: { ...notification(5).properties, orders: 42 },
    })
    expect(ofSeveral(one!)).toBe('Notification.BuysRefused')
    expect(ofSeveral(notification(5))).toBeUndefined()
  })

  test('another user, account or refusal is another cause, and fills have none', () => {
    const { properties } = notification(1)
    const several = [
      notification(1),
      notification(2, { userId: 2 }),
      notification(3, { properties: { ...properties, account: 'A2' } }),
      notification(4, { properties: { ...properties, refusal: 'outsideLimits' } }),
      filled(5),
      filled(6),
    ]
    expect(oneForEachCause(several)).toEqual(several)
  })

  test('two requests that are found waiting at once have one sequence, and stay two', () => {
    const waiting = ['11', '12'].map((entityId) => ({
      ...filled(7),
      name: 'requestWaits' as const,
      entityId,
    }))
    expect(oneForEachCause(waiting)).toEqual(waiting)
  })

  test('whatever comes when, no order is lost from the count', () => {
    const any = fc.record({ userId: fc.integer({ min: 1, max: 2 }), cause: fc.constantFrom('a', 'b') })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), fc.integer({ min: 0, max: 30 }), (events, cut) => {
        const derived = events.map(({ userId, cause }, n) =>
          notification(n, { userId, properties: { account: cause, refusal: cause, orders: 1 } }),
        )
        const atOnce = oneForEachCause(derived)
        const inTwo = oneForEachCause([...oneForEachCause(derived.slice(0, cut)), ...derived.slice(cut)])
        expect(inTwo).toEqual(atOnce)
        expect(atOnce.reduce((sum, one) => sum + Number(one.properties.orders), 0)).toBe(derived.length)
        expect(atOnce.length).toBeLessThanOrEqual(4)
      }),
    )
  })
})
