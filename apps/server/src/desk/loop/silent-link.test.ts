import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PriceKobo, Side } from '@tradebook/contract'
import { Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { BUYER, DeskStage, fund, nextEpoch, order } from '../desk.fixture.ts'
import type { Desk } from '../desk.ts'

let stage: DeskStage
let desk: Desk
let price: PriceKobo
let link: SilentLink
/** Every process of PostgreSQL that ever served this desk. */
let served: number[] = []

beforeAll(async () => {
  stage = await DeskStage.open()
  const { admin } = stage.database.access
  link = await SilentLink.to(admin.port as number)
}, 60_000)

beforeEach(async () => {
  served = []
  desk = await stage.startDesk({
    async connect() {
      const connection = await link.lead(stage.database.access.admin, () => stage.connect())
      served.push(stage.deskPid)
      return connection
    },
  })
  onTestFinished(() => desk.end())
  await fund(desk, { naira: 100_000_000n })
  price = await stage.referencePx('GTCO')
})

afterAll(async () => {
  link.close()
  await stage.database.close()
})

test('after a link falls silent during a commit the desk recovers, with one connection', async () => {
  const back = nextEpoch(desk)
  link.silenceBeforeCommit()
  const sent = order(BUYER, 'o1', Side.buy, price, 10)
  expect(await desk.submit(sent)).toMatchObject({ refusal: { refusal: 'outcomeUnknown' } })
  await back
  expect(link.isSilent).toBe(true)
  expect(await alive()).toEqual([served.at(-1)])
  expect(served).toHaveLength(2)
  expect(await desk.submit(sent)).toMatchObject({ kind: 'order' })
}, 30_000)

test('a table that an operator locks for long does not pile up connections, and trading continues afterwards', async () => {
  const operator = new Client(stage.database.access.admin)
  onTestFinished(() => operator.end())
  await operator.connect()
  await operator.query('BEGIN; LOCK TABLE orders IN ACCESS EXCLUSIVE MODE')
  expect(await desk.submit(order(BUYER, 'o2', Side.buy, price, 10))).toMatchObject({
    refusal: { refusal: 'outcomeUnknown' },
  })
  await until(() => served.length === 3)
  // Until the lock has stopped the new connection too, the reason is that the database does not answer.
  await until(() => desk.status.reason?.includes('lock') === true)
  expect(desk.status.ready).toBe(false)
  expect((await alive()).length).toBeLessThanOrEqual(1)
  const back = nextEpoch(desk)
  await operator.query('ROLLBACK')
  await back
  expect(await desk.submit(order(BUYER, 'o3', Side.buy, price, 10))).toMatchObject({ kind: 'order' })
}, 30_000)

test('PostgreSQL itself gives up a desk that is gone, before the desk gives up PostgreSQL', async () => {
  const connection = await stage.database.leadership.connectDesk()
  onTestFinished(() => connection.cut())
  const { rows } = await connection.query(
    `SELECT current_setting('statement_timeout')::interval < '5s' AS statement,
       current_setting('lock_timeout')::interval < current_setting('statement_timeout')::interval AS lock,
       current_setting('idle_in_transaction_session_timeout')::interval BETWEEN '1s' AND '5s' AS idle,
       current_setting('tcp_keepalives_idle')::int BETWEEN 1 AND 10 AS keepalives,
       current_setting('tcp_user_timeout')::int BETWEEN 1_000 AND 15_000 AS unacknowledged,
       current_user = 'tradebook_desk' AS role`,
  )
  expect(rows).toEqual([
    { statement: true, lock: true, idle: true, keepalives: true, unacknowledged: true, role: true },
  ])
})

/** Those that PostgreSQL still has of the processes that served the desk. */
const alive = async () =>
  (await stage.asAdmin('SELECT pid FROM pg_stat_activity WHERE pid = ANY($1)', [served])).flat()

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10)
}

/** The message that ends a transaction whose statements were sent behind one another. */
const SYNC = Buffer.from([0x53, 0, 0, 0, 4])

/** A way to the database that may lose one connection without a word, as a firewall does. */
class SilentLink {
  readonly #server: Server
  readonly #port: number
  readonly #sockets = new Set<Socket>()
  #armed = false
  isSilent = false

  static async to(port: number): Promise<SilentLink> {
    const link = new SilentLink(port)
    link.#server.listen(0, '127.0.0.1')
    await once(link.#server, 'listening')
    return link
  }

  private constructor(port: number) {
    this.#port = port
    this.#server = createServer((near) => this.#join(near, connect(port, '127.0.0.1')))
  }

  /** The next commit gets as far as its end; from then on neither end receives anything. */
  silenceBeforeCommit(): void {
    this.#armed = true
  }

  /** Connects over this link: the store asks at each connect where the database is. */
  async lead<Result>(admission: ClientConfig, connecting: () => Promise<Result>): Promise<Result> {
    const { port } = this.#server.address() as { port: number }
    Object.assign(admission, { port })
    try {
      return await connecting()
    } finally {
      Object.assign(admission, { port: this.#port })
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #join(near: Socket, far: Socket): void {
    let silent = false
    near.on('data', (data) => {
      if (silent) return
      const end = this.#armed && data.includes('elected') ? data.lastIndexOf(SYNC) : -1
      if (end < 0) return void far.write(data)
      far.write(data.subarray(0, end))
      this.#armed = false
      this.isSilent = silent = true
    })
    far.on('data', (data) => {
      if (!silent) near.write(data)
    })
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        if (!silent) other.destroy()
      })
    }
  }
}
