import { OrdStatus, OrdType, type PriceKobo, Side, settingTexts, TimeInForce } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, of, order, SELLER, type Trader } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage } from '../shared-desk.fixture.ts'

/** A stop order that waits as the market closes, by the schedule of Friday 20 November. */

shareDesk({ funds: { naira: 10_000_000n, gtco: 10_000 }, options: { clock: 'real' } })

const goTo = (time: string) => stage.pass(Date.parse(time) - stage.now)

test('a trade at the close triggers no stop order: it keeps waiting, and a trade of the next day triggers it', async () => {
  const stopPx = (price + 10) as PriceKobo
  await desk.submit({
    kind: 'changeSettings',
    origin: of(BUYER),
    texts: settingTexts({ stopOrders: true, selfMatch: 'allow' }),
  })
  const asked = order(BUYER, 'stop', Side.buy, stopPx, 10)
  const lasting = { ordType: OrdType.stopLimit, stopPx, timeInForce: TimeInForce.goodTillCancel }
  const entered = await desk.submit({ ...asked, request: { ...asked.request, ...lasting } })
  if (entered.kind !== 'order') throw new Error(JSON.stringify(entered))
  const stopRow = () =>
    stage.rows(`SELECT ord_type, ord_status FROM orders WHERE order_id = ${entered.order.orderID}`)

  goTo('2026-11-20T13:22:00Z')
  const enter = (who: Trader, clOrdID: string, side: Side) =>
    desk.submit(order(who, clOrdID, side, stopPx, 5))
  await enter(SELLER, 'offer', Side.sell)
  await enter(BUYER, 'bid', Side.buy)
  expect(await stage.rows('SELECT * FROM market_trades')).toEqual([])
  goTo('2026-11-20T13:45:00Z')
  await enter(SELLER, 'late', Side.sell)
  expect(await stage.rows('SELECT price, quantity FROM market_trades')).toEqual([[stopPx, 5]])
  expect(await stopRow()).toEqual([[OrdType.stopLimit, OrdStatus.new]])

  goTo('2026-11-23T10:00:00Z')
  await enter(SELLER, 'offer of Monday', Side.sell)
  await enter(BUYER, 'bid of Monday', Side.buy)
  expect(await stopRow()).toEqual([[OrdType.limit, OrdStatus.new]])
})
