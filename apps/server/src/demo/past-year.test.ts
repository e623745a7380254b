import { feesOf, isBusinessDay, Side, standardFees, totalOf } from '@tradebook/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { dailyHistory } from './history.ts'
import { type PastAccount, type PastDay, type PastYear, pastDividends, pastYear } from './past-year.ts'
import { demoFirms, widelyHeld } from './people.ts'
import { readSecurities } from './securities.ts'
import { termsOf } from './seed.ts'

/** The first firm of the demo, over the last year of the demo's own prices. */
const SEED = 1
const securities = readSecurities()
const [firm] = demoFirms(securities, SEED)
const accounts: PastAccount[] = firm!.customers.map((customer, index) => ({
  customer,
  terms: termsOf(customer, index),
  trader: { userId: 2, userName: 'broker' },
}))
let days: PastDay[]
let year: PastYear
const live = () => {
  let last = 100
  const next = () => ++last
  const dividends = pastDividends(widelyHeld, days, next)
  return pastYear(accounts, { tenantId: 1, seed: SEED, days, dividends, next })
}

beforeAll(() => {
  const held = new Set(
    firm!.customers.flatMap(({ holdings }) => holdings.map(({ securityID }) => securityID)),
  )
  const bars = securities
    .filter(({ securityID }) => held.has(securityID))
    .map((security) => ({ security, history: dailyHistory(security, '2026-11-26', SEED).slice(-250) }))
  days = bars[0]!.history.map(({ date }, index) => ({
    date,
    prices: new Map(bars.map(({ security, history }) => [security.securityID, history[index]!])),
  }))
  year = live()
})

describe('the past year of the demo’s customers', () => {
  test('every entry’s postings sum to zero in each asset, and every balance follows from them', () => {
    const balances = new Map<string, bigint>()
    for (const { entry } of year.entries) {
      const sums = new Map<string, bigint>()
      for (const { asset, amount } of entry.postings) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
      expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
      const cash = entry.postings
        .filter(({ ledgerAccount }) => ledgerAccount === 'customer')
        .reduce((sum, { amount }) => sum + amount, 0n)
      const balance = (balances.get(entry.account) ?? 0n) + cash
      balances.set(entry.account, balance)
      if (entry.balance !== null) expect(entry.balance).toBe(balance)
      expect(balance >= 0n).toBe(true)
    }
  })

  test('every customer ends with the cash and shares that the demo gives, and nothing is unsettled', () => {
    for (const { customer, terms } of accounts) {
      const cash = year.ledger.cash(terms.account)
      expect([cash.balance, cash.unsettledBuys, cash.unsettledSells, cash.held]).toEqual([
        customer.cash,
        0n,
        0n,
        0n,
      ])
      for (const { securityID, quantity } of customer.holdings)
        expect(year.ledger.position(terms.account, securityID).settled).toBe(quantity)
    }
  })

  test('everything a customer looks at first is there, on business days only', () => {
    for (const { terms } of accounts) {
      const own = year.entries.filter(({ entry }) => entry.account === terms.account)
      const kinds = new Set(own.map(({ entry }) => entry.kind))
      for (const kind of [
        'deposit',
        'withdrawal',
        'transferIn',
        'trade',
        'settlement',
        'dividend',
        'withholdingTax',
      ])
        expect(kinds).toContain(kind)
      expect(new Set(own.map(({ entry }) => entry.date)).size).toBeGreaterThan(10)
    }
    expect(year.entries.every(({ entry }) => isBusinessDay(entry.date))).toBe(true)
    const sides = new Set(year.touched.notes.map(({ side }) => side))
    expect(sides).toEqual(new Set([Side.buy, Side.sell]))
  })

  test('each note has the charges of its day, the trades of its orders at prices of the day, and no gap in its number', () => {
    const numbers = year.touched.notes.map(({ number }) => number).sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    for (const note of year.touched.notes) {
      const charged = standardFees.filter(({ side }) => side === note.side)
      expect(totalOf(note.lines)).toBe(totalOf(feesOf(charged, note)))
      expect([note.settled, note.provisional]).toEqual([true, false])
    }
    for (const { order, lastPx, execType } of year.executions) {
      if (execType !== 'F') continue
      const price = days.find(({ date }) => date === order.tradeDate)?.prices.get(order.securityID)
      expect([price?.openPx, price?.closePx]).toContain(lastPx)
      expect(price!.volume >= BigInt(order.orderQty)).toBe(true)
    }
    for (const { order } of year.orders) expect([order.ordStatus, order.leavesQty]).toEqual(['2', 0])
  })

  test('the same seed gives the same year', () => {
    const again = live()
    expect(again.entries).toEqual(year.entries)
  })
})
