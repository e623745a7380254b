import {
  type BookEvent,
  MDEntryType,
  OrderBook,
  type PriceKobo,
  priceKobo,
  type Quantity,
  quantity,
  Side,
} from '@tradebook/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookChange, ExchangeEvent } from './events.ts'
import { type EnterOrder, Exchange } from './exchange.ts'
import { type NaiveEvent, NaiveExchange } from './naive-book.ts'
import type { SecurityTerms } from './rules.ts'

/** One security with daily limits and a tick, and one without either. */
const terms: SecurityTerms[] = [
  {
    securityID: 'LIMITS',
    tickKobo: 5,
    referencePx: priceKobo(103),
    limitBps: 1_000,
    minMoveQty: quantity(6),
  },
  { securityID: 'FREE', tickKobo: 1, referencePx: priceKobo(100), limitBps: null, minMoveQty: quantity(1) },
]

const RUNS = 2_500
/** Seconds when nothing else runs; a busy machine may take its time. */
const TIMEOUT_MS = 120_000

describe('the exchange and the naive exchange', () => {
  it(
    `report the same events and keep the same books over ${RUNS} random sequences`,
    () => {
      fc.assert(
        fc.property(sequences, (sequence) => {
          const both = new BothExchanges()
          sequence.forEach((command, now) => {
            both.run(command, now)
            both.compare()
          })
        }),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )
})

describe('restoring', () => {
  it('the orders of a book gives the same book, and what follows is the same', () => {
    fc.assert(
      fc.property(sequences, sequences, (before, after) => {
        const original = new BothExchanges()
        before.forEach((command, now) => {
          original.run(command, now)
        })
        const restored = new BothExchanges()
        const orders = original.resting()
        restored.restore(orders, 0)
        for (const security of terms.keys()) {
          const shown = ({ fast, entered }: BothExchanges, tags: (tag: number) => number) =>
            [...fast.entries(security)].map(({ tag, side, price, size }) => ({
              ...{ tag: tags(tag), side, price, size },
              owner: entered[tag]!.owner,
            }))
          expect(shown(restored, (tag) => orders[tag]!.tag)).toEqual(shown(original, (tag) => tag))
        }
        after.forEach((command, now) => {
          restored.run(command, now)
          restored.compare()
        })
      }),
      { numRuns: 300 },
    )
  })

  it('whatever rested before gives the book it was: crossed, off the tick, outside the limits, unpriced', () => {
    let crossed = 0
    fc.assert(
      fc.property(fc.array(anyResting, { maxLength: 30, size: 'max' }), sequences, (orders, after) => {
        const both = new BothExchanges()
        both.restore(orders, 7)
        both.compare()
        expect(both.events.every(({ kind }) => kind !== 'traded' && kind !== 'canceled')).toBe(true)
        for (const security of terms.keys()) {
          const { bidPx, offerPx } = both.fast.statistics(security)
          if (bidPx !== null && offerPx !== null && bidPx >= offerPx) crossed += 1
        }
        after.forEach((command, now) => {
          both.run(command, now)
          both.compare()
        })
      }),
      { numRuns: 300 },
    )
    expect(crossed).toBeGreaterThan(50)
  })
})

describe('whatever is sent to the exchange', () => {
  const after = (check: (run: BothExchanges) => void) =>
    fc.assert(
      fc.property(sequences, (sequence) => {
        const run = new BothExchanges()
        sequence.forEach((command, now) => {
          run.run(command, now)
          check(run)
        })
      }),
      { numRuns: 300 },
    )

  it('no book is crossed', () => {
    after(({ fast }) => {
      for (const security of terms.keys()) {
        const { bidPx, offerPx } = fast.statistics(security)
        if (bidPx !== null && offerPx !== null) expect(bidPx).toBeLessThan(offerPx)
      }
    })
  })

  it('every share entered is traded, cancelled or in the book', () => {
    after(({ fast, events, entered }) => {
      const open = new Map<number, number>()
      for (const event of events) {
        if (event.kind === 'accepted') open.set(event.tag, entered[event.tag]!.quantity)
        if (event.kind === 'replaced') open.set(event.tag, event.leaves)
        if (event.kind === 'canceled') open.set(event.tag, open.get(event.tag)! - event.quantity)
        if (event.kind === 'traded') {
          open.set(event.incomingTag, open.get(event.incomingTag)! - event.quantity)
          open.set(event.restingTag, open.get(event.restingTag)! - event.quantity)
          expect([open.get(event.incomingTag), open.get(event.restingTag)]).toEqual([
            event.incomingLeaves,
            event.restingLeaves,
          ])
        }
      }
      const resting = [...terms.keys()].flatMap((security) => [...fast.entries(security)])
      expect(new Map([...open].filter(([, leaves]) => leaves !== 0))).toEqual(
        new Map(resting.map(({ tag, size }) => [tag, size])),
      )
    })
  })

  it('its book events, folded, are its books, without a hole in their numbers', () => {
    after(({ fast, events }) => {
      for (const [security, { securityID }] of terms.entries()) {
        const folded = new OrderBook(securityID)
        folded.load({ items: [], rptSeq: 0, epoch: 1 })
        for (const event of events) {
          if (isBookChange(event) && event.security === security) {
            expect(folded.apply(hubEvent(event))).toBe('applied')
          }
        }
        expect(folded.snapshot().items.map((entry) => [entry.mdEntryID, entry.mdEntrySize])).toEqual(
          [...fast.entries(security)].map(({ entryNumber, size }) => [String(entryNumber), size]),
        )
      }
    })
  })

  it('an entry number never recurs, and a handle does', () => {
    let recycled = 0
    after(({ events }) => {
      const numbers = events.flatMap((event) => (event.kind === 'bookAdded' ? [event.entryNumber] : []))
      expect(new Set(numbers).size).toBe(numbers.length)

      const handles = events.flatMap((event) => (event.kind === 'accepted' ? [event.handle] : []))
      const live = new Set<number>()
      let most = 0
      for (const event of events) {
        if (event.kind === 'accepted') {
          expect(live).not.toContain(event.handle)
          live.add(event.handle)
          most = Math.max(most, live.size)
          expect(event.handle).toBeLessThan(most)
        }
        if (event.kind === 'canceled') live.delete(event.handle)
        if (event.kind === 'traded' && event.restingLeaves === 0) live.delete(event.restingHandle)
        if (event.kind === 'traded' && event.incomingLeaves === 0) live.delete(event.incomingHandle)
      }
      recycled += handles.length - new Set(handles).size
    })
    expect(recycled).toBeGreaterThan(0)
  })
})

type Command =
  | { readonly kind: 'enter'; readonly order: Omit<EnterOrder, 'tag'> }
  | { readonly kind: 'cancel'; readonly which: number }
  | { readonly kind: 'replace'; readonly which: number; readonly price: PriceKobo; readonly leaves: Quantity }
  | { readonly kind: 'halt'; readonly security: number }
  | { readonly kind: 'resume'; readonly security: number }

/** Few prices, owners and securities, so that orders meet; and now and then something forbidden. */
const anyPrice = fc
  .oneof(
    { weight: 20, arbitrary: fc.integer({ min: 18, max: 23 }).map((ticks) => ticks * 5) },
    { weight: 1, arbitrary: fc.constantFrom(0, -5, 101.5, 102, 120, 85, 2 ** 31, Number.NaN) },
  )
  .map((value) => value as PriceKobo)

const anyQuantity = fc
  .oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 31 - 1) },
  )
  .map((value) => value as Quantity)

const enter = fc.record({
  kind: fc.constant('enter' as const),
  order: fc.record({
    owner: fc.integer({ min: 0, max: 3 }),
    security: fc.oneof({ weight: 30, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.constant(2) }),
    side: fc.constantFrom(Side.buy, Side.sell),
    price: fc.option(anyPrice, { freq: 8 }),
    quantity: anyQuantity,
    timeInForce: fc.constantFrom(
      'rest' as const,
      'rest' as const,
      'immediate' as const,
      'fillOrKill' as const,
    ),
  }),
})

/** What may have rested: by other limits and another tick than today's, and without a price. */
const anyResting = fc.record({
  owner: fc.integer({ min: 0, max: 3 }),
  security: fc.nat(1),
  side: fc.constantFrom(Side.buy, Side.sell),
  price: fc.option(fc.integer({ min: 85, max: 125 }) as fc.Arbitrary<PriceKobo>, { freq: 8 }),
  quantity: fc.integer({ min: 1, max: 12 }) as fc.Arbitrary<Quantity>,
})

const sequences: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: enter },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat() }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('replace' as const),
        which: fc.nat(),
        price: anyPrice,
        leaves: anyQuantity,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('halt' as const, 'resume' as const, 'resume' as const),
        security: fc.nat(1),
      }),
    },
  ),
  { maxLength: 60, size: 'max' },
)

/** Sends each command to both, and compares their answers and events. Orders are named by their tag. */
class BothExchanges {
  readonly fast = new Exchange(terms)
  readonly naive = new NaiveExchange(terms)
  readonly events: ExchangeEvent[] = []
  /** By tag. */
  readonly entered: EnterOrder[] = []
  /** By tag, of the orders that are in the market. */
  readonly #handles = new Map<number, number>()

  /** The orders that rest, in the order in which they took their places, as they would be restored. */
  resting(): EnterOrder[] {
    return [...terms.keys()]
      .flatMap((security) => [...this.fast.entries(security)])
      .sort((a, b) => a.entryNumber - b.entryNumber)
      .map(({ tag, price, size }) => ({ ...this.entered[tag]!, price, quantity: size }))
  }

  /** Orders get their place in the list as their tag. */
  restore(orders: readonly Omit<EnterOrder, 'tag' | 'timeInForce'>[], now: number): void {
    const tagged = orders.map((order, tag) => ({ ...order, tag }))
    this.entered.push(...tagged.map((order) => ({ ...order, timeInForce: 'rest' as const })))
    this.fast.restore(tagged, now)
    this.naive.restore(tagged, now)
    this.#follow()
  }

  /** Books and statistics are the same. */
  compare(): void {
    for (const security of terms.keys()) {
      expect([...this.fast.entries(security)].map(withoutHandle)).toEqual(this.naive.entries(security))
      expect(this.fast.statistics(security)).toEqual(this.naive.statistics(security))
    }
  }

  run(command: Command, now: number): void {
    if (command.kind === 'enter') {
      const order = { ...command.order, tag: this.entered.length }
      this.entered.push(order)
      this.fast.enter(order, now)
      this.naive.enter(order, now)
    } else if (command.kind === 'halt' || command.kind === 'resume') {
      for (const market of [this.fast, this.naive]) market[command.kind](command.security)
    } else {
      // An order that is gone must not be reached by a handle that another has by now.
      const tag = this.entered.length === 0 ? NOBODYS : command.which % this.entered.length
      const handle = this.#handles.get(tag) ?? NOBODYS
      if (command.kind === 'cancel') expect(this.fast.cancel(handle)).toBe(this.naive.cancel(tag))
      else expect(this.fast.replace(handle, command, now)).toBe(this.naive.replace(tag, command, now))
    }
    this.#follow()
  }

  /** Both give the same events. */
  #follow(): void {
    const events = this.fast.takeEvents()
    for (const event of events) this.#track(event)
    expect(events.map(withoutHandles)).toEqual(this.naive.takeEvents())
    this.events.push(...events)
  }

  /** Keeps the owner of each handle, and checks that events name orders by the handle they were given. */
  #track(event: ExchangeEvent): void {
    const named = (tag: number, handle: number) => expect(this.#handles.get(tag)).toBe(handle)
    switch (event.kind) {
      case 'accepted':
        this.#handles.set(event.tag, event.handle)
        break
      case 'rested':
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

const withoutHandle = <T extends { handle: number }>({ handle: _, ...rest }: T) => rest

const withoutHandles = (event: ExchangeEvent): NaiveEvent => {
  const {
    handle: _,
    restingHandle: __,
    incomingHandle: ___,
    ...rest
  } = event as ExchangeEvent & Record<string, unknown>
  return rest as NaiveEvent
}

const isBookChange = (event: ExchangeEvent): event is BookChange => event.kind.startsWith('book')

const hubTargets = {
  bookAdded: 'addOrderBook',
  bookChanged: 'updateOrderBook',
  bookRemoved: 'deleteOrderBook',
} as const

const hubEvent = ({ kind, security, side, entryNumber, price, size, time, rptSeq }: BookChange) =>
  ({
    target: hubTargets[kind],
    argument: {
      mdEntryID: String(entryNumber),
      securityID: terms[security]!.securityID,
      mdEntryType: side === Side.buy ? MDEntryType.bid : MDEntryType.offer,
      mdEntryPx: price,
      mdEntrySize: size,
      mdEntryTime: new Date(time).toISOString(),
      rptSeq,
      epoch: 1,
    },
  }) as BookEvent
