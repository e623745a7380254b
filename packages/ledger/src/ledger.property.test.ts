import {
  isRefusal,
  kobo,
  type PriceKobo,
  type Quantity,
  Side,
  settlementDate,
  shares,
} from '@tradebook/contract'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { type Event, figures, holding, openOrders } from '../oracle/naive-ledger.ts'
import type { OpenOrder } from './balances.ts'
import type { Entry, Fill } from './entries.ts'
import { Ledger } from './ledger.ts'
import { cheapSales, customers, type Market, securities, wholeMarket } from './markets.fixture.ts'
import { PersistedRows } from './persisted-rows.fixture.ts'

// Longer than 300 lines, for all properties are of the same acts on the same books.

const dates = ['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26']

const BANK = '058 0123456789'

/** What can be asked of the books; orders are picked among the open ones by `pick`. */
function acts(market: Market) {
  const account = fc.constantFrom(...market.accounts)
  const securityID = fc.constantFrom(...market.securities)
  const side = fc.constantFrom(...market.sides)
  const price = market.price as fc.Arbitrary<PriceKobo>
  const count = market.count as fc.Arbitrary<Quantity>
  const pick = fc.nat({ max: 1_000 })
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const better = fc.oneof(fc.constant(0), fc.nat({ max: 30 }))
  const act = <K extends string, T>(
    weight: number,
    kind: K,
    given: { [Key in keyof T]: fc.Arbitrary<T[Key]> },
  ) => ({
    weight,
    arbitrary: fc.record({ kind: fc.constant(kind), ...given }) as fc.Arbitrary<{ kind: K } & T>,
  })
  return fc.array(
    fc.oneof(
      act(2, 'deposit', { account, amount: market.amount }),
      act(1, 'withdraw', { account, amount: market.amount }),
      act(2, 'transferIn', { account, securityID, count }),
      act(1, 'transferOut', { account, securityID, count }),
      act(6, 'enter', { account, securityID, side, count, price }),
      act(3, 'replace', { pick, count, price }),
      act(1, 'cancel', { pick }),
      act(8, 'trade', { pick, part, better }),
      act(1, 'route', { account, direct: fc.boolean() }),
      act(2, 'nextDay', { daysOrders: fc.constantFrom('carried', 'carried', 'released') }),
    ),
    { minLength: 20, maxLength: 60 },
  )
}
type Act = ReturnType<typeof acts> extends fc.Arbitrary<(infer T)[]> ? T : never

class Run {
  readonly usable: boolean
  readonly ledger: Ledger
  readonly events: Event[] = []
  readonly entries: Entry[] = []
  readonly asked = { accepted: 0, refused: 0, trades: 0, carried: 0, paidOut: 0 }
  readonly #direct = new Set<string>()
  readonly #rows = new PersistedRows()
  #day = 0
  #orders = 0

  constructor(usable: boolean) {
    this.usable = usable
    this.ledger = new Ledger({ unsettledProceedsUsable: usable })
    for (const { account, agreed } of customers) {
      this.ledger.openAccount(account, agreed)
      this.ledger.settleDirectly(account, BANK)
      this.#direct.add(account)
    }
  }

  get #date(): string {
    return dates[this.#day]!
  }

  do(each: Act): void {
    const particulars = { date: this.#date, reference: 'R', narration: 'N' }
    switch (each.kind) {
      case 'deposit':
        this.#post(this.ledger.deposit({ ...particulars, ...each, amount: kobo(each.amount) }), true, {
          kind: 'cash',
          account: each.account,
          amount: each.amount,
        })
        break
      case 'withdraw': {
        const { balance, held, unsettledSells } = this.#figures(each.account)
        const answer = this.ledger.withdraw({ ...particulars, ...each, amount: kobo(each.amount) })
        const allowed = each.amount <= balance - held - unsettledSells
        this.#post(answer, allowed, { kind: 'cash', account: each.account, amount: -each.amount })
        break
      }
      case 'transferIn':
      case 'transferOut': {
        const { account, securityID } = each
        const quantity = shares(each.count)
        const allowed =
          each.kind === 'transferIn' || quantity <= holding(this.events, account, securityID).available
        const answer = this.ledger[each.kind]({ ...particulars, account, securityID, quantity })
        const moved = each.kind === 'transferIn' ? quantity : -quantity
        this.#post(answer, allowed, { kind: 'shares', account, securityID, count: moved })
        break
      }
      case 'enter': {
        this.#orders += 1
        const { account, securityID, side } = each
        const orderID = String(this.#orders)
        this.#order('reserve', {
          orderID,
          account,
          securityID,
          side,
          leaves: each.count,
          worstPx: each.price,
          tradeDate: this.#date,
        })
        break
      }
      case 'replace': {
        const order = this.#pick(each.pick)
        if (order) this.#order('amend', { ...order, leaves: each.count, worstPx: each.price })
        break
      }
      case 'cancel': {
        const order = this.#pick(each.pick)
        if (order) this.#release(order.orderID)
        break
      }
      case 'trade': {
        const order = this.#pick(each.pick)
        if (order) this.#fill(order, each.part, each.better)
        break
      }
      case 'route':
        this.ledger.settleDirectly(each.account, each.direct ? BANK : null)
        this.#direct[each.direct ? 'add' : 'delete'](each.account)
        break
      case 'nextDay':
        if (this.#day === dates.length - 1) break
        if (each.daysOrders === 'released') {
          for (const { orderID } of openOrders(this.events)) this.#release(orderID)
        }
        this.#day += 1
        this.#beginDay(this.#date)
    }
  }

  /** Every figure of the books is the model's, nothing is overdrawn, and every entry balances. */
  check(): void {
    for (const { account } of customers) {
      const { settledBy: _, received: ___, ...expected } = this.#figures(account)
      const { withdrawable: __, ...cash } = this.ledger.cash(account)
      expect(cash).toEqual(expected)
      expect(cash.available).toBeGreaterThanOrEqual(0n)
      expect(this.#posted('customer', account, 'NGN')).toBe(cash.balance)
      for (const securityID of securities) {
        const { cost, ...position } = this.ledger.position(account, securityID)
        expect(position).toEqual(holding(this.events, account, securityID))
        expect(position.available).toBeGreaterThanOrEqual(0n)
        expect(cost).toBeGreaterThanOrEqual(0n)
        expect(this.#posted('custody', account, securityID)).toBe(position.settled)
        expect(this.#posted('custody:unsettled', account, securityID)).toBe(
          position.unsettledIn - position.unsettledOut,
        )
      }
    }
    for (const { postings } of this.entries) {
      const sums = new Map<string, bigint>()
      for (const { asset, amount } of postings) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
      expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
    }
  }

  /** Holds are what the open orders hold, to the kobo. */
  checkHolds(): void {
    for (const { account } of customers) {
      const orders = openOrders(this.events).filter((order) => order.account === account)
      const parts = orders.reduce((sum, { orderID }) => sum + this.ledger.holdOf(orderID), 0n)
      const { held } = this.ledger.cash(account)
      expect(held).toBe(parts)
      const found = [...this.ledger.openOrders(account)].sort()
      expect(found).toEqual(orders.map(({ orderID }) => orderID).sort())
    }
  }

  writeRows(): void {
    this.#rows.write(this.ledger)
  }

  /** What is written of each change is all that changed. */
  checkRows(): void {
    this.writeRows()
    const accounts = customers.map(({ account }) => account)
    this.#rows.check(this.ledger, accounts, securities)
  }

  checkRestored(): void {
    const restored = Ledger.restore({ unsettledProceedsUsable: this.usable }, this.ledger.state())
    expect(restored.state()).toEqual(this.ledger.state())
    for (const { account } of customers) {
      expect(restored.cash(account)).toEqual(this.ledger.cash(account))
      for (const each of securities)
        expect(restored.position(account, each)).toEqual(this.ledger.position(account, each))
    }
    for (const { orderID } of openOrders(this.events)) {
      expect(restored.holdOf(orderID)).toBe(this.ledger.holdOf(orderID))
    }
  }

  /** When everything is settled the firm owes the market nothing, nor the market the firm. */
  checkCleared(): void {
    for (const { orderID } of openOrders(this.events)) this.#release(orderID)
    this.entries.push(...this.ledger.beginDay('2027-01-31').entries)
    for (const asset of ['NGN', ...securities]) expect(this.#posted('clearing', null, asset)).toBe(0n)
    expect(this.ledger.notes()).toEqual([])
    for (const { account } of customers) {
      expect(this.ledger.cash(account)).toMatchObject({ held: 0n, unsettledBuys: 0n, unsettledSells: 0n })
    }
  }

  /** Charges of a new note may be more than there is: then the newest orders go until it suffices. */
  #beginDay(date: string): void {
    const open = openOrders(this.events)
    const traded = new Set(this.events.flatMap((each) => (each.kind === 'fill' ? [each.fill.orderID] : [])))
    const { carried, entries } = this.ledger.beginDay(date)
    expect(carried.toSorted()).toEqual(open.map(({ orderID }) => orderID).sort())
    this.entries.push(...entries)
    this.events.push({ kind: 'day', date })
    for (const { account } of customers) this.#payOut(account, entries)
    this.asked.carried += open.filter(({ orderID }) => traded.has(orderID)).length
    for (const { orderID, account } of open.reverse()) {
      const isShort = this.#figures(account).available < 0n
      if (!isShort) expect(this.ledger.isUncovered(orderID)).toBe(false)
      if (this.ledger.isUncovered(orderID)) this.#release(orderID)
    }
  }

  /** By the direct route what the sales of the day brought leaves, except for what is held, spent or still to come. */
  #payOut(account: string, entries: readonly Entry[]): void {
    const { balance, held, unsettledSells, received } = this.#figures(account)
    const free = balance - held - unsettledSells
    const amount = !this.#direct.has(account) || free < 0n ? 0n : free < received ? free : received
    const left = entries
      .filter((entry) => entry.kind === 'directSettlement' && entry.account === account)
      .flatMap(({ postings }) => postings.filter(({ ledgerAccount }) => ledgerAccount === 'bank'))
      .reduce((sum, posted) => sum + posted.amount, 0n)
    expect(left).toBe(amount)
    if (amount > 0n) this.events.push({ kind: 'cash', account, amount: -amount })
    this.asked.paidOut += amount > 0n ? 1 : 0
  }

  #figures(account: string) {
    return figures(this.events, customers.find((terms) => terms.account === account)!, this.usable)
  }

  #pick(index: number): OpenOrder | undefined {
    const open = openOrders(this.events)
    return open[index % open.length]
  }

  #posted(ledgerAccount: string, account: string | null, asset: string): bigint {
    return this.entries
      .flatMap(({ postings }) => postings)
      .filter(
        (each) => each.ledgerAccount === ledgerAccount && each.account === account && each.asset === asset,
      )
      .reduce((sum, each) => sum + each.amount, 0n)
  }

  #post(answer: ReturnType<Ledger['deposit']>, allowed: boolean, event: Event): void {
    expect(isRefusal(answer)).toBe(!allowed)
    if (isRefusal(answer)) return
    this.entries.push(answer)
    this.events.push(event)
  }

  /** The books accept exactly the orders that leave nothing overdrawn. */
  #order(how: 'reserve' | 'amend', order: OpenOrder): void {
    const asked: Event = { kind: 'order', order }
    const after = [...this.events, asked]
    const terms = customers.find((each) => each.account === order.account)!
    const cash = figures(after, terms, this.usable)
    const fits =
      (cash.available >= 0n || cash.held <= this.#figures(order.account).held) &&
      holding(after, order.account, order.securityID).available >= 0n
    const refusal = how === 'reserve' ? this.ledger.reserve(order) : this.ledger.amend(order.orderID, order)
    expect(refusal === undefined).toBe(fits)
    if (fits) this.events.push(asked)
    this.asked[fits ? 'accepted' : 'refused'] += 1
  }

  #release(orderID: string): void {
    this.ledger.release(orderID)
    this.events.push({ kind: 'release', orderID })
  }

  #fill(order: OpenOrder, part: number, better: number): void {
    const { leaves, worstPx, ...common } = order
    const fill: Fill = {
      ...common,
      execID: String(this.events.length),
      quantity: Math.max(1, Math.floor(leaves * part)) as Quantity,
      price: (order.side === Side.buy ? Math.max(1, worstPx - better) : worstPx + better) as PriceKobo,
      settlementDate: settlementDate(order.tradeDate),
    }
    this.entries.push(this.ledger.fill(fill))
    this.events.push({ kind: 'fill', fill })
    this.asked.trades += 1
  }
}

/** How often proceeds left for a bank account, over all markets. */
let paidOut = 0
afterAll(() => expect(paidOut).toBeGreaterThan(0))

describe('the books agree with a model that computes everything again', () => {
  it.each([
    { name: 'two customers, two securities', market: wholeMarket, usable: true },
    { name: 'the same, proceeds usable once settled', market: wholeMarket, usable: false },
    { name: 'sales at a few kobo', market: cheapSales, usable: true },
    { name: 'the same, proceeds usable once settled', market: cheapSales, usable: false },
  ])('after every command: $name', ({ market, usable }) => {
    const asked = { accepted: 0, refused: 0, trades: 0, carried: 0, paidOut: 0 }
    fc.assert(
      fc.property(acts(market), (commands) => {
        const run = new Run(usable)
        for (const each of commands) {
          run.do(each)
          run.check()
          run.checkHolds()
          run.writeRows()
        }
        run.checkRows()
        run.checkRestored()
        run.checkCleared()
        run.checkRows()
        for (const key of Object.keys(asked) as (keyof typeof asked)[]) asked[key] += run.asked[key]
      }),
      // The same commands in every run, because they must reach enough; `npm run sim` makes up others.
      { numRuns: 80, seed: 20_261_122 },
    )
    // The commands must reach both answers, trade, and carry part-filled orders, or the comparison shows nothing.
    expect(asked.accepted).toBeGreaterThan(50)
    expect(asked.refused).toBeGreaterThan(50)
    expect(asked.trades).toBeGreaterThan(50)
    expect(asked.carried).toBeGreaterThan(3)
    paidOut += asked.paidOut
  })
})
