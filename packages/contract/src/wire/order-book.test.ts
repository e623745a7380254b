import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MDEntryType } from '../rules/fix.ts'
import type { BookEvent } from './events.ts'
import type { BookEntry } from './market-shapes.ts'
import { OrderBook } from './order-book.ts'

const entry = (
  mdEntryID: string,
  mdEntryType: MDEntryType,
  mdEntryPx: number,
  rptSeq: number,
  time = 1,
): BookEntry => ({
  mdEntryID,
  securityID: 'GTCO',
  mdEntryType,
  mdEntryPx,
  mdEntrySize: 100,
  mdEntryTime: new Date(time).toISOString(),
  rptSeq,
  epoch: 1,
})
const add = (item: BookEntry): BookEvent => ({ target: 'addOrderBook', argument: item })
const remove = (mdEntryID: string, rptSeq: number): BookEvent => ({
  target: 'deleteOrderBook',
  argument: { mdEntryID, securityID: 'GTCO', rptSeq, epoch: 1 },
})
const ids = (side: readonly BookEntry[]) => side.map(({ mdEntryID }) => mdEntryID).join(' ')

const empty = (): OrderBook => {
  const book = new OrderBook('GTCO')
  book.load({ items: [], rptSeq: 0, epoch: 1 })
  return book
}

/** The same fold over plain lists. */
function naiveFold(events: readonly BookEvent[]): Record<'bids' | 'offers', BookEntry[]> {
  const sides: Record<string, BookEntry[]> = { [MDEntryType.bid]: [], [MDEntryType.offer]: [] }
  const all = () => Object.values(sides)
  const take = (id: string) => {
    for (const side of all()) {
      const at = side.findIndex(({ mdEntryID }) => mdEntryID === id)
      if (at !== -1) side.splice(at, 1)
    }
  }
  const insert = (entry: BookEntry) => {
    const side = sides[entry.mdEntryType]!
    const sign = entry.mdEntryType === MDEntryType.bid ? -1 : 1
    const isBehind = (other: BookEntry) =>
      sign * (other.mdEntryPx - entry.mdEntryPx) > 0 ||
      (other.mdEntryPx === entry.mdEntryPx && other.mdEntryTime > entry.mdEntryTime)
    const place = side.findIndex(isBehind)
    side.splice(place === -1 ? side.length : place, 0, entry)
  }
  for (const { target, argument } of events) {
    if (target === 'clearAllOrderBook') for (const side of all()) side.length = 0
    else if (target === 'deleteOrderBook') take(argument.mdEntryID)
    else {
      const side = sides[argument.mdEntryType]!
      const at = side.findIndex(({ mdEntryID }) => mdEntryID === argument.mdEntryID)
      const old = side[at]
      const keepsPlace = old?.mdEntryPx === argument.mdEntryPx && old.mdEntryTime === argument.mdEntryTime
      if (target === 'addOrderBook') {
        if (
          !all()
            .flat()
            .some(({ mdEntryID }) => mdEntryID === argument.mdEntryID)
        )
          insert(argument)
      } else if (keepsPlace) side[at] = argument
      else {
        take(argument.mdEntryID)
        insert(argument)
      }
    }
  }
  return { bids: sides[MDEntryType.bid]!, offers: sides[MDEntryType.offer]! }
}

test('any sequence of events gives the book that the same fold over plain lists gives', () => {
  const step = fc.record({
    what: fc.constantFrom('add', 'add', 'add', 'update', 'delete', 'clear'),
    id: fc.integer({ min: 0, max: 15 }),
    price: fc.integer({ min: 1, max: 5 }),
    time: fc.integer({ min: 1, max: 4 }),
    size: fc.integer({ min: 1, max: 3 }),
    bid: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const book = empty()
      const events = steps.map(({ what, id, price, time, size, bid }, index): BookEvent => {
        const rptSeq = index + 1
        const type = bid ? MDEntryType.bid : MDEntryType.offer
        const argument = { ...entry(String(id), type, price, rptSeq, time), mdEntrySize: size }
        if (what === 'delete') return remove(String(id), rptSeq)
        // Within an epoch a clear goes on with the count.
        if (what === 'clear')
          return { target: 'clearAllOrderBook', argument: { securityID: 'GTCO', rptSeq, epoch: 1 } }
        return { target: what === 'add' ? 'addOrderBook' : 'updateOrderBook', argument }
      })
      for (const [index, event] of events.entries()) {
        expect(book.apply(event)).toBe('applied')
        const { bids, offers } = book
        expect({ bids, offers }).toEqual(naiveFold(events.slice(0, index + 1)))
      }
    }),
    { numRuns: 200 },
  )
})

describe('the fold from events to a book', () => {
  test('bids by price descending, offers ascending, then by time, then by arrival', () => {
    const book = empty()
    book.apply(add(entry('b1', MDEntryType.bid, 10, 1, 5)))
    book.apply(add(entry('b2', MDEntryType.bid, 11, 2, 6)))
    book.apply(add(entry('b3', MDEntryType.bid, 10, 3, 5)))
    book.apply(add(entry('o1', MDEntryType.offer, 13, 4, 7)))
    book.apply(add(entry('o2', MDEntryType.offer, 12, 5, 8)))
    expect(ids(book.bids)).toBe('b2 b1 b3')
    expect(ids(book.offers)).toBe('o2 o1')
  })

  test('an older entry goes behind those of its time', () => {
    const book = empty()
    for (const [id, rptSeq, at] of [
      ['b1', 1, 5],
      ['b2', 2, 9],
      ['b3', 3, 5],
    ] as const)
      book.apply(add(entry(id, MDEntryType.bid, 10, rptSeq, at)))
    expect(ids(book.bids)).toBe('b1 b3 b2')
  })

  test('an entry that already exists is not added twice, another security is not ours', () => {
    const book = empty()
    const first = entry('b1', MDEntryType.bid, 10, 1)
    book.apply(add(first))
    expect(book.apply(add({ ...first, rptSeq: 2, mdEntrySize: 60 }))).toBe('applied')
    expect(book.apply(add(entry('b1', MDEntryType.bid, 11, 3)))).toBe('applied')
    expect(book.apply(add(entry('b1', MDEntryType.offer, 12, 4)))).toBe('applied')
    expect(book.apply(add({ ...first, mdEntryID: 'x', securityID: 'UBA', rptSeq: 5 }))).toBe('known')
    expect(book.bids).toEqual([first])
    expect(book.offers).toEqual([])
  })

  test('an update replaces the entry with its id; with the same price and time it keeps its place', () => {
    const book = empty()
    book.apply(add(entry('b1', MDEntryType.bid, 10, 1)))
    book.apply(add(entry('b2', MDEntryType.bid, 10, 2)))
    book.apply({
      target: 'updateOrderBook',
      argument: { ...entry('b1', MDEntryType.bid, 10, 3), mdEntrySize: 60 },
    })
    expect(book.bids.map(({ mdEntrySize }) => mdEntrySize)).toEqual([60, 100])
    book.apply({ target: 'updateOrderBook', argument: entry('b1', MDEntryType.bid, 9, 4) })
    expect(ids(book.bids)).toBe('b2 b1')
  })

  test('events already in the snapshot are dropped; a missing event is a gap and changes nothing', () => {
    const book = new OrderBook('GTCO')
    book.load({ items: [entry('b1', MDEntryType.bid, 10, 5)], rptSeq: 5, epoch: 1 })
    expect(book.apply(remove('b1', 5))).toBe('known')
    expect(book.apply(remove('b1', 7))).toBe('gap')
    expect(ids(book.bids)).toBe('b1')
    expect(book.apply(remove('b1', 6))).toBe('applied')
    expect(book.bids).toHaveLength(0)
  })

  test('clear-all empties both sides and starts the new epoch; older events count as known', () => {
    const book = empty()
    book.apply(add(entry('b1', MDEntryType.bid, 10, 1)))
    book.apply({ target: 'clearAllOrderBook', argument: { securityID: 'GTCO', rptSeq: 0, epoch: 2 } })
    expect([...book.bids, ...book.offers]).toHaveLength(0)
    expect(book.apply(remove('b1', 2))).toBe('known')
    expect(book.apply(add({ ...entry('b2', MDEntryType.bid, 10, 1), epoch: 2 }))).toBe('applied')
    expect(book.apply(add({ ...entry('b3', MDEntryType.bid, 10, 1), epoch: 3 }))).toBe('gap')
  })

  test('a snapshot and the events after it give the same book as all events, wherever it was taken', () => {
    const step = fc.record({
      id: fc.integer({ min: 0, max: 20 }),
      price: fc.integer({ min: 1, max: 6 }),
      bid: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat(60), (steps, cut) => {
        const all = empty()
        const late = new OrderBook('GTCO')
        steps.forEach(({ id, price, bid }, index) => {
          if (index === Math.min(cut, steps.length - 1)) late.load(all.snapshot())
          const type = bid ? MDEntryType.bid : MDEntryType.offer
          const known = [...all.bids, ...all.offers].some(({ mdEntryID }) => mdEntryID === String(id))
          const event = known
            ? remove(String(id), index + 1)
            : add(entry(String(id), type, price, index + 1, index))
          all.apply(event)
          late.apply(event)
        })
        if (steps.length > 0) expect(late.snapshot()).toEqual(all.snapshot())
      }),
    )
  })
})
