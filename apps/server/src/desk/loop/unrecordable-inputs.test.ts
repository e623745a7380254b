import { kobo, OrdStatus, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import type { MarketWorkReport } from '../../venue/market-operation.ts'
import { BUYER, nextEpoch, of, order, SELLER, type Trader } from '../desk.fixture.ts'
import { desk, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'
import { UnrecordableInputs } from './unrecordable-inputs.ts'

shareDesk({ funds: { naira: 100_000_000n, gtco: 100_000 } })

/** No text of the database has it. */
const NUL = 'a\u0000b'

/** An order as any other, except for where it was sent from, which no database keeps. */
const poisoned = async (who: Trader, clOrdID: string) => {
  const plain = order(who, clOrdID, Side.buy, await stage.referencePx('GTCO'), 100)
  return { ...plain, origin: { ...plain.origin, browserInfo: NUL } }
}

test('news of any length is kept, and its audit row is cut: no book is cleared for it', async () => {
  const epochs = stage.epochs().length
  const origin = { ...of(BUYER), tenantId: 0, userId: 1 }
  const item = { headline: 'Notice', body: 'x'.repeat(10_000), source: 'NGX', urgency: '0', securityIDs: [] }
  expect(await desk.submit({ kind: 'news', origin, item })).toMatchObject({ kind: 'done' })
  expect(stage.epochs().length).toBe(epochs)
  const rows =
    "SELECT length(parameters) <= 4096, jsonb_typeof(parameters::jsonb) FROM audit_log WHERE method_name = 'PostNews'"
  expect(await stage.asAdmin(rows)).toEqual([[true, 'object']])
})

describe('a request that the database refuses for what it contains', () => {
  test('only it is refused: everyone else in its batch gets a true answer, and one epoch begins', async () => {
    const price = await stage.referencePx('GTCO')
    const epochs = stage.epochs().length
    const before = stage.events.length
    const inputs = [
      order(SELLER, 's1', Side.sell, price, 300),
      await poisoned(BUYER, 'bad1'),
      order(SELLER, 's2', Side.sell, price, 200),
      await poisoned(SELLER, 'bad2'),
      order(BUYER, 'b1', Side.buy, price, 400),
    ]
    // All in one turn, so that they share a batch.
    const answers = await Promise.all(inputs.map((input) => desk.submit(input)))
    expect(answers).toMatchObject([
      { kind: 'order' },
      { kind: 'refused', refusal: { refusal: 'unrecordable' } },
      { kind: 'order' },
      { kind: 'refused', refusal: { refusal: 'unrecordable' } },
      { kind: 'order', order: { ordStatus: OrdStatus.filled, cumQty: 400 } },
    ])
    expect(await stage.column('SELECT cl_ord_id FROM orders ORDER BY cl_ord_id')).toEqual(['b1', 's1', 's2'])
    expect(await stage.column("SELECT sum(amount)::int FROM ledger_postings WHERE asset = 'GTCO'")).toEqual([
      0,
    ])
    expect(stage.epochs()).toHaveLength(epochs + 1)

    const published = stage.events.slice(before)
    expect(JSON.stringify(published)).not.toContain('bad')
    expect(published.filter(({ target }) => target === 'onMarketTrade')).toHaveLength(2)
    // The venue is as it was.
    expect(published.filter(({ target }) => target === 'onNseConnection')).toEqual([])
    // What is left of the second sell is what the book shows of it.
    const shown = published.findLast(({ target }) => target === 'addOrderBook')
    expect(shown).toMatchObject({ argument: { mdEntrySize: 100 } })
  })

  test('is logged with what it was, and refused before it reaches a batch when it comes again', async () => {
    expect(stage.logged.filter((line) => line.includes('is refused'))).toHaveLength(2)
    expect(stage.logged.find((line) => line.includes('bad1'))).toContain('22021')
    const epochs = stage.epochs()
    expect(await desk.submit(await poisoned(BUYER, 'bad1'))).toMatchObject({
      refusal: { refusal: 'unrecordable' },
    })
    expect(stage.epochs()).toEqual(epochs)
  })

  test('leaves its clOrdID free: nothing of it was kept', async () => {
    const price = await stage.referencePx('GTCO')
    expect(await desk.submit(order(BUYER, 'bad1', Side.buy, price, 10))).toMatchObject({ kind: 'order' })
  })

  test('whatever the request: postings, cancels and replaces, too', async () => {
    const below = ((await stage.referencePx('GTCO')) - 5) as PriceKobo
    const living = await desk.submit(order(BUYER, 'live', Side.buy, below, 500))
    if (living.kind !== 'order') throw new Error('the order was refused')
    const { orderID } = living.order
    const answers = await Promise.all([
      desk.submit({
        kind: 'externalTransfer',
        origin: of(BUYER),
        transfer: {
          type: 'deposit',
          account: 'A1',
          amount: kobo(1_00n),
          reference: NUL,
          narration: 'N',
        },
      }),
      desk.submit({ kind: 'cancelOrder', origin: of(BUYER), clOrdID: NUL, orderID }),
      desk.submit({
        kind: 'replaceOrder',
        origin: { ...of(BUYER), browserInfo: NUL },
        clOrdID: 'r1',
        orderID,
        change: { orderQty: 400 as Quantity, price: undefined, version: undefined },
      }),
    ])
    expect(answers.map((answer) => answer.kind === 'refused' && answer.refusal.refusal)).toEqual([
      'unrecordable',
      'unrecordable',
      'unrecordable',
    ])
    expect(await stage.column(`SELECT leaves_qty FROM orders WHERE order_id = ${orderID}`)).toEqual([500])
  })

  test('also where no column has its number, which is seen before anything is sent', async () => {
    const epochs = stage.epochs().length
    const below = ((await stage.referencePx('GTCO')) - 5) as PriceKobo
    const plain = order(BUYER, 'far', Side.buy, below, 1)
    const inputs = [
      order(BUYER, 'n1', Side.buy, below, 1),
      { ...plain, origin: { ...plain.origin, userId: 2 ** 31 } },
      order(BUYER, 'n2', Side.buy, below, 1),
    ]
    const answers = await Promise.all(inputs.map((input) => desk.submit(input)))
    expect(answers).toMatchObject([
      { kind: 'order' },
      { kind: 'refused', refusal: { refusal: 'unrecordable' } },
      { kind: 'order' },
    ])
    expect(stage.logged.at(-1)).toContain('2147483648 is not of type int')
    expect(stage.epochs()).toHaveLength(epochs + 1)
  })

  test("the crowd's commands in the same batch are dropped, because its orders are gone with the books", async () => {
    const reports: MarketWorkReport[] = []
    const unsubscribe = desk.subscribe(({ workReports }) => reports.push(...workReports))
    const reset = nextEpoch(desk)
    const price = await stage.referencePx('GTCO')
    const gtco = desk.listings.findIndex(({ securityID }) => securityID === 'GTCO')
    const bad = await poisoned(BUYER, 'bad3')
    // Both in one turn, so that they share a batch.
    const taken = desk.offer([
      {
        kind: 'enter',
        ref: 77,
        security: gtco,
        side: Side.sell,
        price,
        quantity: 1 as never,
      },
    ])
    expect(taken).toBe(true)
    expect(await desk.submit(bad)).toMatchObject({ refusal: { refusal: 'unrecordable' } })
    await reset
    unsubscribe()
    expect(reports).toEqual([])
  })

  test('a connection lost while the cause is looked for leaves only the input in flight in doubt', async () => {
    await desk.end()
    let commits = 0
    await startDesk({
      async connect() {
        const connection = await stage.connect()
        const transact = connection.transact.bind(connection)
        connection.transact = (statements) => {
          const requests = statements.find(({ name }) => name === 'order_requests')
          const isDoubted = requests?.values.some((text) => text?.includes('doubted'))
          // The first commit is the batch's, the second its own.
          if (isDoubted && ++commits === 2) connection.cut()
          return transact(statements)
        }
        return connection
      },
    })
    const price = await stage.referencePx('GTCO')
    const after = order(BUYER, 'after', Side.buy, price, 1)
    const inputs = [await poisoned(BUYER, 'bad4'), order(BUYER, 'doubted', Side.buy, price, 1), after]
    const reset = nextEpoch(desk)
    const answers = await Promise.all(inputs.map((input) => desk.submit(input)))
    expect(answers.map((answer) => answer.kind === 'refused' && answer.refusal.refusal)).toEqual([
      'unrecordable',
      'outcomeUnknown',
      'unavailable',
    ])
    await reset
    expect(await desk.submit(after)).toMatchObject({ kind: 'order' })
  })
})

test('keeps the newest 1,000 fingerprints', () => {
  const unrecordable = new UnrecordableInputs()
  const inputs = Array.from({ length: 1_001 }, (_, n) =>
    order(BUYER, `c${n}`, Side.buy, 5_000 as PriceKobo, 1),
  )
  for (const input of inputs) unrecordable.add(input)
  expect(inputs.slice(0, 3).map((input) => unrecordable.has(input))).toEqual([false, true, true])
  expect(inputs.slice(1).every((input) => unrecordable.has(input))).toBe(true)
})
