import { kobo, lagosDateTime, OrdStatus, type PriceKobo, Side } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUYER, DeskStage, NOW, nextEpoch, of, order } from '../desk.fixture.ts'
import type { Desk } from '../desk.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const SPEED = 15
const SESSION_ENDS = Date.parse('2026-11-20T13:37:30Z')

let stage: DeskStage
let desk: Desk
let price: PriceKobo
let count = 0

const start = () => stage.startDesk({ clock: 'demo', speed: SPEED })
/** Lets so much market time pass. */
const passMarket = (ms: number) => stage.pass(ms / SPEED)
const anOrder = () => order(BUYER, `o${++count}`, Side.buy, price, 10)
const marketTime = () => lagosDateTime(desk.marketTime())

beforeAll(async () => {
  stage = await DeskStage.open()
  desk = await start()
  price = await stage.referencePx('GTCO')
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(BUYER),
    transfer: {
      type: 'deposit',
      account: 'A1',
      amount: kobo(100_000_000_00n),
      reference: 'R1',
      narration: 'Deposit',
    },
  })
}, 60_000)
afterAll(async () => {
  await desk.end()
  await stage.database.close()
})

test('a new demo starts in the pre-open of its first day, and shows what follows', () => {
  expect(desk.session).toMatchObject({
    nextPhase: 'preOpenImbalance',
    nextAt: '2026-11-20T08:55:00.000Z',
    marketDate: '2026-11-20',
    marketTime: '2026-11-20T08:45:00.000Z',
    speed: SPEED,
  })
})

test('orders carry the market’s time, audit rows real time', async () => {
  passMarket(15.5 * MINUTE)
  const entered = anOrder()
  expect(await desk.submit(entered)).toMatchObject({ kind: 'order' })
  expect(desk.session).toMatchObject({ phase: 'continuous', startedAt: '2026-11-20T09:00:00.000Z' })
  const clOrdID = entered.request.clOrdID
  expect(await stage.rows(`SELECT transact_time FROM orders WHERE cl_ord_id = '${clOrdID}'`)).toEqual([
    [new Date('2026-11-20T09:00:30Z')],
  ])
  expect(await stage.asAdmin('SELECT execution_time FROM audit_log ORDER BY id DESC LIMIT 1')).toEqual([
    [new Date(stage.now)],
  ])
  expect(stage.now).toBe(NOW + (15.5 * MINUTE) / SPEED)
})

test('the next desk continues where this one stopped, even if nothing was asked before it ended', async () => {
  passMarket(20 * MINUTE)
  expect(marketTime()).toBe('2026-11-20 10:20')
  await desk.end()
  stage.pass(100 * 3_600 * SECOND)
  desk = await start()
  expect(marketTime()).toBe('2026-11-20 10:20')
})

test('without an input the time is persisted too, in case the desk dies', async () => {
  const kept = async () => (await stage.rows('SELECT market_time FROM desk'))[0]?.[0] as Date
  const before = await kept()
  passMarket(2 * MINUTE)
  while ((await kept()).getTime() < before.getTime() + MINUTE) await stage.column('SELECT pg_sleep(0.05)')
  expect((await kept()).getTime()).toBe(desk.marketTime())
})

test('7.5 minutes after the close the next business day begins automatically, over the weekend', async () => {
  const resting = anOrder()
  await desk.submit(resting)
  passMarket(SESSION_ENDS - desk.marketTime() - 1)
  expect(await desk.submit(anOrder())).toMatchObject({ refusal: { refusal: 'marketClosed' } })
  const opened = nextEpoch(desk)
  passMarket(2)
  await opened
  expect(desk.session).toMatchObject({ marketDate: '2026-11-23' })
  expect(marketTime()).toBe('2026-11-23 09:30')
  expect(
    await stage.column(`SELECT ord_status FROM orders WHERE cl_ord_id = '${resting.request.clOrdID}'`),
  ).toEqual([OrdStatus.expired])
})

test('the exchange’s own hours refuse a record that is ahead of the calendar, with a clear message', async () => {
  await desk.end()
  const wall = stage.now
  stage.now = NOW
  await expect(stage.startDesk({ clock: 'real' })).rejects.toThrow(
    /^The market of this data folder has reached 2026-11-23 09:30, and today is 2026-11-20: /,
  )
  stage.now = wall
  desk = await stage.startDesk({ clock: 'open' })
  expect(desk.session).toMatchObject({ phase: 'continuous', nextPhase: null, nextAt: null, speed: 1 })
})
