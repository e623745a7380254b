import type { BookEntry, MarketTrade, Statistics, StockOrder, VenueConnection } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeskEvent, EventBatch } from './desk-events.ts'
import { MarketPicture } from './market-picture.ts'
import { Publisher } from './publisher.ts'

const symbols = ['GTCO', 'MTNN', 'ZENITH'] as const
type Symbol = (typeof symbols)[number]

/** What a desk does in a run: each step becomes at most one batch. */
type Step =
  | { readonly kind: 'restore' }
  | { readonly kind: 'enter'; readonly symbol: Symbol; readonly price: number }
  | { readonly kind: 'cancel'; readonly symbol: Symbol; readonly at: number }
  | { readonly kind: 'trade'; readonly symbol: Symbol; readonly times: number }
  | { readonly kind: 'work' }
  | { readonly kind: 'venue' }
  | { readonly kind: 'nothing' }

const symbol = fc.constantFrom(...symbols)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('enter' as const),
      symbol,
      price: fc.integer({ min: 40, max: 50 }),
    }),
    weight: 5,
  },
  { arbitrary: fc.record({ kind: fc.constant('cancel' as const), symbol, at: fc.nat() }), weight: 3 },
  {
    arbitrary: fc.record({
      kind: fc.constant('trade' as const),
      symbol,
      times: fc.integer({ min: 1, max: 150 }),
    }),
    weight: 3,
  },
  fc.record({
    kind: fc.constantFrom('restore' as const, 'work' as const, 'venue' as const, 'nothing' as const),
  }),
)

/** A desk's publications: books whose events are counted, as a venue counts them. */
class Run {
  readonly publisher = new Publisher()
  readonly batches: EventBatch[] = []
  #epoch = 0
  #made = 0
  readonly #books = new Map<Symbol, { rptSeq: number; entries: BookEntry[] }>()

  constructor() {
    this.publisher.subscribe((batch) => this.batches.push(batch))
    this.take({ kind: 'restore' })
  }

  take(step: Step): void {
    if (step.kind === 'restore') {
      this.#epoch += 1 + (this.#made % 2)
      const books = symbols.flatMap((symbol) => this.#opened(symbol))
      this.publisher.open(this.#epoch, books)
    } else if (step.kind === 'work') this.publisher.publish([], [{ ref: ++this.#made, leaves: 0 }])
    else this.publisher.publish(this.#eventsOf(step))
  }

  #eventsOf(step: Exclude<Step, { kind: 'restore' | 'work' }>): DeskEvent[] {
    switch (step.kind) {
      case 'enter':
        return this.#enteredByClient(step.symbol, step.price)
      case 'cancel':
        return this.#cancelled(step.symbol, step.at)
      case 'trade':
        return Array.from({ length: step.times }, () => this.#traded(step.symbol))
      case 'venue':
        return [{ target: 'onNseConnection', argument: { text: `${++this.#made}` } as VenueConnection }]
      case 'nothing':
        return []
    }
  }

  #opened(securityID: Symbol): DeskEvent[] {
    const entries = (this.#books.get(securityID)?.entries ?? []).slice(0, 2)
    this.#books.set(securityID, { rptSeq: 0, entries: [] })
    return [
      {
        target: 'addMarketStatistics',
        argument: { securityID, lastPx: null, trades: 0 } as unknown as Statistics,
      },
      { target: 'clearAllOrderBook', argument: { securityID, rptSeq: 0, epoch: this.#epoch } },
      ...entries.map(({ mdEntryPx }) => this.#entered(securityID, mdEntryPx)),
    ]
  }

  #entered(securityID: Symbol, mdEntryPx: number): DeskEvent {
    const book = this.#books.get(securityID)!
    const entry: BookEntry = {
      mdEntryID: `e${++this.#made}`,
      securityID,
      mdEntryType: mdEntryPx < 45 ? '0' : '1',
      mdEntryPx,
      mdEntrySize: 100,
      mdEntryTime: new Date(this.#made).toISOString(),
      rptSeq: ++book.rptSeq,
      epoch: this.#epoch,
    }
    book.entries.push(entry)
    return { target: 'addOrderBook', argument: entry }
  }

  #enteredByClient(securityID: Symbol, price: number): DeskEvent[] {
    const entered = this.#entered(securityID, price)
    return [entered, orderAt(securityID, `e${this.#made}`, `e${this.#made}`)]
  }

  #cancelled(securityID: Symbol, at: number): DeskEvent[] {
    const book = this.#books.get(securityID)!
    const [gone] = book.entries.splice(at % (book.entries.length || 1), 1)
    if (!gone) return []
    const { mdEntryID } = gone
    return [
      {
        target: 'deleteOrderBook',
        argument: { mdEntryID, securityID, rptSeq: ++book.rptSeq, epoch: this.#epoch },
      },
      orderAt(securityID, mdEntryID, null),
    ]
  }

  #traded(securityID: Symbol): DeskEvent {
    return { target: 'onMarketTrade', argument: { mdEntryID: `t${++this.#made}`, securityID } as MarketTrade }
  }
}

/** A client's order at an entry of a book, or in none. */
const orderAt = (securityID: Symbol, orderID: string, mdEntryID: string | null): DeskEvent => ({
  target: 'updateStockOrder',
  argument: { orderID, securityID, mdEntryID, userName: 'broker' } as StockOrder,
  order: { tenantId: 1, userId: 1, account: '' },
})

/** Everything that can be read from a picture. */
const readable = (picture: MarketPicture) => ({
  at: [picture.epoch, picture.batch],
  statistics: picture.statistics(),
  books: symbols.map((symbol) => picture.book(symbol)),
  trades: [picture.trades(), ...symbols.map((symbol) => picture.trades(symbol))],
  venue: picture.venue(),
  owners: new Set(picture.owners.all()),
})

const runs = fc.array(step, { maxLength: 60 })

test('a subscriber that joins at any batch has the same picture as one that received all batches', () => {
  fc.assert(
    fc.property(runs, fc.nat(), (steps, when) => {
      const run = new Run()
      const first = new MarketPicture(run.publisher.baseline())
      run.publisher.subscribe((batch) => first.apply(batch))
      const openAt = when % (steps.length + 1)
      for (const step of steps.slice(0, openAt)) run.take(step)
      const late = new MarketPicture(run.publisher.baseline())
      run.publisher.subscribe((batch) => late.apply(batch))
      for (const step of steps.slice(openAt)) run.take(step)
      expect(readable(late)).toEqual(readable(first))
      expect(readable(first)).toEqual(readable(run.publisher.picture))
    }),
  )
})

test('a subscriber that throws is a defect, and neither the desk nor another subscriber is disturbed', () => {
  const defects: unknown[] = []
  const publisher = new Publisher((error) => defects.push(error))
  const received: number[] = []
  const broken = new Error('a broken part')
  publisher.subscribe(() => {
    throw broken
  })
  publisher.subscribe(({ batch }) => received.push(batch))
  publisher.open(1, [])
  publisher.publish([], [{ ref: 1, leaves: 0 }])
  expect(received).toEqual([1, 2])
  expect(defects).toEqual([broken, broken])
})

test('batches have no gaps, and none is empty', () => {
  fc.assert(
    fc.property(runs, (steps) => {
      const run = new Run()
      for (const step of steps) run.take(step)
      for (const [index, { epoch, batch, events, workReports }] of run.batches.entries()) {
        const before = run.batches[index - 1]
        expect(batch).toBe(before?.epoch === epoch ? before.batch + 1 : 1)
        expect(events.length + workReports.length).toBeGreaterThan(0)
      }
    }),
  )
})

test('a subscriber that misses a batch always notices', () => {
  fc.assert(
    fc.property(runs, fc.nat(), (steps, which) => {
      const run = new Run()
      for (const step of steps) run.take(step)
      const lost = which % run.batches.length
      const picture = new MarketPicture()
      for (const batch of run.batches.slice(0, lost)) picture.apply(batch)
      const next = run.batches[lost + 1]
      // The first batch of an epoch replaces all that came before it.
      if (!next || next.batch === 1) return
      expect(() => picture.apply(next)).toThrow(
        `batch ${next.batch} of epoch ${next.epoch} was received after`,
      )
    }),
  )
})
