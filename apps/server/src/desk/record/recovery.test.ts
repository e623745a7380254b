import { setTimeout as sleep } from 'node:timers/promises'
import { type PriceKobo, Side } from '@tradebook/contract'
import { Client } from 'pg'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import type { Connection } from '../../store/connection.ts'
import { BUYER, DeskStage, fund, nextEpoch, order } from '../desk.fixture.ts'
import type { Desk } from '../desk.ts'
import { FencedOut } from './failures.ts'

let stage: DeskStage
let desk: Desk
let price: PriceKobo
let count = 0

beforeAll(async () => {
  stage = await DeskStage.open()
  desk = await stage.startDesk()
  await fund(desk, { naira: 100_000_000n })
  price = await stage.referencePx('GTCO')
  await desk.end()
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
const kept = (clOrdID: string) =>
  stage.column(`SELECT count(*)::int FROM orders WHERE cl_ord_id = '${clOrdID}'`)

/** Whether the venue is reached, as it was published since then. */
const connections = (since: number) =>
  stage.events
    .slice(since)
    .flatMap((event) => (event.target === 'onNseConnection' ? [event.argument.connected] : []))

/** Something that keeps the desk's row from being written, until it is let go. */
async function holdDeskRow(): Promise<() => Promise<void>> {
  const holder = new Client(stage.database.access.admin)
  onTestFinished(() => holder.end())
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM desk WHERE id = 1 FOR UPDATE')
  return async () => void (await holder.query('ROLLBACK'))
}

const kill = (pid: number) => stage.asAdmin('SELECT pg_terminate_backend($1)', [pid])

/** The database has no event for what its processes do: it is asked until it is so. */
const until = (isSo: () => unknown): Promise<void> =>
  vi.waitFor(async () => expect(await isSo()).toBeTruthy(), { timeout: 20_000, interval: 10 })

/** A connection that PostgreSQL does not give up, and whose process is unknown, as behind a proxy. */
async function unlimited(): Promise<Connection> {
  const connection = await stage.connect()
  await connection.query('SET statement_timeout = 0; SET lock_timeout = 0')
  return Object.defineProperty(connection, 'backend', { value: undefined })
}

const waitsForRow = (pid: number) =>
  until(async () => {
    const waits = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'"
    return (await stage.asAdmin(waits, [pid])).length > 0
  })

const hasEnded = (pid: number) =>
  until(
    async () => (await stage.asAdmin('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid])).length === 0,
  )

describe('a desk whose connection is killed', () => {
  test('while a batch is in flight: its callers get 2011, and the same request can be sent again', async () => {
    const since = stage.events.length
    const epoch = stage.epochs().at(-1) ?? 0
    const letGo = await holdDeskRow()
    const sent = anOrder()
    const answer = desk.submit(sent)
    await waitsForRow(stage.deskPid)
    const back = nextEpoch(desk)
    await kill(stage.deskPid)
    expect(await answer).toMatchObject({ refusal: { refusal: 'outcomeUnknown' } })
    await until(() => !desk.status.ready)
    expect(desk.status.reason).toMatch(/database/)
    expect(await desk.submit(anOrder())).toMatchObject({ refusal: { refusal: 'unavailable' } })
    await letGo()
    await back
    expect(desk.status.ready).toBe(true)
    expect(connections(since)).toEqual([false, true])
    expect(stage.epochs().at(-1)).toBeGreaterThan(epoch)
    expect(await desk.submit(sent)).toMatchObject({ kind: 'order' })
    expect(await kept(sent.request.clOrdID)).toEqual([1])
  })

  test('notices it without a request and recovers before anyone asks', async () => {
    const since = stage.events.length
    const back = nextEpoch(desk)
    await kill(stage.deskPid)
    await back
    expect(connections(since)).toEqual([false, true])
    expect(await desk.submit(anOrder())).toMatchObject({ kind: 'order' })
  })
})

test('an unavailable database is retried without limit', async () => {
  await desk.end()
  let refusals = 0
  const enough = Promise.withResolvers<void>()
  const pauses: number[] = []
  let away = false
  desk = await stage.startDesk({
    connect: async () => {
      if (!away) return stage.connect()
      refusals += 1
      if (refusals === 50) enough.resolve()
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    },
    pause: (ms) => {
      pauses.push(ms)
      return sleep(0)
    },
  })
  away = true
  const pid = stage.deskPid
  await kill(pid)
  await enough.promise
  expect(desk.status.ready).toBe(false)
  expect(pauses.slice(0, 8)).toEqual([100, 200, 400, 500, 500, 500, 500, 500])
  const back = nextEpoch(desk)
  away = false
  await back
  expect(await desk.submit(anOrder())).toMatchObject({ kind: 'order' })
})

test('ends when idle once it notices that another was elected', async () => {
  await desk.end()
  const end = Promise.withResolvers<Error>()
  desk = await stage.startDesk({ onReplaced: end.resolve })
  await stage.asAdmin('UPDATE desk SET fence = fence + 1')
  stage.monotonic += 500
  expect(await end.promise).toBeInstanceOf(FencedOut)
})

describe('a database that is frozen', () => {
  let frozen: number
  beforeEach(() => {
    frozen = stage.deskPid
  })
  afterEach(async () => {
    await desk.end()
    await hasEnded(frozen)
  })

  test('the desk is not ready, answers 2011 at its deadline, and uncertain requests are not stored later', async () => {
    process.kill(frozen, 'SIGSTOP')
    const sent = anOrder()
    const answer = desk.submit(sent)
    // The desk takes it in the next turn of the loop.
    await sleep(0)
    stage.monotonic += 3_001
    expect(desk.status).toMatchObject({ ready: false, reason: 'The database does not answer.' })
    expect(await desk.submit(anOrder())).toMatchObject({ refusal: { refusal: 'unavailable' } })
    const back = nextEpoch(desk)
    expect(await answer).toMatchObject({ refusal: { refusal: 'outcomeUnknown' } })
    await back
    process.kill(frozen, 'SIGCONT')
    await hasEnded(frozen)
    expect(await kept(sent.request.clOrdID)).toEqual([0])
    expect(await desk.submit(sent)).toMatchObject({ kind: 'order' })
    expect(await kept(sent.request.clOrdID)).toEqual([1])
  })

  test('is noticed even when no one trades', async () => {
    process.kill(frozen, 'SIGSTOP')
    await until(() => {
      stage.monotonic += 10
      return !desk.status.ready
    })
    expect(desk.status.reason).toBe('The database does not answer.')
    process.kill(frozen, 'SIGCONT')
  })

  test('stopping does not wait for longer than the deadline of the statement in flight', async () => {
    process.kill(frozen, 'SIGSTOP')
    const answer = desk.submit(anOrder())
    await sleep(0)
    const waiting = desk.submit(anOrder())
    await desk.end()
    process.kill(frozen, 'SIGCONT')
    expect(await answer).toMatchObject({ refusal: { refusal: 'outcomeUnknown' } })
    expect(await waiting).toMatchObject({ refusal: { refusal: 'unavailable' } })
  })

  test('an attempt of its own to take over that is carried out late does not shut it out', async () => {
    await desk.end()
    desk = await stage.startDesk({ connect: unlimited })
    frozen = stage.deskPid
    const letGo = await holdDeskRow()
    const answer = desk.submit(anOrder())
    await waitsForRow(frozen)
    await kill(frozen)
    expect(await answer).toMatchObject({ refusal: { refusal: 'outcomeUnknown' } })
    // The next connection waits for the row with its attempt to take over, and is frozen there.
    await until(() => stage.deskPid !== frozen)
    frozen = stage.deskPid
    await waitsForRow(frozen)
    process.kill(frozen, 'SIGSTOP')
    await letGo()
    await until(() => stage.deskPid !== frozen)
    const back = nextEpoch(desk)
    process.kill(frozen, 'SIGCONT')
    await back
    expect(await desk.submit(anOrder())).toMatchObject({ kind: 'order' })
  })
})
