import { ExecType } from '@tradebook/contract'
import type { Fields, Received, SessionSettings } from '@tradebook/fix'
import type { OrderReport, OrderThere, SaidTradeChange } from '@tradebook/orders'
import { type NumberedCommand, orderOf, type VenueLine } from '../venue/commands.ts'
import type { ReceivedReport } from '../venue/venue.ts'
import { Deliveries, type SaidByVenue } from './deliveries.ts'
import { Initiator } from './initiator.ts'
import type { KeptOrder, KeptRequest } from './kept-order.ts'
import { Line, type Log } from './line.ts'
import {
  endOf,
  isOver,
  NEVER_ARRIVED,
  ORDER_STATUS,
  orderThere,
  rejectionOf,
  replacedOf,
  reportOf,
  timeOf,
  unreadableOf,
} from './order-reports.ts'
import { keptOrder, massStatusRequest, orderKeptAs, requestOf, statusRequest } from './order-requests.ts'
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
  readonly #orders = new Map<string, KeptOrder>()
  /** Orders by the ClOrdIDs (11) of all requests about them. */
  readonly #byClOrdID = new Map<string, KeptOrder>()
  /** What the numbered messages of this connection ask for, for the peer's Reject (3) and BusinessMessageReject (j). */
  readonly #numbered = new Map<number, string>()
  /** The commands of which the exchange was asked, by OrdStatusReqID (790); `undefined` of a whole order. */
  readonly #asked = new Map<string, { readonly order: KeptOrder; readonly clOrdID: string }>()
  #mass: { readonly id: string; readonly orders: OrderThere[] } | undefined
  #isReady = false
  #listener = () => {}

  constructor(parts: OrderLineParts) {
    const { profile, settings, record, recorded, messages, warn, now, take } = parts
    this.#parts = parts
    this.#ids = new RequestIDs(profile.terms)
    for (const order of recorded.orders) this.#know(order)
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
    const order = this.#orders.get(orderID)
    if (order?.requests[clOrdID]) this.#query(order, clOrdID)
    // A message without a number was never sent: numbers are written first.
    else this.#neverArrived(orderID, clOrdID, requestFor(command))
  }

  askOrder(orderID: string): void {
    const order = this.#orders.get(orderID)
    if (order) this.#query(order, order.clOrdID)
  }

  askOpenOrders(): void {
    const id = this.#ids.next()
    this.#mass = { id, orders: [] }
    this.#line.send(massStatusRequest(id))
  }

  cancelUnclaimed(there: OrderThere): void {
    const { profile, now } = this.#parts
    if (!this.#line.isLoggedOn) return
    const clOrdID = this.#ids.next()
    const order = orderKeptAs(there)
    const command = { kind: 'cancel', orderID: order.orderID, clOrdID } as const
    this.#line.send(requestOf({ id: 0, command }, { clOrdID, order, parties: profile.parties, now: now() }))
  }

  /** Notes whose an order is that the exchange has already; what it is there now, the exchange is asked. */
  #adopt({ id, command }: NumberedCommand): boolean {
    if (command.kind !== 'new' || !command.order.adopts) return false
    const { orderID, adopts } = command.order
    const { clOrdID } = adopts
    const order = this.#orders.get(orderID) ?? {
      ...keptOrder(command.order, clOrdID),
      ...{ venueOrderID: adopts.venueOrderID, isAccepted: true },
      requests: { [clOrdID]: { id, kind: 'new', clOrdID: null } },
    }
    this.#know(order)
    this.#parts.record.keep(order)
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
        : this.#orders.get(orderOf(command.command))
    if (!order) {
      this.#neverArrived(orderOf(command.command), clOrdID, requestFor(command))
      return
    }
    const { profile, record, now } = this.#parts
    const message = requestOf(command, { clOrdID, order, parties: profile.parties, now: now() })
    order.requests[clOrdID] = requestFor(command)
    this.#know(order)
    record.keep(order)
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
    this.#say(undefined, {
      orderID,
      execID: `never-${clOrdID}`,
      report: rejectionOf(request, NEVER_ARRIVED),
    })
  }

  /** The ClOrdID (11) under which a command was sent, which may have been an earlier start of the server; or is to be. */
  #clOrdIDOf({ id, command }: NumberedCommand): string {
    const sent = Object.entries(this.#orders.get(orderOf(command))?.requests ?? {})
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
    const orderID = this.#orderOf(message)?.orderID ?? null
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
    const order = this.#orderOf(message)
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
    const { record } = this.#parts
    const venueOrderID = message.get(37)
    if (venueOrderID !== undefined && venueOrderID !== 'NONE') order.venueOrderID = venueOrderID
    if (message.get(150) !== '8') order.isAccepted = true
    if (replaced?.kind === 'replace') {
      order.clOrdID = message.get(11)!
      order.timeInForce = (message.get(59) as KeptOrder['timeInForce'] | undefined) ?? order.timeInForce
    }
    order.hasEnded = isOver(message)
    record.keep(order)
  }

  #cancelReject(message: Fields, number: number): void {
    const clOrdID = message.get(11)!
    const order = this.#orderOf(message)
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
    const clOrdID = message.get(379) ?? this.#numbered.get(message.number(45) ?? 0)
    const order = this.#byClOrdID.get(clOrdID ?? '')
    const request = order?.requests[clOrdID!]
    if (!order || !request) {
      this.#unreadable(message, number, 'It rejects a message that is not about an order')
      return
    }
    this.#parts.warn(
      `the exchange rejects message ${message.get(45)} (${message.get(372)}): ${message.get(58) ?? ''}`,
    )
    const said = { orderID: order.orderID, execID: `reject-${clOrdID}`, report: rejectionOf(request) }
    this.#say({ message, number }, said)
  }

  #status(message: Fields, number: number): void {
    const mass = message.get(584)
    if (mass !== undefined) {
      this.#massStatus(mass, message, number)
      return
    }
    const asked = this.#asked.get(message.get(790) ?? '')
    if (!asked) return
    this.#asked.delete(message.get(790)!)
    const { order, clOrdID } = asked
    const request = order.requests[clOrdID]
    if (!request) return
    const isUnknown = message.get(37) === 'NONE' || message.get(103) === '5'
    const reports = isUnknown ? this.#ofUnknown(request, order) : this.#ofKnown(message, asked, request)
    reports.forEach((report, index) => {
      const execID = `status-${clOrdID}-${message.get(39)}-${index}`
      this.#say({ message, number }, { orderID: order.orderID, execID, report })
    })
  }

  /** The exchange does not know a request: it has not arrived. Of an order that it has accepted it must know more. */
  #ofUnknown(request: KeptRequest, order: KeptOrder): (OrderReport | SaidTradeChange)[] {
    return request.kind === 'new' && order.isAccepted ? [] : [rejectionOf(request, NEVER_ARRIVED)]
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

  #massStatus(id: string, message: Fields, number: number): void {
    const mass = this.#mass
    if (mass?.id !== id) return
    if (message.get(37) !== 'NONE' && message.get(911) !== '0')
      mass.orders.push(orderThere(message, this.#orderOf(message)))
    if (message.get(912) !== 'Y') return
    this.#mass = undefined
    this.#deliveries.add(number, null, { kind: 'venueOrders', orders: mass.orders })
  }

  #say(
    from: { readonly message: Fields; readonly number: number } | undefined,
    said: Omit<ReceivedReport, 'line'>,
  ): void {
    const now = this.#parts.now()
    const line = {
      sequence: from?.number ?? 0,
      venueOrderID: from?.message.get(37) ?? null,
      venueTime: from ? timeOf(from.message, now) : now,
    }
    this.#deliveries.add(from?.number, said.orderID, {
      kind: 'venueReport',
      said: { ...said, line } as ReceivedReport,
    })
  }

  #orderOf(message: Fields): KeptOrder | undefined {
    return this.#byClOrdID.get(message.get(11) ?? '') ?? this.#byClOrdID.get(message.get(41) ?? '')
  }

  #know(order: KeptOrder): void {
    this.#orders.set(order.orderID, order)
    for (const clOrdID of Object.keys(order.requests)) this.#byClOrdID.set(clOrdID, order)
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
    this.#mass = undefined
    // The desk asks about them, and is told that they were not sent.
    this.#pace.clear()
  }
}

const requestFor = ({ id, command }: NumberedCommand): KeptRequest => {
  const { kind } = command
  const clOrdID = kind === 'new' ? null : kind === 'replace' ? command.replace.clOrdID : command.clOrdID
  return { id, kind, clOrdID }
}
