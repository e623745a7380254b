import { MDEntryType, OrdType, type PriceKobo, type Quantity, Side, TimeInForce } from '@tradebook/contract'
import { expect, it } from 'vitest'
import { type BookedOrder, PublishedBooks } from './audit.ts'
import { Crowd } from './crowd.ts'

it('sees that the later of two orders at one price comes first', () => {
  const books = new PublishedBooks(['PENNY'])
  const order = (mdEntryID: string): BookedOrder => ({
    orderID: mdEntryID,
    mdEntryID,
    securityID: 'PENNY',
    side: Side.sell,
    price: 20 as PriceKobo,
    leavesQty: 5 as Quantity,
    shownQty: null,
    ordType: OrdType.limit,
    timeInForce: TimeInForce.day,
  })
  const entry = (mdEntryID: string, rptSeq: number) => ({
    mdEntryID,
    rptSeq,
    securityID: 'PENNY',
    epoch: 1,
    mdEntryType: MDEntryType.offer,
    mdEntryPx: 0.2,
    mdEntrySize: 5,
    mdEntryTime: '2026-11-19T09:30:00.000Z',
  })
  books.apply([
    { target: 'clearAllOrderBook', argument: { securityID: 'PENNY', rptSeq: 0, epoch: 1 } },
    { target: 'addOrderBook', argument: entry('first', 1) },
    { target: 'addOrderBook', argument: entry('second', 2) },
  ])
  const audit = (...living: string[]) => books.audit(living.map(order), new Crowd(['PENNY']), () => false)
  audit('first', 'second')
  expect(() => audit('second', 'first')).toThrow("the places of clients' orders")
})
