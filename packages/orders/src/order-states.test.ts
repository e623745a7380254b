import {
  english,
  fillIn,
  isFinal,
  isRefusal,
  OrdStatus,
  orderStates,
  type PriceKobo,
  refusalInWords,
} from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { checkCancel } from './checks.ts'
import { conditions, resting } from './orders.fixture.ts'
import { checkReplace } from './replace-checks.ts'

/**
 * What the server answers to a request about an order in each state, as a broker reads it. The buttons of the same
 * states are in `order-states.test.tsx` of the page.
 */
const TAKEN = 'taken'
const over = (state: string) => `Status of order 7: ${state}.`
const waits = (state: string) => `Status of order 7: ${state}. Try again when the exchange has answered.`
const table = [
  // What the order is        is it over?  to a replace              to a cancel
  [OrdStatus.pendingNew, false, waits('Pending'), TAKEN],
  [OrdStatus.new, false, TAKEN, TAKEN],
  [OrdStatus.partiallyFilled, false, TAKEN, TAKEN],
  [OrdStatus.pendingReplace, false, waits('Being replaced'), TAKEN],
  [OrdStatus.pendingCancel, false, waits('Being cancelled'), waits('Being cancelled')],
  [OrdStatus.filled, true, over('Filled'), over('Filled')],
  [OrdStatus.canceled, true, over('Cancelled'), over('Cancelled')],
  [OrdStatus.rejected, true, over('Rejected'), over('Rejected')],
  [OrdStatus.expired, true, over('Expired'), over('Expired')],
] as const

/** The answer to a request, in English. */
const answered = (answer: unknown): string =>
  isRefusal(answer) ? refusalInWords(answer, (key, values) => fillIn(english[key], values)).details : TAKEN

test('every state of FIX that an order here may have is in the table once', () => {
  expect(table.map(([ordStatus]) => ordStatus).sort()).toEqual(Object.values(OrdStatus).sort())
  expect(Object.keys(orderStates).sort()).toEqual(Object.values(OrdStatus).sort())
})

describe.each(table)('an order whose FIX state is %s', (ordStatus, isOver, toReplace, toCancel) => {
  const order = resting({ ordStatus })

  test(`is ${isOver ? '' : 'not '}over`, () => {
    expect(isFinal(ordStatus)).toBe(isOver)
  })

  test(`is answered to a replace: ${toReplace}`, () => {
    expect(answered(checkReplace(order, { price: 58_35 as PriceKobo }, conditions))).toBe(toReplace)
  })

  test(`is answered to a cancel: ${toCancel}`, () => {
    expect(answered(checkCancel(order, conditions.phase))).toBe(toCancel)
  })
})
