import {
  kobo,
  MDEntryType,
  type PriceKobo,
  priceKobo,
  type Quantity,
  quantity,
  SecurityTradingStatus,
  shares,
  type TickDirection,
} from '@tradebook/contract'
import type { Field, Fields, Received, SessionSettings } from '@tradebook/fix'
import type { MarketWork } from '../venue/market-operation.ts'
import { koboOf, whole } from './decimals.ts'
import type { HaltAction } from './exchange-halts.ts'
import { Initiator } from './initiator.ts'
import { Line, type Log } from './line.ts'
import type { SaidFigures, ShownByExchange } from './market-work.ts'
import { MirroredBook, type MirroredEntry } from './mirrored-book.ts'
import type { GatewayProfile } from './profile.ts'

/** How long until the desk is offered again what it did not accept. */
const RETRY_MS = 50
/** MDEntryType (269) that is asked for: the book, the trades, and the figures of the day with each snapshot. */
const WANTED = ['0', '1', '2', '4', '7', '8', '9', 'B']
const TRADE = '2'
/** TradSesStatus (340). */
const HALTED = '1'
/** SubscriptionRequestType (263), MDUpdateType (265), MDUpdateAction (279). */
const SNAPSHOT_AND_UPDATES = '1'
const INCREMENTAL = '1'
const DELETE = '2'

export interface MarketFeedParts {
  readonly profile: GatewayProfile
  readonly settings: SessionSettings
  /** The securities that are listed here. */
  readonly listed: () => readonly string[]
  /** Queues work of the market; false if the desk accepts none now. */
  readonly offer: (work: MarketWork) => boolean
  /** The exchange has halted a security, or with `null` the market; or trading continues. */
  readonly halted: (action: HaltAction, securityID: string | null) => void
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
  readonly #books = new Map<string, MirroredBook>()
  readonly #figures = new Map<string, SaidFigures>()
  /** Securities whose whole book is to be passed to the desk. */
  readonly #due = new Set<string>()
  /** What else to pass to the desk, in order. */
  #waiting: ShownByExchange[] = []
  #timer: NodeJS.Timeout | undefined
  #isSubscribed = false
  #requests = 0

  constructor(parts: MarketFeedParts) {
    const { profile, settings, messages, warn, now } = parts
    this.#parts = parts
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
    clearTimeout(this.#timer)
    this.#initiator.stop()
    this.#initiator.end()
  }

  get isUp(): boolean {
    return this.#isSubscribed
  }

  /** The desk has opened its market again, with empty books. */
  begin(): void {
    this.#waiting = this.#waiting.filter(({ kind }) => kind === 'trade')
    for (const securityID of this.#books.keys()) this.#due.add(securityID)
    this.#offer()
  }

  // — What is asked for —

  #subscribe(): void {
    if (this.#isSubscribed || !this.#line.isCaughtUp) return
    this.#isSubscribed = true
    this.#initiator.succeeded()
    this.#send('x', [
      [320, this.#nextID()],
      [559, 4],
    ])
    this.#send('g', [
      [335, this.#nextID()],
      [263, SNAPSHOT_AND_UPDATES],
    ])
  }

  /** The exchange has said what is listed there: what is listed here, too, is followed. */
  #securities(message: Fields): void {
    const there = new Set([...message].flatMap(([tag, value]) => (tag === 55 ? [value] : [])))
    const here = this.#parts.listed()
    const both = here.filter((securityID) => there.has(securityID))
    const missing = here.filter((securityID) => !there.has(securityID))
    if (missing.length > 0) this.#parts.warn(`not listed at the exchange: ${missing.join(', ')}`)
    if (both.length === 0) return
    this.#send('V', [
      [262, this.#nextID()],
      [263, SNAPSHOT_AND_UPDATES],
      [264, 0],
      [265, INCREMENTAL],
      [267, WANTED.length],
      ...WANTED.map((type): Field => [269, type]),
      [146, both.length],
      ...both.map((securityID): Field => [55, securityID]),
    ])
    for (const securityID of both) {
      this.#send('e', [
        [324, this.#nextID()],
        [55, securityID],
        [263, SNAPSHOT_AND_UPDATES],
      ])
    }
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
    try {
      this.#handlers[type]?.(fields)
    } catch (error) {
      this.#parts.warn(`message ${number} (${type}) cannot be used: ${(error as Error).message}`)
    }
  }

  readonly #handlers: Readonly<Record<string, ((message: Fields) => void) | undefined>> = {
    y: (message) => this.#securities(message),
    W: (message) => this.#snapshot(message),
    X: (message) => this.#increments(message),
    h: (message) => this.#halted(null, message.get(340) === HALTED),
    f: (message) => this.#halted(message.get(55)!, message.get(326) === SecurityTradingStatus.halt),
    Y: (message) => this.#parts.warn(`market data is refused: ${message.get(58) ?? message.get(281) ?? ''}`),
    j: (message) => this.#parts.warn(`the exchange rejects ${message.get(372)}: ${message.get(58) ?? ''}`),
    '3': (message) => this.#parts.warn(`the exchange rejects ${message.get(372)}: ${message.get(58) ?? ''}`),
  }

  #halted(securityID: string | null, isHalted: boolean): void {
    this.#parts.halted(isHalted ? 'halt' : 'resume', securityID)
  }

  #snapshot(message: Fields): void {
    const securityID = message.get(55)!
    const book = this.#bookOf(securityID)
    book.clear()
    const entries = entriesOf(message, 269)
    for (const fields of entries) {
      const entry = entryOf(fields)
      if (entry) book.set(entry)
    }
    this.#figures.set(securityID, figuresOf(entries))
    this.#due.add(securityID)
    // The book already contains the changes that were waiting.
    this.#waiting = this.#waiting.filter((shown) => shown.kind === 'trade' || shown.securityID !== securityID)
    this.#offer()
  }

  #increments(message: Fields): void {
    for (const fields of entriesOf(message, 279)) {
      const securityID = fields.get(55)!
      if (fields.get(269) === TRADE) this.#trade(securityID, fields)
      else this.#change(securityID, fields)
    }
    this.#offer()
  }

  #change(securityID: string, fields: Fields): void {
    const book = this.#bookOf(securityID)
    const id = fields.get(278) ?? ''
    if (fields.get(279) === DELETE) {
      book.delete(id)
      this.#waiting.push({ kind: 'delete', securityID, id })
      return
    }
    const entry = entryOf(fields)
    if (!entry) return
    book.set(entry)
    this.#waiting.push({ kind: 'set', securityID, entry })
  }

  #trade(securityID: string, fields: Fields): void {
    this.#waiting.push({
      ...{ kind: 'trade', securityID, price: pricedAt(fields), quantity: sized(fields) },
      tickDirection: (fields.get(274) as TickDirection | undefined) ?? null,
      tradeCondition: fields.get(277) ?? null,
    })
    // The figures received with an earlier book do not include this trade.
    this.#figures.delete(securityID)
  }

  #bookOf(securityID: string): MirroredBook {
    const book = this.#books.get(securityID) ?? new MirroredBook()
    this.#books.set(securityID, book)
    return book
  }

  #closed(): void {
    this.#isSubscribed = false
    this.#figures.clear()
    for (const [securityID, book] of this.#books) {
      book.clear()
      this.#due.add(securityID)
    }
    this.#waiting = this.#waiting.filter(({ kind }) => kind === 'trade')
    this.#offer()
  }

  // — What the desk gets —

  /** Offers the desk what is waiting; what was shown before a whole book that is due comes before it. */
  #offer(): void {
    if (this.#timer !== undefined) return
    const due = [...this.#due]
    const trades = this.#waiting.filter(
      ({ kind, securityID }) => kind === 'trade' || !this.#due.has(securityID),
    )
    const work: ShownByExchange[] = [
      ...trades,
      ...due.map((securityID): ShownByExchange => {
        const figures = this.#figures.get(securityID) ?? {}
        return { kind: 'book', securityID, entries: [...this.#bookOf(securityID).entries], figures }
      }),
    ]
    if (work.length === 0) return
    if (this.#parts.offer(work)) {
      this.#waiting = []
      this.#due.clear()
      // They are true once: from here on each trade counts.
      for (const securityID of due) this.#figures.delete(securityID)
      return
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#offer()
    }, RETRY_MS)
    this.#timer.unref()
  }
}

/** The entries of a repeating group, of which each begins with `first`. */
function entriesOf(message: Fields, first: number): Fields[] {
  const starts = message.tags.flatMap((tag, index) => (tag === first ? [index] : []))
  return starts.map((start, index) => message.slice(start, starts[index + 1]))
}

/** An entry of the book; undefined if it is a figure, or says that a book is empty. */
function entryOf(fields: Fields): MirroredEntry | undefined {
  const side = fields.get(269)!
  const size = whole(fields.get(271))
  if (side !== MDEntryType.bid && side !== MDEntryType.offer) return undefined
  if (!size) return undefined
  return { id: fields.get(278) ?? `${side}-${fields.get(270)}`, side, price: pricedAt(fields), size }
}

function pricedAt(fields: Fields): PriceKobo {
  const price = koboOf(fields.get(270) ?? '')
  if (price === undefined) throw new Error(`MDEntryPx(270) is ${fields.get(270) ?? 'missing'}`)
  return priceKobo(price)
}

const sized = (fields: Fields): Quantity => quantity(whole(fields.get(271)) ?? 0)

/** The figures of the day, as far as a snapshot has them. The value is what VWAP and volume make of it. */
function figuresOf(entries: readonly Fields[]): SaidFigures {
  const of = (type: string) => entries.find((fields) => fields.get(269) === type)
  const [last, open, high, low, average, traded] = ['2', '4', '7', '8', '9', 'B'].map(of)
  const volume = BigInt(traded?.get(271) ?? 0)
  const [naira = '0', fraction = ''] = (average?.get(270) ?? '0').split('.')
  const vwap = BigInt(naira + fraction.slice(0, 4).padEnd(4, '0'))
  return {
    ...(last && { lastPx: pricedAt(last), lastQty: sized(last) }),
    ...(open && { openPx: pricedAt(open) }),
    ...(high && { highPx: pricedAt(high) }),
    ...(low && { lowPx: pricedAt(low) }),
    ...(traded && { volume: shares(volume), trades: Number(traded.get(346) ?? 0) }),
    // VWAP has four decimals: to the nearest kobo, half up.
    ...(traded && average && { value: kobo((vwap * volume + 50n) / 100n) }),
  }
}
