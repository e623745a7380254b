import { OrdStatus, type PriceKobo, type Quantity, Side, TimeInForce } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { marketDataFeature } from '../../features/market-data/market-data.ts'
import { SharedAnswer } from '../../http/shared-answers.ts'
import { BUYER, of, order } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

shareDesk({ funds: { naira: 1_000_000n } })

const goTo = (month: number, day: number) => stage.pass(Date.UTC(2026, month - 1, day, 10) - stage.now)
const bid = (clOrdID: string, px = price) => order(BUYER, clOrdID, Side.buy, px, 10)
const statusOf = async (clOrdID: string) =>
  (await stage.column(`SELECT ord_status FROM orders WHERE cl_ord_id = '${clOrdID}'`))[0]

test('a request is known for five market days: sent again, it is answered but not repeated', async () => {
  // The same price stays on the tick and inside the limits of all these days.
  const request = bid('again')
  const first = await desk.submit(request)
  if (first.kind !== 'order') throw new Error('the order was refused')
  const { orderID } = first.order
  // Friday 20 November, then the four market days after it.
  for (const day of [23, 24, 25, 26]) {
    goTo(11, day)
    expect([day, await desk.submit(request)]).toEqual([day, { kind: 'repeat', orderID }])
  }
  expect(await statusOf('again')).toBe(OrdStatus.expired)
  // Another request may have the same number on another day, and none is known for ever.
  expect(await desk.submit(bid('again', (price - 5) as PriceKobo))).toMatchObject({ kind: 'order' })
  expect(await desk.submit(request)).toMatchObject({ refusal: { refusal: 'duplicateClOrdID' } })
  const old = await desk.submit(bid('old'))
  goTo(12, 3)
  expect(await desk.submit(bid('old'))).toMatchObject({ kind: 'order' })
  expect(old).toMatchObject({ kind: 'order' })
})

test('a request about an order is known as long as the order is open', async () => {
  const request = bid('long', (price - 15) as PriceKobo)
  const lasting = { ...request, request: { ...request.request, timeInForce: TimeInForce.goodTillCancel } }
  const first = await desk.submit(lasting)
  if (first.kind !== 'order') throw new Error('the order was refused')
  const { orderID } = first.order
  const change = { orderQty: 5 as Quantity }
  const toFive = { kind: 'replaceOrder' as const, origin: of(BUYER), clOrdID: 'fewer', orderID, change }
  expect(await desk.submit(toFive)).toMatchObject({ kind: 'order' })
  goTo(12, 14)
  for (const again of [lasting, toFive]) expect(await desk.submit(again)).toEqual({ kind: 'repeat', orderID })
  await desk.submit({ kind: 'cancelOrder', origin: of(BUYER), clOrdID: 'over', orderID })
})

test('an order that cannot be ended is skipped: the others end, and it is in no book', async () => {
  await stage.asAdmin(`CREATE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.cl_ord_id = 'bad' AND NEW.ord_status = 'C' THEN RAISE EXCEPTION 'no' USING ERRCODE = '23514'; END IF;
      RETURN NEW;
    END $$`)
  await stage.asAdmin(
    'CREATE TRIGGER refuse_end BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_end()',
  )
  const answers = []
  for (const clOrdID of ['good1', 'bad', 'good2']) answers.push(await desk.submit(bid(clOrdID)))
  const bad = answers[1]?.kind === 'order' ? answers[1].order.orderID : ''
  goTo(12, 15)
  expect(await desk.submit(bid('next'))).toMatchObject({ kind: 'order' })
  expect(desk.status).toMatchObject({ ready: true, marketDate: '2026-12-15' })
  expect(await Promise.all(['good1', 'bad', 'good2'].map(statusOf))).toEqual([
    OrdStatus.expired,
    OrdStatus.new,
    OrdStatus.expired,
  ])
  expect(desk.picture.book('GTCO')?.items).toHaveLength(1)
  expect(stage.logged.filter((line) => line.includes(`order ${bad}`))).toHaveLength(1)
  await stage.asAdmin('DROP TRIGGER refuse_end ON orders')
  goTo(12, 16)
  await desk.submit(bid('last'))
  expect(await statusOf('bad')).toBe(OrdStatus.expired)
})

test('an order skipped at the day change can be cancelled but not replaced, and causes no new epoch', async () => {
  await stage.asAdmin(
    'CREATE TRIGGER refuse_end BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_end()',
  )
  const answer = await desk.submit(bid('bad', (price - 10) as PriceKobo))
  if (answer.kind !== 'order') throw new Error('the order was refused')
  const { orderID } = answer.order
  goTo(12, 17)
  await desk.submit(bid('another'))
  await stage.asAdmin('DROP TRIGGER refuse_end ON orders')
  const epochs = stage.epochs().length
  const request = { origin: of(BUYER), orderID }
  const replace = {
    ...request,
    kind: 'replaceOrder' as const,
    clOrdID: 'more',
    change: { orderQty: 20 as Quantity },
  }
  expect(desk.preview(replace)).toMatchObject({
    orderQty: 10,
    refusals: [{ refusal: 'orderOverdue' }],
  })
  expect(await desk.submit(replace)).toMatchObject({ refusal: { refusal: 'orderOverdue' } })
  expect(await desk.submit({ ...request, kind: 'cancelOrder', clOrdID: 'end' })).toMatchObject({
    order: { ordStatus: OrdStatus.canceled, clOrdID: 'end', origClOrdID: 'bad' },
  })
  expect(stage.epochs()).toHaveLength(epochs)
  const replayed = await stage.replayed()
  expect(replayed.orders.get(orderID)?.ordStatus).toBe(OrdStatus.canceled)
})

test('a new month regroups a security by its monthly closes, and its tick and limits follow', async () => {
  const listed = () => desk.listings.find(({ securityID }) => securityID === 'GTCO')
  expect(listed()).toMatchObject({ priceGroup: 'B', tickKobo: 5 })
  // Since the summer its closes were above 100 naira.
  await stage.asAdmin(
    "UPDATE daily_statistics SET published_px = 12000 WHERE security_id = 'GTCO' AND market_date >= '2026-08-01'",
  )
  await desk.end()
  await startDesk()
  goTo(12, 31)
  await desk.submit(bid('old year'))
  expect(listed()).toMatchObject({ priceGroup: 'B', referencePx: 12_000 })
  const marketData = marketDataFeature({ desk, store: stage.database.store, picture: desk.picture })
  const terms = async () => {
    const lists = await marketData['MarketData/getSecurityLists']({}, {} as never)
    return [
      await marketData['MarketData/getPricelimitRange']({ security: 'GTCO' }, {} as never),
      lists instanceof SharedAnswer ? lists.make() : lists,
    ]
  }
  const inGroup = (priceGroup: string, tickSize: number) => [
    { priceGroup, tickSize },
    { items: expect.arrayContaining([expect.objectContaining({ securityID: 'GTCO', priceGroup })]) },
  ]
  expect(await terms()).toMatchObject(inGroup('B', 0.05))
  stage.pass(Date.UTC(2027, 0, 4, 10) - stage.now)
  await desk.submit(bid('new year'))
  expect(listed()).toMatchObject({ priceGroup: 'A', tickKobo: 10, referencePx: 12_000, lowLimitPx: 10_800 })
  expect(await stage.column("SELECT price_group FROM securities WHERE security_id = 'GTCO'")).toEqual(['A'])
  expect(await terms()).toMatchObject(inGroup('A', 0.1))
})
