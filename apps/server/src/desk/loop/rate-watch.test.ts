import { type PriceKobo, Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, order } from '../desk.fixture.ts'
import { known } from './rate-watch.fixture.ts'
import { RateWatch } from './rate-watch.ts'

const attempt = (watch: RateWatch, account: string, clOrdID: string, at = 0) => {
  const own = order(BUYER, clOrdID, Side.buy, 100 as PriceKobo, 1)
  const input = { ...own, request: { ...own.request, account } }
  return watch.attempted(input, known as unknown as Parameters<RateWatch['attempted']>[1], at)
}

test("attempts on another user's account switch nothing on; attempts on an own account do", () => {
  const watch = new RateWatch()
  const foreign = Array.from({ length: 50 }, (_, n) => attempt(watch, 'A9', `${n}`))
  expect(foreign.filter((input) => input !== undefined)).toEqual([])
  const own = Array.from({ length: 10 }, (_, n) => attempt(watch, BUYER.account, `${n}`))
  expect(own.at(-1)).toMatchObject({ kind: 'setKillSwitch', scope: 'user', on: true, cause: 'rate' })
})

test('an id counts once per second, and not at all if the desk knows it', () => {
  const watch = new RateWatch()
  const twice = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'known'].flatMap((id) => [id, id])
  const switched = twice.map((id, n) => attempt(watch, BUYER.account, id, n))
  expect(switched.filter((input) => input !== undefined)).toEqual([])
  // A second after it was sent last it is an attempt again, with those of the last second.
  const later = twice.map((id, n) => attempt(watch, BUYER.account, id, 1_020 + n))
  expect(later.filter((input) => input !== undefined)).toEqual([])
  expect(attempt(watch, BUYER.account, '10', 1_050)).toMatchObject({ kind: 'setKillSwitch' })
})
