import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExecType, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { OrderThere } from '@tradebook/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { venueProfile } from '../../apps/exchange/src/market/venue-profile.ts'
import { MarketProcess } from '../../apps/exchange/src/market-process.ts'
import type { SaidByVenue } from '../../apps/server/src/gateway/deliveries.ts'
import type { Log } from '../../apps/server/src/gateway/line.ts'
import { OrderLine } from '../../apps/server/src/gateway/order-line.ts'
import { gatewayProfile, sessionSettings } from '../../apps/server/src/gateway/profile.ts'
import { SessionRecord } from '../../apps/server/src/gateway/session-record.ts'
import type { NumberedCommand } from '../../apps/server/src/venue/commands.ts'
import { type TestDatabase, testStore } from '../../apps/server/testing/test-database.ts'
import { between, chance } from '../chance.ts'

/** `npm run faults` kills more often. */
const KILLS = process.env.TRADEBOOK_TEST_LONG === '1' ? 200 : 40
const SEED = 20_261_128

const folder = mkdtempSync(join(tmpdir(), 'order-line-'))
/** What the exchange gets and sends. */
const messages: string[] = []
let exchange: MarketProcess
let port: number
let database: TestDatabase

beforeAll(async () => {
  database = await testStore()
  const profile = venueProfile({
    ...{ name: 'test', compID: 'EXCHANGE', securities: ['GTCO'], crowdRate: 0 },
    members: [{ compID: 'NORTH', version: 'FIX.5.0SP1' }],
  })
  const fail = (error: Error) => {
    throw error
  }
  const log: Log = (session, direction, text) => messages.push(`${session} ${direction} ${text}`)
  exchange = await MarketProcess.open({ profile, folder, log, fail })
  port = await exchange.listen(0, '127.0.0.1')
})
afterAll(async () => {
  await exchange?.close()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The record of a process that ends between a write and what was to follow it. */
class DyingRecord extends SessionRecord {
  /** After so many writes of messages nothing more leaves. */
  livesFor = Number.POSITIVE_INFINITY

  override after(act: () => void): void {
    super.after(() => {
      this.livesFor -= 1
      if (this.livesFor >= 0) act()
    })
  }
}

const order = (id: number): NumberedCommand => ({
  id,
  command: {
    kind: 'new',
    order: {
      ...{ orderID: String(id), participant: 0, securityID: 'GTCO', side: Side.buy, duration: 'rest' },
      ...{ price: 6100 as PriceKobo, quantity: 100 as Quantity, displayQty: null, minQty: null },
      ...{ imbalanceOnly: false, atClose: false, ends: null },
    },
  },
})

/** The record of the session, opened by the process that holds it from then on. */
async function openRecord(lost: () => void = () => {}) {
  const record = new DyingRecord({
    connect: () => database.leadership.connectDesk(),
    ...{ name: 'NORTH-EXCHANGE', log: () => {}, now: Date.now, lost },
  })
  return { record, recorded: await record.open() }
}

interface LineOptions {
  readonly rate?: { readonly perSecond: number; readonly burst: number }
  readonly resetOnLogon?: boolean
  readonly opened?: Awaited<ReturnType<typeof openRecord>>
}

/** A line whose session is up. */
async function openLine(
  take: (what: SaidByVenue) => Promise<boolean>,
  { rate = { perSecond: 1000, burst: 1000 }, resetOnLogon = false, opened }: LineOptions = {},
) {
  const profile = gatewayProfile({
    ...{ name: 'test', version: 'FIX.5.0SP1', hours: 'always', rate },
    orders: { senderCompID: 'NORTH', targetCompID: 'EXCHANGE', host: '127.0.0.1', port, resetOnLogon },
    marketData: { senderCompID: 'NORTH-DATA', targetCompID: 'EXCHANGE', host: '127.0.0.1', port },
  })
  const { record, recorded } = opened ?? (await openRecord())
  const settings = sessionSettings(profile, profile.orders, {})
  const line = new OrderLine({
    ...{ profile, settings, record, recorded, take, messages: () => {}, warn: () => {}, now: Date.now },
  })
  const ready = new Promise<void>((resolve) => line.onReady(resolve))
  line.start()
  await ready
  return { line, record }
}

test('killed between the record and the socket, each order is at the exchange once, or reported as never arrived', async () => {
  const random = chance(SEED)
  const said = new Map<string, string>()
  const sent: NumberedCommand[] = []
  const take = async (what: SaidByVenue) => {
    if (what.kind === 'venueReport') said.set(what.said.orderID ?? '', what.said.report.execType)
    return true
  }
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const { line, record } = await openLine(take)
    for (const command of sent) if (!said.has(String(command.id))) line.ask(command)
    await expect.poll(() => sent.filter(({ id }) => !said.has(String(id)))).toEqual([])
    if (kill < KILLS) {
      record.livesFor = between(random, 0, 3)
      for (let count = between(random, 1, 3); count > 0; count -= 1) {
        sent.push(order(sent.length + 1))
        line.send(sent.at(-1)!)
        if (random() < 0.5) await new Promise(setImmediate)
      }
      await expect.poll(() => record.livesFor < 0 || sent.every(({ id }) => said.has(String(id)))).toBe(true)
    }
    await line.stop()
  }
  const accepted = [...said].filter(([, execType]) => execType === ExecType.new).map(([orderID]) => orderID)
  const rejected = [...said].filter(([, execType]) => execType === ExecType.rejected)
  expect(exchange.market.orders.of('NORTH')).toHaveLength(accepted.length)
  expect(accepted.length + rejected.length).toBe(sent.length)
  // A run in which nothing was lost, or everything, would show little.
  expect(accepted.length).toBeGreaterThan(0)
  expect(rejected.length).toBeGreaterThan(0)
})

test('orders that the gateway no longer knows are adopted with what follows, or cancelled', async () => {
  const reports: (readonly [string | null, string])[] = []
  let open: readonly OrderThere[] = []
  const take = async (what: SaidByVenue) => {
    if (what.kind === 'venueOrders') open = what.orders ?? []
    else reports.push([what.said.orderID, what.said.report.execType])
    return true
  }
  const first = await openLine(take)
  for (const id of [901, 902]) first.line.send(order(id))
  await expect
    .poll(() => reports)
    .toEqual([
      ['901', ExecType.new],
      ['902', ExecType.new],
    ])
  await first.line.stop()
  const connection = await database.leadership.connectDesk()
  await connection.query('DELETE FROM exchange_orders')
  await connection.end()

  const { line } = await openLine(take)
  line.askOpenOrders()
  await expect.poll(() => open.filter(({ orderID }) => orderID === null).length).toBeGreaterThanOrEqual(2)
  const [adopted, canceled] = open.slice(-2)
  reports.length = 0
  const { command } = order(77)
  if (command.kind !== 'new') throw new Error('not an order')
  const adopts = { venueOrderID: adopted!.venueOrderID!, clOrdID: adopted!.clOrdID! }
  line.send({ id: 990, command: { kind: 'new', order: { ...command.order, adopts } } })
  await expect.poll(() => reports).toEqual([['77', ExecType.new]])
  line.send({ id: 991, command: { kind: 'cancel', orderID: '77', clOrdID: 'ours' } })
  await expect.poll(() => reports.at(-1)).toEqual(['77', ExecType.canceled])
  line.cancelUnclaimed(canceled!)
  await expect.poll(() => reports.at(-1)).toEqual([null, ExecType.canceled])
  const left = open.length - 2
  open = []
  line.askOpenOrders()
  await expect.poll(() => open.length).toBe(left)
  expect(open.map(({ venueOrderID }) => venueOrderID)).not.toContain(canceled!.venueOrderID)
  await line.stop()
})

test('an order that has been open for weeks can still be cancelled after a restart, one that ended is forgotten', async () => {
  const reports: (readonly [string | null, string])[] = []
  const take = async (what: SaidByVenue) => {
    if (what.kind === 'venueReport') reports.push([what.said.orderID, what.said.report.execType])
    return true
  }
  const cancel = (orderID: string, id: number): NumberedCommand => ({
    id,
    command: { kind: 'cancel', orderID, clOrdID: `c${id}` },
  })
  const first = await openLine(take)
  for (const id of [1001, 1002]) first.line.send(order(id))
  await expect.poll(() => reports).toHaveLength(2)
  first.line.send(cancel('1002', 1003))
  await expect.poll(() => reports.at(-1)).toEqual(['1002', ExecType.canceled])
  await first.line.stop()
  const connection = await database.leadership.connectDesk()
  await connection.query("UPDATE exchange_orders SET changed_at = now() - interval '11 days'")
  await connection.end()

  const { line } = await openLine(take)
  line.send(cancel('1001', 1004))
  await expect.poll(() => reports.at(-1)).toEqual(['1001', ExecType.canceled])
  await line.stop()
  const after = await database.leadership.connectDesk()
  const { rows } = await after.query('SELECT order_id FROM exchange_orders WHERE order_id IN (1001, 1002)')
  await after.end()
  expect(rows.map(({ order_id }) => String(order_id))).toEqual(['1001'])
})

test('an order that waits for the message rate is sent, and not reported as never arrived when it is asked about', async () => {
  const reports: (readonly [string | null, string])[] = []
  const take = async (what: SaidByVenue) => {
    if (what.kind === 'venueReport') reports.push([what.said.orderID, what.said.report.execType])
    return true
  }
  const { line } = await openLine(take, { rate: { perSecond: 2, burst: 1 } })
  for (const id of [1101, 1102]) line.send(order(id))
  line.ask(order(1102))
  await expect
    .poll(() => reports)
    .toEqual([
      ['1101', ExecType.new],
      ['1102', ExecType.new],
    ])
  await line.stop()
})

test('a leader that was suspended and replaced sends nothing when it continues, and its successor can connect', async () => {
  const reports: (readonly [string | null, string])[] = []
  const take = async (what: SaidByVenue) => {
    if (what.kind === 'venueReport') reports.push([what.said.orderID, what.said.report.execType])
    return true
  }
  const isLost = Promise.withResolvers<void>()
  messages.length = 0
  const rate = { perSecond: 2, burst: 1 }
  const { line } = await openLine(take, { rate, opened: await openRecord(isLost.resolve) })
  line.send(order(1201))
  await expect.poll(() => reports).toEqual([['1201', ExecType.new]])

  const opened = await openRecord()
  // One of them leaves at once, and the other waits for the message rate.
  for (const id of [1202, 1203]) line.send(order(id))
  await isLost.promise
  await line.stop()
  const successor = await openLine(take, { opened })
  for (const id of [1202, 1203]) successor.line.ask(order(id))
  await expect
    .poll(() => reports.slice(1))
    .toEqual([
      ['1202', ExecType.rejected],
      ['1203', ExecType.rejected],
    ])
  const sent = messages.filter((text) => text.startsWith('EXCHANGE-NORTH >') && text.includes('|35=D|'))
  expect(
    exchange.market.orders.of('NORTH').filter(({ clOrdID }) => sent.at(-1)?.includes(clOrdID)),
  ).toHaveLength(1)
  expect(reports).toHaveLength(3)
  await successor.line.stop()
})

test('after a restored backup, an order is not taken for the one that had its number before', async () => {
  const reports: (readonly [string | null, string])[] = []
  const take = async (what: SaidByVenue) => {
    if (what.kind === 'venueReport') reports.push([what.said.orderID, what.said.report.execType])
    return true
  }
  const first = await openLine(take)
  const before = exchange.market.orders.of('NORTH').length
  first.line.send(order(1301))
  await expect.poll(() => reports).toEqual([['1301', ExecType.new]])
  await first.line.stop()
  await database.run('DELETE FROM exchange_orders WHERE order_id = 1301')
  await database.run('UPDATE exchange_sessions SET next_in = 1, next_out = 1')

  const { line } = await openLine(take, { resetOnLogon: true })
  line.send(order(1301))
  await expect.poll(() => reports.slice(1)).toEqual([['1301', ExecType.new]])
  expect(exchange.market.orders.of('NORTH')).toHaveLength(before + 2)
  await line.stop()
})

test('a line that stops logs out', async () => {
  const { line } = await openLine(async () => true)
  messages.length = 0
  line.send(order(1401))
  await line.stop()
  await expect
    .poll(() => messages.filter((text) => text.startsWith('EXCHANGE-NORTH >')))
    .toEqual([expect.stringContaining('|35=D|'), expect.stringContaining('|35=5|')])
})
