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
import { BothExchanges } from './both-exchanges.ts'
import type { BookChange, ExchangeEvent } from './events.ts'
import type { EnterOrder } from './exchange.ts'
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
          const both = new Run()
          sequence.forEach((command, now) => {
            both.send(command, now)
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
        const original = new Run()
        before.forEach((command, now) => {
          original.send(command, now)
        })
        const restored = new Run()
        const orders = original.resting()
        restored.reopenWith(orders, 0)
        for (const security of terms.keys()) {
          const shown = ({ fast, entered }: Run, tags: (tag: number) => number) =>
            [...fast.entries(security)].map(({ tag, side, price, size }) => ({
              ...{ tag: tags(tag), side, price, size },
              owner: entered[tag]!.owner,
            }))
          expect(shown(restored, (tag) => orders[tag]!.tag)).toEqual(shown(original, (tag) => tag))
        }
        after.forEach((command, now) => {
          restored.send(command, now)
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
        const both = new Run()
        both.reopenWith(orders, 7)
        both.compare()
        expect(both.events.every(({ kind }) => kind !== 'traded' && kind !== 'canceled')).toBe(true)
        for (const security of terms.keys()) {
          const { bidPx, offerPx } = both.fast.statistics(security)
          if (bidPx !== null && offerPx !== null && bidPx >= offerPx) crossed += 1
        }
        after.forEach((command, now) => {
          both.send(command, now)
          both.compare()
        })
      }),
      { numRuns: 300 },
    )
    expect(crossed).toBeGreaterThan(50)
  })
})

describe('whatever is sent to the exchange', () => {
  const after = (check: (run: Run) => void) =>
    fc.assert(
      fc.property(sequences, (sequence) => {
        const run = new Run()
        sequence.forEach((command, now) => {
          run.send(command, now)
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

type Step =
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

const sequences: fc.Arbitrary<Step[]> = fc.array(
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

/** Both exchanges, with orders that get their place in the list of all as their tag. */
class Run extends BothExchanges {
  /** By tag. */
  readonly entered: EnterOrder[] = []

  constructor() {
    super(terms)
  }

  /** The orders that rest, in the order in which they took their places, as they would be restored. */
  resting(): EnterOrder[] {
    return [...terms.keys()]
      .flatMap((security) => [...this.fast.entries(security)])
      .sort((a, b) => a.entryNumber - b.entryNumber)
      .map(({ tag, price, size }) => ({ ...this.entered[tag]!, price, quantity: size }))
  }

  reopenWith(orders: readonly Omit<EnterOrder, 'tag' | 'timeInForce'>[], now: number): void {
    const tagged = orders.map((order, tag) => ({ ...order, tag }))
    this.entered.push(...tagged.map((order) => ({ ...order, timeInForce: 'rest' as const })))
    this.restore(tagged, now)
  }

  send(step: Step, now: number): void {
    if (step.kind === 'enter') {
      const order = { ...step.order, tag: this.entered.length }
      this.entered.push(order)
      this.run({ kind: 'enter', order }, now)
    } else if (step.kind === 'halt' || step.kind === 'resume') this.run(step, now)
    else this.run({ ...step, tag: this.entered.length === 0 ? 0 : step.which % this.entered.length }, now)
  }
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
