import { z } from 'zod'
import { call } from '../call.ts'
import { listInput } from '../list-input.ts'
import { executionList } from '../lists/executions.ts'
import { orderList } from '../lists/orders.ts'
import { INT32_LIMIT } from '../money.ts'
import { execution, listPage, ordTypeCode, sideCode, stockOrder, timeInForceCode } from '../shapes.ts'

/** The person's own id of a request: what makes sending it twice harmless. */
const clOrdID = z.string().min(1).max(64)
const wholeNumber = z
  .number()
  .int()
  .min(0)
  .max(INT32_LIMIT - 1)
/** There was no year 0, and PostgreSQL keeps no date in it. */
const date = z.iso.date().refine((day) => day >= '0001')

export const newOrderInput = z.object({
  clOrdID,
  account: z.string().min(1).max(32),
  securityID: z.string().min(1).max(32),
  side: sideCode,
  ordType: ordTypeCode,
  price: z.number().optional(),
  stopPx: z.number().optional(),
  orderQty: wholeNumber,
  timeInForce: timeInForceCode.default('0'),
  expireDate: date.optional(),
  displayQty: wholeNumber.optional(),
  minQty: wholeNumber.optional(),
  execInst: z.string().max(8).optional(),
  text: z.string().max(256).optional(),
})

export const replaceOrderInput = z.object({
  clOrdID,
  orderID: z.string().min(1).max(64),
  orderQty: wholeNumber.optional(),
  price: z.number().optional(),
  stopPx: z.number().optional(),
  timeInForce: timeInForceCode.optional(),
  expireDate: date.optional(),
  version: z.number().int().optional(),
})

export const cancelOrderInput = z.object({ clOrdID, orderID: z.string().min(1).max(64) })

const orderListInput = listInput(orderList).extend({
  /**
   * `open`, `done`, one state by its FIX code, or `current`: every open order however old and
   * the market day's others, the open ones first.
   */
  status: z.string().max(8).optional(),
})

const executionListInput = listInput(executionList).extend({
  /** Executions after this one: what a client missed. */
  sinceSequence: z.number().int().min(0).optional(),
})

export const orderCalls = {
  'Order/SendNewOrder': call({
    summary: 'Enter an order; answers the order as it stands after the venue’s immediate answer',
    needs: { any: ['BUY', 'SELL'] },
    input: newOrderInput,
    output: stockOrder,
  }),
  'Order/SendOrderReplaceRequest': call({
    summary:
      'Replace a live order; less quantity keeps its priority, more quantity or another price loses it',
    needs: { any: ['BUY', 'SELL'] },
    input: replaceOrderInput,
    output: stockOrder,
  }),
  'Order/sendCancelOrderRequest': call({
    summary: 'Cancel what is left of an order',
    needs: { any: ['BUY', 'SELL'] },
    input: cancelOrderInput,
    output: stockOrder,
  }),
  'Order/getStockOrders': call({
    summary: 'Orders, newest first unless sorted otherwise',
    needs: 'signedIn',
    heavy: true,
    input: orderListInput,
    output: listPage(stockOrder),
  }),
  'Order/GetExecutions': call({
    summary:
      'Executions, newest first unless sorted otherwise; those of one order or since a sequence number oldest first',
    needs: 'signedIn',
    heavy: true,
    input: executionListInput,
    output: listPage(execution),
  }),
  'Order/GetDashAccountBalance': call({
    summary: 'What an account owns, has on hold and can spend',
    needs: 'signedIn',
    input: z.object({ cscsAccount: z.string().min(1).max(32) }),
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
