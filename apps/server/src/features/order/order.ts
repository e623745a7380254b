import {
  type CallRequest,
  executionList,
  firmTradeList,
  isFinal,
  isRefusal,
  type OrdStatus,
  orderList,
  orderStates,
  refuse,
} from '@tradebook/contract'
import { orderIsFinal } from '@tradebook/orders'
import type { DeskPort } from '../../desk/desk-port.ts'
import { originOf } from '../../desk/inputs.ts'
import { listFile } from '../../files/list-file.ts'
import type { Handlers } from '../../http/handlers.ts'
import { shownBalances } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { dayAndFirm } from '../../platform/tenants.ts'
import { allRows, pageIn, readPage } from '../../store/list-rows.ts'
import { DatabaseUnavailable } from '../../store/unavailable.ts'
import { openAsking } from './asking.ts'
import { balanceOf } from './balance.ts'
import {
  allocationOf,
  bulkOrderOf,
  bulkOrderSource,
  bulkOrderWithParts,
  previewBulkOrder,
} from './bulk-orders.ts'
import { type CancellingDependencies, cancelAll } from './cancel-all.ts'
import { crossOf } from './cross.ts'
import { executionSource } from './execution-list.ts'
import { mandateOf } from './mandate.ts'
import { type OrderSelection, orderSource, orderTotalsIn } from './order-list.ts'
import { previewOf } from './preview.ts'
import { isFirmHalted } from './record.ts'
import { crossOrderOf, newOrderOf, replaceOrderOf } from './requests.ts'
import { tradeSource, tradeTotalsIn } from './trade-list.ts'
import { transactionSummary } from './transaction-summary.ts'

export interface OrderDependencies extends CancellingDependencies {
  readonly desk: Pick<DeskPort, 'preview' | 'submit' | 'status'>
}

/** Orders: what is asked goes to the desk, what is known is read from the record. */
export function orderFeature({ desk, store, stopBaskets }: OrderDependencies): Handlers<`Order/${string}`> {
  const { ask, foundOver, named } = openAsking({ desk, store })

  /** What distinguishes a file of orders from others: the market day, and the firm or the only account whose orders it holds. */
  async function dayAndOwner({ tenantId, permissions, accounts }: Caller): Promise<readonly string[]> {
    const [account, ...others] = permissions.has('VIEW_ALL_ORDERS') ? [] : accounts
    const day = desk.status.marketDate
    return account !== undefined && others.length === 0 ? [day, account] : dayAndFirm(store, day, tenantId)
  }

  return {
    'Order/SendNewOrder': async (input, context) => {
      const mandate = await mandateOf(input.instructionID, context.caller, store)
      return ask(newOrderOf(await named(input, context), context, mandate), context)
    },

    'Order/sendCrossDealOrder': async (input, context) => {
      const answer = await desk.submit(crossOrderOf(await named(input, context), context))
      try {
        return await crossOf(answer, store, context.caller)
      } catch (error) {
        if (error instanceof DatabaseUnavailable) return refuse('outcomeUnknown')
        throw error
      }
    },

    'Order/SendBulkOrder': async (input, context) => ask(await bulkOrderOf(input, context, store), context),
    'Order/PreviewBulkOrder': (input, context) => previewBulkOrder(input, context, { desk, store }),
    'Order/AllocateBulkOrder': async (input, context) =>
      ask(await allocationOf(input, context, store), context),
    'Order/GetBulkOrders': async (input, { caller }) =>
      readPage(
        store.forTenant(caller.tenantId),
        bulkOrderSource(input, caller, await isFirmHalted(store, caller)),
        input,
      ),
    'Order/GetBulkOrder': async ({ orderID }, { caller }) =>
      bulkOrderWithParts(orderID, caller, store, await isFirmHalted(store, caller)),

    'Order/SendOrderReplaceRequest': async (input, context) => {
      const replace = replaceOrderOf(input, context)
      return isRefusal(replace) ? replace : ask(replace, context)
    },

    'Order/sendCancelOrderRequest': ({ clOrdID, orderID }, context) =>
      ask({ kind: 'cancelOrder', origin: originOf(context), clOrdID, orderID }, context),

    'Order/sendCancelAllOrders': async (input, context) =>
      cancelAll(await named(input, context), context, { desk, store, stopBaskets }),
    'Order/getOrderTransactionSummary': (input, { caller }) =>
      transactionSummary(input, { store, caller, marketDate: desk.status.marketDate }),

    'Order/PreviewOrder': async (input, context) => {
      const mandate = await mandateOf(input.instructionID, context.caller, store)
      const request = newOrderOf({ ...(await named(input, context)), clOrdID: '' }, context, mandate)
      const isShown = await shownBalances(store, context.caller)
      const preview = await desk.preview(request)
      return isRefusal(preview) ? preview : previewOf(preview, context, isShown)
    },
    'Order/PreviewOrderReplace': async (input, context) => {
      const request = replaceOrderOf({ ...input, clOrdID: '' }, context)
      if (isRefusal(request)) return request
      const isShown = await shownBalances(store, context.caller)
      const preview = await desk.preview(request)
      if (!isRefusal(preview)) return previewOf(preview, context, isShown)
      const over = preview.refusal === 'unknownOrder' && (await foundOver(request.orderID, context.caller))
      return over ? orderIsFinal(over.order) : preview
    },
    'Order/PreviewCrossDealOrder': async (input, context) => {
      const request = crossOrderOf({ ...(await named(input, context)), crossID: '' }, context)
      const isShown = await shownBalances(store, context.caller)
      const preview = await desk.preview(request)
      if (isRefusal(preview)) return preview
      return {
        buy: previewOf(preview.buy, context, isShown),
        sell: previewOf(preview.sell, context, isShown),
      }
    },

    'Order/getStockOrders': async (asked, { caller }) => {
      const input = await named(asked, { caller })
      const isHalted = await isFirmHalted(store, caller)
      const source = orderSource(caller, input, selection(input.status, desk.status.marketDate), isHalted)
      return store.forTenant(caller.tenantId).read(async (tx) => ({
        ...(await pageIn(tx, source, input)),
        totals: input.withTotals ? await orderTotalsIn(tx, source) : null,
      }))
    },
    'Order/DownloadStockOrders': async (asked, { caller, translate }) => {
      const input = await named(asked, { caller })
      const isHalted = await isFirmHalted(store, caller)
      const source = orderSource(caller, input, selection(input.status, desk.status.marketDate), isHalted)
      return listFile(orderList, allRows(store.forTenant(caller.tenantId), source), {
        ...input,
        translate,
        of: await dayAndOwner(caller),
      })
    },
    'Order/GetExecutions': async (asked, { caller }) => {
      const input = await named(asked, { caller })
      return readPage(store.forTenant(caller.tenantId), executionSource(caller, input), input)
    },
    'Order/DownloadExecutions': async (asked, { caller, translate }) => {
      const input = await named(asked, { caller })
      const source = executionSource(caller, input)
      return listFile(executionList, allRows(store.forTenant(caller.tenantId), source), {
        ...input,
        translate,
        of: await dayAndOwner(caller),
      })
    },
    'Order/GetTrades': async (asked, { caller }) => {
      const input = await named(asked, { caller })
      const source = tradeSource(caller, input)
      return store.forTenant(caller.tenantId).read(async (tx) => ({
        ...(await pageIn(tx, source, input)),
        totals: await tradeTotalsIn(tx, source),
      }))
    },
    'Order/DownloadTrades': async (asked, { caller, translate }) => {
      const input = await named(asked, { caller })
      const source = tradeSource(caller, input)
      return listFile(firmTradeList, allRows(store.forTenant(caller.tenantId), source), {
        ...input,
        translate,
        of: await dayAndOwner(caller),
      })
    },
    'Order/GetDashAccountBalance': ({ cscsAccount }, { caller }) => balanceOf(store, caller, cscsAccount),
  }
}

type OrderFilter = CallRequest<'Order/getStockOrders'>['status']

/** The orders a filter names; all when there is none. */
function selection(filter: OrderFilter, marketDate: string): OrderSelection | undefined {
  if (!filter) return undefined
  if (filter === 'current') return { states: open, orOfDay: marketDate }
  if (filter === 'open') return { states: open }
  if (filter === 'done') return { states: all.filter(isFinal) }
  return { states: [filter] }
}

const all = Object.keys(orderStates) as OrdStatus[]
const open = all.filter((status) => !isFinal(status))
