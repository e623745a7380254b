import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { OrdType, pathOf, Side } from '@tradebook/contract'

/**
 * What takes part in a flood, each in a process of its own: who floods, who trades meanwhile, and a server that does
 * nothing with what it is asked, which tells what the flood costs the machine.
 */

/** A request that is made again and again. */
export interface FloodRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** So many zeros instead of `%` in the body. */
  readonly filledTo?: number
}

export interface FloodOrders {
  readonly role: 'flood'
  readonly url: string
  readonly connections: number
  readonly requests: readonly FloodRequest[]
}

export interface TraderOrders {
  readonly role: 'trader'
  readonly url: string
  readonly token: string
  readonly account: string
  readonly order: { readonly securityID: string; readonly price: number }
  readonly count: number
  readonly pauseMs: number
}

/** Answers by status; `cut` where the connection was. */
export interface Flooded {
  readonly answers: Readonly<Record<string, number>>
}

/** How long each order took in milliseconds, and what became of those that were not accepted. */
export interface Traded {
  readonly delays: readonly number[]
  readonly others: readonly string[]
}

const COME_BACK_MS = 20

const going = true

process.once('message', (orders: FloodOrders | TraderOrders | { role: 'dummy' }) => {
  if (orders.role === 'flood') void flood(orders)
  else if (orders.role === 'trader') void trade(orders)
  else dummy()
})

async function flood({ url, connections, requests }: FloodOrders): Promise<void> {
  const answers: Record<string, number> = {}
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const bodies = requests.map(({ body, filledTo = 0 }) =>
    body === undefined ? undefined : Buffer.from(body.replace('%', '\0'.repeat(filledTo)), 'latin1'),
  )
  process.on('message', (what: 'report' | 'stop') => {
    process.send?.({ answers } satisfies Flooded)
    if (what === 'stop') process.disconnect()
    if (what === 'stop') process.exit(0)
  })
  const work = async (first: number) => {
    for (let at = first; going; at++) {
      const { method, path, headers } = requests[at % requests.length] as FloodRequest
      const asked = request(new URL(path, url), { method, headers: { ...headers }, agent })
      // A connection may be cut behind its answer as well.
      asked.on('error', () => undefined)
      asked.end(bodies[at % requests.length])
      const answer = (await once(asked, 'response').catch(() => undefined)) as
        | [NodeJS.ReadableStream & { statusCode: number }]
        | undefined
      const status = answer?.[0].statusCode ?? 'cut'
      answers[status] = (answers[status] ?? 0) + 1
      if (answer) await once(answer[0].resume(), 'close').catch(() => undefined)
      else await sleep(COME_BACK_MS)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, at) => work(at)))
}

async function trade({ url, token, account, order, count, pauseMs }: TraderOrders): Promise<void> {
  const delays: number[] = []
  const others: string[] = []
  for (let placed = 0; placed < count; placed++) {
    const asked = performance.now()
    const answer = await fetch(`${url}${pathOf('Order/SendNewOrder')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        ...{ clOrdID: crypto.randomUUID(), account, ...order },
        ...{ side: Side.buy, ordType: OrdType.limit, orderQty: 1 },
      }),
    })
    const text = await answer.text()
    if (answer.status === 200) delays.push(performance.now() - asked)
    else others.push(`${answer.status} ${text.slice(0, 200)}`)
    await sleep(pauseMs)
  }
  process.send?.({ delays, others } satisfies Traded)
  process.disconnect()
}

/** As long as an answer of the server is on average. */
const ANSWER = 'x'.repeat(4_096)

function dummy(): void {
  const server = createServer((asked, answer) => {
    asked.resume().once('end', () => answer.end(ANSWER))
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.once('disconnect', () => process.exit(0))
}
