import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { pathOf } from '@tradebook/contract'
import { Agent, type Dispatcher, request } from 'undici'
import { type Firm, signIn } from '../test/person.ts'
import { newDataFolder, type RunningServer, removeDataFolder, startServer } from '../test/running-server.ts'
import { postgresTime, serverTime } from './processor-time.ts'

/**
 * Orders answered a second through HTTP, each durable before its answer, beside bare Fastify
 * answering the same validated request with nothing behind it. The runs are interleaved, so that
 * whatever else the machine does falls on both; the figures are medians, and the ratio is the one
 * that counts.
 */

const CONNECTIONS = 64
const ROUNDS = 5
const RUN_MS = 4_000
const WARM_UP_MS = 2_000
const securities = ['GTCO', 'ZENITHBANK', 'UBA', 'MTNN', 'DANGCEM']

interface Run {
  readonly orders: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Processor time so far in microseconds, by where it goes. */
const spent = () => {
  const { user, system } = process.cpuUsage()
  return [user + system, serverTime(product.pid), postgresTime(dataFolder)]
}

const dataFolder = newDataFolder()
const product = await startServer(dataFolder)
const peer = spawn(process.execPath, [fileURLToPath(new URL('./orders-peer.ts', import.meta.url))], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const [peerUrl] = (await once(peer.stdout.setEncoding('utf8'), 'data')) as [string]
  const orders = await orderSource(product)
  const contenders = [
    { name: 'Tradebook, durable', url: product.url, runs: [] as Run[] },
    { name: 'bare Fastify', url: peerUrl.trim(), runs: [] as Run[] },
  ]
  for (const { url } of contenders) await run(url, orders, WARM_UP_MS)
  const spentOnOrders = [0, 0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { url, runs } of contenders) {
      const before = spent()
      runs.push(await run(url, orders, RUN_MS))
      const after = spent()
      if (url === product.url)
        after.forEach((time, index) => {
          spentOnOrders[index] = (spentOnOrders[index] ?? 0) + time - (before[index] ?? 0)
        })
    }
  }

  console.log(
    `new orders, half of them trading, from ${CONNECTIONS} connections; medians of ${ROUNDS} interleaved runs`,
  )
  const rates = contenders.map(({ name, runs }) => {
    const perSecond = median(runs.map((it) => it.perSecond))
    const p50 = median(runs.map((it) => it.p50Ms)).toFixed(1)
    const p99 = median(runs.map((it) => it.p99Ms)).toFixed(1)
    const rate = Math.round(perSecond).toLocaleString('en').padStart(7)
    console.log(`${name.padEnd(20)} ${rate} orders/s   p50 ${p50} ms   p99 ${p99} ms`)
    return perSecond
  })
  const [ours = 0, theirs = 1] = rates
  console.log(`ratio ${(ours / theirs).toFixed(3)}`)
  const answered = contenders[0]?.runs.reduce((sum, { orders: count }) => sum + count, 0) ?? 0
  const [client, server, postgres] = spentOnOrders.map((time) => Math.round(time / answered))
  console.log(`processor time an order: client ${client} µs, server ${server} µs, PostgreSQL ${postgres} µs`)
} finally {
  peer.kill()
  await product.stop()
  await removeDataFolder(dataFolder)
}

type Order = { readonly authorization: string; readonly body: string }

/**
 * Orders of two firms in turn, buying and selling at one price, so that every second one trades
 * and no book grows.
 */
async function orderSource(server: RunningServer): Promise<() => Order> {
  const desks: readonly { firm: Firm; side: string }[] = [
    { firm: 'Meridian', side: '1' },
    { firm: 'Zenith-Hill', side: '2' },
  ]
  const sides = await Promise.all(
    desks.map(async ({ firm, side }) => {
      const broker = await signIn(server, firm, 'broker')
      const { items } = await broker.get('BackOffice/GetCustomers', { maxResultCount: 100 })
      const ranges = await Promise.all(
        securities.map((security) => broker.get('MarketData/getPricelimitRange', { security })),
      )
      const accounts = items.map(({ accountNumber }) => accountNumber)
      return { authorization: `Bearer ${broker.token}`, side, accounts, ranges }
    }),
  )
  let count = 0
  return () => {
    const n = count
    count += 1
    const { authorization, side, accounts, ranges } = sides[n % 2] as (typeof sides)[number]
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
    return { authorization, body }
  }
}

/** Sends as fast as the answers come for so long. @throws Error on any answer but a success. */
async function run(url: string, nextOrder: () => Order, durationMs: number): Promise<Run> {
  const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 })
  const latencies: number[] = []
  const started = performance.now()
  const until = started + durationMs
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) {
        const sent = performance.now()
        await send(`${url}${pathOf('Order/SendNewOrder')}`, nextOrder(), dispatcher)
        latencies.push(performance.now() - sent)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  await dispatcher.close()
  latencies.sort((a, b) => a - b)
  const quantile = (q: number) => latencies[Math.floor((latencies.length - 1) * q)] ?? 0
  return {
    orders: latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  }
}

async function send(url: string, { authorization, body }: Order, dispatcher: Dispatcher): Promise<void> {
  const answer = await request(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body,
    dispatcher,
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`an order was answered ${answer.statusCode}: ${text}`)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
