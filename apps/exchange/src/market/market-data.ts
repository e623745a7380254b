import {
  acceptance,
  type MarketEvent,
  MDEntryType,
  type Phase,
  SecurityTradingStatus,
  Side,
} from '@tradebook/contract'
import { businessReject, type Field, type Fields, type Outgoing, type Protocol } from '@tradebook/fix'
import { decimal, priceText } from '../../../server/src/gateway/decimals.ts'
import type { Listing, RecordedDay } from '../../../server/src/venue/listing.ts'
import type { Auction } from '../../../server/src/venue/market-data.ts'

/** An order in a book, as everybody sees it. */
interface Entry {
  readonly side: string
  readonly price: string
  readonly size: number
}

interface Subscription {
  readonly securities: ReadonlySet<string>
  readonly types: ReadonlySet<string>
  /** Price levels of a side; 0 for every order. */
  readonly depth: number
  /** Changes one by one; otherwise the whole book at each change. */
  readonly incremental: boolean
  /** Securities of which changes were left out, so that a snapshot is due. */
  readonly stale: Set<string>
}

interface Reader {
  readonly protocol: Protocol
  /** Whether the member reads too slowly to be sent more now. */
  readonly isBehind: () => boolean
  readonly send: (message: Outgoing) => void
  readonly books: Map<string, Subscription>
  /** TradSesReqID (335) of those who want to know of each phase, and SecurityStatusReqID (324) by security. */
  readonly sessions: Set<string>
  readonly statuses: Map<string, string>
}

/** What the feed asks the market. */
export interface Shown {
  readonly phase: Phase
  readonly listings: readonly Listing[]
  isListed(securityID: string): boolean
  isHalted(securityID: string): boolean
  figures(securityID: string): RecordedDay
  /** What an auction would do now; undefined while that is not published. */
  publishedAuction(securityID: string): Auction | undefined
}

/** Requests that the feed answers. */
export const dataRequests: ReadonlySet<string> = new Set(['V', 'x', 'g', 'e'])
const TRADE = '2'
const DAY_SESSION = '1'

/** MDEntryType (269) of the figures of the day, which come with snapshots: how each is read from them. */
const dayFigures: Readonly<Record<string, (day: RecordedDay) => readonly Field[] | undefined>> = {
  '2': ({ lastPx, lastQty }) =>
    lastPx === null
      ? undefined
      : [
          [270, priceText(lastPx)],
          [271, lastQty ?? 0],
        ],
  '4': ({ openPx }) => pricedAt(openPx),
  '7': ({ highPx }) => pricedAt(highPx),
  '8': ({ lowPx }) => pricedAt(lowPx),
  /** VWAP. */
  '9': ({ value, volume }) =>
    volume === 0n ? undefined : [[270, decimal((value * 100n + volume / 2n) / volume, 4)]],
  B: ({ volume, trades }) =>
    volume === 0n
      ? undefined
      : [
          [271, String(volume)],
          [346, trades],
        ],
}

/** MDEntryType (269) of what an auction would do now: its price and quantity, and what one side has more, by TradeCondition (277). */
const auctionFigures: Readonly<Record<string, (auction: Auction) => readonly Field[] | undefined>> = {
  Q: ({ price, quantity }) =>
    price === null
      ? undefined
      : [
          [270, priceText(price)],
          [271, quantity],
        ],
  A: ({ imbalanceSide, imbalanceQty }) =>
    imbalanceSide === null
      ? undefined
      : [
          [271, imbalanceQty],
          [277, imbalanceSide === Side.buy ? 'P' : 'Q'],
        ],
}
/** TradeCondition (277): opening price, official closing price, crossed. */
const conditions: Readonly<Record<string, string>> = { open: 'R', reopening: 'R', close: 'AJ', X: 'X' }
const conditionOf = (condition: string | null): readonly Field[] => {
  const code = condition === null ? undefined : conditions[condition]
  return code === undefined ? [] : [[277, code]]
}

const offeredTypes = ['0', '1', ...Object.keys(dayFigures), ...Object.keys(auctionFigures)]

const pricedAt = (price: number | null): readonly Field[] | undefined =>
  price === null ? undefined : [[270, priceText(price)]]

/**
 * What members learn of the market: books, trades, securities and phases. A subscription ends with its connection.
 * Messages are not repeated; who missed some, or reads too slowly for every change, gets a snapshot instead.
 */
export class MarketDataFeed {
  readonly #readers = new Map<string, Reader>()
  readonly #books = new Map<string, Map<string, Entry>>()
  /** What was said last of the auction of each security. */
  readonly #auctions = new Map<string, Auction>()
  #market: Shown

  constructor(market: Shown) {
    this.#market = market
  }

  /** A new day: books begin empty, and every reader gets them as they are then. */
  begin(market: Shown): void {
    this.#market = market
    this.#books.clear()
    this.#auctions.clear()
    for (const reader of this.#readers.values()) this.#markStale(reader)
  }

  /** Gives a member's connection its place; what an earlier one had asked for is forgotten. */
  connected(member: string, parts: Pick<Reader, 'protocol' | 'isBehind' | 'send'>): void {
    this.#readers.set(member, { ...parts, books: new Map(), sessions: new Set(), statuses: new Map() })
  }

  /** A member got a gap fill instead of messages: its books are sent whole. */
  repeated(member: string): void {
    const reader = this.#readers.get(member)
    if (!reader) return
    this.#markStale(reader)
    this.#refresh(reader)
  }

  /** Sends snapshots that are due to those who read again. */
  tick(): void {
    for (const reader of this.#readers.values()) this.#refresh(reader)
  }

  /** What happened in the market, in order. */
  take(events: readonly MarketEvent[]): void {
    const changed = new Map<string, (readonly Field[])[]>()
    const note = (securityID: string, entry: readonly Field[]) => {
      const entries = changed.get(securityID)
      if (entries) entries.push(entry)
      else changed.set(securityID, [entry])
    }
    for (const { target, argument } of events) {
      if (target === 'addOrderBook' || target === 'updateOrderBook') {
        const { securityID, mdEntryID, mdEntryType, mdEntryPx, mdEntrySize } = argument
        const price = mdEntryPx.toFixed(2)
        this.#book(securityID).set(mdEntryID, { side: mdEntryType, price, size: mdEntrySize })
        note(securityID, [
          [279, target === 'addOrderBook' ? '0' : '1'],
          [269, mdEntryType],
          [278, mdEntryID],
          [55, securityID],
          [270, price],
          [271, mdEntrySize],
        ])
      } else if (target === 'deleteOrderBook') {
        const { securityID, mdEntryID } = argument
        const entry = this.#book(securityID).get(mdEntryID)
        this.#book(securityID).delete(mdEntryID)
        if (!entry) continue
        note(securityID, [
          [279, '2'],
          [269, entry.side],
          [278, mdEntryID],
          [55, securityID],
          [270, entry.price],
          [271, 0],
        ])
      } else if (target === 'onMarketTrade') {
        const { securityID, mdEntryPx, mdEntrySize, tickDirection, tradeCondition } = argument
        note(securityID, [
          [279, '0'],
          [269, TRADE],
          [55, securityID],
          [270, mdEntryPx.toFixed(2)],
          [271, mdEntrySize],
          ...(tickDirection === null ? [] : ([[274, tickDirection]] as const)),
          ...conditionOf(tradeCondition),
        ])
      }
    }
    for (const securityID of changed.keys())
      for (const entry of this.#auctionChanges(securityID)) note(securityID, entry)
    this.#publishAll(changed)
  }

  #publishAll(changed: ReadonlyMap<string, readonly (readonly Field[])[]>): void {
    for (const reader of this.#readers.values()) {
      for (const [id, subscription] of reader.books) this.#publish(reader, id, subscription, changed)
    }
  }

  /** What has changed since the last call of what the auction of a security would do. */
  #auctionChanges(securityID: string): (readonly Field[])[] {
    const before = this.#auctions.get(securityID)
    const after = this.#market.publishedAuction(securityID)
    if (after) this.#auctions.set(securityID, after)
    else this.#auctions.delete(securityID)
    return Object.entries(auctionFigures).flatMap(([type, read]): (readonly Field[])[] => {
      const [was, is] = [before && read(before), after && read(after)]
      if (String(was) === String(is)) return []
      const action = is === undefined ? '2' : was === undefined ? '0' : '1'
      return [[[279, action], [269, type], [55, securityID], ...(is ?? [])]]
    })
  }

  /** The market has entered another phase. */
  phaseChanged(): void {
    this.#auctionsChanged(this.#market.listings.map(({ securityID }) => securityID))
    for (const reader of this.#readers.values()) {
      for (const id of reader.sessions) reader.send(this.#session(id, true))
    }
  }

  /** A security was halted, or resumed. */
  haltChanged(securityID: string): void {
    this.#auctionsChanged([securityID])
    for (const reader of this.#readers.values()) {
      for (const [id, security] of reader.statuses) {
        if (security === securityID) reader.send(this.#status(id, securityID))
      }
    }
  }

  #auctionsChanged(securities: readonly string[]): void {
    const changes = securities.map((securityID) => [securityID, this.#auctionChanges(securityID)] as const)
    this.#publishAll(new Map(changes.filter(([, entries]) => entries.length > 0)))
  }

  /** Answers a request of a member who is connected. */
  request(member: string, type: string, message: Fields): void {
    const reader = this.#readers.get(member)
    if (!reader) return
    if (type === 'V') this.#marketData(reader, message)
    else if (type === 'x') reader.send(this.#securityList(reader, message))
    else if (type === 'g') {
      const id = message.get(335)!
      if (message.get(263) === '2') reader.sessions.delete(id)
      else {
        if (message.get(263) === '1') reader.sessions.add(id)
        reader.send(this.#session(id, false))
      }
    } else {
      const id = message.get(324)!
      const securityID = message.get(55) ?? ''
      if (message.get(263) === '2') reader.statuses.delete(id)
      else if (!this.#market.isListed(securityID)) {
        reader.send(businessReject(message, 'unknownSecurity', `No security ${securityID} is listed here.`))
      } else {
        if (message.get(263) === '1') reader.statuses.set(id, securityID)
        reader.send(this.#status(id, securityID))
      }
    }
  }

  // — Market data —

  #marketData(reader: Reader, message: Fields): void {
    const id = message.get(262)!
    const kind = message.get(263)!
    if (kind === '2') {
      reader.books.delete(id)
      return
    }
    const securities = [...message].filter(([tag]) => tag === 55).map(([, value]) => value)
    const types = [...message].filter(([tag]) => tag === 269).map(([, value]) => value)
    const depth = message.number(264) ?? 0
    const incremental = message.get(265) === '1'
    const unknown = securities.find((securityID) => !this.#market.isListed(securityID))
    const other = types.find((type) => !offeredTypes.includes(type))
    const problem: readonly [reason: string, text: string] | undefined = reader.books.has(id)
      ? ['1', `MDReqID(262) ${id} is in use.`]
      : unknown !== undefined || securities.length === 0
        ? ['0', `No security ${unknown ?? ''} is listed here.`]
        : other !== undefined
          ? ['8', `MDEntryType(269) is ${offeredTypes.join(', ')}, not ${other}.`]
          : incremental && depth !== 0
            ? ['5', 'Changes one by one are of the whole book: MarketDepth(264) 0.']
            : undefined
    if (problem) {
      reader.send({
        type: 'Y',
        fields: [
          [262, id],
          [281, problem[0]],
          [58, problem[1]],
        ],
        repeat: false,
      })
      return
    }
    const subscription: Subscription = {
      securities: new Set(securities),
      types: new Set(types),
      depth,
      incremental,
      stale: new Set(),
    }
    if (kind === '1') reader.books.set(id, subscription)
    for (const securityID of subscription.securities) this.#snapshot(reader, id, subscription, securityID)
  }

  #publish(
    reader: Reader,
    id: string,
    subscription: Subscription,
    changed: ReadonlyMap<string, readonly (readonly Field[])[]>,
  ): void {
    for (const [securityID, entries] of changed) {
      if (!subscription.securities.has(securityID)) continue
      const wanted = entries.filter((entry) => subscription.types.has(String(fieldOf(entry, 269))))
      if (wanted.length === 0) continue
      if (reader.isBehind()) subscription.stale.add(securityID)
      else if (subscription.incremental && !subscription.stale.has(securityID)) {
        const fields: Field[] = [
          [262, id],
          [268, wanted.length],
          ...groups(reader.protocol, 'X', 268, wanted),
        ]
        reader.send({ type: 'X', fields, repeat: false })
      } else this.#snapshot(reader, id, subscription, securityID)
    }
  }

  #snapshot(reader: Reader, id: string, subscription: Subscription, securityID: string): void {
    subscription.stale.delete(securityID)
    const shown = this.#entries(securityID, subscription)
    const entries = shown.length > 0 ? shown : [emptyBook(reader.protocol)]
    reader.send({
      type: 'W',
      fields: [
        [262, id],
        [55, securityID],
        [268, entries.length],
        ...groups(reader.protocol, 'W', 268, entries),
      ],
      repeat: false,
    })
  }

  /** The book of a security, best first, by orders or by price levels. */
  #entries(securityID: string, { types, depth }: Subscription): (readonly Field[])[] {
    const sides = [MDEntryType.bid, MDEntryType.offer].filter((side) => types.has(side))
    const entries = sides.flatMap((side) => {
      const orders = Array.from(this.#book(securityID), ([id, entry]) => ({ id, ...entry }))
        .filter((entry) => entry.side === side)
        .sort((a, b) => (Number(a.price) - Number(b.price)) * (side === MDEntryType.bid ? -1 : 1))
      if (depth === 0) return orders.map(({ id, price, size }) => entryOf(side, price, size, id))
      const levels = new Map<string, number>()
      for (const { price, size } of orders) levels.set(price, (levels.get(price) ?? 0) + size)
      return [...levels].slice(0, depth).map(([price, size]) => entryOf(side, price, size))
    })
    const day = this.#market.figures(securityID)
    const figures = Object.entries(dayFigures).flatMap(([type, read]) => {
      const fields = types.has(type) ? read(day) : undefined
      return fields ? [[[269, type] as const, ...fields]] : []
    })
    const auction = this.#market.publishedAuction(securityID)
    const ofAuction = Object.entries(auctionFigures).flatMap(([type, read]) => {
      const fields = types.has(type) && auction ? read(auction) : undefined
      return fields ? [[[269, type] as const, ...fields]] : []
    })
    return [...entries, ...figures, ...ofAuction]
  }

  #refresh(reader: Reader): void {
    for (const [id, subscription] of reader.books) {
      for (const securityID of subscription.stale) {
        if (!reader.isBehind()) this.#snapshot(reader, id, subscription, securityID)
      }
    }
  }

  #markStale(reader: Reader): void {
    for (const { securities, stale } of reader.books.values()) {
      for (const securityID of securities) stale.add(securityID)
    }
  }

  #book(securityID: string): Map<string, Entry> {
    const book = this.#books.get(securityID) ?? new Map<string, Entry>()
    this.#books.set(securityID, book)
    return book
  }

  // — Securities and phases —

  #securityList({ protocol }: Reader, message: Fields): Outgoing {
    const asked = message.get(55)
    const listed = this.#market.listings.filter(
      ({ securityID }) => asked === undefined || securityID === asked,
    )
    const entries = listed.map(({ securityID, isin, name }): Field[] => [
      [55, securityID],
      ...(isin
        ? ([
            [48, isin],
            [22, '4'],
          ] as const)
        : []),
      [107, name],
      [15, 'NGN'],
    ])
    return {
      type: 'y',
      fields: [
        [320, message.get(320)!],
        [322, message.get(320)!],
        [560, listed.length > 0 ? '0' : '2'],
        [393, listed.length],
        [893, 'Y'],
        ...(listed.length > 0 ? ([[146, listed.length]] as const) : []),
        ...groups(protocol, 'y', 146, entries),
      ],
      repeat: false,
    }
  }

  #session(id: string, unsolicited: boolean): Outgoing {
    const { tradSesStatus, tradingSessionSubID } = acceptance[this.#market.phase]
    return {
      type: 'h',
      fields: [
        [335, id],
        [336, DAY_SESSION],
        [625, tradingSessionSubID],
        [325, unsolicited ? 'Y' : 'N'],
        [340, tradSesStatus],
      ],
      repeat: false,
    }
  }

  #status(id: string, securityID: string): Outgoing {
    const { halt, readyToTrade, notAvailable } = SecurityTradingStatus
    const isOpen = acceptance[this.#market.phase].matching !== 'none'
    const status = this.#market.isHalted(securityID) ? halt : isOpen ? readyToTrade : notAvailable
    return {
      type: 'f',
      fields: [
        [324, id],
        [55, securityID],
        [326, status],
      ],
      repeat: false,
    }
  }
}

const entryOf = (side: string, price: string, size: number, id?: string): readonly Field[] => [
  [269, side],
  ...(id === undefined ? [] : [[278, id] as const]),
  [270, price],
  [271, size],
]

/** What is sent for a book without orders: Empty Book (J), which is a bid of size 0 before FIX 5.0. */
const emptyBook = ({ beginString }: Protocol): readonly Field[] =>
  beginString === 'FIX.4.4' ? entryOf(MDEntryType.bid, '0', 0) : [[269, 'J']]

const fieldOf = (entry: readonly Field[], tag: number) => entry.find(([one]) => one === tag)?.[1]

/** Entries of a repeating group: the fields and trade conditions that the member's version has there, in its order. */
function groups(
  { applications }: Protocol,
  type: string,
  count: number,
  entries: readonly (readonly Field[])[],
): Field[] {
  const [[, dictionary] = []] = applications
  const members = dictionary!.message(type)!.members.get(count)!.group!
  return entries.flatMap((entry) =>
    entry
      .filter(([tag, value]) => {
        const member = members.get(tag)
        return member && (tag !== 277 || member.field.values?.has(String(value)))
      })
      .sort(([a], [b]) => members.get(a)!.index - members.get(b)!.index),
  )
}
