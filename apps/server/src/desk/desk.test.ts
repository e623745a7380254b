import { isFinal, kobo, OrdStatus, type PriceKobo, type Quantity, Side, shares } from '@tradebook/contract'
import { REQUEST_REJECT } from '@tradebook/orders'
import { describe, expect, test } from 'vitest'
import { openEmbeddedVenue } from '../venue/embedded/embedded.ts'
import type { VenueReport } from '../venue/venue.ts'
import { BUYER, of, order, SELLER } from './desk.fixture.ts'
import type { DeskAnswer } from './inputs.ts'
import { desk, shareDesk, stage, startDesk } from './shared-desk.fixture.ts'

shareDesk()

describe('the desk on a real database', () => {
  test('deposits and transfers are posted', async () => {
    const posted = await desk.submit({
      kind: 'externalTransfer',
      origin: of(BUYER),
      transfer: {
        type: 'deposit',
        account: 'A1',
        amount: kobo(100_000_000_00n),
        reference: 'R1',
        narration: 'Deposit',
      },
    })
    expect(posted.kind).toBe('done')
    const moved = await desk.submit({
      kind: 'externalTransfer',
      origin: of(SELLER),
      transfer: {
        type: 'transferIn',
        account: 'B1',
        securityID: 'GTCO',
        quantity: shares(10_000),
        unitCost: kobo(50_00n),
        reference: 'R2',
        narration: 'Transfer',
      },
    })
    expect(moved.kind).toBe('done')
  })

  test('a sell rests, a buy of another firm trades with it, and both firms’ books change', async () => {
    const price = await stage.referencePx('GTCO')
    const sell = await desk.submit(order(SELLER, 's1', Side.sell, price, 1_000))
    expect(sell).toMatchObject({ kind: 'order', order: { ordStatus: OrdStatus.new, leavesQty: 1_000 } })
    const buy = await desk.submit(order(BUYER, 'b1', Side.buy, price, 400))
    expect(buy).toMatchObject({ kind: 'order', order: { ordStatus: OrdStatus.filled, cumQty: 400 } })

    expect(await stage.column('SELECT cum_qty FROM orders ORDER BY order_id')).toEqual([400, 400])
    expect(await stage.column("SELECT sum(amount)::int FROM ledger_postings WHERE asset = 'GTCO'")).toEqual([
      0,
    ])
    expect(await stage.column("SELECT sum(amount)::int FROM ledger_postings WHERE asset = 'NGN'")).toEqual([
      0,
    ])
    expect(await stage.column('SELECT held::int FROM positions WHERE tenant_id = 2')).toEqual([600])
    expect(await stage.column('SELECT quantity FROM market_trades')).toEqual([400])
    expect(stage.events.filter(({ target }) => target === 'onMarketTrade')).toHaveLength(1)
  })

  test('the same request again gets its first answer, another one with its id is refused', async () => {
    const price = await stage.referencePx('GTCO')
    expect(await desk.submit(order(BUYER, 'b1', Side.buy, price, 400))).toMatchObject({ kind: 'repeat' })
    expect(await desk.submit(order(BUYER, 'b1', Side.buy, price, 401))).toMatchObject({
      refusal: { refusal: 'duplicateClOrdID' },
    })
  })

  test('a refused order is kept, and its id is used up', async () => {
    const answer = await desk.submit(order(BUYER, 'b2', Side.buy, 1 as PriceKobo, 400))
    expect(answer).toMatchObject({ kind: 'refused', refusal: { refusal: 'priceOffTick' } })
    expect(await stage.column("SELECT ord_status FROM orders WHERE cl_ord_id = 'b2'")).toEqual([
      OrdStatus.rejected,
    ])
    expect(await desk.submit(order(BUYER, 'b2', Side.buy, 1 as PriceKobo, 400))).toMatchObject({
      kind: 'repeat',
    })
  })

  test('another desk on the same record continues where this one ended', async () => {
    await desk.end()
    await startDesk()
    const cancelled = await desk.submit({
      kind: 'cancelOrder',
      origin: of(SELLER),
      clOrdID: 's2',
      orderID: await orderID('s1'),
    })
    expect(cancelled).toMatchObject({ kind: 'order', order: { ordStatus: OrdStatus.canceled, cumQty: 400 } })
    expect(await stage.column('SELECT held::int FROM positions WHERE tenant_id = 2')).toEqual([0])
  })

  test('a change that the venue rejects leaves the order and its hold unchanged, and causes no new epoch', async () => {
    await desk.end()
    await startDesk({
      openVenue: (...given) => {
        const opened = openEmbeddedVenue(...given)
        const { venue } = opened
        const takeReports = venue.takeReports.bind(venue)
        let rejected: VenueReport[] = []
        Object.assign(venue, {
          replace({ orderID, clOrdID }: { orderID: string; clOrdID: string }) {
            const report = { execType: REQUEST_REJECT, responseTo: 'replace', clOrdID } as const
            rejected = [
              { orderID, execID: 'r1', report: { ...report, text: 'Trading.Venue.quantityInvalid' } },
            ]
          },
          takeReports() {
            const reports = rejected
            rejected = []
            return { ...takeReports(), ...(reports.length > 0 && { reports }) }
          },
        })
        return opened
      },
    })
    const price = await stage.referencePx('GTCO')
    const answer = await desk.submit(order(BUYER, 'kept', Side.buy, (price - 5) as PriceKobo, 100))
    if (answer.kind !== 'order') throw new Error('the order was refused')
    const { orderID } = answer.order
    const epochs = stage.epochs().length
    const ofBuyer = () => stage.rows('SELECT held, available FROM cash_balances WHERE tenant_id = 1')
    const before = await ofBuyer()
    const change = { orderQty: 5_000 as Quantity }
    expect(
      await desk.submit({ kind: 'replaceOrder', origin: of(BUYER), clOrdID: 'more', orderID, change }),
    ).toMatchObject({ refusal: { refusal: 'replaceRejected', values: { reason: expect.any(String) } } })
    expect(await stage.rows(`SELECT leaves_qty, version FROM orders WHERE order_id = ${orderID}`)).toEqual([
      [100, answer.order.version + 1],
    ])
    expect(await ofBuyer()).toEqual(before)
    expect(stage.epochs()).toHaveLength(epochs)
    await desk.end()
    await startDesk()
    await desk.submit({ kind: 'cancelOrder', origin: of(BUYER), clOrdID: 'less', orderID })
  })

  test('the next business day expires what is good for the day and settles what is due', async () => {
    const price = await stage.referencePx('GTCO')
    await desk.submit(order(SELLER, 's3', Side.sell, price, 100))
    stage.pass(Date.parse('2026-11-24T10:00:00Z') - stage.now)
    const answer = (await desk.submit(order(BUYER, 's3', Side.buy, price, 100))) as Extract<
      DeskAnswer,
      { kind: 'order' }
    >
    expect(answer.order.tradeDate).toBe('2026-11-24')
    expect(
      await stage.column("SELECT ord_status FROM orders WHERE cl_ord_id = 's3' ORDER BY order_id"),
    ).toEqual([OrdStatus.expired, OrdStatus.new])
    expect(await stage.column('SELECT settled::int FROM positions WHERE tenant_id = 1')).toEqual([400])
    expect(await stage.column('SELECT settled FROM contract_notes')).toEqual([true, true])
  })
})

test('replaying the journal from nothing gives the balances, positions and open orders of the record', async () => {
  const books = await stage.replayed()
  const open = [...books.orders.values()].filter(({ ordStatus }) => !isFinal(ordStatus))
  expect(open.map((order) => [BigInt(order.orderID), order.leavesQty, order.version])).toEqual(
    await stage.rows(
      "SELECT order_id, leaves_qty, version FROM orders WHERE ord_status IN ('0', '1') ORDER BY order_id",
    ),
  )
  for (const { tenantId, account } of [BUYER, SELLER]) {
    const { ledger } = books.firm(tenantId)
    const { balance, held, available } = ledger.cash(account)
    expect([balance, held, available]).toEqual(
      (
        await stage.rows(`SELECT balance, held, available FROM cash_balances WHERE tenant_id = ${tenantId}`)
      )[0],
    )
    const position = ledger.position(account, 'GTCO')
    expect([position.settled, position.held, position.cost]).toEqual(
      (await stage.rows(`SELECT settled, held, cost FROM positions WHERE tenant_id = ${tenantId}`))[0],
    )
  }
  expect(open).not.toEqual([])
})

describe('two desks on one record', () => {
  test('a replaced desk persists nothing, publishes that it is away and ends', async () => {
    const end = Promise.withResolvers<Error>()
    const replaced = await stage.startDesk({ onReplaced: end.resolve })
    await desk.end()
    await startDesk()
    const before = await stage.column('SELECT count(*)::int FROM journal')
    const price = await stage.referencePx('GTCO')
    expect(await replaced.submit(order(BUYER, 'f1', Side.buy, price, 100))).toMatchObject({
      refusal: { refusal: 'outcomeUnknown' },
    })
    expect((await end.promise).message).toBe('Another Tradebook has taken over this database.')
    expect(await stage.column('SELECT count(*)::int FROM journal')).toEqual(before)
    expect(await desk.submit(order(BUYER, 'f1', Side.buy, price, 100))).toMatchObject({ kind: 'order' })
  })
})

const orderID = async (clOrdID: string): Promise<string> =>
  String((await stage.column(`SELECT order_id FROM orders WHERE cl_ord_id = '${clOrdID}'`))[0])

test('each rebuild, each committed batch with its inputs and each answer is observed', async () => {
  await desk.end()
  const observed: unknown[] = []
  await startDesk({
    observer: {
      committed: (batch) => batch.clients.length > 0 && observed.push(batch),
      rebuilt: () => observed.push('rebuilt'),
      answered: (answer) => observed.push(answer.kind === 'refused' ? answer.refusal.refusal : answer.kind),
      workTurnedDown: () => observed.push('work turned down'),
    },
  })
  const price = await stage.referencePx('GTCO')
  const sent = [order(BUYER, 'm1', Side.buy, price, 1), order(BUYER, 'm2', Side.buy, price, 0)]
  await Promise.all(sent.map((input) => desk.submit(input)))
  const ms = expect.any(Number)
  expect(observed).toEqual([
    'rebuilt',
    {
      clients: sent.map((input) => ({ input, answer: expect.any(Function) })),
      work: [],
      flagged: [],
      decideMs: ms,
      commitMs: ms,
    },
    'order',
    'quantityInvalid',
  ])
})
