import { type PriceKobo, Side } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnTypes } from '../../store/column-types.ts'
import { Connection } from '../../store/connection.ts'
import { BUYER, DeskStage, order } from '../desk.fixture.ts'
import { Candidate } from './election.ts'
import { FencedOut } from './failures.ts'

const LOCK = 0x5442

let stage: DeskStage
let other: OtherProcess

let price: PriceKobo

beforeAll(async () => {
  stage = await DeskStage.open()
  other = new OtherProcess(stage)
  price = await stage.referencePx('GTCO')
}, 60_000)
afterAll(async () => {
  other.end()
  await stage.database.close()
})

const anOrder = (clOrdID: string) => order(BUYER, clOrdID, Side.buy, price, 10)
/** The buyer has no money: a refusal that is kept. */
const wasDecided = { kind: 'refused', refusal: { refusal: 'insufficientFunds' } }
const fence = async () => BigInt(String((await stage.asAdmin('SELECT fence FROM desk'))[0]?.[0]))

/** A second Tradebook as the database sees it: its connections have a name of their own. */
class OtherProcess {
  readonly #stage: DeskStage
  readonly #connections: Connection[] = []

  constructor(stage: DeskStage) {
    this.#stage = stage
  }

  /** A database connection of its desk. */
  connect = async (): Promise<Connection> => {
    const connection = new Connection(
      () => this.#stage.database.access.admin,
      { connectMs: 5_000, answerMs: 60_000 },
      {
        application_name: 'tradebook 1@elsewhere 0',
        types: columnTypes,
        options: '-c role=tradebook_desk',
        pipeline: true,
      },
    )
    await connection.connect()
    this.#connections.push(connection)
    return connection
  }

  /** Takes the lead when the process that has it loses its session, as a network fault would have it. */
  async takeLead(): Promise<void> {
    const session = await this.connect()
    const taken = session.query('SELECT pg_advisory_lock($1)', [LOCK])
    await expect
      .poll(() => this.#stage.asAdmin("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"))
      .toHaveLength(1)
    await this.#stage.asAdmin(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = $1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      [LOCK],
    )
    await taken
  }

  end(): void {
    for (const connection of this.#connections) connection.cut()
  }
}

test('a process that leads takes over again and again', async () => {
  const candidate = new Candidate()
  const client = await stage.connect()
  const first = await candidate.stand(client)
  const second = await candidate.stand(client)
  expect(second.epoch).toBe(first.epoch + 1)
  expect(second.fence).toBeGreaterThan(first.fence)
  client.cut()
})

test("the desk of a process that does not lead cannot start, and the leader's desk continues", async () => {
  const desk = await stage.startDesk()
  const before = await fence()
  await expect(stage.startDesk({ connect: other.connect })).rejects.toThrow('does not lead')
  expect(await fence()).toBe(before)
  expect(await desk.submit(anOrder('o1'))).toMatchObject(wasDecided)
  await desk.end()
})

/** The last test: the process of this test never leads again. */
test('a desk that lost the lead takes over nothing, and ends once the next leader is elected', async () => {
  const replaced = Promise.withResolvers<Error>()
  const desk = await stage.startDesk({ onReplaced: replaced.resolve })
  const candidate = new Candidate()
  const client = await stage.connect()
  const before = await fence()
  await other.takeLead()
  await expect(candidate.stand(client)).rejects.toThrow('does not lead')
  expect(await fence()).toBe(before)

  const next = await stage.startDesk({ connect: other.connect })
  const elected = await fence()
  expect(await desk.submit(anOrder('o2'))).toMatchObject({ refusal: { refusal: 'outcomeUnknown' } })
  expect(await replaced.promise).toBeInstanceOf(FencedOut)
  expect(await fence()).toBe(elected)
  expect(await next.submit(anOrder('o3'))).toMatchObject(wasDecided)
  expect(await stage.asAdmin('SELECT cl_ord_id FROM orders ORDER BY cl_ord_id')).toEqual([['o1'], ['o3']])
  client.cut()
  await desk.end()
  await next.end()
})
