import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ofSeveral, oneForEachCause, type UserNotice } from './one-cause.ts'

const notice = (sequence: number, changed: Partial<UserNotice> = {}): UserNotice => ({
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
const filled = (sequence: number): UserNotice => {
  const { textOfSeveral: _, ...one } = notice(sequence, { name: 'orderFilled' })
  return one
}

describe('of one cause a user has one notification', () => {
  test('which describes the last, keeps the id that there is and counts all', () => {
    const before = notice(3, { id: 'there', properties: { ...notice(3).properties, orders: 40 } })
    const [one, ...others] = oneForEachCause([before, notice(5), notice(4)])
    expect(others).toEqual([])
    expect(one).toEqual({ ...notice(5), id: 'there', properties: { ...notice(5).properties, orders: 42 } })
    expect(ofSeveral(one!)).toBe('Notification.BuysRefused')
    expect(ofSeveral(notice(5))).toBeUndefined()
  })

  test('another user, account or refusal is another cause, and fills have none', () => {
    const { properties } = notice(1)
    const several = [
      notice(1),
      notice(2, { userId: 2 }),
      notice(3, { properties: { ...properties, account: 'A2' } }),
      notice(4, { properties: { ...properties, refusal: 'outsideLimits' } }),
      filled(5),
      filled(6),
    ]
    expect(oneForEachCause(several)).toEqual(several)
  })

  test('whatever comes when, no order is lost from the count', () => {
    const any = fc.record({ userId: fc.integer({ min: 1, max: 2 }), cause: fc.constantFrom('a', 'b') })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), fc.integer({ min: 0, max: 30 }), (events, cut) => {
        const notices = events.map(({ userId, cause }, n) =>
          notice(n, { userId, properties: { account: cause, refusal: cause, orders: 1 } }),
        )
        const atOnce = oneForEachCause(notices)
        const inTwo = oneForEachCause([...oneForEachCause(notices.slice(0, cut)), ...notices.slice(cut)])
        expect(inTwo).toEqual(atOnce)
        expect(atOnce.reduce((sum, one) => sum + Number(one.properties.orders), 0)).toBe(notices.length)
        expect(atOnce.length).toBeLessThanOrEqual(4)
      }),
    )
  })
})
