import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { koboOf } from '../../server/src/gateway/decimals.ts'
import type { MarketProcess } from './market-process.ts'

const HOST = '127.0.0.1'
const LARGEST_BODY = 4096
const MOST_TRADES = 1000
/** The longest that answers can be delayed. */
const LONGEST_DELAY_MS = 600_000

/** What a call answers: a status and what goes as JSON. */
type Answer = readonly [status: number, body: object]

interface Call<Input> {
  readonly input: z.ZodType<Input>
  readonly act: (market: MarketProcess, input: Input) => Answer
}

const call = <Input>(input: z.ZodType<Input>, act: Call<Input>['act']): Call<unknown> => ({
  input,
  act: act as Call<unknown>['act'],
})
const done: Answer = [200, { done: true }]
const unknown = (what: string): Answer => [404, { error: `There is no ${what}.` }]
const nothing = z.undefined()

/** What market control can ask for. */
const calls: Readonly<Record<string, Call<unknown>>> = {
  'GET /state': call(nothing, ({ market, lines, delayMs }) => [
    200,
    {
      date: market.date,
      phase: market.phase,
      delayMs,
      openOrders: market.orders.open,
      trades: [...market.trades].length,
      halted: market.listings
        .map(({ securityID }) => securityID)
        .filter((securityID) => market.isHalted(securityID)),
      members: Array.from(lines, ([compID, line]) => ({
        compID,
        isLoggedOn: line.isLoggedOn,
        nextIn: line.numbers.nextIn,
        nextOut: line.numbers.nextOut,
        openOrders: market.orders.live(compID).length,
      })),
    },
  ]),
  'GET /trades': call(nothing, ({ market }) => [200, [...market.trades].slice(-MOST_TRADES)]),
  'POST /halt': call(z.strictObject({ securityID: z.string().optional() }), (process, { securityID }) =>
    halt(process, securityID, true),
  ),
  'POST /resume': call(z.strictObject({ securityID: z.string().optional() }), (process, { securityID }) =>
    halt(process, securityID, false),
  ),
  'POST /trades/cancel': call(z.strictObject({ tradeNumber: z.int() }), (process, { tradeNumber }) => {
    if (!inForce(process, tradeNumber)) return unknown(`trade ${tradeNumber} in force`)
    process.control({ kind: 'cancelTrade', tradeNumber })
    return done
  }),
  'POST /trades/correct': call(
    z.strictObject({ tradeNumber: z.int(), price: z.string(), quantity: z.int().min(1) }),
    (process, { tradeNumber, price, quantity }) => {
      const trade = inForce(process, tradeNumber)
      const priceKobo = koboOf(price)
      if (!trade) return unknown(`trade ${tradeNumber} in force`)
      if (priceKobo === undefined || priceKobo < 1)
        return [400, { error: 'price: a price in naira, such as "61.05"' }]
      if (quantity > trade.quantity) return [400, { error: `quantity: at most ${trade.quantity}` }]
      process.control({ kind: 'correctTrade', tradeNumber, priceKobo, quantity })
      return done
    },
  ),
  'POST /members/drop': call(z.strictObject({ compID: z.string() }), ({ lines }, { compID }) => {
    const line = lines.get(compID)
    if (!line) return unknown(`member ${compID}`)
    line.drop()
    return done
  }),
  'POST /delay': call(
    z.strictObject({ delayMs: z.int().min(0).max(LONGEST_DELAY_MS) }),
    (process, { delayMs }) => {
      process.delayMs = delayMs
      return done
    },
  ),
}

function halt(process: MarketProcess, securityID: string | undefined, halted: boolean): Answer {
  if (securityID === undefined) {
    if (halted) process.control({ kind: 'phase', phase: 'halted' })
    else process.resume()
    return done
  }
  if (!process.market.isListed(securityID)) return unknown(`security ${securityID}`)
  process.control({ kind: 'halt', securityID, halted })
  return done
}

const inForce = ({ market }: MarketProcess, tradeNumber: number) =>
  [...market.trades].find((trade) => trade.tradeNumber === tradeNumber && !trade.canceled)

/**
 * Market control by HTTP with JSON, for this machine only. Other pages in a browser on it are kept out: they cannot
 * send this type of content, nor this Host.
 */
export class Console {
  readonly #server: Server

  constructor(market: MarketProcess) {
    this.#server = createServer((request, response) => {
      answer(market, request).then(
        ([status, body]) => send(response, status, body),
        (error) => send(response, 500, { error: String(error) }),
      )
    })
  }

  /** @returns the port, which the system chooses if it is 0. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, HOST, resolve)
    })
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : port
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }
}

async function answer(market: MarketProcess, request: IncomingMessage): Promise<Answer> {
  const { method, url, headers } = request
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? ''))
    return [403, { error: 'The console is for this machine only.' }]
  const name = `${method} ${url}`
  const found = Object.hasOwn(calls, name) ? calls[name] : undefined
  if (!found) return [404, { error: `Calls are ${Object.keys(calls).join(', ')}.` }]
  let input: unknown
  if (method === 'POST') {
    if (headers['content-type'] !== 'application/json')
      return [415, { error: 'Send Content-Type: application/json.' }]
    const text = await bodyOf(request)
    if (text === undefined) return [413, { error: `A body has at most ${LARGEST_BODY} bytes.` }]
    try {
      input = JSON.parse(text || '{}')
    } catch {
      return [400, { error: 'The body is not JSON.' }]
    }
  }
  const { success, data, error } = found.input.safeParse(input)
  if (success) return found.act(market, data)
  const [issue] = error.issues
  return [400, { error: `${issue?.path.join('.') || 'body'}: ${issue?.message}` }]
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > LARGEST_BODY) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`)
}
