import type { MatchingMode, PriceKobo, Quantity } from '@tradebook/contract'
import type { ExchangeEvent } from '../src/events.ts'
import { type Cross, type EnterOrder, Exchange, type RestoredOrder } from '../src/exchange.ts'
import type { SecurityTerms } from '../src/rules.ts'
import type { Uncross } from '../src/uncross.ts'
import { copiedEvent } from './copied-event.ts'
import { NaiveExchange } from './naive-book.ts'
import type { NaiveEvent } from './naive-market.ts'

/** A request, or a step of the market's day. Orders are named by their tag. */
export type Command =
  | { readonly kind: 'enter'; readonly order: EnterOrder }
  | { readonly kind: 'cancel'; readonly tag: number }
  | { readonly kind: 'setParticipant'; readonly tag: number; readonly participant: number }
  | {
      readonly kind: 'replace'
      readonly tag: number
      readonly price: PriceKobo | null
      readonly leaves: Quantity
    }
  | { readonly kind: 'cross'; readonly cross: Cross }
  | { readonly kind: 'halt' | 'resume' | 'admitWaiting'; readonly security: number }
  | { readonly kind: 'setMatching'; readonly security: number; readonly mode: MatchingMode }
  | { readonly kind: 'uncross' | 'endOrders'; readonly security: number; readonly uncross: Uncross }

/** The exchange and the naive exchange do not do the same. */
export class Difference extends Error {
  override readonly name = 'Difference'
}

/** Sends each command to both exchanges, and compares their answers, their events, their books and their figures. */
export class BothExchanges {
  readonly terms: readonly SecurityTerms[]
  readonly fast: Exchange
  readonly naive: NaiveExchange
  readonly events: ExchangeEvent[] = []
  /** By tag, of the orders that are in the market. */
  readonly #handles = new Map<number, number>()

  constructor(terms: readonly SecurityTerms[]) {
    this.terms = terms
    // Few, so that a thousand of them are made in no time, and the pools have to grow.
    this.fast = new Exchange(terms, { reservedOrders: 4 })
    this.naive = new NaiveExchange(terms)
  }

  /** The tags of the orders that are in the market. */
  get tags(): readonly number[] {
    return [...this.#handles.keys()]
  }

  /** @throws Difference */
  restore(orders: readonly RestoredOrder[], now: number): void {
    this.fast.restore(orders, now)
    this.naive.restore(orders, now)
    this.#follow()
  }

  /** @throws Difference */
  run(command: Command, now: number): void {
    const { fast, naive } = this
    switch (command.kind) {
      case 'enter':
        for (const market of [fast, naive]) market.enter(command.order, now)
        break
      case 'cancel':
        same('a cancel', fast.cancel(this.#handleOf(command.tag)), naive.cancel(command.tag))
        break
      case 'setParticipant': {
        const { tag, participant } = command
        same(
          'another participant',
          fast.setParticipant(this.#handleOf(tag), participant),
          naive.setParticipant(tag, participant),
        )
        break
      }
      case 'replace': {
        const { tag } = command
        same('a replace', fast.replace(this.#handleOf(tag), command, now), naive.replace(tag, command, now))
        break
      }
      case 'cross':
        for (const market of [fast, naive]) market.cross(command.cross, now)
        break
      case 'setMatching':
        for (const market of [fast, naive]) market.setMatching(command.security, command.mode)
        break
      case 'uncross':
        for (const market of [fast, naive]) market.uncross(command.security, command.uncross, now)
        break
      case 'endOrders':
        for (const market of [fast, naive]) market.endOrders(command.security, command.uncross)
        break
      case 'halt':
      case 'resume':
      case 'admitWaiting':
        for (const market of [fast, naive]) market[command.kind](command.security, now)
    }
    this.#follow()
  }

  /** Books and figures are the same. @throws Difference */
  compare(): void {
    const { fast, naive } = this
    for (const security of this.terms.keys()) {
      same('the book', [...fast.entries(security)].map(withoutHandles), naive.entries(security))
      same('the statistics', fast.statistics(security), naive.statistics(security))
    }
  }

  /** What an uncross would do is the same. Of books with prices off the tick it is not defined. @throws Difference */
  compareAuctions(): void {
    for (const security of this.terms.keys()) {
      same('the auction', this.fast.auction(security), this.naive.auction(security))
    }
  }

  /** An order that is gone must not be reached by a handle that another has by now. */
  #handleOf(tag: number): number {
    return this.#handles.get(tag) ?? NOBODYS
  }

  /** Both give the same events. */
  #follow(): void {
    const events = Array.from(this.fast.takeEvents(), copiedEvent)
    for (const event of events) this.#track(event)
    same('the events', events.map(withoutHandles), this.naive.takeEvents())
    this.events.push(...events)
  }

  /** Keeps which handle is whose, and sees that events name orders by the handle they were given. */
  #track(event: ExchangeEvent): void {
    const named = (tag: number, handle: number) => same('a handle', handle, this.#handles.get(tag))
    switch (event.kind) {
      case 'accepted':
        this.#handles.set(event.tag, event.handle)
        break
      case 'rested':
      case 'refilled':
      case 'replaced':
        named(event.tag, event.handle)
        break
      case 'canceled':
        named(event.tag, event.handle)
        this.#handles.delete(event.tag)
        break
      case 'traded':
        named(event.restingTag, event.restingHandle)
        named(event.incomingTag, event.incomingHandle)
        if (event.restingLeaves === 0) this.#handles.delete(event.restingTag)
        if (event.incomingLeaves === 0) this.#handles.delete(event.incomingTag)
        break
    }
  }
}

const NOBODYS = -1

function same(what: string, fast: unknown, naive: unknown): void {
  if (isSame(fast, naive)) return
  throw new Difference(
    `${what} of the exchange:\n${inWords(fast)}\nof the naive exchange:\n${inWords(naive)}`,
  )
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && isSame(a[key as keyof typeof a], b[key as keyof typeof b]))
  )
}

const inWords = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part))

const withoutHandles = (named: object): NaiveEvent => {
  const { handle: _, restingHandle: __, incomingHandle: ___, ...rest } = named as Record<string, unknown>
  return rest as unknown as NaiveEvent
}
