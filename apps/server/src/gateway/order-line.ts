import { ExecType } from '@tradebook/contract'
import type { Fields, Received, SessionSettings } from '@tradebook/fix'
import type { OrderReport, OrderThere, SaidTradeChange } from '@tradebook/orders'
import { type NumberedCommand, orderOf, type VenueLine } from '../venue/commands.ts'
import type { ReceivedReport } from '../venue/venue.ts'
import { Deliveries, type SaidByVenue } from './deliveries.ts'
import { Initiator } from './initiator.ts'
import type { KeptOrder, KeptRequest } from './kept-order.ts'
import { KnownOrders } from './known-orders.ts'
import { Line, type Log } from './line.ts'
import { OpenOrders } from './open-orders.ts'
import {
  endOf,
  isOver,
  NEVER_ARRIVED,
  namesOf,
  ORDER_STATUS,
  REFUSED,
  rejectionOf,
  replacedOf,
  reportOf,
  timeOf,
  unreadableOf,
} from './order-reports.ts'
import {
  cancelOfUnclaimed,
  keptOrder,
  massStatusRequest,
  requestOf,
  statusRequest,
} from './order-requests.ts'
import { orderThere } from './order-there.ts'
import { Pace } from './pace.ts'
import type { GatewayProfile } from './profile.ts'
import { RequestIDs } from './request-ids.ts'
import type { RecordedSession, SessionRecord } from './session-record.ts'

export interface OrderLineParts {
  readonly profile: GatewayProfile
  readonly settings: SessionSettings
  readonly record: SessionRecord
  /** What the record had when the gateway started. */
  readonly recorded: RecordedSession
  /** Passes the exchange's messages to the desk. @returns whether it has accepted them. */
  readonly take: (said: SaidByVenue) => Promise<boolean>
  /** Every message in both directions, secrets masked. */
  readonly messages: Log
  /** What operators should read. */
  readonly warn: (text: string) => void
  readonly now: () => number
}

/** The session over which orders go to the exchange: commands become messages, and messages become reports. */
export class OrderLine implements VenueLine {
  readonly #parts: OrderLineParts
  readonly #line: Line
  readonly #initiator: Initiator
  readonly #pace: Pace
  readonly #deliveries: Deliveries
  readonly #ids: RequestIDs
  readonly #known: KnownOrders
  /** The OrderIDs (37) of the orders that only the exchange has, by ClOrdID (11) of the cancels that it has not answered. */
  readonly #unclaimed = new Map<string, string | null>()
  /** What the numbered messages of this connection ask for, for the peer's Reject (3) and BusinessMessageReject (j). */
  readonly #numbered = new Map<number, string>()
  /** The commands of which the exchange was asked, by OrdStatusReqID (790); `undefined` of a whole order. */
  readonly #asked = new Map<string, { readonly order: KeptOrder; readonly clOrdID: string }>()
  #openOrders: OpenOrders | undefined
  #isReady = false
  #listener = () => {}

  constructor(parts: OrderLineParts) {
    const { profile, settings, record, recorded, messages, warn, now, take } = parts
    this.#parts = parts
    this.#ids = new RequestIDs(profile.terms)
    this.#known = new KnownOrders(recorded.orders, profile.terms.replaceKeepsOrderID, now)
    this.#deliveries = new Deliveries(take, () => {
      record.taken()
      this.#check()
    })
    record.untaken = () => this.#deliveries.first
    this.#line = new Line(settings, () => (message) => this.#received(message), messages, now, {
      commits: record,
      kept: { numbers: recorded.numbers, sent: [] },
      changed: () => this.#check(),
      closed: () => this.#closed(),
    })
    this.#initiator = new Initiator(this.#line, profile.orders, warn)
    this.#pace = new Pace(profile.rate, now, (command) => this.#transmit(command))
  }

  /** Connects, and again whenever the connection is lost. */
  start(): void {
    this.#initiator.start()
  }

  /** Logs out; what waits to be sent is not sent. */
  async stop(): Promise<void> {
    this.#pace.clear()
    this.#initiator.stop()
    await this.#parts.record.close()
    this.#initiator.end()
  }

  /** Trading is halted here: what adds risk and still waits for the message rate is not sent, cancels are. */
  halt(): void {
    for (const command of this.#pace.takeBack(({ command }) => command.kind !== 'cancel')) {
      // The cancel of an order that was never sent has nothing to answer.
      if (command.command.kind === 'cancel') continue
      this.#neverArrived(orderOf(command.command), this.#clOrdIDOf(command), requestFor(command))
    }
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get isLoggingOn(): boolean {
    return this.#line.isBusy && !this.#isReady
  }

  onReady(listener: () => void): void {
    this.#listener = listener
  }

  send(command: NumberedCommand): void {
    if (!this.#adopt(command)) this.#pace.add(command)
  }

  ask(command: NumberedCommand): void {
    // What still waits for the message rate will be sent, and answered then.
    if (this.#pace.has(command.id) || this.#adopt(command)) return
    const orderID = orderOf(command.command)
    const clOrdID = this.#clOrdIDOf(command)
    const order = this.#known.of(orderID)
    if (order?.requests[clOrdID]) this.#query(order, clOrdID)
    // A message without a number was never sent: numbers are written first.
    else this.#neverArrived(orderID, clOrdID, requestFor(command))
  }

  askOrder(orderID: string): void {
    const order = this.#known.of(orderID)
    if (order) this.#query(order, order.clOrdID)
  }

  askOpenOrders(): void {
    const id = this.#ids.next()
    this.#openOrders = new OpenOrders(id, this.#line.numbers.nextOut)
    this.#line.send(massStatusRequest(id))
  }

  cancelUnclaimed(order: OrderThere): void {
    const { profile, now } = this.#parts
    if (!this.#line.isLoggedOn) return
    const clOrdID = this.#ids.next()
    this.#unclaimed.set(clOrdID, order.venueOrderID)
    this.#numbered.set(this.#line.numbers.nextOut, clOrdID)
    this.#line.send(cancelOfUnclaimed(order, { clOrdID, parties: profile.parties, now: now() }))
  }

  /** Notes whose an order is that the exchange has already; what it is there now, the exchange is asked. */
  #adopt({ id, command }: NumberedCommand): boolean {
    if (command.kind !== 'new' || !command.order.adopts) return false
    const { orderID, adopts } = command.order
    const { clOrdID } = adopts
    const { warn } = this.#parts
    const namesake = this.#known.named(clOrdID)
    if (namesake && namesake.orderID !== orderID) {
      warn(`order ${orderID} is not adopted: order ${namesake.orderID} has its ClOrdID ${clOrdID}`)
      const report = { execType: ExecType.rejected, text: REFUSED } as const
      this.#say(undefined, { orderID, execID: `taken-${id}`, report })
      return true
    }
    const order = this.#known.of(orderID) ?? {
      ...keptOrder(command.order, clOrdID),
      ...{ venueOrderID: adopts.venueOrderID, isAccepted: true, isAdopted: true },
      requests: { [clOrdID]: { id, kind: 'new', clOrdID: null } },
    }
    this.#keep(order)
    this.#say(undefined, { orderID, execID: `adopted-${id}`, report: { execType: ExecType.new } })
    if (this.#line.isLoggedOn) this.#query(order, clOrdID)
    return true
  }

  // — What is sent —

  #transmit(command: NumberedCommand): void {
    // The desk asks about it when the line is ready again, and is told that it was not sent.
    if (!this.#line.isLoggedOn) return
    const clOrdID = this.#clOrdIDOf(command)
    const order =
      command.command.kind === 'new'
        ? keptOrder(command.command.order, clOrdID)
        : this.#known.of(orderOf(command.command))
    if (!order) {
      this.#neverArrived(orderOf(command.command), clOrdID, requestFor(command))
      return
    }
    const { profile, now } = this.#parts
    const message = requestOf(command, { clOrdID, order, parties: profile.parties, now: now() })
    order.requests[clOrdID] = requestFor(command)
    this.#keep(order)
    this.#numbered.set(this.#line.numbers.nextOut, clOrdID)
    this.#line.send(message)
  }

  #query(order: KeptOrder, clOrdID: string): void {
    this.#pace.ask(clOrdID, () => {
      // The desk asks again when the line is ready.
      if (!this.#line.isLoggedOn) return
      const id = this.#ids.next()
      this.#asked.set(id, { order, clOrdID })
      this.#line.send(statusRequest(id, clOrdID, order))
    })
  }

  #neverArrived(orderID: string, clOrdID: string, request: KeptRequest): void {
    this.#rejected(this.#known.of(orderID), request)
    this.#say(undefined, {
      orderID,
      execID: `never-${clOrdID}`,
      report: rejectionOf(request, NEVER_ARRIVED),
    })
  }

  /** The ClOrdID (11) under which a command was sent, which may have been an earlier start of the server; or is to be. */
  #clOrdIDOf({ id, command }: NumberedCommand): string {
    const sent = Object.entries(this.#known.of(orderOf(command))?.requests ?? {})
    return sent.find(([, request]) => request.id === id)?.[0] ?? this.#ids.ofCommand(id)
  }

  // — What arrives —

  #received({ type, fields, number }: Received): void {
    try {
      this.#handlers[type]?.(fields, number)
    } catch (error) {
      this.#unreadable(fields, number, (error as Error).message)
    }
  }

  /** Operators read what cannot be turned into a report. A repetition has the same id, whatever its number is. */
  #unreadable(message: Fields, number: number, why: string): void {
    const orderID = this.#known.about(message)?.orderID ?? null
    this.#say({ message, number }, { orderID, ...unreadableOf(message, why) })
  }

  readonly #handlers: Readonly<Record<string, ((message: Fields, number: number) => void) | undefined>> = {
    '8': (message, number) => this.#executionReport(message, number),
    '9': (message, number) => this.#cancelReject(message, number),
    '3': (message, number) => this.#messageRejected(message, number),
    j: (message, number) => this.#messageRejected(message, number),
  }

  #executionReport(message: Fields, number: number): void {
    if (message.get(150) === ORDER_STATUS) {
      this.#status(message, number)
      return
    }
    const order = this.#known.about(message)
    const request = order?.requests[message.get(11) ?? '']
    const report = reportOf(message, request)
    if (order) this.#follow(order, message, message.get(150) === '5' ? request : undefined)
    if (!report) return
    this.#say({ message, number }, { orderID: order?.orderID ?? null, execID: message.get(17)!, report })
  }

  /**
   * Keeps what later requests about the order name.
   *
   * @param replaced the replace that the exchange has done.
   */
  #follow(order: KeptOrder, message: Fields, replaced: KeptRequest | undefined): void {
    const venueOrderID = message.get(37)
    if (venueOrderID !== undefined && venueOrderID !== 'NONE') order.venueOrderID = venueOrderID
    if (message.get(150) !== '8') order.isAccepted = true
    if (replaced?.kind === 'replace') {
      order.clOrdID = message.get(11)!
      order.timeInForce = (message.get(59) as KeptOrder['timeInForce'] | undefined) ?? order.timeInForce
    }
    order.hasEnded = isOver(message)
    this.#keep(order)
  }

  /** What the exchange does not do; an order that it has not taken is over. */
  #rejected(order: KeptOrder | undefined, request: KeptRequest): void {
    if (!order || request.kind !== 'new') return
    order.hasEnded = true
    this.#keep(order)
  }

  #cancelReject(message: Fields, number: number): void {
    const clOrdID = message.get(11)!
    if (this.#rejectsUnclaimed(clOrdID, message, number)) return
    const order = this.#known.about(message)
    const request = order?.requests[clOrdID]
    if (!order || !request) {
      this.#unreadable(message, number, 'It rejects a request that was not sent from here')
      return
    }
    this.#parts.warn(
      `the exchange rejects the ${request.kind} of order ${order.orderID}: ${message.get(58) ?? ''}`,
    )
    const said = { orderID: order.orderID, execID: `reject-${clOrdID}`, report: rejectionOf(request) }
    this.#say({ message, number }, said)
  }

  /** One of our messages that the exchange cannot process. */
  #messageRejected(message: Fields, number: number): void {
    if (this.#openOrders?.isRejectedBy(message)) {
      this.#noOpenOrders(message, number)
      return
    }
    const clOrdID = message.get(379) ?? this.#numbered.get(message.number(45) ?? 0)
    if (this.#rejectsUnclaimed(clOrdID ?? '', message, number)) return
    const order = this.#known.named(clOrdID)
    const request = order?.requests[clOrdID!]
    if (!order || !request) {
      this.#unreadable(message, number, 'It rejects a message that is not about an order')
      return
    }
    this.#parts.warn(
      `the exchange rejects message ${message.get(45)} (${message.get(372)}): ${message.get(58) ?? ''}`,
    )
    this.#rejected(order, request)
    const said = { orderID: order.orderID, execID: `reject-${clOrdID}`, report: rejectionOf(request) }
    this.#say({ message, number }, said)
  }

  /** Whether a message rejects the cancel of an order that only the exchange has, which then stays as it is. */
  #rejectsUnclaimed(clOrdID: string, message: Fields, number: number): boolean {
    const venueOrderID = this.#unclaimed.get(clOrdID)
    if (venueOrderID === undefined) return false
    this.#unclaimed.delete(clOrdID)
    const why = message.get(58) ?? `CxlRejReason(102) ${message.get(102) ?? 'is missing'}`
    const { execID, report } = unreadableOf(message, why)
    const said = { orderID: null, execID, report: { ...report, isCancelReject: true } } as const
    this.#say({ message, number, venueOrderID }, said)
    return true
  }

  #status(message: Fields, number: number): void {
    if (message.get(584) !== undefined) {
      this.#openOrder(message, number)
      return
    }
    const asked = this.#asked.get(message.get(790) ?? '')
    if (!asked) return
    this.#asked.delete(message.get(790)!)
    const { order, clOrdID } = asked
    const request = order.requests[clOrdID]
    if (!request) return
    const isUnknown = message.get(37) === 'NONE' || message.get(103) === '5'
    if (!isUnknown && !this.#known.isAbout(message, order)) {
      this.#unreadable(message, number, `It is the status of another order than ${order.orderID}`)
      return
    }
    const reports = isUnknown ? this.#ofUnknown(request, order) : this.#ofKnown(message, asked, request)
    reports.forEach((report, index) => {
      const execID = `status-${clOrdID}-${message.get(39)}-${index}`
      this.#say({ message, number }, { orderID: order.orderID, execID, report })
    })
  }

  /** The exchange does not know a request: it has not arrived. Of an order that it has accepted it must know more. */
  #ofUnknown(request: KeptRequest, order: KeptOrder): (OrderReport | SaidTradeChange)[] {
    if (request.kind === 'new' && order.isAccepted) return []
    this.#rejected(order, request)
    return [rejectionOf(request, NEVER_ARRIVED)]
  }

  /** The exchange knows a request: what its reports have not said, its state says. */
  #ofKnown(
    message: Fields,
    { order, clOrdID }: { readonly order: KeptOrder; readonly clOrdID: string },
    request: KeptRequest,
  ): (OrderReport | SaidTradeChange)[] {
    const isReplaced = request.kind === 'replace' && order.clOrdID !== clOrdID && message.get(11) === clOrdID
    const said = [
      !order.isAccepted && message.get(39) !== '8' ? ({ execType: '0' } as const) : undefined,
      isReplaced ? replacedOf(message, request) : undefined,
      order.hasEnded ? undefined : endOf(message, request),
    ]
    this.#follow(order, message, isReplaced ? request : undefined)
    return said.filter((report) => report !== undefined)
  }

  /** A part of the answer which orders are open. */
  #openOrder(message: Fields, number: number): void {
    const asked = this.#openOrders
    if (asked?.id !== message.get(584)) return
    if (asked?.isRejectedBy(message)) {
      this.#noOpenOrders(message, number)
      return
    }
    const orders = asked?.take(message, (row) => orderThere(row, this.#known, this.#parts.profile.terms))
    if (!orders) return
    this.#openOrders = undefined
    this.#deliveries.add(number, null, { kind: 'venueOrders', orders })
  }

  /** The exchange does not say which orders are open: what was found the last time stays, and operators read why. */
  #noOpenOrders(message: Fields, number: number): void {
    this.#openOrders = undefined
    const why = `The exchange does not say which orders are open: ${message.get(58) ?? ''}`
    this.#parts.warn(why)
    this.#unreadable(message, number, why)
    this.#deliveries.add(number, null, { kind: 'venueOrders', orders: null })
  }

  /** @param from the message; with the order that it is about, where it does not name that itself. */
  #say(
    from:
      | { readonly message: Fields; readonly number: number; readonly venueOrderID?: string | null }
      | undefined,
    said: Omit<ReceivedReport, 'line'>,
  ): void {
    const now = this.#parts.now()
    const line = {
      sequence: from?.number ?? 0,
      venueOrderID: from?.venueOrderID ?? from?.message.get(37) ?? null,
      venueTime: from ? timeOf(from.message, now) : now,
      ...(from && said.orderID === null && { of: namesOf(from.message) }),
    }
    this.#deliveries.add(from?.number, said.orderID, {
      kind: 'venueReport',
      said: { ...said, line } as ReceivedReport,
    })
  }

  #keep(order: KeptOrder): void {
    this.#known.keep(order)
    this.#parts.record.keep(order)
  }

  // — The session —

  /** Ready once what was missed has arrived and the desk has it. */
  #check(): void {
    if (this.#isReady || !this.#line.isCaughtUp || !this.#deliveries.isEmpty) return
    this.#isReady = true
    this.#initiator.succeeded()
    // Not within the step of the session, which is not committed yet.
    setImmediate(() => {
      if (this.#isReady) this.#listener()
    })
  }

  #closed(): void {
    this.#isReady = false
    this.#numbered.clear()
    this.#asked.clear()
    this.#unclaimed.clear()
    this.#openOrders = undefined
    // The desk asks about them, and is told that they were not sent.
    this.#pace.clear()
  }
}

const requestFor = ({ id, command }: NumberedCommand): KeptRequest => {
  const { kind } = command
  const clOrdID = kind === 'new' ? null : kind === 'replace' ? command.replace.clOrdID : command.clOrdID
  return { id, kind, clOrdID }
}
