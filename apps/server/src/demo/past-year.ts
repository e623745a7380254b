import {
  type CorporateAction,
  ExecType,
  exDateOf,
  isRefusal,
  type Kobo,
  kobo,
  lagosInstant,
  OrdStatus,
  OrdType,
  type PriceKobo,
  type Quantity,
  type Refusal,
  Side,
  settlementDate,
  shares,
  standardFees,
  TimeInForce,
} from '@tradebook/contract'
import { type Entry, Ledger, type TouchedRows } from '@tradebook/ledger'
import { type Order, pendingOrder } from '@tradebook/orders'
import type { AccountTerms } from '../desk/decisions/accounts.ts'
import type { EntryLine, ExecutionLine, OrderLine } from '../desk/decisions/batch-changes.ts'
import type { RegisteredLine } from '../desk/decisions/corporate-action-lines.ts'
import { Random } from '../venue/embedded/crowd/random.ts'
import type { DemoCustomer } from './people.ts'

/** A market day of the past, with what securities closed at and traded. */
export interface PastDay {
  readonly date: string
  readonly prices: ReadonlyMap<string, PastPrice>
}
export interface PastPrice {
  readonly openPx: PriceKobo | null
  readonly closePx: PriceKobo
  readonly volume: bigint
}

/** An account that has a past, and who enters its orders. */
export interface PastAccount {
  readonly terms: AccountTerms
  readonly customer: DemoCustomer
  readonly trader: { readonly userId: number; readonly userName: string }
}

export interface PastOptions {
  readonly tenantId: number
  readonly seed: number
  /** The earliest first. */
  readonly days: readonly PastDay[]
  readonly dividends: readonly CorporateAction[]
  /** The next number of the one sequence that orders, executions and entries have. */
  readonly next: () => number
}

/** What a year left of a firm: rows as the desk writes them. */
export interface PastYear {
  readonly ledger: Ledger
  readonly touched: TouchedRows
  readonly entries: readonly EntryLine[]
  readonly orders: readonly OrderLine[]
  readonly executions: readonly ExecutionLine[]
  readonly registered: readonly RegisteredLine[]
}

/** What a customer wants to do on a day of the year, by its number. */
type Plan =
  | { readonly day: number; readonly kind: 'deposit' | 'withdrawal'; readonly naira: number }
  | {
      readonly day: number
      readonly kind: 'transferIn'
      readonly securityID: string
      readonly quantity: number
      readonly unitCost: Kobo
    }
  | {
      readonly day: number
      readonly kind: 'order'
      readonly side: Side
      readonly securityID: string
      readonly quantity: number
    }

/**
 * A year of a firm's customers: deposits, purchases, sales, dividends and a withdrawal, through the firm's ledger day
 * by day, at prices that the days had. It ends with the cash and at least the shares that the demo gives the
 * customers; what an account could not pay, or what did not trade, is left out.
 */
export function pastYear(accounts: readonly PastAccount[], options: PastOptions): PastYear {
  const firm = new PastFirm(options)
  // What the year costs an account is known once it was lived through: the opening deposit makes up for it.
  const openings = new Map<string, Kobo>()
  const trial = new PastFirm({ ...options, next: counted() })
  for (const { customer, terms } of accounts) openings.set(terms.account, kobo(customer.cash * 4n))
  trial.live(accounts, openings)
  for (const { customer, terms } of accounts) {
    const left = trial.ledger.cash(terms.account).balance
    const needed = customer.cash * 5n - left
    openings.set(terms.account, kobo(needed > 100_000n ? needed : customer.cash))
  }
  firm.live(accounts, openings)
  return firm.rows()
}

const counted = (): (() => number) => {
  let last = 0
  return () => ++last
}

/** Days at the end of the year without orders, so that all notes are settled when the demo begins. */
const QUIET_DAYS = 5
const TEN_O_CLOCK = 10 * 60
const MINUTES_OF_TRADING = 250

class PastFirm {
  readonly ledger = new Ledger({ unsettledProceedsUsable: true }, standardFees)
  readonly #options: PastOptions
  readonly #entries: EntryLine[] = []
  readonly #orders: OrderLine[] = []
  readonly #executions: ExecutionLine[] = []
  readonly #registered: RegisteredLine[] = []

  constructor(options: PastOptions) {
    this.#options = options
  }

  live(accounts: readonly PastAccount[], openings: ReadonlyMap<string, Kobo>): void {
    const { days, seed } = this.#options
    for (const { terms } of accounts) this.ledger.openAccount(terms.account)
    const plans = accounts.map((account) => ({ account, plan: planOf(account, days, seed) }))
    for (const [index, day] of days.entries()) {
      this.#begin(day.date, days[index - 1]?.date)
      for (const { account, plan } of plans) {
        const opening = openings.get(account.terms.account)
        if (index === 0 && opening) this.#move(account, day, 'deposit', opening, 'Opening deposit')
        for (const wish of plan) if (wish.day === index) this.#do(account, day, wish)
      }
    }
  }

  rows(): PastYear {
    return {
      ledger: this.ledger,
      touched: this.ledger.takeTouched(),
      entries: this.#entries,
      orders: this.#orders,
      executions: this.#executions,
      registered: this.#registered,
    }
  }

  /** What the turn to a market day does in the firm's books: registers, dividends, settlements. */
  #begin(date: string, before: string | undefined): void {
    const { tenantId, dividends } = this.#options
    for (const action of dividends) {
      if (before && before <= action.registerDate && action.registerDate < date)
        for (const line of this.ledger.registered(action.securityID, action.registerDate))
          this.#registered.push({ ...line, tenantId, actionID: action.id })
      if (before && before < action.payDate && action.payDate <= date) {
        const owners = this.#registered.filter(({ actionID }) => actionID === action.id)
        this.#posted(this.ledger.payCorporateAction(action, owners, date))
      }
    }
    this.#posted(this.ledger.beginDay(date).entries)
  }

  #do(account: PastAccount, day: PastDay, wish: Plan): void {
    if (wish.kind === 'order') this.#trade(account, day, wish)
    else if (wish.kind === 'transferIn') {
      const { securityID, quantity, unitCost } = wish
      this.#posted([
        this.ledger.transferIn({
          ...{ account: account.terms.account, securityID, quantity: shares(quantity), unitCost },
          ...{ date: day.date, reference: 'OPENING', narration: 'Opening holding' },
        }),
      ])
    } else {
      const narration = wish.kind === 'deposit' ? 'Bank transfer' : 'To own bank account'
      this.#move(account, day, wish.kind, kobo(wish.naira * 100), narration)
    }
  }

  #move(
    { terms: { account } }: PastAccount,
    { date }: PastDay,
    kind: 'deposit' | 'withdrawal',
    amount: Kobo,
    narration: string,
  ): void {
    const payment = {
      account,
      amount,
      date,
      reference: `${date.replaceAll('-', '')}-${account.slice(-3)}`,
      narration,
    }
    this.#posted([kind === 'deposit' ? this.ledger.deposit(payment) : this.ledger.withdraw(payment)])
  }

  /** An order at a price of the day, filled in one part or in two. */
  #trade({ terms, trader }: PastAccount, day: PastDay, wish: Extract<Plan, { kind: 'order' }>): void {
    const { tenantId, next, seed } = this.#options
    const { side, securityID } = wish
    const price = day.prices.get(securityID)
    if (!price || price.volume < BigInt(wish.quantity)) return
    const random = new Random(seed, `trade ${terms.account} ${day.date} ${securityID}`)
    const { openPx, closePx } = price
    const isParted = openPx !== null && wish.quantity >= 200 && random.chance(0.5)
    const first = Math.floor(wish.quantity / 200) * 100
    const fills = isParted
      ? [
          { quantity: first, px: openPx },
          { quantity: wish.quantity - first, px: closePx },
        ]
      : [{ quantity: wish.quantity, px: closePx }]
    const prices = fills.map(({ px }) => px)
    const worstPx = (side === Side.buy ? Math.max(...prices) : Math.min(...prices)) as PriceKobo
    const orderID = String(next())
    const open = { orderID, account: terms.account, securityID, side, worstPx, tradeDate: day.date }
    if (this.ledger.reserve({ ...open, leaves: wish.quantity as Quantity })) return
    const time = lagosInstant(day.date, TEN_O_CLOCK + random.below(MINUTES_OF_TRADING))
    let order: Order = {
      ...pendingOrder(
        {
          ...{ clOrdID: `past-${orderID}`, account: terms.account, securityID, side, ordType: OrdType.limit },
          ...{
            price: worstPx,
            orderQty: wish.quantity as Quantity,
            timeInForce: TimeInForce.day,
            text: null,
          },
        },
        {
          ...{ orderID, tenantId, cscsAccount: terms.cscsAccount, customerName: terms.customerName },
          ...{ ...trader, tradeDate: day.date, priority: Number(orderID), time },
        },
      ),
      ordStatus: OrdStatus.new,
      pendingSince: null,
    }
    this.#executed(order, ExecType.new, next())
    for (const [index, { quantity, px }] of fills.entries()) {
      const execID = next()
      const cumQty = (order.cumQty + quantity) as Quantity
      const leavesQty = (order.orderQty - cumQty) as Quantity
      order = {
        ...order,
        ...{ cumQty, leavesQty, lastPx: px, lastQty: quantity as Quantity },
        filledValue: kobo(order.filledValue + BigInt(px) * BigInt(quantity)),
        ordStatus: leavesQty === 0 ? OrdStatus.filled : OrdStatus.partiallyFilled,
        transactTime: time + (index + 1) * 20_000,
        version: order.version + 1,
      }
      this.#executed(order, ExecType.trade, execID)
      const fill = { ...open, execID: String(execID), quantity: quantity as Quantity, price: px }
      this.#posted([this.ledger.fill({ ...fill, settlementDate: settlementDate(day.date) })], execID)
    }
    this.#orders.push({ order, hold: kobo(0), marketDate: day.date })
  }

  #executed(order: Order, execType: ExecType, sequence: number): void {
    const isTrade = execType === ExecType.trade
    const [lastPx, lastQty] = isTrade ? [order.lastPx, order.lastQty] : [null, null]
    this.#executions.push({ sequence, execType, order, lastPx, lastQty, tradeNumber: null, execRef: null })
  }

  /** What an account could not pay is not done. */
  #posted(entries: readonly (Entry | Refusal)[], sequence?: number): void {
    const posted = entries.filter((entry): entry is Entry => !isRefusal(entry))
    if (posted.length === 0) return
    const { tenantId, next } = this.#options
    const number = sequence ?? next()
    for (const [line, entry] of posted.entries())
      this.#entries.push({ tenantId, sequence: number, line, entry })
  }
}

/** What a customer did in the year, the same for the same seed and days. */
function planOf({ customer }: PastAccount, days: readonly PastDay[], seed: number): Plan[] {
  const random = new Random(seed, `past ${customer.accountNumber}`)
  const lastDay = days.length - QUIET_DAYS
  const plan: Plan[] = []
  const dayIn = (from: number, until: number) => from + random.below(Math.max(until - from, 1))
  for (const { securityID, quantity, unitCost } of customer.holdings) {
    const bought = random.chance(0.75) ? roundLot(Number(quantity) * (0.2 + 0.4 * random.unit())) : 0
    // The busiest of a few days: what is bought there did trade.
    const busiest = Array.from({ length: 6 }, () => dayIn(2, lastDay)).reduce((one, other) =>
      volumeOn(days, one, securityID) >= volumeOn(days, other, securityID) ? one : other,
    )
    const isThere =
      bought > 0 && bought < Number(quantity) && volumeOn(days, busiest, securityID) >= BigInt(bought)
    const before = Number(quantity) - (isThere ? bought : 0)
    plan.push({ day: 0, kind: 'transferIn', securityID, quantity: before, unitCost })
    if (isThere) plan.push({ day: busiest, kind: 'order', side: Side.buy, securityID, quantity: bought })
    if (!random.chance(0.6)) continue
    // Bought, and sold again a few weeks later.
    const turned = roundLot(Number(quantity) * 0.1)
    const [from, until] = [dayIn(2, lastDay - 30), dayIn(15, 30)]
    const traded = [from, from + until].map((day) => volumeOn(days, day, securityID))
    if (!traded.every((volume) => volume >= BigInt(turned))) continue
    plan.push({ day: from, kind: 'order', side: Side.buy, securityID, quantity: turned })
    plan.push({ day: from + until, kind: 'order', side: Side.sell, securityID, quantity: turned })
  }
  const naira = Number(customer.cash) / 100
  for (const part of [0.25, 0.5, 0.75])
    plan.push({
      day: Math.round(lastDay * part),
      kind: 'deposit',
      naira: Math.round((naira * (0.02 + 0.04 * random.unit())) / 1_000) * 1_000 + 1_000,
    })
  plan.push({
    day: Math.round(lastDay * 0.85),
    kind: 'withdrawal',
    naira: Math.round((naira * 0.03) / 1_000) * 1_000 + 1_000,
  })
  return plan
}

const volumeOn = (days: readonly PastDay[], day: number, securityID: string): bigint =>
  days[day]?.prices.get(securityID)?.volume ?? 0n

/** Lots of a hundred, or of ten where there are few. */
const roundLot = (quantity: number): number =>
  quantity >= 200 ? Math.round(quantity / 100) * 100 : Math.max(Math.round(quantity / 10) * 10, 10)

/** So many market days after a dividend's qualification date it is paid. */
const DAYS_TO_PAYMENT = 15

/**
 * The dividends of a year: of each of these securities one, for shares in the register of a day in its spring or autumn.
 *
 * @param id the number of each.
 */
export function pastDividends(
  securityIDs: readonly string[],
  days: readonly PastDay[],
  id: () => number,
): CorporateAction[] {
  return securityIDs.flatMap((securityID, index) => {
    const at = Math.round(days.length * (index % 2 === 0 ? 0.35 : 0.7)) + index
    const [registered, paid] = [days[at], days[at + DAYS_TO_PAYMENT]]
    const price = registered?.prices.get(securityID)
    if (!registered || !paid || !price) return []
    // About four percent of the price, in hundredths of a kobo.
    const rate = BigInt(Math.max(Math.round(price.closePx * 0.04), 1)) * 100n
    const dates = { registerDate: registered.date, payDate: paid.date, exDate: exDateOf(registered.date) }
    return [{ id: id(), type: 'dividend' as const, securityID, rate, ...dates }]
  })
}
