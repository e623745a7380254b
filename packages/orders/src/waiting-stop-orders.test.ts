import { isTriggeredAt, type PriceKobo, Side } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrderOfEntry, type WaitingStopOrder, WaitingStopOrders } from './waiting-stop-orders.ts'

/** The same by looking at every stop. */
class NaiveStopOrders {
  stops: WaitingStopOrder[] = []

  set(stop: WaitingStopOrder): void {
    this.delete(stop.orderID)
    this.stops.push(stop)
  }

  delete(orderID: string): void {
    this.stops = this.stops.filter((stop) => stop.orderID !== orderID)
  }

  takeTriggered(securityID: string, lastPx: PriceKobo): string[] {
    const triggered = this.stops.filter(
      (stop) => stop.securityID === securityID && isTriggeredAt(stop.side, stop.stopPx, lastPx),
    )
    for (const { orderID } of triggered) this.delete(orderID)
    return triggered.map(({ orderID }) => orderID)
  }
}

const price = fc.integer({ min: 95, max: 105 }) as fc.Arbitrary<PriceKobo>
const securityID = fc.constantFrom('GTCO', 'MTNN')
const orderID = fc.integer({ min: 1, max: 30 }).map(String)
const tenantId = fc.constantFrom(1, 2)
const account = fc.constantFrom('A', 'B')
const step = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    stop: fc.record({
      orderID,
      securityID,
      tenantId,
      account,
      side: fc.constantFrom(Side.buy, Side.sell),
      stopPx: price,
    }),
  }),
  fc.record({ kind: fc.constant('delete' as const), orderID }),
  fc.record({ kind: fc.constant('trade' as const), securityID, price }),
)

test('trades trigger the same stop orders as checking every order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [stops, naive] = [new WaitingStopOrders(), new NaiveStopOrders()]
      for (const step of steps) {
        if (step.kind === 'set') for (const each of [stops, naive]) each.set(step.stop)
        else if (step.kind === 'delete') for (const each of [stops, naive]) each.delete(step.orderID)
        else {
          const triggered = inOrderOfEntry(stops.takeTriggered(step.securityID, step.price))
          expect(triggered).toEqual(inOrderOfEntry(naive.takeTriggered(step.securityID, step.price)))
        }
        expect(stops.size).toBe(naive.stops.length)
        const inGtco = naive.stops.filter((stop) => stop.securityID === 'GTCO' && stop.tenantId === 1)
        expect(stops.countOf(1, undefined, 'GTCO')).toBe(inGtco.length)
        expect(stops.countOf(1, 'A', 'GTCO')).toBe(inGtco.filter((stop) => stop.account === 'A').length)
      }
    }),
    { numRuns: 500 },
  )
})

test('stops are triggered in the order of their entry, whatever their number of digits', () => {
  expect(inOrderOfEntry(['10', '9', '101'])).toEqual(['9', '10', '101'])
})
