import { marketRules, OrdStatus, type PriceKobo, Side } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUYER, DeskStage, fund, of, order, SELLER } from '../desk.fixture.ts'
import type { Desk } from '../desk.ts'

/** A desk on PostgreSQL through a Friday on which the circuit breaker is triggered twice, with a restart in each phase of it. */

/** One security alone moves the index far enough, by any trade. */
const rules = {
  ...marketRules,
  minMoveQty: { A: 1, B: 1, C: 1 },
  breaker: { ...marketRules.breaker, triggerBps: 5 },
}

let stage: DeskStage
let desk: Desk
let reference: PriceKobo
let count = 0

const at = (time: string) => Date.parse(`2026-11-20T${time}+01:00`)
const written = (time: string) => new Date(at(time)).toISOString()
const goTo = (time: string) => stage.pass(at(time) - stage.now)
const start = async () => {
  desk = await stage.startDesk({ clock: 'real', rules })
}
const restart = async () => {
  await desk.end()
  await start()
}
/** So much above the reference price, in per cent, in whole ticks. */
const above = (percent: number) => (reference + Math.round((reference * percent) / 500) * 5) as PriceKobo
const sell = (px: PriceKobo) => desk.submit(order(SELLER, `s${++count}`, Side.sell, px, 10))
const buy = (px: PriceKobo) => desk.submit(order(BUYER, `b${++count}`, Side.buy, px, 10))
const trade = async (px: PriceKobo) => {
  await sell(px)
  return buy(px)
}
const triggers = () =>
  stage.column("SELECT breaker_triggers FROM market_state WHERE market_date = '2026-11-20'")
const phasesJournalled = () =>
  stage.rows("SELECT body ->> 'phase', at FROM journal WHERE kind = 'phase' ORDER BY sequence")

beforeAll(async () => {
  stage = await DeskStage.open()
  goTo('10:20:00')
  await start()
  reference = await stage.referencePx('GTCO')
  await fund(desk, { naira: 1_000_000_000n, gtco: 1_000 })
}, 60_000)
afterAll(async () => {
  await desk.end()
  await stage.database.close()
})

test('the index has moved too far: the trade is done, then the market is halted, over a restart; orders can still be cancelled', async () => {
  const resting = await buy(above(-5))
  expect(desk.session).toMatchObject({ phase: 'continuous' })
  goTo('11:00:00')
  expect(await trade(above(5))).toMatchObject({ order: { ordStatus: OrdStatus.filled } })
  expect(desk.session).toMatchObject({ phase: 'halted', nextPhase: 'reopening' })

  await restart()
  expect(desk.session).toMatchObject({ phase: 'halted', nextPhase: 'reopening' })
  expect(desk.halts).toMatchObject([
    { securityID: null, cause: 'circuitBreaker', reason: null, by: null, until: desk.session?.nextAt },
  ])
  expect(await triggers()).toEqual([[written('11:00:00')]])
  expect(await buy(above(5))).toMatchObject({ refusal: { refusal: 'notInThisPhase' } })
  if (resting.kind !== 'order') throw new Error('the order was refused')
  const cancel = {
    kind: 'cancelOrder',
    origin: of(BUYER),
    clOrdID: 'x',
    orderID: resting.order.orderID,
  } as const
  expect(await desk.submit(cancel)).toMatchObject({ order: { ordStatus: OrdStatus.canceled } })
})

test('after half an hour an auction of ten minutes reopens it at one price, over a restart', async () => {
  goTo('11:31:00')
  expect(await sell(above(4))).toMatchObject({ order: { ordStatus: OrdStatus.new } })
  expect(await buy(above(6))).toMatchObject({ order: { ordStatus: OrdStatus.new } })
  await restart()
  expect(desk.session).toMatchObject({ phase: 'reopening', nextPhase: 'continuous' })
  expect(desk.picture.statisticsOf('GTCO')).toMatchObject({ indicativeQty: 10 })

  await desk.end()
  goTo('11:45:00')
  await start()
  expect(
    await stage.rows(
      'SELECT trade_condition, trade_time FROM market_trades ORDER BY trade_number DESC LIMIT 1',
    ),
  ).toEqual([['reopening', new Date(at('11:40:00'))]])
  expect((await phasesJournalled()).slice(-3)).toEqual([
    ['halted', new Date(at('11:00:00'))],
    ['reopening', new Date(at('11:30:00'))],
    ['continuous', new Date(at('11:40:00'))],
  ])
  // It stands as far off as before, and trading goes on.
  expect(await trade(above(5))).toMatchObject({ order: { ordStatus: OrdStatus.filled } })
  expect(desk.session).toMatchObject({ phase: 'continuous' })
})

test('the second trigger closes the day: day orders expire, and the next day opens as usual', async () => {
  goTo('12:00:00')
  await trade(above(0))
  await buy(above(-5))
  expect(desk.session).toMatchObject({ phase: 'continuous' })
  goTo('12:05:00')
  await trade(above(-5.5))
  await restart()
  expect(desk.session).toMatchObject({ phase: 'closed', nextPhase: 'preOpen' })
  expect(await triggers()).toEqual([[written('11:00:00'), written('12:05:00')]])
  expect(await stage.column("SELECT count(*)::int FROM orders WHERE ord_status IN ('0', '1')")).toEqual([0])
  expect(await buy(above(0))).toMatchObject({ refusal: { refusal: 'marketClosed' } })

  stage.pass(Date.parse('2026-11-23T10:30:00+01:00') - stage.now)
  await restart()
  expect(desk.session).toMatchObject({ phase: 'continuous', marketDate: '2026-11-23', nextPhase: 'preClose' })
})
