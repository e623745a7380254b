import { connect, type Socket } from 'node:net'
import { HUB_PATH, OrdType, pathOf, Side } from '@tradebook/contract'

/**
 * Those who ask for more than they may, all at once, as a process of their own: what they do with
 * its processor time is not what the others wait for.
 */

/** What the abusers do, as the test orders it. */
export interface AbuseOrders {
  readonly url: string
  /** Floods orders, and subscribes without end. */
  readonly customer: { readonly token: string; readonly account: string }
  /** Lists orders without end. */
  readonly lister: { readonly token: string }
  readonly order: { readonly securityID: string; readonly price: number }
  readonly securities: readonly string[]
}

/** What became of it. */
export interface Abuse {
  readonly ordersSent: number
  /** Answers to orders, by status and code, for example `429 6001`. */
  readonly orders: Readonly<Record<string, number>>
  readonly listings: Readonly<Record<string, number>>
  readonly hubCalls: number
  readonly hubAnswers: number
  /** Why the hub ended connections, in its words. */
  readonly hubClosed: Readonly<Record<string, number>>
  /** Upgrades that were refused. */
  readonly hubRefused: number
}

const ORDER_CONNECTIONS = 32
const LISTING_CONNECTIONS = 16
const HUB_CONNECTIONS = 8
/** Requests on their way on one connection. */
const PIPELINED = 16
const LISTED = 1_000
/** 400 a second. */
const HUB_CALLS_A_TICK = 4
const HUB_TICK_MS = 10
const TERMINATOR = String.fromCharCode(0x1e)
const MOST_UNSENT = 1024 * 1024
const COME_BACK_MS = 200

class Tally {
  readonly counts: Record<string, number> = {}
  add(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }
}

let going = true
const orders = new Tally()
const listings = new Tally()
const hubClosed = new Tally()
let ordersSent = 0
let hubCalls = 0
let hubAnswers = 0
let hubRefused = 0

/** A connection that always has so many requests on their way, and comes back when it is cut. */
function pipeline(url: string, depth: number, next: () => string, tally: Tally): void {
  const { hostname, port } = new URL(url)
  const open = () => {
    const socket: Socket = connect(Number(port), hostname)
    let received = ''
    socket.on('connect', () => socket.write(Array.from({ length: depth }, next).join('')))
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
      let more = ''
      for (let answer = readAnswer(received); answer; answer = readAnswer(received)) {
        tally.add(answer.what)
        received = received.slice(answer.length)
        if (going) more += next()
      }
      if (more) socket.write(more)
    })
    socket.on('error', () => {})
    socket.on('close', () => going && setTimeout(open, COME_BACK_MS))
  }
  open()
}

/** The first whole answer: its status with the code of its error, and how long it is. All answers carry their length. */
function readAnswer(text: string): { what: string; length: number } | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = text.slice(0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${head}`)
  const whole = end + 4 + Number(length)
  if (text.length < whole) return undefined
  const status = head.slice(9, 12)
  const code = status === '200' ? undefined : /"code":(\d+)/.exec(text.slice(end, whole))?.[1]
  return { what: code === undefined ? status : `${status} ${code}`, length: whole }
}

function floodOrders({ url, customer, order }: AbuseOrders): void {
  const path = pathOf('Order/SendNewOrder')
  const next = () => {
    ordersSent += 1
    const body = JSON.stringify({
      clOrdID: `abuse-${ordersSent}`,
      account: customer.account,
      securityID: order.securityID,
      side: Side.buy,
      ordType: OrdType.limit,
      price: order.price,
      orderQty: 1,
    })
    return [
      `POST ${path} HTTP/1.1`,
      'Host: tradebook',
      `Authorization: Bearer ${customer.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
  }
  for (let n = 0; n < ORDER_CONNECTIONS; n++) pipeline(url, PIPELINED, next, orders)
}

function listOrders({ url, lister }: AbuseOrders): void {
  const request = [
    `GET ${pathOf('Order/getStockOrders')}?maxResultCount=${LISTED} HTTP/1.1`,
    'Host: tradebook',
    `Authorization: Bearer ${lister.token}`,
    '',
    '',
  ].join('\r\n')
  for (let n = 0; n < LISTING_CONNECTIONS; n++) pipeline(url, 1, () => request, listings)
}

function subscribeWithoutEnd({ url, customer, securities }: AbuseOrders): void {
  const call = `${JSON.stringify({ type: 1, invocationId: '1', target: 'subscribeStatistics', arguments: [securities] })}${TERMINATOR}`
  const open = () => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${HUB_PATH}?access_token=${customer.token}`)
    let ticking: NodeJS.Timeout | undefined
    let reason = 'cut'
    socket.addEventListener('open', () => {
      socket.send('{"protocol":"json","version":1}\x1e')
      ticking = setInterval(() => {
        // What the server does not read waits here, and is no more abuse.
        if (socket.bufferedAmount > MOST_UNSENT) return
        for (let n = 0; n < HUB_CALLS_A_TICK; n++) socket.send(call)
        hubCalls += HUB_CALLS_A_TICK
      }, HUB_TICK_MS)
    })
    socket.addEventListener('message', ({ data }) => {
      const text = String(data)
      hubAnswers += text.split('{"type":3,').length - 1
      const close = text.split(TERMINATOR).find((record) => record.startsWith('{"type":7'))
      if (close) reason = (JSON.parse(close) as { error?: string }).error ?? 'no reason'
    })
    socket.addEventListener('close', () => {
      clearInterval(ticking)
      if (ticking) hubClosed.add(reason)
      else hubRefused += 1
      if (going) setTimeout(open, COME_BACK_MS)
    })
  }
  for (let n = 0; n < HUB_CONNECTIONS; n++) open()
}

const tally = (): Abuse => ({
  ordersSent,
  orders: orders.counts,
  listings: listings.counts,
  hubCalls,
  hubAnswers,
  hubClosed: hubClosed.counts,
  hubRefused,
})

process.on('message', (message: AbuseOrders | 'report' | 'stop') => {
  if (typeof message === 'object') {
    floodOrders(message)
    listOrders(message)
    subscribeWithoutEnd(message)
    return
  }
  going = message === 'report'
  process.send?.(tally())
  if (message === 'stop') process.disconnect()
})
process.on('disconnect', () => process.exit())
