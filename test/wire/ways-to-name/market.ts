import { addDays, lagosDate, OrdType, Side } from '@tradebook/contract'
import { readers } from '../readers.fixture.ts'
import { type WaysToName, withoutZeros } from './names.ts'

/** Those with the calls of the market and of orders. */
export const ofMarket = {
  'MarketData/GetSession': [],
  'MarketData/GetHalts': [],
  'MarketData/GetMarketStats': [],
  'MarketData/getSecurityLists': [],
  'MarketData/getPricelimitRange': [],
  'MarketData/getPricelimitRangeMin': [],
  'MarketData/GetPriceTrend': [],
  'MarketData/GetNews': [],
  'MarketData/DownloadNews': [],
  'MarketData/getMarketOrders': [],
  'MarketData/getMarketTrades': [],
  'MarketData/DownloadMarketTrades': [],
  'MarketData/GetTopStatistics': [],
  'MarketData/GetTopTrades': [],
  'MarketData/GetIndexHistory': [],
  'MarketData/GetMarketSummary': [],
  'MarketData/GetPriceList': [],
  'MarketData/DownloadPriceListCsv': [],
  'MarketData/GetPriceHistory': [],
  'MarketData/DownloadPriceHistory': [],
  'MarketData/PostNews': [],
  'MarketData/HaltSecurity': [],
  'MarketData/ResumeSecurity': [],
  // Of the host alone: whose trades they are is not said.
  'ExchangeLine/GetState': [],
  'ExchangeLine/GetReports': [],
  'ExchangeLine/GetOrdersInDoubt': [],
  'ExchangeLine/GetUnclaimedOrders': [],
  'ExchangeLine/AskAgain': [],
  'ExchangeLine/SettleOrder': [],
  'ExchangeLine/SettleUnclaimed': [],
  'ExchangeLine/CancelAll': [],
  'MarketData/CancelTrade': [],
  'MarketData/CorrectTrade': [],
  'MarketData/GetTradeCorrections': [],
  'MarketData/ApproveTradeCorrection': [],
  'MarketData/RejectTradeCorrection': [],
  'Watchlist/GetAll': [],
  'Watchlist/Save': [
    // Numbers may be sent as texts.
    ({ watchlistID: id }) => ({ id: id as never, name: 'Renamed', securityIDs: ['GTCO'] }),
  ],
  'Watchlist/Delete': [({ watchlistID: id }) => ({ id: id as never })],
  'Alert/GetAll': [],
  'Alert/Save': [
    ({ alertID: id }) => ({ id: id as never, securityID: 'GTCO', condition: 'atOrAbove', price: 9_000 }),
  ],
  'Alert/Delete': [({ alertID: id }) => ({ id: id as never })],
  'Instruction/GetAll': [({ account }) => ({ account })],
  'Instruction/Get': [({ instructionID: id }) => ({ id: id as never })],
  'Instruction/Save': [
    ({ account }) => ({
      ...{ account, securityID: 'GTCO', side: Side.buy, orderQty: 1, medium: 'letter' },
      until: addDays(lagosDate(Date.now()), 10),
    }),
  ],
  'Instruction/Take': [({ instructionID: id }) => ({ id: id as never })],
  'Instruction/HandOver': [({ instructionID: id }) => ({ id: id as never })],
  'Instruction/Close': [({ instructionID: id }) => ({ id: id as never, reason: 'None' })],
  'Basket/GetAll': [],
  'Basket/Get': [({ basketID: id }) => ({ id: id as never })],
  'Basket/DownloadLines': [({ basketID: id }) => ({ id: id as never })],
  'Basket/Save': [({ basketID: id }) => ({ id: id as never, version: 1, name: 'Renamed', lines: [] })],
  'Basket/Preview': [({ account }) => ({ orders: [basketOrder(account)] })],
  'Basket/Send': [
    ({ account }) => ({ sendID: 'of-another', orders: [basketOrder(account)] }),
    ({ basketID, account }) => ({
      ...{ sendID: 'of-a-basket', basketID: basketID as never },
      orders: [basketOrder(account)],
    }),
  ],
  'Basket/Stop': [],
  'Basket/Delete': [({ basketID: id }) => ({ id: id as never })],
  'Order/SendNewOrder': [
    ({ account, clOrdID }) => readers.order({ account, clOrdID }),
    ({ account }) => readers.order({ account, clOrdID: 'from-outside' }),
    ({ account }) => readers.order({ account, clOrdID: 'too-much', orderQty: 2_000_000_000 }),
    ({ account }) => readers.order({ account, clOrdID: 'no-security', securityID: 'NOSUCH' }),
  ],
  'Order/sendCrossDealOrder': [
    ({ account }) => ({
      crossID: 'from-outside',
      securityID: 'GTCO',
      price: 50,
      orderQty: 1,
      buyAccount: account,
      sellAccount: account,
    }),
  ],
  'Order/SendBulkOrder': [
    ({ account, clOrdID }) => ({
      ...{ clOrdID, securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit, price: 50 },
      lines: [{ account, orderQty: 1 }],
    }),
  ],
  'Order/PreviewBulkOrder': [
    ({ account }) => ({
      ...{ securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit, price: 50 },
      lines: [{ account, orderQty: 1 }],
    }),
  ],
  'Order/AllocateBulkOrder': [
    ({ bulkOrderID: orderID }) => ({ orderID }),
    ({ bulkOrderID: orderID, account }) => ({ orderID, lines: [{ account, quantity: 1 }] }),
  ],
  'Order/GetBulkOrders': [],
  'Order/GetBulkOrder': [({ bulkOrderID: orderID }) => ({ orderID })],
  'Order/sendCancelAllOrders': [({ account }) => ({ account })],
  'Order/getOrderTransactionSummary': [],
  'Order/PreviewOrder': [
    ({ account }) => ({
      account,
      securityID: 'GTCO',
      side: Side.buy,
      ordType: OrdType.limit,
      price: 50,
      orderQty: 1,
    }),
  ],
  // An order that is over is not there any more, its owner's neither.
  'Order/PreviewOrderReplace': [({ orderID }) => ({ orderID, orderQty: 9 })],
  'Order/PreviewCrossDealOrder': [
    ({ account }) => ({
      securityID: 'GTCO',
      price: 50,
      orderQty: 1,
      buyAccount: account,
      sellAccount: account,
    }),
  ],
  'Notification/GetAll': [],
  'Notification/MarkAsRead': [({ notificationID: id }) => ({ id })],
  'Notification/MarkAllAsRead': [],
  'Notification/Delete': [({ notificationID: id }) => ({ id })],
  'Order/SendOrderReplaceRequest': [
    ({ orderID, clOrdID }) => ({ orderID, clOrdID, orderQty: 9 }),
    ({ orderID }) => ({ orderID, clOrdID: 'stale', orderQty: 9, version: 999 }),
    ({ orderID }) => ({ orderID, clOrdID: 'replaced-from-outside', orderQty: 9 }),
    ({ endedOrderID: orderID }) => ({ orderID, clOrdID: 'too-late', orderQty: 9 }),
  ],
  'Order/sendCancelOrderRequest': [
    ({ orderID, clOrdID }) => ({ orderID, clOrdID }),
    ({ endedOrderID: orderID, cancelClOrdID: clOrdID }) => ({ orderID, clOrdID }),
    ({ endedOrderID: orderID }) => ({ orderID, clOrdID: 'cancelled-too-late' }),
    ({ orderID }) => ({ orderID, clOrdID: 'cancelled-from-outside' }),
  ],
  'Order/getStockOrders': [
    ({ orderID }) => ({ orderID }),
    ({ account }) => ({ account }),
    ({ account: keyword }) => ({ keyword }),
    ({ customerName: keyword }) => ({ keyword }),
    ({ clOrdID: keyword }) => ({ keyword }),
  ],
  'Order/DownloadStockOrders': [
    ({ orderID }) => ({ orderID }),
    ({ account }) => ({ account }),
    ({ account: keyword }) => ({ keyword }),
    ({ customerName: keyword }) => ({ keyword }),
    ({ clOrdID: keyword }) => ({ keyword }),
  ],
  'Order/GetExecutions': [
    ({ orderID }) => ({ orderID }),
    ({ endedOrderID: orderID }) => ({ orderID, sinceSequence: 0 }),
    ({ account }) => ({ account }),
    ({ account: keyword }) => ({ keyword }),
    ({ clOrdID: keyword }) => ({ keyword }),
  ],
  'Order/DownloadExecutions': [
    ({ orderID }) => ({ orderID }),
    ({ endedOrderID: orderID }) => ({ orderID, sinceSequence: 0 }),
    ({ account }) => ({ account }),
    ({ account: keyword }) => ({ keyword }),
    ({ clOrdID: keyword }) => ({ keyword }),
  ],
  'Order/GetTrades': [
    ({ orderID }) => ({ orderID }),
    ({ account }) => ({ account }),
    ({ customerName: keyword }) => ({ keyword }),
  ],
  'Order/DownloadTrades': [({ orderID }) => ({ orderID }), ({ account }) => ({ account })],
  'Order/GetDashAccountBalance': [
    ({ cscsAccount }) => ({ cscsAccount }),
    ({ cscsAccount }) => ({ cscsAccount: withoutZeros(cscsAccount) }),
  ],
} satisfies Partial<WaysToName>

const basketOrder = (account: string) => ({
  ...{ account, securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit, price: 1, orderQty: 1 },
})
