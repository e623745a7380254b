import {
  ExecType,
  isFinal,
  isStop,
  OrdStatus,
  type PriceKobo,
  type Quantity,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import { isPart, type OrderReport, type OrderThere, type SaidTradeChange } from '@tradebook/orders'
import type { DoubtEnd } from '../../apps/server/src/desk/decisions/reconciliation-lines.ts'
import { type NumberedCommand, orderOf } from '../../apps/server/src/venue/commands.ts'
import type { VenueReplace } from '../../apps/server/src/venue/order-messages.ts'
import type { VenueReport } from '../../apps/server/src/venue/venue.ts'
import { between } from '../chance.ts'
import { must } from './audit.ts'
import type { SimulatedNetwork } from './link.ts'
import type { SimulatedRecord } from './record.ts'
import { SlowLine, type Taken, type TakeSaid } from './slow-line.ts'
import { isUnclaimed, TradesAtVenue, UNCLAIMED } from './trades-at-venue.ts'

/** An order as the venue has it. */
interface OrderAtVenue {
  readonly orderID: string
  readonly side: Side
  readonly securityID: string
  /** `null` of a market order, which trades as soon as it arrives, or is cancelled. */
  price: PriceKobo | null
  cumQty: number
  leavesQty: number
  isOpen: boolean
}

/** What the venue has said, until the desk has taken it. */
interface SaidReport {
  readonly report: OrderReport | SaidTradeChange
  readonly orderID: string
  readonly execID: string
  readonly at: number
  isTaken: boolean
}

/** Which orders were open there, when it was asked. */
interface SaidOrders {
  readonly orders: readonly OrderThere[]
  isTaken: boolean
}
type Said = SaidReport | SaidOrders

const isReport = (said: Said): said is SaidReport => 'report' in said

/** So much later than it could, the venue does what it was asked. */
const SLOWEST_MS = 40
const RETRY_MS = 25

/**
 * An exchange that others operate: slow, sometimes silent, and independent of the desk's crashes. It repeats itself
 * under new sequence numbers, trades what has ended, trades too much, and cancels unasked.
 */
export class SlowVenue {
  readonly #network: SimulatedNetwork
  readonly #record: SimulatedRecord
  readonly orders = new Map<string, OrderAtVenue>()
  /** The commands that arrived, and those of which the venue has said that they never did. */
  readonly #arrived = new Set<number>()
  readonly #neverArrived = new Set<number>()
  #lastArrived = 0
  /** Commands on which it has not acted. */
  readonly #undecided = new Set<number>()
  readonly #said: Said[] = []
  /** The desk's numbers of orders of which it knew nothing. */
  readonly #adopted = new Map<string, string>()
  /** Orders of which it knows nothing since it started again. */
  readonly #lost = new Set<string>()
  /** Orders of which it has lost a replace or a cancel. */
  readonly #unheard = new Set<string>()
  readonly trades: TradesAtVenue
  #sequence = 0
  #execs = 0
  /** How much of everything it did. */
  readonly did = {
    trades: 0,
    lateTrades: 0,
    overfills: 0,
    worsePrices: 0,
    tradesCanceled: 0,
    tradesCorrected: 0,
    cancels: 0,
    repeats: 0,
    neverArrived: 0,
    drops: 0,
    lostOrders: 0,
    unclaimed: 0,
    unclaimedTrades: 0,
    adopted: 0,
    adoptedTrades: 0,
    unclaimedCancels: 0,
  }
  #line: SlowLine | undefined

  constructor(network: SimulatedNetwork, record: SimulatedRecord) {
    this.#network = network
    this.#record = record
    this.trades = new TradesAtVenue(record, network.random)
  }

  /** The line of a process that has just begun; that of the one before is gone. */
  open(take: TakeSaid): SlowLine {
    this.#line?.cut()
    this.#line = new SlowLine(this, this.#network, take)
    this.#line.wake()
    return this.#line
  }

  /** Whether everything was done and taken. */
  get isAtRest(): boolean {
    return (
      this.#line?.isReady === true &&
      this.#line.isIdle &&
      this.#undecided.size === 0 &&
      this.#said.every(({ isTaken }) => isTaken)
    )
  }

  get #random(): () => number {
    return this.#network.random
  }

  drop(): void {
    this.did.drops += 1
    this.#line?.drop()
  }

  /** The venue starts again without its orders, and without the commands that it has not carried out. */
  restart(): void {
    for (const order of this.orders.values()) {
      if (!order.isOpen) continue
      this.did.lostOrders += 1
      Object.assign(order, { isOpen: false, leavesQty: 0 })
      this.#lost.add(order.orderID)
    }
    for (const id of this.#undecided) {
      const { command } = this.#record.venueCommands.get(id) ?? {}
      if (command?.kind === 'new') this.#lost.add(command.order.orderID)
      else if (command) this.#unheard.add(orderOf(command))
    }
    this.#undecided.clear()
    this.drop()
  }

  /** What an operator who calls the exchange says of an order in doubt; `undefined` while it will answer by itself. */
  truthOf(orderID: string): DoubtEnd | undefined {
    if (!this.#lost.has(orderID)) return this.#unheard.has(orderID) ? 'neverArrived' : undefined
    return this.orders.has(orderID) ? 'canceled' : 'neverArrived'
  }

  /** Says which orders are open, after all that it said before. */
  askedForAll(): void {
    const orders = [...this.orders.values()]
      .filter(({ isOpen }) => isOpen)
      .map(
        (order): OrderThere => ({
          ...order,
          ...{ venueOrderID: `V${order.orderID}`, clOrdID: `C${order.orderID}` },
          // It can be adopted on another day than that of its trades.
          timeInForce: TimeInForce.goodTillCancel,
        }),
      )
    this.#said.push({ orders, isTaken: false })
    this.#line?.wake()
  }

  /** Says again what it has said of an order; of one that it has lost it knows nothing. */
  askedOf(orderID: string): void {
    if (this.#lost.has(orderID)) return
    const said = this.#said.filter(isReport).filter((each) => each.orderID === orderID)
    for (const each of said) this.#said.push({ ...each, isTaken: false })
    this.#line?.wake()
  }

  /** An order that only the venue has is cancelled; one that was adopted meanwhile is left alone. */
  cancelUnclaimed({ venueOrderID }: OrderThere): void {
    const order = this.orders.get(venueOrderID?.slice(1) ?? '')
    if (!order?.isOpen || !isUnclaimed(order.orderID)) return
    this.did.unclaimedCancels += 1
    Object.assign(order, { leavesQty: 0, isOpen: false })
    this.#say(order.orderID, { execType: ExecType.canceled, clOrdID: null, text: null })
  }

  /** A command arrives: never twice, never out of order, and never after the venue has said that it did not. */
  receive({ id, command }: NumberedCommand): void {
    must(!this.#arrived.has(id), `command ${id} arrives twice`)
    must(!this.#neverArrived.has(id), `command ${id} arrives after the venue has said that it never did`)
    must(id > this.#lastArrived, `command ${id} arrives after ${this.#lastArrived}`)
    must(this.#record.venueCommands.has(id), `command ${id} was sent and not recorded`)
    this.#lastArrived = id
    this.#arrived.add(id)
    if (command.kind === 'new' && command.order.adopts) {
      // Its gateway does that by itself, whatever becomes of the venue.
      this.#adopt(command.order.orderID, command.order.adopts.venueOrderID)
      return
    }
    this.#undecided.add(id)
    const wait = this.#random() < 0.1 ? 20 * SLOWEST_MS : between(this.#random, 0, SLOWEST_MS)
    const act = () => {
      // One after the other: what came before is done first.
      const isFirst = [...this.#undecided].every((other) => other >= id)
      if (!isFirst) {
        this.#network.time.set(1, act)
        return
      }
      if (this.#undecided.delete(id)) this.#act({ id, command })
    }
    this.#network.time.set(wait, act)
  }

  /** Answers what became of a command. */
  asked({ id, command }: NumberedCommand): void {
    if (this.#arrived.has(id) || this.#neverArrived.has(id)) return
    if (command.kind === 'new' && command.order.adopts) {
      this.receive({ id, command })
      return
    }
    this.#neverArrived.add(id)
    this.did.neverArrived += 1
    const text = 'Trading.Venue.quantityInvalid'
    if (command.kind === 'new')
      this.#say(command.order.orderID, { execType: ExecType.rejected, text: null }, `never ${id}`)
    else {
      const { orderID, clOrdID } = command.kind === 'replace' ? command.replace : command
      const responseTo = command.kind
      this.#say(orderID, { execType: '9', responseTo, clOrdID, text }, `never ${id}`)
    }
  }

  /** Something that nobody asked for. */
  surprise(): void {
    if (this.#random() < 0.15) {
      this.#changeTrade()
      return
    }
    if (this.#random() < 0.03) this.#enterUnclaimed()
    if (this.#random() < 0.3) this.#tradeUnclaimed()
    const there = [...this.orders.values()].filter(({ orderID }) => !isUnclaimed(orderID))
    const open = there.filter(({ isOpen }) => isOpen)
    const order = open[between(this.#random, 0, open.length - 1)]
    if (!order) return
    const roll = this.#random()
    if (roll < 0.55) this.#trade(order, between(this.#random, 1, order.leavesQty))
    else if (roll < 0.7) this.#trade(order, order.leavesQty)
    else if (roll < 0.78) this.#cancel(order, null)
    else if (roll < 0.88) this.#trade(order, order.leavesQty + between(this.#random, 1, 50))
    else {
      const over = there.filter(({ isOpen, orderID }) => {
        const kept = this.#record.orders.lines.get(orderID)?.order
        return !isOpen && !this.#lost.has(orderID) && kept !== undefined && isFinal(kept.ordStatus)
      })
      const late = over[between(this.#random, 0, over.length - 1)]
      if (late) this.#trade(late, between(this.#random, 1, 20))
    }
  }

  /** Sends what was not taken, in order, and now and then what was. */
  async deliver(line: SlowLine): Promise<void> {
    if (line.isSending) return
    line.isSending = true
    try {
      for (;;) {
        const next = this.#said.find(({ isTaken }) => !isTaken)
        if (!next || line !== this.#line || !line.isReady) break
        if (this.#random() < 0.05) await this.#repeat(line)
        const answer = await line.take(this.#asSent(next))
        if (answer.kind === 'done') {
          next.isTaken = true
          continue
        }
        await line.pause(RETRY_MS)
      }
    } finally {
      line.isSending = false
    }
  }

  /** Says again what it has said before. */
  async #repeat(line: SlowLine): Promise<void> {
    const taken = this.#said.filter(isReport).filter(({ isTaken }) => isTaken)
    const again = taken[between(this.#random, 0, taken.length - 1)]
    if (!again) return
    this.did.repeats += 1
    await line.take(this.#asSent(again))
  }

  #asSent(next: Said): Taken {
    if (!isReport(next)) {
      const orders = next.orders.map((order) => ({ ...order, orderID: this.#known(order.orderID ?? '') }))
      return { kind: 'venueOrders', orders }
    }
    const { orderID, execID, report, at } = next
    this.#sequence += 1
    const order = this.orders.get(orderID)
    const said: VenueReport = {
      ...{ orderID: this.#known(orderID), execID, report },
      line: {
        sequence: this.#sequence,
        venueOrderID: `V${orderID}`,
        venueTime: at,
        of: order && { clOrdID: `C${orderID}`, securityID: order.securityID, side: order.side },
      },
    }
    return { kind: 'venueReport', said }
  }

  /** The desk's number of an order, as its gateway knows it when a message arrives. */
  #known(orderID: string): string | null {
    return this.#adopted.get(orderID) ?? (isUnclaimed(orderID) ? null : orderID)
  }

  /** An order is open of which the desk knows nothing. */
  #enterUnclaimed(): void {
    const listed = this.#record.listings[between(this.#random, 0, this.#record.listings.length - 1)]
    if (!listed) return
    this.did.unclaimed += 1
    const orderID = `${UNCLAIMED}${this.did.unclaimed}`
    const side = this.#random() < 0.7 ? Side.buy : Side.sell
    const { securityID, lowLimitPx: price } = listed
    const leavesQty = between(this.#random, 1, 40)
    this.orders.set(orderID, { ...{ orderID, side, securityID, price, cumQty: 0, leavesQty, isOpen: true } })
  }

  /** An order of which the desk knows nothing trades: an account that adopts it gets the trade. */
  #tradeUnclaimed(): void {
    const [order] = [...this.orders.values()].filter(
      ({ orderID, isOpen, leavesQty }) => isUnclaimed(orderID) && isOpen && leavesQty > 1,
    )
    if (!order) return
    this.did.unclaimedTrades += 1
    this.#trade(order, between(this.#random, 1, order.leavesQty - 1))
  }

  /** The order belongs to an account now; one that is over has ended. */
  #adopt(orderID: string, venueOrderID: string): void {
    const before = this.orders.get(venueOrderID.slice(1))
    must(before !== undefined, `order ${venueOrderID} was adopted and never listed`)
    if (!before) return
    this.did.adopted += 1
    if (before.cumQty > 0) this.did.adoptedTrades += 1
    this.orders.delete(before.orderID)
    this.trades.adopted(before.orderID, orderID)
    this.#adopted.set(before.orderID, orderID)
    const order = { ...before, orderID }
    this.orders.set(orderID, order)
    this.#say(orderID, { execType: ExecType.new })
    if (!order.isOpen) this.#say(orderID, { execType: ExecType.canceled, clOrdID: null, text: null })
  }

  /** A trade of today or of long ago is cancelled or corrected. */
  #changeTrade(): void {
    const change = this.trades.change()
    if (!change) return
    const { orderID, report, fewer } = change
    this.did[report.execType === ExecType.tradeCanceled ? 'tradesCanceled' : 'tradesCorrected'] += 1
    const order = this.orders.get(orderID)
    if (order) order.cumQty -= fewer
    this.#say(orderID, report)
  }

  #say(orderID: string, report: SaidReport['report'], execID = this.#nextExecID()): void {
    this.#said.push({ orderID, report, execID, at: this.#network.time.wall(), isTaken: false })
    this.#line?.wake()
  }

  #nextExecID(): string {
    this.#execs += 1
    return `x${this.#execs}`
  }

  #act({ command }: NumberedCommand): void {
    const isUnwilling = this.#random() < 0.1
    if (command.kind === 'new') {
      const { orderID, side, securityID, price, quantity: leavesQty } = command.order
      const order = { orderID, side, securityID, price, cumQty: 0, leavesQty, isOpen: true }
      this.#say(
        orderID,
        isUnwilling ? { execType: ExecType.rejected, text: null } : { execType: ExecType.new },
      )
      if (isUnwilling) return
      this.orders.set(orderID, order)
      if (price !== null) return
      this.#trade(order, between(this.#random, 1, leavesQty))
      if (order.isOpen) this.#cancel(order, null)
      return
    }
    const { orderID, clOrdID } = command.kind === 'replace' ? command.replace : command
    const order = this.orders.get(orderID)
    if (!order?.isOpen || isUnwilling) {
      const text = 'Trading.Venue.quantityInvalid'
      this.#say(orderID, { execType: '9', responseTo: command.kind, clOrdID, text })
    } else if (command.kind === 'cancel') this.#cancel(order, clOrdID)
    else this.#replace(order, command.replace)
  }

  #replace(order: OrderAtVenue, { orderID, clOrdID, price, leaves, lasting }: VenueReplace): void {
    const { cumQty = 0 } =
      [...this.#record.venueCommands.values()].find(
        ({ command }) => command.kind === 'replace' && command.replace.clOrdID === clOrdID,
      )?.becomes ?? {}
    const leavesQty = Math.max(leaves - (order.cumQty - cumQty), 0)
    Object.assign(order, { price, leavesQty, isOpen: leavesQty > 0 })
    this.#say(orderID, {
      ...{ execType: ExecType.replaced, clOrdID, price, keptPriority: true },
      ...{ leavesQty: leavesQty as Quantity, ...lasting },
    })
  }

  #cancel(order: OrderAtVenue, clOrdID: string | null): void {
    if (clOrdID === null) this.did.cancels += 1
    Object.assign(order, { leavesQty: 0, isOpen: false })
    this.#say(order.orderID, { execType: ExecType.canceled, clOrdID, text: null })
  }

  #trade(order: OrderAtVenue, lastQty: number): void {
    const isWorse = !isUnclaimed(order.orderID) && order.side === Side.buy && this.#random() < 0.06
    // What is traded too late or too much is paid for, whatever the account has.
    if (lastQty > order.leavesQty || !order.isOpen || isWorse) this.#allowFor(order.orderID)
    this.did[order.isOpen ? (lastQty > order.leavesQty ? 'overfills' : 'trades') : 'lateTrades'] += 1
    const listed = this.#record.listings.find(({ securityID }) => securityID === order.securityID)
    const worst = order.side === Side.buy ? listed?.highLimitPx : listed?.lowLimitPx
    const lastPx = ((order.price ?? worst ?? 1) + (isWorse ? (listed?.tickKobo ?? 1) : 0)) as PriceKobo
    if (isWorse) this.did.worsePrices += 1
    const { orderID, side, securityID } = order
    const tradeNumber = this.trades.add({ orderID, side, securityID, lastQty, lastPx })
    order.cumQty += lastQty
    order.leavesQty = Math.max(order.leavesQty - lastQty, 0)
    order.isOpen = order.leavesQty > 0
    this.#say(order.orderID, {
      ...{ execType: ExecType.trade, lastQty: lastQty as Quantity, lastPx, tradeNumber },
    })
  }

  /** What an order trades is paid and delivered, whatever its account has, or those of its parts. */
  #allowFor(orderID: string): void {
    const { outflows, orders } = this.#record
    for (const { order } of orders.lines.values()) {
      if (order.orderID !== orderID && order.bulkOrderID !== orderID) continue
      const { tenantId, account, securityID, side } = order
      if (side === Side.buy) outflows.mayBeOverdrawn.add([tenantId, account].join())
      else outflows.mayLack.add([tenantId, account, securityID].join())
    }
  }

  /** At rest: both sides know the same open orders and the same trades, each once. */
  audit(): void {
    const open = new Map(this.#record.orders.open().map((order) => [order.orderID, order]))
    for (const { orderID, isOpen, leavesQty, cumQty, price } of this.orders.values()) {
      if (isUnclaimed(orderID)) continue
      const ours = open.get(orderID)
      must(
        isOpen === (ours !== undefined),
        `order ${orderID} is open there: ${isOpen}, here ${ours?.ordStatus}`,
      )
      if (!ours) continue
      must(
        ours.leavesQty === leavesQty && ours.cumQty === cumQty && ours.price === price,
        `order ${orderID} is ${cumQty}/${leavesQty} at ${price} there, ${ours.cumQty}/${ours.leavesQty} at ${ours.price} here`,
      )
      const isPending = [OrdStatus.pendingNew, OrdStatus.pendingReplace, OrdStatus.pendingCancel] as string[]
      must(!isPending.includes(ours.ordStatus), `order ${orderID} is ${ours.ordStatus} at rest`)
    }
    for (const order of open.values())
      must(
        this.orders.has(order.orderID) || isStop(order.ordType) || isPart(order),
        `order ${order.orderID} is open here and unknown there`,
      )
    this.trades.audit()
    for (const line of this.#record.venueCommands.values())
      must(line.answeredAt !== null, `command ${line.id} has no answer at rest`)
  }
}
