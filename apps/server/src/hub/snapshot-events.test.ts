import { type BookEvent, OrderBook } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PracticeBook } from './hub.fixture.ts'
import { snapshotEvents } from './snapshot-events.ts'

const shown = (book: OrderBook) => ({
  bids: book.bids.map((entry) => ({ ...entry, rptSeq: undefined })),
  offers: book.offers.map((entry) => ({ ...entry, rptSeq: undefined })),
  rptSeq: book.rptSeq,
  epoch: book.epoch,
})

test('a reader that missed any events, few or many, gets the book again and continues with it', () => {
  fc.assert(
    fc.property(fc.nat(80), fc.nat(80), fc.nat(20), (received, missed, later) => {
      const practice = new PracticeBook('GTCO')
      const [, opening] = practice.opens() as [unknown, BookEvent]
      const [whole, reader] = [new OrderBook('GTCO'), new OrderBook('GTCO')]
      const apply = (event: BookEvent, readers: readonly OrderBook[]) =>
        readers.map((book) => expect(book.apply(event)).toBe('applied'))

      apply(opening, [whole, reader])
      for (const event of practice.changesTimes(received) as BookEvent[]) apply(event, [whole, reader])
      for (const event of practice.changesTimes(missed) as BookEvent[]) apply(event, [whole])
      for (const event of snapshotEvents('GTCO', whole.snapshot())) apply(event, [reader])
      expect(shown(reader)).toEqual(shown(whole))
      for (const event of practice.changesTimes(later) as BookEvent[]) apply(event, [whole, reader])
      expect(shown(reader)).toEqual(shown(whole))
    }),
    { numRuns: 300 },
  )
})
