import { isRefusal, OrdStatus, type PriceKobo, type Quantity, refuse, Side } from '@tradebook/contract'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { BUYER, nextEpoch, of, order } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'
import { WAITING_PER_USER } from './fair-queue.ts'
import { nextCommit, type PausedCommit, pausableConnection } from './paused-commits.fixture.ts'

/** What the desk decides while a batch is being persisted, on a real database. */

/** How often connecting fails from now on. */
let failing = 0
const options = {
  connect: () => {
    failing -= 1
    return failing < 0 ? pausableConnection() : Promise.reject(new Error('there is no database'))
  },
}
shareDesk({ funds: { naira: 100_000_000n }, options })

let count = 0
let inFlight: PausedCommit
let first: ReturnType<typeof desk.submit>

const anOrder = (quantity = 10) => {
  count += 1
  return order(BUYER, `o${count}`, Side.buy, price, quantity)
}
const available = (): bigint => {
  const previewed = desk.preview(anOrder())
  if (isRefusal(previewed)) throw new Error(previewed.refusal)
  return previewed.available
}
/** As PostgreSQL refuses what a batch contains. */
const unrecordable = { at: 3, error: Object.assign(new Error('refused'), { code: '22021' }) }
const decided = (before: bigint) => vi.waitFor(() => expect(available()).toBeLessThan(before))
const kept = (clOrdID: string) =>
  stage.column(`SELECT count(*)::int FROM orders WHERE cl_ord_id = '${clOrdID}'`)

const isPublished = ({ request }: ReturnType<typeof anOrder>) =>
  stage.events.some(
    (event) => event.target === 'onExecutionReport' && event.argument.clOrdID === request.clOrdID,
  )

beforeEach(async () => {
  const committing = nextCommit()
  first = desk.submit(anOrder())
  inFlight = await committing
})

test('it is decided at once, and answered after its own commit', async () => {
  const before = available()
  let isAnswered = false
  const sent = anOrder()
  const second = desk.submit(sent).finally(() => {
    isAnswered = true
  })
  await decided(before)
  const committing = nextCommit()
  inFlight.release()
  const own = await committing
  expect(await first).toMatchObject({ kind: 'order' })
  expect([isAnswered, await kept(sent.request.clOrdID)]).toEqual([false, [0]])
  own.release()
  expect(await second).toMatchObject({ kind: 'order' })
  expect(await kept(sent.request.clOrdID)).toEqual([1])
})

test('it is not persisted with the batch in flight, and nothing of it is published before its own commit', async () => {
  const before = available()
  const sent = anOrder()
  const second = desk.submit(sent)
  await decided(before)
  const committing = nextCommit()
  inFlight.release()
  const own = await committing
  await first
  expect(isPublished(sent)).toBe(false)
  own.release()
  await second
  expect(isPublished(sent)).toBe(true)
})

test('an order that it ends has ended for a preview at once, even while its end is being persisted', async () => {
  inFlight.release()
  const entered = await first
  if (entered.kind !== 'order') throw new Error(entered.kind)
  const { orderID } = entered.order
  const asked = { kind: 'replaceOrder', origin: of(BUYER), clOrdID: '', orderID, change: {} } as const
  const previewed = () => desk.preview(asked)
  const over = refuse('orderIsFinal', { orderID, ordStatus: OrdStatus.canceled })
  let committing = nextCommit()
  const other = desk.submit(anOrder())
  const another = await committing
  const before = available()
  const cancelled = desk.submit({
    kind: 'cancelOrder',
    origin: of(BUYER),
    clOrdID: `end of ${orderID}`,
    orderID,
  })
  await vi.waitFor(() => expect(available()).toBeGreaterThan(before))
  const seen = [previewed()]
  committing = nextCommit()
  another.release()
  const own = await committing
  seen.push(previewed())
  own.release()
  expect(await Promise.all([other, cancelled])).toMatchObject([{ kind: 'order' }, { kind: 'order' }])
  expect(seen).toEqual([over, over])
})

test(`at most ${WAITING_PER_USER} inputs of one user wait, decided or not`, async () => {
  const before = available()
  const others = Array.from({ length: WAITING_PER_USER - 1 }, () => desk.submit(anOrder()))
  await decided(before)
  const last = desk.submit(anOrder())
  expect(await desk.submit(anOrder())).toMatchObject({ refusal: { refusal: 'busy' } })
  inFlight.release()
  for (const answer of await Promise.all([first, ...others, last]))
    expect(answer).toMatchObject({ kind: 'order' })
  expect(await desk.submit(anOrder())).toMatchObject({ kind: 'order' })
})

test('half of many arriving inputs enter the next batch, and the others are decided while it is persisted', async () => {
  const before = available()
  const others = Array.from({ length: 40 }, () => desk.submit(anOrder()))
  await decided(before)
  const afterHalf = available()
  let committing = nextCommit()
  inFlight.release()
  const half = await committing
  await decided(afterHalf)
  committing = nextCommit()
  half.release()
  const rest = await committing
  await first
  const [persisted] = await stage.column("SELECT count(*)::int FROM orders WHERE cl_ord_id LIKE 'o%'")
  rest.release()
  for (const answer of await Promise.all(others)) expect(answer).toMatchObject({ kind: 'order' })
  const [all] = await stage.column("SELECT count(*)::int FROM orders WHERE cl_ord_id LIKE 'o%'")
  expect(Number(all) - Number(persisted)).toBe(19)
})

test('a batch is decided again if the previous one cannot be recorded', async () => {
  const before = available()
  const sent = anOrder()
  const second = desk.submit(sent).finally(() => {
    // As always: what is answered has been published.
    expect(isPublished(sent)).toBe(true)
  })
  await decided(before)
  inFlight.release(unrecordable)
  expect(await Promise.all([first, second])).toMatchObject([{ kind: 'order' }, { kind: 'order' }])
  expect(await kept(sent.request.clOrdID)).toEqual([1])
})

test('if the database is unavailable when a batch is decided again, all callers are told that nothing was kept', async () => {
  const before = available()
  const sent = anOrder()
  const second = desk.submit(sent)
  await decided(before)
  const back = nextEpoch(desk)
  failing = 1
  inFlight.lose(unrecordable)
  const refused = { refusal: { refusal: 'unavailable' } }
  expect(await Promise.all([first, second])).toMatchObject([refused, refused])
  await back
  expect(await desk.submit(sent)).toMatchObject({ kind: 'order' })
})

test('if the previous batch’s outcome is unknown, this batch’s is known: none of it was sent', async () => {
  const before = available()
  const sent = anOrder()
  const second = desk.submit(sent)
  await decided(before)
  const back = nextEpoch(desk)
  inFlight.lose()
  expect(await first).toMatchObject({ refusal: { refusal: 'outcomeUnknown' } })
  expect(await second).toMatchObject({ refusal: { refusal: 'unavailable' } })
  await back
  expect(await kept(sent.request.clOrdID)).toEqual([0])
  expect(await desk.submit(sent)).toMatchObject({ kind: 'order' })
})

test('inputs that arrive on a new market day wait until the previous day has ended', async () => {
  inFlight.release()
  await first
  stage.pass(Date.parse('2026-11-20T22:59:59.950Z') - stage.now)
  const committing = nextCommit()
  const asked = [desk.submit(anOrder())]
  const lastOfDay = await committing
  const before = available()
  asked.push(desk.submit(anOrder()))
  await decided(before)
  const atMidnight = available()
  stage.pass(100)
  const ofNewDay = anOrder()
  asked.push(desk.submit(ofNewDay))
  // It would be decided by now.
  await new Promise(setImmediate)
  expect(available()).toBe(atMidnight)
  lastOfDay.release()
  expect(await Promise.all(asked)).toMatchObject(Array(3).fill({ kind: 'order' }))
  const dates = await stage.column('SELECT market_date::text FROM orders ORDER BY order_id DESC LIMIT 3')
  expect(dates).toEqual(['2026-11-23', '2026-11-20', '2026-11-20'])
})

test('inputs that arrive as the clock jumps are not decided while the time is in doubt', async () => {
  const second = desk.submit(anOrder())
  stage.now += 3 * 86_400_000
  onTestFinished(() => {
    stage.now -= 3 * 86_400_000
  })
  await new Promise(setImmediate)
  inFlight.release()
  expect(await first).toMatchObject({ kind: 'order' })
  expect(await second).toMatchObject({ refusal: { refusal: 'tradingPaused' } })
})

test("the crowd's commands wait, because clients' requests until the commit come first", async () => {
  const below = (naira: number) => (price - naira * 100) as PriceKobo
  const entered: number[] = []
  onTestFinished(
    desk.subscribe(({ events }) => {
      for (const { target, argument } of events)
        if (target === 'addOrderBook') entered.push(Math.round(argument.mdEntryPx * 100))
    }),
  )
  const bid = async (naira: number) => {
    const before = available()
    count += 1
    const answered = desk.submit(order(BUYER, `o${count}`, Side.buy, below(naira), 10))
    await decided(before)
    return { answered }
  }
  const security = desk.listings.findIndex(({ securityID }) => securityID === 'GTCO')
  const asked = { kind: 'enter', ref: 1, security, side: Side.buy, quantity: 1 as Quantity } as const
  expect(desk.offer([{ ...asked, price: below(2) }])).toBe(true)
  const bids = [await bid(1), await bid(3)]
  inFlight.release()
  await Promise.all(bids.map(({ answered }) => answered))
  await vi.waitFor(() => expect(entered).toContain(below(2)))
  expect(entered).toEqual([price, below(1), below(3), below(2)])
})

test('a desk that ends persists and answers what it has decided', async () => {
  onTestFinished(() => startDesk(options))
  const before = available()
  const sent = anOrder()
  const second = desk.submit(sent)
  await decided(before)
  const ended = desk.end()
  inFlight.release()
  expect(await Promise.all([first, second])).toMatchObject([{ kind: 'order' }, { kind: 'order' }])
  await ended
  expect(await kept(sent.request.clOrdID)).toEqual([1])
})
