import { ALWAYS, Side } from '@tradebook/contract'
import { describe, expect, it, test } from 'vitest'
import {
  books,
  buy,
  execution,
  figure,
  holding,
  money,
  naira,
  particulars,
  sell,
  settles,
} from './ledger.fixture.ts'
import { Ledger } from './ledger.ts'

/** What open orders hold of cash and shares. */

describe('replacing an order', () => {
  it('reserves more or less with it', () => {
    const ledger = books({ cash: 500_000 })
    ledger.reserve(buy('1', 5_000, 36.8))
    expect(ledger.amend('1', buy('1', 10_000, 36.8))).toBeUndefined()
    expect(money(ledger).held).toBe('374825.80')
    expect(ledger.amend('1', buy('1', 1_000, 36))).toBeUndefined()
    expect(money(ledger).held).toBe('36671.35')
  })

  it('counts what the order holds already towards what it needs', () => {
    const ledger = books({ cash: 374_825.8 })
    ledger.reserve(buy('1', 9_999, 36.8))
    expect(ledger.amend('1', buy('1', 10_000, 36.8))).toBeUndefined()
    expect(money(ledger).available).toBe('0.00')
  })

  it('leaves all as it was when refused', () => {
    const ledger = books({ cash: 200_000 })
    ledger.reserve(buy('1', 5_000, 36.8))
    const before = [money(ledger), ledger.state(), ledger.holdOf('1')]
    expect(ledger.amend('1', buy('1', 10_000, 36.8))).toEqual({
      refusal: 'insufficientFunds',
      values: { required: '374,825.80', available: '200,000.00' },
    })
    expect([money(ledger), ledger.state(), ledger.holdOf('1')]).toEqual(before)
  })

  it('can take a sale no further than the shares there are', () => {
    const ledger = books({ zenith: 1_000 })
    ledger.reserve(sell('1', 600, 36.8))
    expect(ledger.amend('1', sell('1', 1_000, 36.8))).toBeUndefined()
    expect(ledger.amend('1', sell('1', 1_001, 36.8))).toEqual({
      refusal: 'insufficientShares',
      values: { required: '1,001', securityID: 'ZENITH', available: '1,000' },
    })
    expect(holding(ledger)).toMatchObject({ held: 1_000, available: 0 })
  })

  it('of a sale is previewed with the shares that it holds itself', () => {
    const ledger = books({ zenith: 1_000 })
    ledger.reserve(sell('1', 600, 36.8))
    expect(ledger.preview(sell('1', 1_000, 36.8))).toMatchObject({ sellable: 1_000n, refusal: undefined })
    expect(ledger.preview(sell('2', 1_000, 36.8))).toMatchObject({
      sellable: 400n,
      refusal: { refusal: 'insufficientShares' },
    })
  })
})

describe('a sale that may not cover its charges', () => {
  // One share at 1.00 brings 1.00 and costs 4.00 for the alert and 0.01 of commission.
  it('needs the difference in cash', () => {
    expect(books({ zenith: 10 }).reserve(sell('1', 1, 1))).toEqual({
      refusal: 'feesNotCovered',
      values: { required: '3.01', available: '0.00' },
    })
    expect(books({ zenith: 10, cash: 3 }).reserve(sell('1', 1, 1))).toMatchObject({
      refusal: 'feesNotCovered',
    })
  })

  it('holds it and spends it', () => {
    const ledger = books({ zenith: 10, cash: 3.01 })
    const offer = sell('1', 1, 1)
    expect(ledger.reserve(offer)).toBeUndefined()
    expect(money(ledger)).toEqual({ balance: '3.01', held: '3.01', available: '0.00' })
    expect(figure(ledger.holdOf('1'))).toBe('3.01')
    ledger.fill(execution(offer, 1, 1))
    expect(money(ledger)).toEqual({ balance: '0.00', held: '0.00', available: '0.00' })
    expect(figure(ledger.cash('ADA').unsettledBuys)).toBe('3.01')
  })

  it('holds it too when the whole would pay but a single share would not', () => {
    const ledger = books({ zenith: 1_000, cash: 3.01 })
    const offer = sell('1', 1_000, 1)
    expect(ledger.reserve(offer)).toBeUndefined()
    ledger.fill(execution(offer, 1, 1))
    expect(money(ledger)).toEqual({ balance: '0.00', held: '0.00', available: '0.00' })
    ledger.release('1')
    expect(money(ledger)).toEqual({ balance: '0.00', held: '0.00', available: '0.00' })
  })
})

describe('proceeds of a sale before they are received', () => {
  const sold = (unsettledProceedsUsable: boolean) => {
    const ledger = books({ zenith: 10_000, unsettledProceedsUsable })
    const offer = sell('1', 10_000, 36.8)
    ledger.reserve(offer)
    ledger.fill(execution(offer, 10_000, 36.8))
    return ledger
  }

  it('pay for a purchase where the firm allows it', () => {
    expect(sold(true).reserve(buy('2', 9_000, 36.8))).toBeUndefined()
  })

  it('do not where it does not, until they are settled', () => {
    const ledger = sold(false)
    expect(money(ledger)).toEqual({ balance: '359987.40', held: '0.00', available: '0.00' })
    expect(ledger.reserve(buy('2', 9_000, 36.8))).toMatchObject({ refusal: 'insufficientFunds' })
    ledger.beginDay(settles)
    expect(ledger.reserve(buy('2', 9_000, 36.8))).toBeUndefined()
  })
})

it('change holds and balances when the setting changes, as if it had always applied', () => {
  const ledger = books({ cash: 500_000, zenith: 10_000 })
  const offer = sell('1', 10_000, 36.8)
  ledger.reserve(offer)
  ledger.fill(execution(offer, 4_000, 36.8))
  ledger.reserve(buy('2', 1_000, 30))
  for (const unsettledProceedsUsable of [false, true]) {
    ledger.setOptions({ unsettledProceedsUsable })
    const always = Ledger.restore({ unsettledProceedsUsable }, ledger.state())
    expect(ledger.cash('ADA')).toEqual(always.cash('ADA'))
    expect(['1', '2'].map((orderID) => ledger.holdOf(orderID))).toEqual(
      ['1', '2'].map((orderID) => always.holdOf(orderID)),
    )
    expect(ledger.takeTouched().accounts).toContain('ADA')
  }
})

test('where a setting leaves less than zero, zero is shown as available, and an order can only reduce its hold', () => {
  const ledger = books({ cash: 10_000, zenith: 10_000 })
  const offer = sell('1', 10_000, 36.8)
  ledger.reserve(offer)
  ledger.fill(execution(offer, 10_000, 36.8))
  ledger.reserve(buy('2', 5_000, 36.8))
  ledger.setOptions({ unsettledProceedsUsable: false })
  expect(money(ledger)).toMatchObject({ held: '187414.90', available: '0.00' })
  const noMore = { refusal: 'insufficientFunds', values: { available: '10,000.00' } }
  expect(ledger.preview(buy('2', 4_900, 36.8)).refusal).toBeUndefined()
  expect(ledger.preview(buy('2', 5_001, 36.8)).refusal).toMatchObject(noMore)
  expect(ledger.amend('2', buy('2', 5_001, 36.8))).toMatchObject(noMore)
  expect(ledger.reserve(buy('3', 1, 36.8))).toMatchObject({ values: { available: '0.00' } })
  expect(ledger.amend('2', buy('2', 4_900, 36.8))).toBeUndefined()
  expect(money(ledger)).toMatchObject({ held: '183666.68', available: '0.00' })
  // What a venue did not take is held as before, although no new order could hold it.
  ledger.revert('2', buy('2', 5_000, 36.8))
  expect(money(ledger)).toMatchObject({ held: '187414.90', available: '0.00' })
})

it('releases an order once, and a filled one not at all', () => {
  const ledger = books({ cash: 500_000 })
  const bid = buy('1', 10, 36.8)
  ledger.reserve(bid)
  ledger.fill(execution(bid, 10, 36.8))
  const before = ledger.state()
  ledger.release('1')
  ledger.release('unheard of')
  expect(ledger.state()).toEqual(before)
  expect(ledger.holdOf('1')).toBe(0n)
})

test('an order is uncovered when cash is short and its note holds some: a sale that holds none is not', () => {
  const ledger = books({ cash: 100_000, zenith: 100 })
  const bought = buy('B', 319, 30)
  expect(ledger.reserve(bought)).toBeUndefined()
  ledger.fill(execution(bought, 299, 30))
  expect(ledger.reserve(sell('S', 50, 40))).toBeUndefined()
  ledger.withdraw({ ...particulars, account: 'ADA', amount: ledger.cash('ADA').available })
  ledger.beginDay('2026-11-23')
  const { balance, held, available } = ledger.cash('ADA')
  expect([balance < held, available]).toEqual([true, 0n])
  expect(ledger.holdOf('S')).toBe(0n)
  expect(['B', 'S'].map((orderID) => ledger.isUncovered(orderID))).toEqual([true, false])
})

test('where a minimum charges the note for more than its rate, no order holds less than its shares cost', () => {
  const ledger = books({ cash: 500_000 })
  const commission = { side: Side.buy, item: 'commission', dateFrom: ALWAYS, ratePpm: 10_000 } as const
  ledger.changeFees([{ ...commission, minimum: naira(5_000), vatPpm: 75_000 }])
  const first = buy('1', 10, 36.8)
  ledger.reserve(first)
  ledger.fill(execution(first, 10, 36.8))
  ledger.reserve(buy('2', 1, 36.8))
  ledger.reserve(buy('3', 2_000, 36.8))
  const holds = ['2', '3'].map((orderID) => Number(figure(ledger.holdOf(orderID))))
  expect(holds[0]).toBeGreaterThan(36.8)
  expect(holds[1]).toBe(2_000 * 36.8)
  expect(figure(ledger.holdOf('2') + ledger.holdOf('3'))).toBe(money(ledger).held)
})
