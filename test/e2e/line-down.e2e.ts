import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OwnExchange } from '../fix/own-exchange.ts'
import { type Person, signIn } from '../person.ts'
import { openStage, PATIENCE_MS, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

/** The line to an exchange is down for ten seconds, as a broker and an operator see it. */

const GTCO = 'GTCO'
const DOWN_MS = 10_000

let exchange: OwnExchange
let wire: Wire
let stage: Stage
let trading: TradingPage
let broker: Person
let price: string

beforeAll(async () => {
  exchange = await new OwnExchange().start()
  wire = await openWire(exchange.port)
  stage = await openStage(exchange.env('NORTH', {}, wire.port))
  broker = await signIn(stage.server, 'Meridian', 'broker')
  price = (await broker.get('MarketData/getPricelimitRange', { security: GTCO })).lowLimitPx.toFixed(2)
  trading = await TradingPage.open(stage, 'Meridian', 'customer', GTCO)
})

afterAll(async () => {
  await stage?.close()
  wire?.close()
  await exchange?.close()
})

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: PATIENCE_MS })
const rowOf = (quantity: string) => trading.orders.filter({ hasText: `/ ${quantity}` }).first()
const stateOf = async (quantity: string) => (await rowOf(quantity).innerText()).replace(/\s+/g, ' ')
const enter = async (quantity: string) => {
  await trading.fill('Buy', quantity, price)
  await trading.send(`Buy ${quantity} ${GTCO} at ${price}`)
}
const button = (name: string) => trading.ticket.getByRole('button', { name, exact: true })

test('the exchange accepts no crosses: a broker who may cross elsewhere is not offered one', async () => {
  const { ticket } = await TradingPage.open(stage, 'Meridian', 'broker', GTCO)
  // Next to it, for the same people.
  await ticket.getByRole('link', { name: 'Bulk Orders' }).waitFor()
  expect(await ticket.getByRole('button', { name: 'Cross two accounts…' }).count()).toBe(0)
})

test('with the line down for ten seconds the broker sees what is pending, can only cancel, and all of it resolves', async () => {
  await enter('110')
  await enter('120')
  await soon(() => stateOf('110')).toContain('Open')
  await soon(() => stateOf('120')).toContain('Open')

  const cutAt = Date.now()
  wire.cut()
  await trading.page
    .getByText(/^Exchange unreachable since/)
    .first()
    .waitFor()
  // Nothing can be sent that nobody knows the outcome of.
  await trading.fill('Buy', '130', price)
  expect(await button('The exchange cannot be reached').isDisabled()).toBe(true)
  await trading.page.getByText('No order book at the moment').waitFor()
  // A cancel waits, and is shown as pending.
  await rowOf('110').getByRole('button', { name: 'Cancel', exact: true }).click()
  await trading.page.getByRole('button', { name: 'Cancel the order' }).click()
  await soon(() => stateOf('110')).toMatch(/Being cancelled since \d+:\d\d/)

  await new Promise((resolve) => setTimeout(resolve, Math.max(0, cutAt + DOWN_MS - Date.now())))
  expect(await stateOf('110')).toContain('Being cancelled')
  wire.repair()
  await soon(() => stateOf('110')).toContain('Cancelled')
  await soon(() => stateOf('120')).toContain('Open')
  await trading.page
    .getByText(/^Exchange unreachable since/)
    .first()
    .waitFor({ state: 'detached' })
  await button(`Buy 130 ${GTCO} at ${price}`).waitFor()
  await enter('130')
  await soon(() => stateOf('130')).toContain('Open')
  expect(stage.mishaps).toEqual([])
})

/** A TCP proxy in front of the exchange, which can be cut. */
interface Wire {
  readonly port: number
  cut(): void
  repair(): void
  close(): void
}

async function openWire(to: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server: Server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      drop()
    },
    repair() {
      isCut = false
    },
    close() {
      drop()
      server.close()
    },
  }
}
