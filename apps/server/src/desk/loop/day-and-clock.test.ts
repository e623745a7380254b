import { OrdStatus, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MarketWorkReport } from '../../venue/market-operation.ts'
import { BUYER, DeskStage, fund, nextEpoch, of, order } from '../desk.fixture.ts'
import type { Desk } from '../desk.ts'

const DAY = 24 * 3_600_000

let stage: DeskStage
let desk: Desk
let price: PriceKobo
let count = 0

beforeAll(async () => {
  stage = await DeskStage.open()
  price = await stage.startDesk().then(async (first) => {
    await fund(first, { naira: 100_000_000n })
    await first.end()
    return stage.referencePx('GTCO')
  })
}, 60_000)

beforeEach(async () => {
  desk = await stage.startDesk()
})
afterEach(() => desk.end())
afterAll(() => stage.database.close())

const anOrder = () => {
  count += 1
  return order(BUYER, `o${count}`, Side.buy, price, 10)
}
const statusOf = (clOrdID: string) =>
  stage.column(`SELECT ord_status FROM orders WHERE cl_ord_id = '${clOrdID}'`)

describe('the change of the market day', () => {
  test('the crowd’s earlier commands are dropped: none of yesterday’s orders enters the new books', async () => {
    const reports: MarketWorkReport[] = []
    desk.subscribe(({ workReports }) => reports.push(...workReports))
    const security = desk.listings.findIndex(({ securityID }) => securityID === 'GTCO')
    const enter = {
      kind: 'enter',
      ref: 77,
      security,
      side: Side.sell,
      price,
      quantity: 1 as Quantity,
    } as const
    const before = desk.status.marketDate
    const reset = nextEpoch(desk)
    // Queued on the old day, taken on the new one.
    expect(desk.offer([enter])).toBe(true)
    stage.pass(4 * DAY)
    await reset
    expect(await desk.submit(anOrder())).toMatchObject({ kind: 'order', order: { ordStatus: OrdStatus.new } })
    expect(desk.status.marketDate > before).toBe(true)
    expect(reports).toEqual([])
  })

  test.each([0, 1, 2, 3, 4, 5, 6, 8, 12])(
    'an order of a new day is decided on that day, even if the day begins %i steps after the desk read the clock',
    async (steps) => {
      await desk.end()
      let lookAtClock = () => {}
      desk = await stage.startDesk({
        every: (_, work) => {
          lookAtClock = work
          return () => {}
        },
      })
      await desk.submit(anOrder())
      lookAtClock()
      for (let step = 0; step < steps; step += 1) await undefined
      stage.pass(4 * DAY)
      const ofNewDay = anOrder()
      expect(await desk.submit(ofNewDay)).toMatchObject({ order: { ordStatus: OrdStatus.new } })
      await desk.submit(anOrder())
      expect(await statusOf(ofNewDay.request.clOrdID)).toEqual([OrdStatus.new])
    },
  )

  test('a rebuild in mid-turn opens the books once in each epoch', async () => {
    const resting = anOrder()
    await desk.submit(resting)
    await desk.end()
    const before = stage.events.length
    // The record is at the day before: it is closed first, then the new day begins.
    stage.pass(DAY)
    desk = await stage.startDesk()
    expect(await statusOf(resting.request.clOrdID)).toEqual([OrdStatus.expired])
    const epochs = stage.epochs()
    expect(new Set(epochs).size).toBe(epochs.length)
    const published = stage.events.slice(before)
    const expired = published.filter(
      (event) => event.target === 'onExecutionReport' && event.argument.clOrdID === resting.request.clOrdID,
    )
    expect(expired).toHaveLength(1)
    expect(published.filter(({ target }) => target === 'clearAllOrderBook')).toHaveLength(150)
  })
})

describe('a leap of the wall clock', () => {
  test('three days ahead for a few seconds: trading pauses, cancels pass, nothing expires', async () => {
    const resting = anOrder()
    const living = await desk.submit(resting)
    if (living.kind !== 'order') throw new Error('the order was refused')
    const { marketDate } = desk.status
    stage.now += 3 * DAY
    expect(desk.status).toMatchObject({ ready: false, reason: expect.stringContaining('leapt by 259200 s') })
    expect(await desk.submit(anOrder())).toMatchObject({ refusal: { refusal: 'tradingPaused' } })
    expect(desk.offer([])).toBe(false)
    const { orderID } = living.order
    const cancelled = await desk.submit({ kind: 'cancelOrder', origin: of(BUYER), clOrdID: 'x1', orderID })
    expect(cancelled).toMatchObject({ order: { ordStatus: OrdStatus.canceled } })
    stage.pass(20_000)
    stage.now -= 3 * DAY
    expect(desk.status).toMatchObject({ ready: true, marketDate })
    const later = await desk.submit(anOrder())
    expect(later).toMatchObject({ kind: 'order', order: { transactTime: stage.now } })
  })

  test('is accepted after it has lasted for a minute: the new day begins', async () => {
    const resting = anOrder()
    await desk.submit(resting)
    const { marketDate } = desk.status
    stage.now += 7 * DAY
    expect(desk.status.ready).toBe(false)
    stage.pass(59_000)
    expect(desk.status).toMatchObject({ ready: false, marketDate })
    stage.pass(1_000)
    expect(await desk.submit(anOrder())).toMatchObject({ kind: 'order' })
    expect(desk.status.marketDate > marketDate).toBe(true)
    expect(await statusOf(resting.request.clOrdID)).toEqual([OrdStatus.expired])
  })

  test('inputs that were waiting when the clock jumped are not decided on an uncertain day', async () => {
    const before = desk.submit(anOrder())
    stage.now += 3 * DAY
    expect(await before).toMatchObject({ refusal: { refusal: 'tradingPaused' } })
    stage.now -= 3 * DAY
  })
})

test('while the clock is in doubt nothing trades, including batches that are decided again', async () => {
  await desk.end()
  let hasLeapt = false
  desk = await stage.startDesk({
    async connect() {
      const connection = await stage.connect()
      const transact = connection.transact.bind(connection)
      connection.transact = (statements) => {
        if (!hasLeapt && statements.some(({ name }) => name === 'order_requests')) {
          hasLeapt = true
          stage.now += 3 * DAY
        }
        return transact(statements)
      }
      return connection
    },
  })
  const plain = anOrder()
  const bad = { ...anOrder(), origin: { ...of(BUYER), browserInfo: 'a\u0000b' } }
  const [, answer] = await Promise.all([desk.submit(bad), desk.submit(plain)])
  stage.now -= 3 * DAY
  expect(hasLeapt).toBe(true)
  expect(answer).toMatchObject({ kind: 'refused', refusal: { refusal: 'tradingPaused' } })
})

test('a desk that ends stores the time, from which the next one continues', async () => {
  await desk.submit(anOrder())
  stage.pass(30_000)
  await desk.end()
  expect(await stage.column('SELECT market_time FROM desk')).toEqual([new Date(stage.now)])
})

describe('the crowd', () => {
  const anEntry = () =>
    [
      {
        kind: 'enter',
        ref: 1,
        security: desk.listings.findIndex(({ securityID }) => securityID === 'GTCO'),
        side: Side.buy,
        price: (price - 100) as PriceKobo,
        quantity: 1 as Quantity,
      },
    ] as const
  test('is throttled: few of its batches wait, and none while the clients fill a batch', async () => {
    expect([1, 2, 3, 4, 5].map(() => desk.offer([]))).toEqual([true, true, true, true, false])
    await desk.submit(anOrder())
    expect(desk.offer([])).toBe(true)
    // Thirty of each of eighteen users.
    const full = Array.from({ length: 540 }, (_, n) => {
      const origin = { ...of(BUYER), userId: 2 + Math.floor(n / 30) }
      return desk.submit({ ...anOrder(), origin })
    })
    expect(desk.offer([])).toBe(false)
    await Promise.all(full)
    expect(desk.offer([])).toBe(true)
  })

  test('is read later each time its commands cannot be recorded, until they can; clients are served', async () => {
    // The desk cannot even decide it.
    const broken = [null as never]
    for (const pause of [100, 200, 400, 800, 1_600, 2_000, 2_000]) {
      const reset = nextEpoch(desk)
      expect(desk.offer(broken)).toBe(true)
      await reset
      expect(await desk.submit(anOrder())).toMatchObject({ kind: 'order' })
      stage.pass(pause - 1)
      expect(desk.offer(broken)).toBe(false)
      stage.pass(1)
    }
    const reported = new Promise<void>((resolve) => {
      desk.subscribe(({ workReports }) => workReports.length > 0 && resolve())
    })
    expect(desk.offer(anEntry())).toBe(true)
    await reported
    const reset = nextEpoch(desk)
    expect(desk.offer(broken)).toBe(true)
    await reset
    expect(await desk.submit(anOrder())).toMatchObject({ kind: 'order' })
    stage.pass(99)
    expect(desk.offer(anEntry())).toBe(false)
    stage.pass(1)
    expect(desk.offer(anEntry())).toBe(true)
  })

  test('is not to blame for what a client sent', async () => {
    const reset = nextEpoch(desk)
    expect(desk.offer(anEntry())).toBe(true)
    await desk.submit({ ...anOrder(), origin: { ...of(BUYER), browserInfo: 'a\u0000c' } })
    await reset
    expect(await desk.submit(anOrder())).toMatchObject({ kind: 'order' })
    expect(desk.offer(anEntry())).toBe(true)
  })
})

describe('one user’s requests', () => {
  const kept = () =>
    stage.asAdmin(
      `SELECT (SELECT count(*) FROM journal), (SELECT count(*) FROM orders),
         (SELECT count(*) FROM order_requests), (SELECT count(*) FROM audit_log)`,
    )

  test('beyond 64 waiting is refused at once, and nothing of it is kept; another user is served', async () => {
    const sent = Array.from({ length: 65 }, anOrder)
    const another = anOrder()
    const answers = await Promise.all([
      ...sent.map((input) => desk.submit(input)),
      desk.submit({ ...another, origin: { ...another.origin, userId: 2 } }),
    ])
    expect(answers.slice(0, 64).every(({ kind }) => kind === 'order')).toBe(true)
    expect(answers[64]).toMatchObject({ refusal: { refusal: 'busy' } })
    expect(answers[65]).toMatchObject({ kind: 'order' })
    expect(await statusOf(sent[64]?.request.clOrdID ?? '')).toEqual([])
  })

  test('beyond 50 a second is refused, and nothing of it is kept; a real cancel never is', async () => {
    await desk.end()
    desk = await stage.startDesk({ orderRate: { perSecond: 50, burst: 10 } })
    const sendTen = () => Promise.all(Array.from({ length: 10 }, () => desk.submit(anOrder())))
    const taken = await sendTen()
    expect(taken.every(({ kind }) => kind === 'order')).toBe(true)
    const before = await kept()
    expect(await sendTen()).toMatchObject(Array(10).fill({ refusal: { refusal: 'busy' } }))
    expect(await kept()).toEqual(before)
    const orderID = taken[0]?.kind === 'order' ? taken[0].order.orderID : ''
    const cancel = { kind: 'cancelOrder', origin: of(BUYER), clOrdID: 'x2', orderID } as const
    expect(await desk.submit(cancel)).toMatchObject({ order: { ordStatus: OrdStatus.canceled } })
    stage.pass(100)
    expect((await sendTen()).filter(({ kind }) => kind === 'order')).toHaveLength(5)
  })
})
