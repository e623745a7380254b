import { phaseOfSession, SecurityTradingStatus, type TickDirection } from '@tradebook/contract'
import type { Field, Fields, Received, SessionSettings } from '@tradebook/fix'
import type { MarketWork } from '../venue/market-operation.ts'
import type { ExchangeState } from './exchange-states.ts'
import { Initiator } from './initiator.ts'
import { Line, type Log } from './line.ts'
import {
  auctionPartOf,
  conditionIn,
  DELETE,
  entriesOf,
  entryOf,
  figuresOf,
  pricedAt,
  sized,
  WANTED,
} from './market-entries.ts'
import type { SaidFigures } from './market-work.ts'
import type { OfferedTrades } from './offered-trades.ts'
import type { GatewayProfile } from './profile.ts'
import { ShownMarket } from './shown-market.ts'

const TRADE = '2'
/** TradSesStatus (340). */
const HALTED = '1'
/** SubscriptionRequestType (263), MDUpdateType (265). */
const [SNAPSHOT, SNAPSHOT_AND_UPDATES] = ['0', '1']
const INCREMENTAL = '1'

export interface MarketFeedParts {
  readonly profile: GatewayProfile
  readonly settings: SessionSettings
  /** The securities that are listed here. */
  readonly listed: () => readonly string[]
  /** Queues work of the market; false if the desk accepts none now. */
  readonly offer: (work: MarketWork) => boolean
  readonly trades: OfferedTrades
  /** What the exchange says of its phase and its halts. */
  readonly said: (state: ExchangeState) => void
  readonly messages: Log
  readonly warn: (text: string) => void
  readonly now: () => number
}

/**
 * The session over which the exchange shows its market. It counts from 1 at each Logon: what was missed comes as
 * snapshots. While it is down the books are empty, because nobody should trade on old prices.
 */
export class MarketFeed {
  readonly #parts: MarketFeedParts
  readonly #line: Line
  readonly #initiator: Initiator
  readonly #shown: ShownMarket
  #isSubscribed = false
  /** The subscriptions of this connection by MDReqID (262): their securities. */
  readonly #subscriptions = new Map<string, readonly string[]>()
  readonly #followed = new Set<string>()
  readonly #refused = new Set<string>()
  /** Securities of which a snapshot is on its way: the first one, or one that was asked for again. */
  readonly #awaited = new Set<string>()
  readonly #askedAgain = new Set<string>()
  /** The securities that the exchange lacks, as the log has them. */
  #missing = ''
  #requests = 0

  constructor(parts: MarketFeedParts) {
    const { profile, settings, messages, warn, now, offer, trades } = parts
    this.#parts = parts
    this.#shown = new ShownMarket(offer, trades)
    this.#line = new Line(settings, () => (message) => this.#received(message), messages, now, {
      changed: () => this.#subscribe(),
      closed: () => this.#closed(),
    })
    this.#initiator = new Initiator(this.#line, profile.marketData, warn)
  }

  start(): void {
    this.#initiator.start()
  }

  stop(): void {
    this.#shown.stop()
    this.#initiator.stop()
    this.#initiator.end()
  }

  get isConnected(): boolean {
    return this.#isSubscribed
  }

  /** The securities of which the exchange refuses to show the market. */
  get refused(): readonly string[] {
    return [...this.#refused]
  }

  /** The desk has opened its market again, with empty books, and maybe with other securities. */
  begin(): void {
    this.#shown.begin()
    if (!this.#isSubscribed) return
    // What the figures of the day were like at the exchange when the desk lost work is not known here.
    this.#askAgain([...this.#followed])
    // A new market day begins closed here.
    this.#askForSession(SNAPSHOT)
    this.#followNew()
  }

  // — What is asked for —

  #subscribe(): void {
    if (this.#isSubscribed || !this.#line.isCaughtUp) return
    this.#isSubscribed = true
    this.#initiator.succeeded()
    this.#askForSecurities()
    this.#askForSession(SNAPSHOT_AND_UPDATES)
  }

  /** @param type SubscriptionRequestType (263). */
  #askForSession(type: string | undefined): void {
    this.#send('g', [
      [335, this.#nextID()],
      [263, type!],
    ])
  }

  /** Asks what the exchange lists if something is listed here that is not followed. */
  #followNew(): void {
    if (this.#parts.listed().some((securityID) => !this.#followed.has(securityID))) this.#askForSecurities()
  }

  #askForSecurities(): void {
    this.#send('x', [
      [320, this.#nextID()],
      [559, 4],
    ])
  }

  /** The exchange has said what is listed there: what is listed here, too, is followed from now on. */
  #securities(message: Fields): void {
    const there = new Set([...message].flatMap(([tag, value]) => (tag === 55 ? [value] : [])))
    const here = this.#parts.listed()
    const missing = here.filter((securityID) => !there.has(securityID)).join(', ')
    if (missing !== '' && missing !== this.#missing)
      this.#parts.warn(`not listed at the exchange: ${missing}`)
    this.#missing = missing
    const added = here.filter((securityID) => there.has(securityID) && !this.#followed.has(securityID))
    if (added.length === 0) return
    const id = this.#askForMarketData(SNAPSHOT_AND_UPDATES, added)
    this.#subscriptions.set(id, added)
    for (const securityID of added) {
      this.#followed.add(securityID)
      this.#awaited.add(securityID)
      this.#send('e', [
        [324, this.#nextID()],
        [55, securityID],
        [263, SNAPSHOT_AND_UPDATES],
      ])
    }
  }

  /** Asks for snapshots of securities that are followed, unless they are on their way. */
  #askAgain(securities: readonly string[]): void {
    const due = securities.filter((one) => this.#followed.has(one) && !this.#isOnItsWay(one))
    if (due.length === 0) return
    for (const securityID of due) this.#askedAgain.add(securityID)
    this.#askForMarketData(SNAPSHOT, due)
  }

  #isOnItsWay(securityID: string): boolean {
    return this.#awaited.has(securityID) || this.#askedAgain.has(securityID)
  }

  /** @returns MDReqID (262). */
  #askForMarketData(type: string | undefined, securities: readonly string[]): string {
    const id = this.#nextID()
    this.#send('V', [
      [262, id],
      [263, type!],
      [264, 0],
      [265, INCREMENTAL],
      [267, WANTED.length],
      ...WANTED.map((wanted): Field => [269, wanted]),
      [146, securities.length],
      ...securities.map((securityID): Field => [55, securityID]),
    ])
    return id
  }

  #send(type: string, fields: readonly Field[]): void {
    this.#line.send({ type, fields, repeat: false })
  }

  #nextID(): string {
    this.#requests += 1
    return `${this.#parts.now()}-${this.#requests}`
  }

  // — What arrives —

  #received({ type, fields, number }: Received): void {
    this.#unlessBad(`message ${number} (${type})`, () => this.#handlers[type]?.(fields))
  }

  readonly #handlers: Readonly<Record<string, ((message: Fields) => void) | undefined>> = {
    y: (message) => this.#securities(message),
    W: (message) => this.#snapshot(message),
    X: (message) => this.#increments(message),
    h: (message) => this.#session(message),
    f: (message) => this.#halted(message.get(55)!, message.get(326) === SecurityTradingStatus.halt),
    Y: (message) => this.#requestRefused(message),
    j: (message) => this.#rejected(message),
    '3': (message) => this.#rejected(message),
  }

  #session(message: Fields): void {
    const isHalted = message.get(340) === HALTED
    this.#halted(null, isHalted)
    // A halt interrupts the phase; the next message says which one it is then.
    const phase = isHalted ? undefined : phaseOfSession(message.get(625) ?? '')
    if (phase) this.#parts.said({ kind: 'venuePhase', phase })
    // A new day of the exchange can bring what it did not list before, or refused.
    this.#followNew()
  }

  #halted(securityID: string | null, isHalted: boolean): void {
    this.#parts.said({ kind: 'venueHalt', action: isHalted ? 'halt' : 'resume', securityID })
  }

  #snapshot(message: Fields): void {
    const securityID = message.get(55)!
    const entries = entriesOf(message, 269)
    const book = entries.flatMap((fields) => {
      const entry = this.#unlessBad(`an entry of ${securityID}`, () => entryOf(fields))
      return entry ? [entry] : []
    })
    const figures = this.#unlessBad<SaidFigures>(`figures of ${securityID}`, () => figuresOf(entries))
    for (const set of [this.#awaited, this.#askedAgain, this.#refused]) set.delete(securityID)
    const auction = entries.map((fields) =>
      this.#unlessBad(`an entry of ${securityID}`, () => auctionPartOf(fields)),
    )
    this.#shown.book(securityID, book, figures ?? {}, Object.assign({}, ...auction))
    this.#shown.pass()
  }

  #increments(message: Fields): void {
    const bad = new Set<string>()
    for (const fields of entriesOf(message, 279)) {
      const securityID = fields.get(55) ?? ''
      const isUsed = this.#unlessBad(`an entry of ${securityID || 'no security'}`, () => {
        if (securityID === '') throw new Error('Symbol(55) is missing')
        if (fields.get(269) === TRADE) this.#trade(securityID, fields)
        else this.#change(securityID, fields)
        return true
      })
      if (!isUsed) bad.add(securityID)
    }
    this.#shown.pass()
    // What it says of the book or of the day is in a snapshot.
    this.#askAgain([...bad])
  }

  #change(securityID: string, fields: Fields): void {
    const auction = auctionPartOf(fields)
    if (auction) {
      this.#shown.auction(securityID, auction)
      return
    }
    if (fields.get(279) === DELETE) {
      this.#shown.delete(securityID, fields.get(278) ?? '')
      return
    }
    const entry = entryOf(fields)
    if (entry) this.#shown.set(securityID, entry)
  }

  #trade(securityID: string, fields: Fields): void {
    this.#shown.trade({
      ...{ kind: 'trade', securityID, price: pricedAt(fields), quantity: sized(fields) },
      tickDirection: (fields.get(274) as TickDirection | undefined) ?? null,
      tradeCondition: conditionIn[fields.get(277) ?? ''] ?? null,
    })
  }

  #requestRefused(message: Fields): void {
    this.#parts.warn(`market data is refused: ${message.get(58) ?? message.get(281) ?? ''}`)
    const securities = this.#subscriptions.get(message.get(262) ?? '')
    if (securities) this.#notFollowed(securities)
    else this.#askedAgain.clear()
  }

  #rejected(message: Fields): void {
    const type = message.get(372)
    this.#parts.warn(`the exchange rejects ${type}: ${message.get(58) ?? ''}`)
    if (type === 'x') this.#notFollowed(this.#parts.listed().filter((one) => !this.#followed.has(one)))
    if (type !== 'V') return
    // Which request it was is not said: one of those that are not answered.
    this.#notFollowed([...this.#awaited])
    this.#askedAgain.clear()
  }

  #notFollowed(securities: readonly string[]): void {
    for (const securityID of securities) {
      this.#refused.add(securityID)
      this.#followed.delete(securityID)
      this.#awaited.delete(securityID)
    }
  }

  /** Uses what has arrived. What cannot be used is reported, and nothing else suffers from it. */
  #unlessBad<Result>(what: string, use: () => Result): Result | undefined {
    try {
      return use()
    } catch (error) {
      this.#parts.warn(`${what} cannot be used: ${(error as Error).message}`)
      return undefined
    }
  }

  #closed(): void {
    this.#isSubscribed = false
    this.#subscriptions.clear()
    for (const set of [this.#followed, this.#refused, this.#awaited, this.#askedAgain]) set.clear()
    this.#shown.empty()
    this.#shown.pass()
  }
}
