import { type BookEvent, MDEntryType, OrderBook, Side } from '@tradebook/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookChange, ExchangeEvent } from './events.ts'
import { Run, sequences, terms } from './random-sequences.fixture.ts'

const RUNS = 1_000
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

describe('whatever is sent to the exchange', () => {
  /** After each command, or once after the last where the events of it all say what was so in between. */
  const after = (check: (run: Run) => void, when: 'each' | 'last' = 'each') =>
    fc.assert(
      fc.property(sequences, (sequence) => {
        const run = new Run()
        sequence.forEach((command, now) => {
          run.send(command, now)
          if (when === 'each') check(run)
        })
        if (when === 'last') check(run)
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
          expect(live.has(event.handle)).toBe(false)
          live.add(event.handle)
          most = Math.max(most, live.size)
          expect(event.handle).toBeLessThan(most)
        }
        if (event.kind === 'canceled') live.delete(event.handle)
        if (event.kind === 'traded' && event.restingLeaves === 0) live.delete(event.restingHandle)
        if (event.kind === 'traded' && event.incomingLeaves === 0) live.delete(event.incomingHandle)
      }
      recycled += handles.length - new Set(handles).size
    }, 'last')
    expect(recycled).toBeGreaterThan(0)
  })
})

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
