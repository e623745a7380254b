import {
  isFinal,
  kobo,
  OrdStatus,
  OrdType,
  type PriceKobo,
  permissionNames,
  type Quantity,
  Side,
  shares,
  TimeInForce,
} from '@tradebook/contract'
import { Ledger } from '@tradebook/ledger'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedMarket } from '../demo/seed.ts'
import { type TestDatabase, testStore } from '../store/test-database.ts'
import { Books, type Firm, fromJournalBody, type JournalEntry, replay } from './books.ts'
import { Desk } from './desk.ts'
import type { DeskAnswer, Origin } from './inputs.ts'
import type { Published } from './published.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const BUYER = { tenantId: 1, account: 'A1' }
const SELLER = { tenantId: 2, account: 'B1' }

let database: TestDatabase
let desk: Desk
let now = NOW
/** The desk's own connection, as the database knows it. */
let deskPid = 0
const heard: Published[] = []

beforeAll(async () => {
  database = await testStore()
  await makeFirms(database)
  desk = await startDesk()
}, 60_000)

afterAll(async () => {
  await desk.stop()
  await database.close()
})

describe('the desk on a real database', () => {
  test('deposits and transfers are posted', async () => {
    const posted = await desk.submit({
      kind: 'posting',
      origin: of(BUYER),
      posting: {
        type: 'deposit',
        account: 'A1',
        amount: kobo(100_000_000_00n),
        reference: 'R1',
        narration: 'Deposit',
      },
    })
    expect(posted.kind).toBe('posted')
    const moved = await desk.submit({
      kind: 'posting',
      origin: of(SELLER),
      posting: {
        type: 'transferIn',
        account: 'B1',
        securityID: 'GTCO',
        quantity: shares(10_000),
        unitCost: kobo(50_00n),
        reference: 'R2',
        narration: 'Transfer',
      },
    })
    expect(moved.kind).toBe('posted')
  })

  test('a sell rests, a buy of another firm trades with it, and both firms’ books change', async () => {
    const price = await referencePx('GTCO')
    const sell = await desk.submit(order(SELLER, 's1', Side.sell, price, 1_000))
    expect(sell).toMatchObject({ kind: 'order', order: { ordStatus: OrdStatus.new, leavesQty: 1_000 } })
    const buy = await desk.submit(order(BUYER, 'b1', Side.buy, price, 400))
    expect(buy).toMatchObject({ kind: 'order', order: { ordStatus: OrdStatus.filled, cumQty: 400 } })

    expect(await column('SELECT cum_qty FROM orders ORDER BY order_id')).toEqual([400, 400])
    expect(await column("SELECT sum(amount)::int FROM ledger_postings WHERE asset = 'GTCO'")).toEqual([0])
    expect(await column("SELECT sum(amount)::int FROM ledger_postings WHERE asset = 'NGN'")).toEqual([0])
    expect(await column('SELECT held::int FROM positions WHERE tenant_id = 2')).toEqual([600])
    expect(await column('SELECT quantity FROM market_trades')).toEqual([400])
    expect(heard.filter(({ target }) => target === 'onMarketTrade')).toHaveLength(1)
  })

  test('the same request again gets its first answer, another one with its id is refused', async () => {
    const price = await referencePx('GTCO')
    expect(await desk.submit(order(BUYER, 'b1', Side.buy, price, 400))).toMatchObject({ kind: 'repeat' })
    expect(await desk.submit(order(BUYER, 'b1', Side.buy, price, 401))).toMatchObject({
      refusal: { refusal: 'duplicateClOrdID' },
    })
  })

  test('a refused order is kept, and its id is used up', async () => {
    const answer = await desk.submit(order(BUYER, 'b2', Side.buy, 1 as PriceKobo, 400))
    expect(answer).toMatchObject({ kind: 'refused', refusal: { refusal: 'priceOffTick' } })
    expect(await column("SELECT ord_status FROM orders WHERE cl_ord_id = 'b2'")).toEqual([OrdStatus.rejected])
    expect(await desk.submit(order(BUYER, 'b2', Side.buy, 1 as PriceKobo, 400))).toMatchObject({
      kind: 'repeat',
    })
  })

  test('another desk on the same record goes on where this one stopped', async () => {
    await desk.stop()
    desk = await startDesk()
    const cancelled = await desk.submit({
      kind: 'cancelOrder',
      origin: of(SELLER),
      clOrdID: 's2',
      orderID: await orderID('s1'),
    })
    expect(cancelled).toMatchObject({ kind: 'order', order: { ordStatus: OrdStatus.canceled, cumQty: 400 } })
    expect(await column('SELECT held::int FROM positions WHERE tenant_id = 2')).toEqual([0])
  })

  test('the next business day expires what is good for the day and settles what is due', async () => {
    const price = await referencePx('GTCO')
    await desk.submit(order(SELLER, 's3', Side.sell, price, 100))
    now = Date.parse('2026-11-24T10:00:00Z')
    const answer = (await desk.submit(order(BUYER, 's3', Side.buy, price, 100))) as Extract<
      DeskAnswer,
      { kind: 'order' }
    >
    expect(answer.order.tradeDate).toBe('2026-11-24')
    expect(await column("SELECT ord_status FROM orders WHERE cl_ord_id = 's3' ORDER BY order_id")).toEqual([
      OrdStatus.expired,
      OrdStatus.new,
    ])
    expect(await column('SELECT settled::int FROM positions WHERE tenant_id = 1')).toEqual([400])
    expect(await column('SELECT settled FROM contract_notes')).toEqual([true, true])
  })
})

test('replaying the journal from nothing gives the balances, positions and open orders of the record', async () => {
  const firms = new Map(
    [BUYER, SELLER].map(({ tenantId, account }): [number, Firm] => {
      const ledger = new Ledger({ unsettledProceedsUsable: true })
      ledger.openAccount({ account })
      return [tenantId, { tenantId, ledger, accounts: new Map() }]
    }),
  )
  const books = new Books(firms, [])
  const journal = await rows('SELECT tenant_id, sequence, at, kind, body FROM journal ORDER BY sequence')
  for (const [tenantId, sequence, at, kind, body] of journal) {
    const entry = fromJournalBody(kind as JournalEntry['kind'], body as object)
    replay(books, {
      tenantId: tenantId as number,
      sequence: Number(sequence),
      at: (at as Date).getTime(),
      entry,
    })
  }

  const open = [...books.orders.values()].filter(({ ordStatus }) => !isFinal(ordStatus))
  expect(open.map((order) => [BigInt(order.orderID), order.leavesQty, order.version])).toEqual(
    await rows(
      "SELECT order_id, leaves_qty, version FROM orders WHERE ord_status IN ('0', '1') ORDER BY order_id",
    ),
  )
  for (const { tenantId, account } of [BUYER, SELLER]) {
    const { ledger } = firms.get(tenantId) as Firm
    const { balance, held, available } = ledger.cash(account)
    expect([balance, held, available]).toEqual(
      (await rows(`SELECT balance, held, available FROM cash_balances WHERE tenant_id = ${tenantId}`))[0],
    )
    const position = ledger.position(account, 'GTCO')
    expect([position.settled, position.held, position.cost]).toEqual(
      (await rows(`SELECT settled, held, cost FROM positions WHERE tenant_id = ${tenantId}`))[0],
    )
  }
  expect(journal.length).toBeGreaterThan(10)
})

test('when its connection is cut the desk rebuilds itself, and a request of unknown outcome can be sent again', async () => {
  const epoch = () => heard.findLast((event) => event.target === 'clearAllOrderBook')?.argument.epoch ?? 0
  const before = epoch()
  const price = await referencePx('GTCO')
  const sent = order(BUYER, 'cut1', Side.buy, price, 100)
  const cut = new Client(database.access.admin)
  await cut.connect()
  await cut.query('SELECT pg_terminate_backend($1)', [deskPid])
  await cut.end()
  const rebuilt = Promise.withResolvers<void>()
  const forget = desk.onReset(rebuilt.resolve)
  expect(await desk.submit(sent)).toMatchObject({ refusal: { refusal: 'outcomeUnknown' } })
  await rebuilt.promise
  forget()
  // Whether it was kept is now known: the same request is taken, or its first answer found.
  expect(await desk.submit(sent)).toMatchObject({ kind: expect.stringMatching('order|repeat') })
  expect(epoch()).toBeGreaterThan(before)
  expect(await column("SELECT count(*)::int FROM orders WHERE cl_ord_id = 'cut1'")).toEqual([1])
})

describe('two desks on one record', () => {
  test('the one that was replaced keeps nothing more, says so and stops', async () => {
    const stopped = Promise.withResolvers<Error>()
    const replaced = await startDesk(stopped.resolve)
    await desk.stop()
    desk = await startDesk()
    const before = await column('SELECT count(*)::int FROM journal')
    const price = await referencePx('GTCO')
    expect(await replaced.submit(order(BUYER, 'f1', Side.buy, price, 100))).toMatchObject({
      refusal: { refusal: 'outcomeUnknown' },
    })
    expect((await stopped.promise).message).toBe('another desk has taken over')
    expect(await column('SELECT count(*)::int FROM journal')).toEqual(before)
    expect(await desk.submit(order(BUYER, 'f1', Side.buy, price, 100))).toMatchObject({ kind: 'order' })
  })
})

async function startDesk(onStopped?: (reason: Error) => void): Promise<Desk> {
  const log = pino({ level: 'silent' })
  const client = await database.store.forDesk().connection()
  await seedMarket(client, 1, NOW)
  await client.end()
  const started = new Desk({
    connect: async () => {
      const client = await database.store.forDesk().connection()
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
      deskPid = rows[0].pid
      return client
    },
    clock: 'open',
    wallClock: () => now,
    log,
    onStopped:
      onStopped ??
      ((reason) => {
        throw reason
      }),
  })
  started.listen(({ events }) => heard.push(...events))
  await started.start()
  return started
}

async function makeFirms({ store }: TestDatabase): Promise<void> {
  for (const { tenantId, account } of [BUYER, SELLER]) {
    await store.forHost().write((tx) =>
      tx
        .insertInto('tenants')
        .values({ id: tenantId, tenancy_name: `firm${tenantId}`, name: 'Firm', creation_time: new Date(NOW) })
        .execute(),
    )
    await store.forTenant(tenantId).write(async (tx) => {
      await tx.insertInto('customers').values({ tenant_id: tenantId, id: 1, name: 'Ada' }).execute()
      await tx
        .insertInto('trading_accounts')
        .values({ tenant_id: tenantId, account, customer_id: 1, cscs_account: `000000000${tenantId}` })
        .execute()
    })
  }
}

const of = ({ tenantId, account }: typeof BUYER): Origin => ({
  tenantId,
  userId: 1,
  userName: 'broker',
  accounts: [account],
  permissions: new Set(permissionNames),
  clientIpAddress: '127.0.0.1',
  browserInfo: 'test',
})

const order = (who: typeof BUYER, clOrdID: string, side: Side, price: PriceKobo, quantity: number) => ({
  kind: 'newOrder' as const,
  origin: of(who),
  request: {
    clOrdID,
    account: who.account,
    securityID: 'GTCO',
    side,
    ordType: OrdType.limit,
    price,
    orderQty: quantity as Quantity,
    timeInForce: TimeInForce.day,
    text: null,
  },
})

async function rows(sql: string): Promise<unknown[][]> {
  const client = await database.store.forDesk().connection()
  const { rows } = await client.query({ text: sql, rowMode: 'array' })
  await client.end()
  return rows
}

const column = async (sql: string): Promise<unknown[]> => (await rows(sql)).map(([value]) => value)

const orderID = async (clOrdID: string): Promise<string> =>
  String((await column(`SELECT order_id FROM orders WHERE cl_ord_id = '${clOrdID}'`))[0])

const referencePx = async (securityID: string): Promise<PriceKobo> => {
  const [price] = await column(
    `SELECT reference_px FROM daily_statistics WHERE security_id = '${securityID}' ORDER BY market_date DESC LIMIT 1`,
  )
  return price as PriceKobo
}
