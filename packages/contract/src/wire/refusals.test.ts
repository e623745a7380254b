import { expect, test } from 'vitest'
import { type RefusalName, refusals } from './refusals.ts'

test('refusals have the numbers that the design names', () => {
  const designed: Partial<Record<RefusalName, number>> = {
    crossNotInThisPhase: 2013,
    crossOutsideQuotes: 2014,
    crossOfOneAccount: 2015,
    orderValueAboveLimit: 2016,
    orderQtyAboveLimit: 2017,
    volumeShareAboveLimit: 2018,
    priceOutsideCollar: 2019,
    tooManyOrders: 2020,
    orderEnteredTwice: 2021,
    turnoverAboveLimit: 2022,
    killSwitchOn: 2023,
    balanceNotShown: 4006,
    transferOwn: 4007,
    idempotencyKeyUsed: 6003,
  }
  expect(Object.entries(refusals).map(([name, { code }]) => [name, code])).toEqual(
    expect.arrayContaining(Object.entries(designed)),
  )
})

test('no two refusals share a number, except those that say that nothing was accepted', () => {
  const names = Map.groupBy(Object.keys(refusals) as RefusalName[], (name) => refusals[name].code)
  expect([...names.values()].filter(({ length }) => length > 1)).toEqual([
    ['busy', 'unavailable', 'tradingPaused'],
  ])
})
