import { randomUUID } from 'node:crypto'
import { OrdType, Side, trendIntervals } from '@tradebook/contract'
import { expect } from 'vitest'
import {
  account,
  broker,
  control,
  FALLING,
  host,
  listing,
  order,
  rival,
  rivalAccount,
  rivalRests,
  SECURITY,
  trade,
} from './askers.fixture.ts'
import type { Asking } from './row.ts'

/** A buy for one account, at the day's low unless given. */
const bulkOrder = (price = listing.low) => ({
  clOrdID: randomUUID(),
  securityID: SECURITY,
  side: Side.buy,
  ordType: OrdType.limit,
  price,
  lines: [{ account: account.accountNumber, orderQty: 10 }],
})

/** How the calls of the market and of orders are asked, so that they have something to answer. */
export const ofMarket = {
  'MarketData/GetSession': async () => [{}],
  'MarketData/GetHalts': async () => {
    await host.get('MarketData/HaltSecurity', { securityID: 'FIDELITYBK', reason: 'Pending news' })
    return [{}]
  },
  'MarketData/GetMarketStats': async () => [{}],
  'MarketData/getSecurityLists': async () => [{}],
  'MarketData/getPricelimitRange': async () => [{ security: SECURITY }],
  'MarketData/getPricelimitRangeMin': async () => [{ security: SECURITY }],
  'MarketData/GetPriceTrend': async () => {
    await trade()
    return trendIntervals.map((interval) => ({ security: SECURITY, interval }))
  },
  'MarketData/GetNews': async () => [{ maxResultCount: 1000 }],
  'MarketData/getMarketOrders': async () => {
    await broker.get('Order/SendNewOrder', order())
    return [{ security: SECURITY }, { security: SECURITY, side: 'BUY' }]
  },
  'MarketData/getMarketTrades': async () => {
    await trade()
    return [{ maxResultCount: 1000 }, { security: SECURITY }]
  },
  'MarketData/GetTopStatistics': async () => {
    await trade(SECURITY, 1)
    await trade(FALLING, -1)
    return [{}, { asc: true, count: 100 }]
  },
  'MarketData/GetTopTrades': async () => {
    await trade()
    return [{}, { by: 'volume' }, { by: 'trades', count: 1 }]
  },
  'MarketData/GetIndexHistory': async () => [{}],
  'MarketData/GetMarketSummary': async () => [{}],
  'MarketData/GetPriceList': async () => [
    {},
    { dateTime: '2026-01-01' },
    { dateTime: new Date().toISOString() },
  ],
  'MarketData/GetPriceHistory': async () => [{ security: SECURITY }],
  'MarketData/PostNews': async () => [
    { headline: 'Notice', body: 'The market is open.', securityIDs: [SECURITY] },
  ],
  'MarketData/HaltSecurity': async () => [{ securityID: 'ZENITHBANK', reason: 'Pending news' }],
  'MarketData/ResumeSecurity': async () => [{ securityID: 'ZENITHBANK', reason: 'News is out' }],
  'ExchangeLine/GetState': async () => [{}],
  'ExchangeLine/GetReports': async () => [{}],
  'ExchangeLine/GetOrdersInDoubt': async () => [{}],
  'ExchangeLine/GetUnclaimedOrders': async () => [{}],
  'ExchangeLine/AskAgain': async () => [{ orderID: '1' }],
  'ExchangeLine/SettleOrder': async () => [{ orderID: '1', as: 'canceled', reason: 'Called' }],
  'ExchangeLine/SettleUnclaimed': async () => [{ venueOrderID: 'V1', as: 'canceled', reason: 'Called' }],
  'ExchangeLine/CancelAll': async () => [{ reason: 'Test of the line' }],
  'MarketData/CancelTrade': async () => [{ tradeNumber: await newestTrade(), reason: 'Erroneous' }],
  'MarketData/CorrectTrade': async () => [
    { tradeNumber: await newestTrade(), price: listing.low, reason: 'Erroneous' },
  ],
  'MarketData/GetTradeCorrections': async () => {
    await correctionAsked()
    return [{ maxResultCount: 1000 }, { state: ['pending'] }]
  },
  'MarketData/ApproveTradeCorrection': async () => [{ id: await correctionAsked() }],
  'MarketData/RejectTradeCorrection': async () => [{ id: await correctionAsked(), reason: 'It was meant' }],
  'Notification/GetAll': async () => {
    await notified()
    return [{}]
  },
  'Notification/MarkAsRead': async () => [{ id: await notified() }],
  'Notification/MarkAllAsRead': async () => [{}],
  'Notification/Delete': async () => [{ id: await notified() }],
  'Watchlist/GetAll': async () => {
    await broker.get('Watchlist/Save', { name: 'Banks', securityIDs: [SECURITY] })
    return [{}]
  },
  'Watchlist/Save': async () => [{ name: 'Telecoms', securityIDs: [] }],
  'Watchlist/Delete': async () => {
    const { id } = await broker.get('Watchlist/Save', { name: 'Gone', securityIDs: [] })
    return [{ id }]
  },
  'Alert/GetAll': async () => {
    await broker.get('Alert/Save', { securityID: SECURITY, condition: 'news' })
    await broker.get('Alert/Save', { securityID: FALLING, condition: 'fallOf', percent: 50 })
    return [{}, { state: ['waiting'] }, { condition: ['news'], securityID: SECURITY }]
  },
  'Alert/Save': async () => {
    const { id } = await broker.get('Alert/Save', {
      ...{ securityID: SECURITY, condition: 'atOrAbove', price: 9_000 },
    })
    return [
      { id, securityID: SECURITY, condition: 'atOrAbove', price: 9_001.5, byMail: true },
      { securityID: SECURITY, condition: 'riseOf', percent: 900.25 },
    ]
  },
  'Alert/Delete': async () => {
    const { id } = await broker.get('Alert/Save', { securityID: SECURITY, condition: 'news' })
    return [{ id }]
  },
  'Instruction/GetAll': async () => {
    await instructed()
    return [{}, { state: ['waiting'] }]
  },
  'Instruction/Get': async () => [{ id: await instructed() }],
  'Instruction/Save': async () => [instruction()],
  'Instruction/Take': async () => [{ id: await instructed() }],
  'Instruction/HandOver': async () => {
    const id = await instructed()
    await broker.get('Instruction/Take', { id })
    return [{ id, note: 'On leave' }]
  },
  'Instruction/Close': async () => [{ id: await instructed(), reason: 'Done' }],
  'Basket/GetAll': async () => {
    await broker.get('Basket/Save', { name: 'Listed', isShared: true, lines: [basketLine] })
    return [{}, { isShared: ['yes'] }]
  },
  'Basket/Get': async () => {
    const { id } = await broker.get('Basket/Save', { name: 'Opened', lines: [basketLine, {}] })
    return [{ id }]
  },
  'Basket/Save': async () => {
    const { id, version } = await broker.get('Basket/Save', { name: 'Changed', lines: [] })
    return [
      { id, version, name: 'Changed', lines: [basketLine] },
      { name: 'New', lines: [] },
    ]
  },
  'Basket/Delete': async () => {
    const { id } = await broker.get('Basket/Save', { name: 'Gone soon', lines: [] })
    return [{ id }]
  },
  'Basket/Preview': async () => [
    { orders: [order(), order({ account: 'NOSUCH' }), order({ price: 0.001 })] },
  ],
  'Basket/Stop': async () => [{ sendID: randomUUID() }],
  'Basket/Send': async () => [
    {
      sendID: randomUUID(),
      orders: [order(), order({ account: 'NOSUCH' }), order({ securityID: 'NOSUCH' })],
    },
  ],
  'Order/SendNewOrder': async () => {
    await rivalRests(Side.sell, SECURITY, listing.reference)
    return [order(), order({ ordType: OrdType.market, price: undefined })]
  },
  'Order/sendCrossDealOrder': async () => {
    const [, other] = (await broker.get('BackOffice/GetCustomers', {})).items
    return [
      {
        crossID: randomUUID(),
        securityID: SECURITY,
        price: listing.reference,
        orderQty: 1,
        buyAccount: other!.accountNumber,
        sellAccount: account.accountNumber,
        text: 'Agreed',
      },
    ]
  },
  'Order/SendBulkOrder': async () => [bulkOrder()],
  'Order/PreviewBulkOrder': async () => [bulkOrder()],
  'Order/AllocateBulkOrder': async () => {
    const { reference } = listing
    const { orderID } = await broker.get('Order/SendBulkOrder', bulkOrder(reference))
    await rival.get(
      'Order/SendNewOrder',
      order({ account: rivalAccount, side: Side.sell, price: reference, orderQty: 5 }),
    )
    return [{ orderID }]
  },
  'Order/GetBulkOrders': async () => {
    await broker.get('Order/SendBulkOrder', bulkOrder())
    return [{}, { sorting: 'orderQty desc' }]
  },
  'Order/GetBulkOrder': async () => {
    const { orderID } = await broker.get('Order/SendBulkOrder', bulkOrder())
    return [{ orderID }]
  },
  'Order/sendCancelAllOrders': async () => {
    await broker.get('Order/SendNewOrder', order())
    return [{ securityID: SECURITY, side: Side.buy }, { securityID: 'NOSUCH' }]
  },
  'Order/getOrderTransactionSummary': async () => {
    await trade()
    return [{}, { groupBy: 'account' }, { groupBy: 'user' }, { groupBy: 'day', from: '2026-01-01' }]
  },
  'Order/PreviewOrder': async () => {
    const { clOrdID: _, ...draft } = order()
    return [draft, { ...draft, securityID: 'NOSUCH' }, { ...draft, orderQty: 2_000_000_000 }]
  },
  'Order/PreviewOrderReplace': async () => {
    const { orderID } = await broker.get('Order/SendNewOrder', order())
    return [{ orderID, orderQty: 90 }, { orderID }]
  },
  'Order/PreviewCrossDealOrder': async () => {
    const [, other] = (await broker.get('BackOffice/GetCustomers', {})).items
    const accounts = { buyAccount: account.accountNumber, sellAccount: other!.accountNumber }
    return [{ securityID: SECURITY, price: listing.low, orderQty: 10, ...accounts }]
  },
  'Order/SendOrderReplaceRequest': async () => {
    const { orderID } = await broker.get('Order/SendNewOrder', order())
    return [{ clOrdID: randomUUID(), orderID, orderQty: 90 }]
  },
  'Order/sendCancelOrderRequest': async () => {
    const { orderID } = await broker.get('Order/SendNewOrder', order())
    return [{ clOrdID: randomUUID(), orderID }]
  },
  'Order/getStockOrders': async () => {
    await trade()
    await broker.ask('Order/SendNewOrder', order({ securityID: 'NOSUCH' }))
    return [{ maxResultCount: 1000 }, { status: 'done' }]
  },
  'Order/GetExecutions': async () => {
    await trade()
    return [{ maxResultCount: 1000 }, { sinceSequence: 0 }]
  },
  'Order/GetDashAccountBalance': async () => [{ cscsAccount: account.cscsAccount }],
  'Order/GetTrades': async () => {
    await trade()
    return [{}, { securityID: SECURITY, sorting: 'value desc' }]
  },
} satisfies Partial<Asking>

/** The id of a notification of the broker, who has one after a trade. */
async function notified(): Promise<string> {
  await trade()
  await expect
    .poll(async () => (await broker.get('Notification/GetAll', {})).totalCount, { timeout: 10_000 })
    .toBeGreaterThan(0)
  const { items } = await broker.get('Notification/GetAll', {})
  return items[0]!.id
}

/** The number of a trade of two clients. */
async function newestTrade(): Promise<number> {
  await trade()
  const { items } = await broker.get('MarketData/getMarketTrades', {
    security: SECURITY,
    maxResultCount: 1,
  } as never)
  return Number(items[0]!.mdEntryID)
}

/** Another person of market control than the one who makes the calls here asks to cancel a trade. */
async function correctionAsked(): Promise<number> {
  const { id } = await control.get('MarketData/CancelTrade', {
    tradeNumber: await newestTrade(),
    reason: 'Erroneous',
  })
  return id
}

const basketLine = { account: '1.000', securityID: SECURITY, text: '=1+1' }

const instruction = () => {
  const { account, securityID, side } = order()
  return {
    account,
    securityID,
    side,
    orderQty: 100,
    until: tomorrow(),
    medium: 'letter' as const,
    text: 'Call back',
  }
}
const instructed = async () => (await broker.get('Instruction/Save', instruction())).id
/** A day on which the market of the tests is not over. */
const tomorrow = () => new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
