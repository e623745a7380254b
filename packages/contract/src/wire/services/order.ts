import { z } from 'zod'
import type { OrdStatus } from '../../rules/fix.ts'
import { orderStates } from '../../rules/order-states.ts'
import { firmTrade, firmTradeTotals } from '../audit-shapes.ts'
import { bulkOrderPreview } from '../basket-shapes.ts'
import { byHand, call, fileCall } from '../call.ts'
import { listFileInput, listInput } from '../list-input.ts'
import { bulkOrderList } from '../lists/bulk-orders.ts'
import { executionList } from '../lists/executions.ts'
import { orderList } from '../lists/orders.ts'
import { firmTradeList } from '../lists/reports.ts'
import { marketTrade } from '../market-shapes.ts'
import {
  bulkOrder,
  bulkOrderParts,
  execution,
  orderPreview,
  orderTotals,
  stockOrder,
  transactionSummary,
} from '../order-shapes.ts'
import { listPage } from '../paging.ts'
import {
  allocateBulkOrderInput,
  bulkOrderInput,
  cancelAllOrdersInput,
  cancelOrderInput,
  crossOrderInput,
  newOrderInput,
  replaceOrderInput,
  transactionSummaryInput,
} from '../schemas/order.ts'
import { code } from '../schemas/shown-text.ts'

const ofOrders = {
  /**
   * `open`, `done`, one state by its FIX code, or `current`: every open order however old and
   * the market day's others, the open ones first. Empty is as left out.
   */
  status: z.enum(['', 'open', 'done', 'current', ...(Object.keys(orderStates) as OrdStatus[])]).optional(),
}

const ofExecutions = {
  /** Executions after this one: what a client missed. */
  sinceSequence: z.number().int().min(0).optional(),
}

export const orderCalls = {
  'Order/SendNewOrder': call({
    summary: 'Enter an order; returns it as it is after the exchange’s immediate answer',
    needs: { any: ['BUY', 'SELL'] },
    once: 'ownID',
    refusals: 'own',
    input: newOrderInput,
    output: stockOrder,
  }),
  'Order/SendOrderReplaceRequest': call({
    summary:
      'Replace an open order. More quantity or another price loses priority; less quantity or another time in force keeps it',
    needs: { any: ['BUY', 'SELL'] },
    input: replaceOrderInput,
    output: stockOrder,
  }),
  'Order/sendCancelOrderRequest': call({
    summary: 'Cancel the open quantity of an order',
    needs: { any: ['BUY', 'SELL'] },
    input: cancelOrderInput,
    output: stockOrder,
  }),
  'Order/sendCrossDealOrder': call({
    summary:
      'Cross two accounts of the firm at or within the best bid and offer; both sides trade, or neither does',
    needs: { all: ['CROSS_DEAL', 'BUY', 'SELL'] },
    once: 'ownID',
    refusals: 'own',
    input: crossOrderInput,
    output: z.object({ buyOrder: stockOrder, sellOrder: stockOrder, trade: marketTrade }),
  }),
  'Order/SendBulkOrder': call({
    summary:
      'Enter one order for several accounts. Each holds its cash or shares before it is sent, and gets its part at the average price',
    needs: { any: ['TRADE_ALL_ACCOUNTS'] },
    limit: byHand,
    bodyBytes: 64 * 1024,
    once: 'ownID',
    input: bulkOrderInput,
    output: stockOrder,
  }),
  'Order/PreviewBulkOrder': call({
    summary:
      'What one order for several accounts would come to if it were sent now: limits of the whole, and what each account would hold',
    needs: { any: ['TRADE_ALL_ACCOUNTS'] },
    limit: byHand,
    bodyBytes: 64 * 1024,
    refusals: 'none',
    input: bulkOrderInput.omit({ clOrdID: true }),
    output: bulkOrderPreview,
  }),
  'Order/AllocateBulkOrder': call({
    summary: 'Allocate what a bulk order has traded until now, by a list or pro rata',
    needs: { any: ['TRADE_ALL_ACCOUNTS'] },
    limit: byHand,
    input: allocateBulkOrderInput,
    output: stockOrder,
  }),
  'Order/GetBulkOrders': call({
    summary: 'The bulk orders of the firm, newest first unless sorted otherwise',
    needs: { any: ['TRADE_ALL_ACCOUNTS'] },
    heavy: true,
    input: listInput(bulkOrderList),
    output: listPage(bulkOrder),
  }),
  'Order/GetBulkOrder': call({
    summary: 'A bulk order with the orders of its accounts',
    needs: { any: ['TRADE_ALL_ACCOUNTS'] },
    input: z.object({ orderID: code(64) }),
    output: bulkOrderParts,
  }),
  'Order/sendCancelAllOrders': call({
    summary:
      'Cancel every open order of an account, a security or a side, or every one that the caller may cancel',
    needs: { any: ['BUY', 'SELL'] },
    limit: byHand,
    input: cancelAllOrdersInput,
    output: z.object({ cancelled: z.number().int(), refused: z.number().int() }),
  }),
  'Order/getOrderTransactionSummary': call({
    summary: 'Orders entered and trades made on the given market days, by security, account, user or day',
    needs: 'member',
    heavy: true,
    input: transactionSummaryInput,
    output: transactionSummary,
  }),
  'Order/PreviewOrder': call({
    summary:
      'What an order would cost or bring if it were sent now: charges, amount reserved, balance after, and any reason for refusal',
    needs: { any: ['BUY', 'SELL'] },
    verb: 'GET',
    input: newOrderInput.omit({ clOrdID: true }),
    output: orderPreview,
  }),
  'Order/PreviewOrderReplace': call({
    summary: 'What an order would cost or bring if it were replaced now',
    needs: { any: ['BUY', 'SELL'] },
    verb: 'GET',
    input: replaceOrderInput.omit({ clOrdID: true }),
    output: orderPreview,
  }),
  'Order/PreviewCrossDealOrder': call({
    summary: 'What both sides of a cross would cost and bring if it were sent now',
    needs: { all: ['CROSS_DEAL', 'BUY', 'SELL'] },
    verb: 'GET',
    input: crossOrderInput.omit({ crossID: true }),
    output: z.object({ buy: orderPreview, sell: orderPreview }),
  }),
  'Order/getStockOrders': call({
    summary: 'Orders, newest first unless sorted otherwise',
    needs: 'member',
    heavy: true,
    input: listInput(orderList).extend({ ...ofOrders, withTotals: z.boolean().optional() }),
    /** Totals only where they are asked for. */
    output: listPage(stockOrder).extend({ totals: orderTotals.nullable() }),
  }),
  'Order/DownloadStockOrders': fileCall({
    summary: 'The same orders as a file, without a limit on rows',
    needs: 'member',
    input: listFileInput(orderList).extend(ofOrders),
  }),
  'Order/GetExecutions': call({
    summary:
      'Executions, newest first unless sorted otherwise; those of one order, or after a sequence number, oldest first',
    needs: 'member',
    heavy: true,
    input: listInput(executionList).extend(ofExecutions),
    output: listPage(execution),
  }),
  'Order/DownloadExecutions': fileCall({
    summary: 'The same executions as a file, without a limit on rows',
    needs: 'member',
    input: listFileInput(executionList).extend(ofExecutions),
  }),
  'Order/GetTrades': call({
    summary:
      "The firm's trades with customer, user, charges and contract note, and their totals; newest first unless sorted otherwise",
    needs: { all: ['VIEW_ALL_ORDERS'] },
    heavy: true,
    input: listInput(firmTradeList),
    output: listPage(firmTrade).extend({ totals: firmTradeTotals }),
  }),
  'Order/DownloadTrades': fileCall({
    summary: 'The same trades as a file, without a limit on rows',
    needs: { all: ['VIEW_ALL_ORDERS'] },
    input: listFileInput(firmTradeList),
  }),
  'Order/GetDashAccountBalance': call({
    summary: "An account's cash: balance, reserved amount and available cash",
    needs: 'member',
    input: z.object({ cscsAccount: code(32) }),
    output: z.object({
      ledgerBalance: z.number(),
      availableBalance: z.number(),
      heldAmount: z.number(),
      unsettledBuys: z.number(),
      unsettledSells: z.number(),
      buyingPower: z.number(),
      currency: z.string(),
    }),
  }),
}
