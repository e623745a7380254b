import { ExecInst, isTaken, OrdType, type Phase, phases, TimeInForce, takesOrders } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { durationsIn, durationsShown, instructionIn, kindsIn, kindsShown } from './offers.ts'

const taking = phases.filter(takesOrders)

test.each(taking)(
  'in the phase %s every offered order type and time in force is accepted, the usual one first',
  (phase) => {
    expect(kindsIn(phase, true)[0]).toBe(OrdType.limit)
    for (const ordType of kindsIn(phase, true)) {
      expect(durationsIn(phase, ordType)[0]).toBe(TimeInForce.day)
      for (const timeInForce of durationsIn(phase, ordType)) {
        expect(isTaken(phase, { ordType, timeInForce, execInst: instructionIn(phase, ordType) })).toBe(true)
      }
    }
  },
)

test('an imbalance session asks for imbalance orders, no other phase for an instruction', () => {
  const asking = taking.filter((phase) => instructionIn(phase, OrdType.limit) !== null)
  expect(asking).toEqual<Phase[]>(['preOpenImbalance', 'preCloseImbalance'])
  expect(instructionIn('preOpenImbalance', OrdType.limit)).toBe(ExecInst.imbalanceOnly)
})

test('while no orders are accepted, an order is prepared for continuous trading', () => {
  for (const phase of ['closed', 'halted', undefined] as const) {
    expect(kindsIn(phase, false)).toEqual(kindsIn('continuous', false))
    expect(durationsIn(phase, OrdType.limit)).toEqual(durationsIn('continuous', OrdType.limit))
  }
})

test('a choice stays visible, in its place, when the phase no longer accepts it', () => {
  const { day, goodTillCancel, goodTillDate, goodTillOpen } = TimeInForce
  expect(durationsShown('preOpen', OrdType.limit, day)).toEqual([
    ...[day, goodTillCancel, goodTillDate, goodTillOpen],
  ])
  const ofMarket = durationsIn('continuous', OrdType.market)
  expect(durationsShown('continuous', OrdType.market, day)).toEqual(ofMarket)
  expect(durationsShown('continuous', OrdType.market, goodTillDate)).toEqual([
    ...[day, goodTillDate, ...ofMarket.slice(1)],
  ])
  expect(kindsShown('preOpen', false, OrdType.market)).toEqual([OrdType.limit, OrdType.market])
})

test('stop orders are offered by a firm that accepts them, and where one is repeated', () => {
  const { limit, market, stop, stopLimit } = OrdType
  expect(kindsShown('continuous', false, limit)).toEqual([limit, market])
  expect(kindsShown('continuous', true, limit)).toEqual([limit, market, stop, stopLimit])
  expect(kindsShown('continuous', false, stop)).toEqual([limit, market, stop])
  expect(kindsShown('preClose', true, limit)).toEqual([limit, market])
})

test('only what the exchange accepts is offered, and what is chosen stays visible', () => {
  const { day, goodTillDate, immediateOrCancel } = TimeInForce
  const venue = {
    ...{ ordTypes: [OrdType.limit], timeInForce: [day, immediateOrCancel], execInst: [] },
    ...{ crosses: false, icebergs: false, minQty: false, priceStepKobo: 1, mostQty: 1000 },
  }
  expect(kindsIn('continuous', true, venue)).toEqual([OrdType.limit, OrdType.stopLimit])
  expect(durationsIn('continuous', OrdType.limit, venue)).toEqual([day, immediateOrCancel])
  expect(kindsShown('continuous', true, OrdType.market, venue)).toContain(OrdType.market)
  expect(durationsShown('continuous', OrdType.limit, goodTillDate, venue)).toContain(goodTillDate)
  // An imbalance session asks for an instruction that this exchange does not take.
  expect(kindsIn('preOpenImbalance', false, venue)).toEqual([])
})
