import { refuse, Side } from '@tradebook/contract'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { Question } from '../../bus/bus.ts'
import { JoinedBus } from '../../bus/joined.fixture.ts'
import { BUYER, order, SELLER } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'
import { RemoteDesk } from './remote-desk.ts'
import { serveDesk } from './served-desk.ts'

/** A desk on a real database, and the same as another process knows it: what passes between them is encoded. */

shareDesk({ funds: { naira: 10_000_000n, gtco: 10_000 } })

let [atDesk, atWeb] = JoinedBus.pair()
let remote: RemoteDesk
let endServing: () => void
/** Milliseconds of both ends, and what each repeats. */
let now = 0
let works: (() => unknown)[] = []
let sent = 0

const every = (_: number, work: () => unknown) => {
  works.push(work)
  return () => {
    works = works.filter((each) => each !== work)
  }
}

/** Lets so much time pass, in steps in which both ends do what they repeat. */
function pass(ms: number): void {
  for (const end = now + ms; now < end; ) {
    now += 100
    for (const work of works) work()
  }
}

/** Resolves when what was asked so far has been answered. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const serve = () => {
  endServing?.()
  endServing = serveDesk(desk, atDesk, every)
}

beforeEach(async () => {
  remote?.end()
  works = []
  ;[atDesk, atWeb] = JoinedBus.pair()
  remote = new RemoteDesk({ bus: atWeb, log: pino({ level: 'silent' }), monotonic: () => now, every })
  serve()
  await remote.ready()
})

const anOrder = (side: Side = Side.buy) => {
  sent += 1
  return order(side === Side.buy ? BUYER : SELLER, `r${sent}`, side, price, 10)
}

const known = ({ picture, listings, halts }: Pick<RemoteDesk, 'picture' | 'listings' | 'halts'>) => ({
  statistics: picture.statistics(),
  book: picture.book('GTCO'),
  trades: picture.trades(),
  owners: new Set(picture.owners.all()),
  ...{ listings, halts },
})

test('orders, previews, the market and its day are the same from another process', async () => {
  expect(await remote.submit(anOrder(Side.sell))).toMatchObject({ kind: 'order', order: { leavesQty: 10 } })
  expect(await remote.submit(anOrder())).toMatchObject({ kind: 'order', order: { cumQty: 10 } })
  const input = anOrder()
  expect(await remote.preview(input)).toEqual(desk.preview(input))
  expect(known(remote)).toEqual(known(desk))
  expect(remote.session).toMatchObject({ phase: desk.session?.phase, marketDate: desk.session?.marketDate })
  expect(remote.status.marketDate).toBe(desk.status.marketDate)
})

test('after missed batches it begins again from the current market, and says so', async () => {
  const replaced: unknown[] = []
  remote.subscribe(
    () => {},
    () => replaced.push(known(remote)),
  )
  atWeb.cut()
  await desk.submit(anOrder())
  atWeb.join()
  await desk.submit(anOrder())
  pass(300)
  await settled()
  expect(replaced).toEqual([known(desk)])
})

test('while there is no heartbeat, nothing is sent and the venue is shown as not connected; afterwards all is as before', async () => {
  const replaced: unknown[] = []
  const shown: (boolean | undefined)[] = []
  const look = () => shown.push(remote.picture.venue()?.connected)
  remote.subscribe(look, () => replaced.push(0))
  const before = remote.picture.venue()
  atDesk.cut()
  pass(1_500)
  expect(shown).toEqual([false])
  expect(remote.health).toEqual({ ok: false, reason: 'No desk is heard.' })
  const input = anOrder()
  expect(await remote.submit(input)).toEqual({ kind: 'refused', refusal: refuse('unavailable') })
  expect(await remote.preview(input)).toEqual(refuse('unavailable'))
  atDesk.join()
  pass(300)
  expect(remote.picture.venue()).toEqual(before)
  expect(replaced).toEqual([])
  expect(await remote.submit(input)).toMatchObject({ kind: 'order' })
})

test('an answer that is lost is an unknown outcome, and the same request finds what was done', async () => {
  const input = anOrder()
  atWeb.answersAreLost = true
  expect(await remote.submit(input)).toEqual({ kind: 'refused', refusal: refuse('outcomeUnknown') })
  atWeb.answersAreLost = false
  expect(await remote.submit(input)).toMatchObject({ kind: 'repeat' })
})

test('an input that was sent long before it arrives is not accepted: nobody waits for it', async () => {
  const { ask } = atWeb
  const late: (() => Promise<unknown>)[] = []
  atWeb.ask = ((question: Question<unknown, unknown>, asked: unknown) => {
    late.push(() => ask.call(atWeb, question, asked))
    return new Promise(() => {})
  }) as typeof atWeb.ask
  const input = anOrder()
  void remote.submit(input)
  pass(6_000)
  expect(await late[0]?.()).toEqual({ kind: 'refused', refusal: refuse('unavailable') })
  expect(await desk.submit(input)).toMatchObject({ kind: 'order' })
})

test('when another desk leads, requests for the previous one are not sent to it, and the market is read again', async () => {
  let replaced = 0
  remote.subscribe(
    () => {},
    () => {
      replaced += 1
    },
  )
  endServing()
  await desk.end()
  await startDesk()
  serve()
  await settled()
  expect(replaced).toBe(1)
  expect(known(remote)).toEqual(known(desk))
  expect(await remote.submit(anOrder())).toMatchObject({ kind: 'order' })
})

test('a change of the epoch by the same desk is followed without beginning again', async () => {
  let replaced = 0
  remote.subscribe(
    () => {},
    () => {
      replaced += 1
    },
  )
  const { epoch } = desk.picture
  await stage.asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
    AND usename IS NOT NULL AND datname = current_database()`)
  await expect.poll(() => desk.picture.epoch).toBeGreaterThan(epoch)
  await expect.poll(() => desk.status.ready).toBe(true)
  pass(300)
  await settled()
  expect(replaced).toBe(0)
  expect(known(remote)).toEqual(known(desk))
})

test('requests to a desk that has ended have an unknown outcome as soon as another one leads', async () => {
  const { ask } = atWeb
  atWeb.ask = (() => new Promise(() => {})) as typeof atWeb.ask
  const input = anOrder()
  const answer = remote.submit(input)
  atWeb.ask = ask
  endServing()
  await desk.end()
  await startDesk()
  serve()
  expect(await answer).toEqual({ kind: 'refused', refusal: refuse('outcomeUnknown') })
  await settled()
  expect(await remote.submit(input)).toMatchObject({ kind: 'order' })
})
