import {
  GREATEST_AMOUNT,
  isRefusal,
  type Kobo,
  kobo,
  quantity,
  type Shares,
  shares,
} from '@tradebook/contract'
import { describe, expect, it } from 'vitest'
import type { Entry } from './entries.ts'
import type { Reversed } from './external-transfers.ts'
import {
  at,
  books,
  buy,
  execution,
  figure,
  holding,
  money,
  naira,
  particulars,
  sell,
} from './ledger.fixture.ts'
import { Ledger } from './ledger.ts'

type Posted = Reversed['type']

/**
 * Thirty postings of one account as a clerk would check them by hand: what was posted in naira or shares, what a share
 * that came in had cost, and what the account has after it: cash, shares of ZENITH, and what these cost. Shares that
 * leave take their part of the average cost: of 150 shares at 5,655.00 thirty take 1,131.00.
 */
const table: readonly [Posted, number, number | null, number, number, number][] = [
  ['deposit', 10_000, null, 10_000, 0, 0],
  ['deposit', 2_500.5, null, 12_500.5, 0, 0],
  ['withdrawal', 1_000, null, 11_500.5, 0, 0],
  ['transferIn', 100, 36.5, 11_500.5, 100, 3_650],
  ['deposit', 0.75, null, 11_501.25, 100, 3_650],
  ['withdrawal', 500.25, null, 11_001, 100, 3_650],
  ['transferIn', 50, 40.1, 11_001, 150, 5_655],
  ['transferOut', 30, null, 11_001, 120, 4_524],
  ['deposit', 50_000, null, 61_001, 120, 4_524],
  ['withdrawal', 12_345.67, null, 48_655.33, 120, 4_524],
  ['transferIn', 7, 0, 48_655.33, 127, 4_524],
  ['transferOut', 27, null, 48_655.33, 100, 3_562.2],
  ['deposit', 0.01, null, 48_655.34, 100, 3_562.2],
  ['withdrawal', 0.01, null, 48_655.33, 100, 3_562.2],
  ['deposit', 999_999.99, null, 1_048_655.32, 100, 3_562.2],
  ['withdrawal', 25_000, null, 1_023_655.32, 100, 3_562.2],
  ['transferIn', 1000, 36.8, 1_023_655.32, 1100, 40_362.2],
  ['transferOut', 333, null, 1_023_655.32, 767, 28_143.46],
  ['deposit', 33_333.33, null, 1_056_988.65, 767, 28_143.46],
  ['withdrawal', 66_666.66, null, 990_321.99, 767, 28_143.46],
  ['transferIn', 1, 39.99, 990_321.99, 768, 28_183.45],
  ['transferOut', 68, null, 990_321.99, 700, 25_688.04],
  ['deposit', 1_200, null, 991_521.99, 700, 25_688.04],
  ['withdrawal', 880, null, 990_641.99, 700, 25_688.04],
  ['transferOut', 700, null, 990_641.99, 0, 0],
  ['deposit', 4_500, null, 995_141.99, 0, 0],
  ['withdrawal', 4_500, null, 990_641.99, 0, 0],
  ['transferIn', 25, 37.5, 990_641.99, 25, 937.5],
  ['deposit', 7, null, 990_648.99, 25, 937.5],
  ['withdrawal', 1, null, 990_647.99, 25, 937.5],
]

const account = { ...particulars, account: 'ADA' }

function post(ledger: Ledger, [type, amount, unitCost]: (typeof table)[number]): Entry {
  const cash = { ...account, amount: naira(amount) }
  const stock = () => ({ ...account, securityID: 'ZENITH', quantity: shares(amount) })
  const entry = {
    deposit: () => ledger.deposit(cash),
    withdrawal: () => ledger.withdraw({ ...cash, payee: '011 0000014579' }),
    transferIn: () => ledger.transferIn({ ...stock(), unitCost: naira(unitCost ?? 0) }),
    transferOut: () => ledger.transferOut(stock()),
  }[type]()
  if (isRefusal(entry)) throw new Error(entry.refusal)
  return entry
}

/** What an entry moved. @param costBefore what the shares of the account had cost before it. */
function movedBy(
  type: Posted,
  amount: number,
  costs: { readonly before: bigint; readonly after: bigint },
): Reversed {
  if (type === 'deposit' || type === 'withdrawal') return { type, amount: naira(amount) }
  const cost = costs.after - costs.before
  return { type, securityID: 'ZENITH', quantity: shares(amount), cost: (cost < 0n ? -cost : cost) as Kobo }
}

function reverse(ledger: Ledger, of: Reversed, reverses = 1): Entry {
  const entry = ledger.reverse({ ...account, of, reverses })
  if (isRefusal(entry)) throw new Error(entry.refusal)
  return entry
}

const costOf = (ledger: Ledger): bigint => ledger.position('ADA', 'ZENITH').cost
const figures = (ledger: Ledger) => [
  Number(money(ledger).balance),
  Number(ledger.position('ADA', 'ZENITH').settled),
  Number(figure(costOf(ledger))),
]

/** Postings by ledger account and asset. */
class Sums {
  readonly #sums = new Map<string, bigint>()

  add({ postings }: Entry): void {
    for (const { ledgerAccount, asset, amount } of postings) {
      const key = `${ledgerAccount} ${asset}`
      this.#sums.set(key, (this.#sums.get(key) ?? 0n) + amount)
    }
  }

  /** What all ledger accounts have together, by asset. */
  get together(): bigint[] {
    return ['NGN', 'ZENITH'].map((asset) =>
      [...this.#sums]
        .filter(([key]) => key.endsWith(` ${asset}`))
        .reduce((sum, [, amount]) => sum + amount, 0n),
    )
  }

  get single(): bigint[] {
    return [...this.#sums.values()]
  }
}

describe('reversals', () => {
  it('take thirty postings back, one after the other, and the ledgers are at zero after each', () => {
    const ledger = books()
    const sums = new Sums()
    const before = [[0, 0, 0], ...table.map(([, , , ...after]) => after)]
    const costs = table.map((row) => {
      const costBefore = costOf(ledger)
      sums.add(post(ledger, row))
      expect(figures(ledger), `after ${row}`).toEqual(row.slice(3))
      expect(sums.together).toEqual([0n, 0n])
      return { before: costBefore, after: costOf(ledger) }
    })
    for (const [index, [type, amount]] of [...table.entries()].reverse()) {
      const entry = reverse(ledger, movedBy(type, amount, costs[index]!), index + 1)
      sums.add(entry)
      expect(entry).toMatchObject({ kind: type, reverses: index + 1, payee: null })
      // What the account had before the posting, it has again.
      expect(figures(ledger), `posting ${index + 1} reversed`).toEqual(before[index])
      expect(sums.together).toEqual([0n, 0n])
    }
    expect(sums.single.every((sum) => sum === 0n)).toBe(true)
  })

  it('have the postings of the entry with the other sign', () => {
    const ledger = books()
    const deposit = post(ledger, ['deposit', 10, null, 0, 0, 0])
    const reversal = reverse(ledger, { type: 'deposit', amount: naira(10) })
    expect(reversal.postings).toEqual(deposit.postings.map((one) => ({ ...one, amount: -one.amount })))
    expect(reversal.balance).toBe(0n)
  })

  it('take money that was spent: the account is overdrawn, can pay nothing out, and buys nothing', () => {
    const ledger = books()
    post(ledger, ['deposit', 1_000, null, 0, 0, 0])
    post(ledger, ['withdrawal', 600, null, 0, 0, 0])
    expect(reverse(ledger, { type: 'deposit', amount: naira(1_000) }).balance).toBe(naira(-600))
    expect(money(ledger)).toEqual({ balance: '-600.00', held: '0.00', available: '0.00' })
    expect(ledger.cash('ADA').withdrawable).toBe(0n)
    expect(ledger.withdraw({ ...account, amount: naira(0.01) })).toMatchObject({ refusal: 'notWithdrawable' })
    expect(ledger.reserve(buy('1', 1, 30))).toMatchObject({ refusal: 'insufficientFunds' })
    // What comes in pays the debt first.
    post(ledger, ['deposit', 700, null, 0, 0, 0])
    expect(money(ledger).available).toBe('100.00')
  })

  it('leave open purchases uncovered that the money was for', () => {
    const ledger = books({ cash: 1_000 })
    expect(ledger.reserve(buy('1', 10, 30))).toBeUndefined()
    expect(ledger.isUncovered('1')).toBe(false)
    reverse(ledger, { type: 'deposit', amount: naira(1_000) })
    expect(ledger.isUncovered('1')).toBe(true)
  })

  it('keep their amount from orders and withdrawals while they wait, up to the balance, and leave open orders', () => {
    const ledger = books({ cash: 1_000 })
    expect(ledger.reserve(buy('1', 10, 30))).toBeUndefined()
    const { held } = ledger.cash('ADA')
    ledger.takeTouched()
    ledger.placeLien({ account: 'ADA', reverses: 7, amount: naira(1_000) })
    expect(ledger.takeTouched().accounts).toEqual(['ADA'])
    expect(ledger.cash('ADA')).toMatchObject({ balance: naira(1_000), held, available: 0n, withdrawable: 0n })
    expect(ledger.isUncovered('1')).toBe(false)
    expect(ledger.reserve(buy('2', 1, 30))).toMatchObject({ refusal: 'insufficientFunds' })
    expect(ledger.withdraw({ ...account, amount: naira(1) })).toMatchObject({ refusal: 'withdrawalHeld' })
    expect(ledger.preview(buy('2', 1, 30))).toMatchObject({ available: 0n })
    // The order that is open trades, and a smaller one in its place is not a new one.
    ledger.fill(execution(buy('1', 10, 30), 4, 30))
    expect(ledger.amend('1', { leaves: quantity(5), worstPx: at(30) })).toBeUndefined()
    // Of what comes in only what is more than the lien may be used.
    ledger.deposit({ ...account, amount: naira(2_000) })
    const { balance, held: stillHeld, withdrawable } = ledger.cash('ADA')
    expect(withdrawable).toBe(balance - stillHeld - naira(1_000))
    const restored = Ledger.restore({ unsettledProceedsUsable: true }, ledger.state())
    expect(restored.cash('ADA')).toEqual(ledger.cash('ADA'))
    expect(restored.isTouched).toBe(false)

    restored.liftLien({ account: 'ADA', reverses: 7 })
    expect(restored.cash('ADA').withdrawable).toBe(balance - stillHeld)
    // The reversal takes the money, and its lien with it.
    reverse(ledger, { type: 'deposit', amount: naira(1_000) }, 7)
    expect(ledger.cash('ADA')).toMatchObject({ balance: balance - naira(1_000), withdrawable })
    expect(ledger.state().liens).toEqual([])
  })

  it('are refused for shares that are sold, held or gone, and change nothing', () => {
    const ledger = books({ cash: 1_000, zenith: 100 })
    expect(ledger.reserve(sell('1', 60, 30))).toBeUndefined()
    // What is kept for the reversal while it waits stays kept.
    ledger.placeLien({ account: 'ADA', reverses: 1, securityID: 'ZENITH', quantity: shares(100) })
    const state = ledger.state()
    expect(state.liens).toHaveLength(1)
    const all = {
      type: 'transferIn',
      securityID: 'ZENITH',
      quantity: shares(100),
      cost: naira(3_000),
    } as const
    expect(ledger.reverse({ ...account, of: all, reverses: 1 })).toEqual({
      refusal: 'insufficientShares',
      values: { required: '100', securityID: 'ZENITH', available: '40' },
    })
    expect(ledger.state()).toEqual(state)
  })

  it('are refused where the account would have, or owe, more than can be counted', () => {
    const most = GREATEST_AMOUNT as Kobo
    const moved = (quantity: bigint, cost: bigint) =>
      ({ securityID: 'ZENITH', quantity: quantity as Shares, cost: cost as Kobo }) as const
    const refused = (ledger: Ledger, of: Reversed) => {
      const state = ledger.state()
      expect(ledger.reverse({ ...account, of, reverses: 1 })).toMatchObject({ refusal: 'amountTooLarge' })
      expect(ledger.state()).toEqual(state)
    }
    const ledger = books({ cash: 1_000, zenith: 100 })
    refused(ledger, { type: 'withdrawal', amount: most })
    refused(ledger, { type: 'transferOut', ...moved(most, 0n) })
    refused(ledger, { type: 'transferOut', ...moved(1n, most) })
    const overdrawn = books()
    post(overdrawn, ['deposit', 10, null, 0, 0, 0])
    post(overdrawn, ['withdrawal', 10, null, 0, 0, 0])
    reverse(overdrawn, { type: 'deposit', amount: naira(10) })
    refused(overdrawn, { type: 'deposit', amount: most })
  })

  it('take no more than the cost that is left, and all of it with the last share', () => {
    const ledger = books({ zenith: 100 })
    // At 30 naira; 50 more that cost 90 each make it 50 on the average, and 100 of 150 leave with 5,000.
    post(ledger, ['transferIn', 50, 90, 0, 0, 0])
    post(ledger, ['transferOut', 100, null, 0, 0, 0])
    expect(holding(ledger)).toMatchObject({ settled: 50, cost: '2500.00' })
    reverse(ledger, { type: 'transferIn', securityID: 'ZENITH', quantity: shares(40), cost: naira(3_600) })
    expect(holding(ledger)).toMatchObject({ settled: 10, cost: '0.00' })
  })

  it('take all of the cost with the last share, also where the shares had come in for less', () => {
    const ledger = books({ zenith: 100 })
    post(ledger, ['transferIn', 50, 90, 0, 0, 0])
    post(ledger, ['transferOut', 100, null, 0, 0, 0])
    reverse(ledger, { type: 'transferIn', securityID: 'ZENITH', quantity: shares(50), cost: naira(2_000) })
    expect(holding(ledger)).toMatchObject({ settled: 0, cost: '0.00' })
  })

  it('are persisted as any entry: a ledger restored from its rows is overdrawn, too', () => {
    const ledger = books()
    post(ledger, ['deposit', 10, null, 0, 0, 0])
    post(ledger, ['withdrawal', 4, null, 0, 0, 0])
    reverse(ledger, { type: 'deposit', amount: kobo(1_000n) })
    expect(ledger.takeTouched().accounts).toEqual(['ADA'])
    expect(ledger.state().cash).toEqual([{ account: 'ADA', balance: naira(-4) }])
    post(ledger, ['transferIn', 5, 30, 0, 0, 0])
    ledger.takeTouched()
    reverse(ledger, { type: 'transferIn', securityID: 'ZENITH', quantity: shares(5), cost: naira(150) })
    expect(ledger.takeTouched().positions).toEqual([{ account: 'ADA', securityID: 'ZENITH' }])
  })
})
