import {
  chargesOn,
  ExecType,
  type FeeRate,
  feesOf,
  kobo,
  OrdStatus,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  shares,
  TimeInForce,
  totalOf,
} from '@tradebook/contract'
import { type NewBulkOrder, type Order, type OrderReport, partsOf, wholeOf } from '@tradebook/orders'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BulkOrders } from './bulk-orders.ts'
import { FirmState } from './firm-state.ts'

const marketDate = '2026-11-20'
const particulars = { date: marketDate, reference: 'R', narration: 'N' }

/** What a firm charges: a part of the value, for each share, for each trade, and once for each note. */
const charges = ([ppm, perShare, perTrade, flat]: readonly number[]): readonly FeeRate[] =>
  [Side.buy, Side.sell].flatMap((side) => {
    const row = { side, dateFrom: '0001-01-01', ratePpm: 0, minimum: kobo(0), vatPpm: 75_000 } as const
    return [
      { ...row, item: 'commission', ratePpm: ppm ?? 0 },
      { ...row, item: 'ngx', perTrade: kobo(perTrade ?? 0), maximum: kobo(1_000_000) },
      { ...row, item: 'cscs', perShare: kobo(perShare ?? 0) },
      { ...row, item: 'tradeAlert', minimum: kobo(flat ?? 0) },
    ] as FeeRate[]
  })

/** A bulk order of a firm that has nothing else, with all of its accounts' cash and shares held. */
class Trial {
  readonly state = new FirmState(new Map(), [])
  readonly bulkOrders: BulkOrders
  readonly order: NewBulkOrder
  #numbers = 0
  /** By account: from how many allocations it got shares, what they are worth, and what was charged, in kobo. */
  readonly got = new Map<string, { trades: number; quantity: bigint; value: bigint; charged: bigint }>()

  constructor(rates: readonly FeeRate[], side: Side, price: number, quantities: readonly number[]) {
    this.state.openFirm(1, rates)
    this.order = {
      ...{ clOrdID: 'bulk', securityID: 'GTCO', side, ordType: OrdType.limit, price: price as PriceKobo },
      ...{ timeInForce: TimeInForce.day, text: null, allocation: 'list' },
      parts: quantities.map((orderQty, index) => ({
        account: `A${index}`,
        orderQty: orderQty as Quantity,
      })),
    }
    this.bulkOrders = new BulkOrders({
      ...{ recorded: [], marketDate, nextNumber: () => this.#next() },
      apply: (part, report) => this.#apply(part, report),
    })
    for (const { account, orderQty } of this.order.parts) {
      this.ledger.openAccount(account)
      this.ledger.deposit({ ...particulars, account, amount: kobo(10n ** 13n) })
      const quantity = shares(orderQty)
      if (side === Side.sell)
        this.ledger.transferIn({ ...particulars, account, securityID: 'GTCO', quantity })
    }
    this.#enter(wholeOf(this.order, ''), 'own')
    for (const part of partsOf(this.order)) this.#enter(part, '1')
    this.takeAll()
  }

  get ledger() {
    return this.state.firm(1).ledger
  }

  /** The bulk order as it is. */
  get whole(): Order {
    return this.state.order('1')
  }

  /** All that is not held leaves the accounts. */
  takeAll(): void {
    for (const { account } of this.order.parts) {
      const amount = this.ledger.cash(account).available
      if (amount > 0n) this.ledger.withdraw({ ...particulars, account, amount })
      const { available: quantity } = this.ledger.position(account, 'GTCO')
      if (quantity > 0n) this.ledger.transferOut({ ...particulars, account, securityID: 'GTCO', quantity })
    }
  }

  report(report: OrderReport): void {
    this.#apply(this.whole, report)
  }

  #apply(before: Order, report: OrderReport): void {
    const at = { sequence: this.#next(), time: 0, marketDate }
    const { order, entry } = this.state.report(before.orderID, report, at)
    if (entry && report.execType === ExecType.trade) {
      const { account } = before
      const got = this.got.get(account) ?? { trades: 0, quantity: 0n, value: 0n, charged: 0n }
      got.trades += report.isRest ? 0 : 1
      got.quantity += BigInt(report.lastQty)
      got.value += BigInt(report.lastQty) * BigInt(report.lastPx)
      for (const { ledgerAccount, amount } of entry.postings)
        if (ledgerAccount.startsWith('fee:')) got.charged += amount
      this.got.set(account, got)
    }
    this.bulkOrders.changed(order, 0)
  }

  #enter(request: Parameters<FirmState['enter']>[0], bulkOrderID: 'own' | '1'): void {
    const sequence = this.#next()
    const orderID = String(sequence)
    const identity = {
      ...{ orderID, tenantId: 1, cscsAccount: '', customerName: '', userId: 1, userName: 'ada' },
      ...{ tradeDate: marketDate, priority: sequence, time: 0, receivedAt: 0 },
      bulkOrderID: bulkOrderID === 'own' ? orderID : bulkOrderID,
    }
    const { refusal } = this.state.enter(request, identity, this.order.price, null)
    expect(refusal).toBeNull()
    this.bulkOrders.changed(this.state.order(orderID), 0)
    if (bulkOrderID !== 'own') this.#apply(this.state.order(orderID), { execType: ExecType.new })
  }

  #next(): number {
    this.#numbers += 1
    return this.#numbers
  }
}

const trials = fc.record({
  side: fc.constantFrom(Side.buy, Side.sell),
  rates: fc.array(fc.nat(30_000), { minLength: 4, maxLength: 4 }),
  quantities: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 }),
  price: fc.integer({ min: 100, max: 50_000 }),
  /** Of what is left a part, in hundredths, and kobo that it is better than the limit. */
  fills: fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.nat(99)), { minLength: 1, maxLength: 5 }),
  /** After so many fills what has traded is allocated while the order works. */
  early: fc.nat(5),
  /** Whom a list favours. */
  favours: fc.infiniteStream(fc.nat(1_000)),
})

test('what a part goes on holding pays for every allocation, and an allocation is charged as one trade', () => {
  let awaited = 0
  let released = 0
  fc.assert(
    fc.property(trials, ({ side, rates, quantities, price, fills, early, favours }) => {
      const fees = charges(rates)
      const trial = new Trial(fees, side, price, quantities)
      for (const [index, [percent, better]] of fills.entries()) {
        const { leavesQty } = trial.whole
        const lastQty = Math.ceil((leavesQty * percent) / 100) as Quantity
        if (lastQty === 0 || lastQty === leavesQty) break
        const lastPx = (side === Side.buy ? price - better : price + better) as PriceKobo
        trial.report({ execType: ExecType.trade, lastQty, lastPx, tradeNumber: index + 1 })
        if (index === early) expect(trial.bulkOrders.allocate('1', undefined, 0)).toBeUndefined()
      }
      const heldBefore = trial.order.parts.map(({ account }) => trial.ledger.cash(account).held)
      trial.report({ execType: ExecType.canceled, clOrdID: null, text: null })

      // What the list gives: each as much as it may get, in the order of a random preference.
      const parts = trial.bulkOrders.partsOf('1')
      let left = trial.whole.cumQty - parts.reduce((sum, { cumQty }) => sum + cumQty, 0)
      if (left > 0) {
        awaited += 1
        // What waits for its list counts once for the firm, and for each account as much as a list may give it.
        const { counts } = trial.state.firm(1).limits
        expect([counts.firm.turnover, counts.user(1).turnover]).toEqual(
          Array(2).fill(trial.whole.filledValue),
        )
        for (const { orderID, account, filledValue, leavesQty } of parts) {
          const most = leavesQty === 0 ? 0 : trial.ledger.worstPxOf(orderID)
          const open = BigInt(Math.min(left, leavesQty)) * BigInt(most)
          expect(counts.account(account).turnover).toBe(filledValue + open)
        }
        for (const [index, { account, ordStatus, text }] of parts.entries()) {
          if (ordStatus === OrdStatus.filled) continue
          expect([ordStatus, text]).toEqual([
            parts[index]?.cumQty === 0 ? OrdStatus.new : OrdStatus.partiallyFilled,
            'Trading.Order.AwaitsAllocation',
          ])
          expect(trial.ledger.cash(account).held).toBeLessThanOrEqual(heldBefore[index] ?? 0n)
          if (trial.ledger.cash(account).held < (heldBefore[index] ?? 0n)) released += 1
        }
        trial.takeAll()
        const preferred = parts
          .map((part) => ({ part, weight: favours.next().value as number }))
          .sort((a, b) => a.weight - b.weight)
        const lines = preferred.map(({ part: { account, leavesQty } }) => {
          const quantity = Math.min(left, leavesQty)
          left -= quantity
          return { account, quantity }
        })
        expect(trial.bulkOrders.allocate('1', lines, 0)).toBeUndefined()
      }
      for (const { ordStatus, text } of trial.bulkOrders.partsOf('1'))
        expect(
          ordStatus === OrdStatus.filled ? text === null : text === 'Trading.Order.CanceledWithBulkOrder',
        ).toBe(true)

      const notes = new Map(trial.ledger.notes().map((note) => [note.account, note]))
      const table = chargesOn(trial.ledger.fees, { side, tradeDate: marketDate })
      for (const { account } of trial.order.parts) {
        const { available, held } = trial.ledger.cash(account)
        expect([available >= 0n, held]).toEqual([true, 0n])
        const got = trial.got.get(account)
        const note = notes.get(account)
        expect(note?.trades ?? 0).toBe(got?.trades ?? 0)
        if (!note || !got) continue
        expect([note.quantity, note.consideration]).toEqual([got.quantity, got.value])
        expect(totalOf(note.lines)).toBe(got.charged)
        expect(note.lines).toEqual(feesOf(table, { ...note, trades: got.trades }))
      }
    }),
    { numRuns: 400 },
  )
  expect(awaited).toBeGreaterThan(100)
  expect(released).toBeGreaterThan(100)
})
