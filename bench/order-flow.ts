import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathOf, Side } from '@tradebook/contract'
import { openAsSuperuser } from '../test/faults/audit.ts'
import { type Firm, signIn } from '../test/person.ts'
import type { RunningServer } from '../test/running-server.ts'
import type { DiskWatch } from './disk-watch.ts'
import { OrderConnections } from './order-connections.ts'

/** The orders that the benches send, and how they are sent. */

export const securities = ['GTCO', 'ZENITHBANK', 'UBA', 'MTNN', 'DANGCEM']

export interface BenchOrder {
  readonly authorization: string
  readonly body: string
}

export interface OrderSource {
  readonly next: () => BenchOrder
  /** Of both firms. */
  readonly accounts: readonly string[]
}

/** What one run of orders measured. */
export interface Run {
  readonly orders: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** How long the orders of a run took, in words, and how long the disk took meanwhile. */
export const durationsOf = ({ p50Ms, p99Ms }: Run, disk: DiskWatch): string =>
  [
    `p50 ${p50Ms.toFixed(1)} ms`,
    `p99 ${p99Ms.toFixed(1)} ms`,
    `slowest write to the disk ${disk.slowestMs().toFixed(1)} ms`,
  ].join('   ')

/** Brokers of each firm: no user may have more than 64 requests waiting. */
const BROKERS = 4

/**
 * Orders of two firms in turn, buying and selling at one price, so that every second one trades
 * and no book grows.
 */
export async function orderSource(server: RunningServer): Promise<OrderSource> {
  await addBrokers(server)
  const desks: readonly { firm: Firm; side: string }[] = [
    { firm: 'Meridian', side: Side.buy },
    { firm: 'Zenith-Hill', side: Side.sell },
  ]
  const sides = await Promise.all(
    desks.map(async ({ firm, side }) => {
      const names = Array.from({ length: BROKERS }, (_, n) => (n === 0 ? 'broker' : `broker${n}`))
      const brokers = await Promise.all(names.map((name) => signIn(server, firm, name)))
      const [broker] = brokers as [(typeof brokers)[number]]
      const { items } = await broker.get('BackOffice/GetCustomers', { maxResultCount: 100 })
      const ranges = await Promise.all(
        securities.map((security) => broker.get('MarketData/getPricelimitRange', { security })),
      )
      const accounts = items.map(({ accountNumber }) => accountNumber)
      if (side === Side.sell) await bringShares(server, firm, items)
      return { tokens: brokers.map(({ token }) => `Bearer ${token}`), side, accounts, ranges }
    }),
  )
  let count = 0
  return {
    accounts: sides.flatMap(({ accounts }) => accounts),
    next: () => {
      const n = count
      count += 1
      const { tokens, side, accounts, ranges } = sides[n % 2] as (typeof sides)[number]
      const turn = n >> 1
      const range = ranges[turn % ranges.length] as (typeof ranges)[number]
      const body = JSON.stringify({
        clOrdID: `bench-${process.pid}-${n}`,
        account: accounts[turn % accounts.length],
        securityID: range.securityID,
        side,
        ordType: '2',
        price: range.referencePx,
        orderQty: 1,
        timeInForce: '0',
      })
      return { authorization: tokens[turn % tokens.length] ?? '', body }
    },
  }
}

/** Brings shares into the accounts of sellers, so that none has sold all before the last order. */
async function bringShares(
  server: RunningServer,
  firm: Firm,
  customers: readonly { readonly cscsAccount: string }[],
): Promise<void> {
  const [maker, approver] = await Promise.all(['admin', 'broker'].map((name) => signIn(server, firm, name)))
  if (!maker || !approver) return
  for (const { cscsAccount: cscsAcct } of customers)
    for (const securityID of securities) {
      const { id, status } = await maker.get('BackOffice/PostSecurityEntry', {
        ...{ postingID: `bench-${cscsAcct}-${securityID}`, cscsAcct, securityID, type: 'transferIn' },
        ...{ quantity: PLENTY, unitCost: 1, reference: `BENCH-${securityID}`, narration: 'Shares to sell' },
      })
      if (status === 'awaitingApproval') await approver.get('BackOffice/ApproveCashEntry', { id })
    }
}

const PLENTY = 1_000_000

/** More brokers of both firms, with the password and the roles of the first. */
async function addBrokers({ dataFolder }: RunningServer): Promise<void> {
  const client = await openAsSuperuser(dataFolder)
  await client.query(
    `INSERT INTO users (tenant_id, user_name, name, surname, email_address, password_hash, security_stamp, creation_time)
     SELECT tenant_id, user_name || n, name, surname, n || email_address, password_hash, gen_random_uuid(), creation_time
     FROM users, generate_series(1, $1::int) AS n WHERE user_name = 'broker'`,
    [BROKERS - 1],
  )
  await client.query(
    `INSERT INTO user_roles SELECT u.tenant_id, u.id, r.role_id FROM users u
     JOIN users b ON b.tenant_id = u.tenant_id AND b.user_name = 'broker'
     JOIN user_roles r ON (r.tenant_id, r.user_id) = (b.tenant_id, b.id)
     WHERE u.user_name LIKE 'broker_'`,
  )
  await client.end()
}

/** Sends as fast as the answers come for so long. @throws Error on any answer but a success. */
export async function flood(
  url: string,
  next: () => BenchOrder,
  { connections, durationMs }: { connections: number; durationMs: number },
): Promise<Run> {
  const sender = new OrderConnections(url, connections)
  const latencies: number[] = []
  const started = performance.now()
  const until = started + durationMs
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const sent = performance.now()
        await sender.send({ path: PATH, ...next() })
        latencies.push(performance.now() - sent)
      }
    }),
  )
  return measured(latencies, started, sender)
}

/** How often orders are sent that come at a rate. */
const TICK_MS = 5

interface Pace {
  readonly perSecond: number
  readonly connections: number
  /** At most. */
  readonly durationMs: number
  /** Ends it before that. */
  readonly isDone?: () => boolean
}

/** Sends at a rate, whether or not answers have come. @throws Error on any answer but a success. */
export async function pace(
  url: string,
  next: () => BenchOrder,
  { perSecond, connections, durationMs, isDone = () => false }: Pace,
): Promise<Run> {
  const sender = new OrderConnections(url, connections)
  const latencies: number[] = []
  const answered: Promise<void>[] = []
  const started = performance.now()
  for (let elapsed = 0; elapsed < durationMs && !isDone(); elapsed = performance.now() - started) {
    while (answered.length < (elapsed * perSecond) / 1000) {
      const sent = performance.now()
      answered.push(
        sender.send({ path: PATH, ...next() }).then(() => void latencies.push(performance.now() - sent)),
      )
    }
    await sleep(TICK_MS)
  }
  await Promise.all(answered)
  return measured(latencies, started, sender)
}

async function measured(latencies: number[], started: number, sender: OrderConnections): Promise<Run> {
  const seconds = (performance.now() - started) / 1000
  await sender.close()
  latencies.sort((a, b) => a - b)
  const quantile = (q: number) => latencies[Math.floor((latencies.length - 1) * q)] ?? 0
  return {
    orders: latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  }
}

const PATH = pathOf('Order/SendNewOrder')

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
