import { type Kobo, kobo } from '@tradebook/contract'
import type { Order } from '@tradebook/orders'
import type { Selectable } from 'kysely'
import type { Orders } from '../../store/schema.ts'
import type { OrderLine } from '../decisions/batch-changes.ts'
import { storedRow } from './stored-row.ts'

/** An order's row, joined with its account. */
export type OrderRow = Selectable<Orders> & { readonly cscs_account: string; readonly customer_name: string }

/** An order by the columns of `orders`, in the order of `written_orders`. */
const stored = storedRow<Order, OrderLine, OrderRow, 'hold' | 'marketDate'>(
  {
    tenantId: ['tenant_id', 'int', ({ order }) => order.tenantId],
    orderID: ['order_id', 'bigint', ({ order }) => order.orderID, (row) => String(row.order_id)],
    account: ['account', 'text', ({ order }) => order.account],
    cscsAccount: ['cscs_account'],
    customerName: ['customer_name'],
    userId: ['user_id', 'int', ({ order }) => order.userId],
    userName: ['user_name', 'text', ({ order }) => order.userName],
    clOrdID: ['cl_ord_id', 'text', ({ order }) => order.clOrdID],
    origClOrdID: ['orig_cl_ord_id', 'text', ({ order }) => order.origClOrdID],
    securityID: ['security_id', 'text', ({ order }) => order.securityID],
    side: ['side', 'text', ({ order }) => order.side],
    ordType: ['ord_type', 'text', ({ order }) => order.ordType],
    price: ['price', 'int', ({ order }) => order.price],
    stopPx: ['stop_px', 'int', ({ order }) => order.stopPx],
    orderQty: ['order_qty', 'int', ({ order }) => order.orderQty],
    timeInForce: ['time_in_force', 'text', ({ order }) => order.timeInForce],
    expireDate: ['expire_date', 'date', ({ order }) => order.expireDate],
    execInst: ['exec_inst', 'text', ({ order }) => order.execInst],
    displayQty: ['display_qty', 'int', ({ order }) => order.displayQty],
    minQty: ['min_qty', 'int', ({ order }) => order.minQty],
    shownQty: ['shown_qty', 'int', ({ order }) => order.shownQty],
    text: ['text', 'text', ({ order }) => order.text],
    ordStatus: ['ord_status', 'text', ({ order }) => order.ordStatus],
    cumQty: ['cum_qty', 'int', ({ order }) => order.cumQty],
    leavesQty: ['leaves_qty', 'int', ({ order }) => order.leavesQty],
    filledValue: [
      'filled_value',
      'bigint',
      ({ order }) => order.filledValue,
      (row) => kobo(row.filled_value),
    ],
    lastPx: ['last_px', 'int', ({ order }) => order.lastPx],
    lastQty: ['last_qty', 'int', ({ order }) => order.lastQty],
    hold: ['hold_amount', 'bigint', ({ hold }) => hold],
    mdEntryID: ['md_entry_id', 'text', ({ order }) => order.mdEntryID],
    ordRejReason: ['ord_rej_reason', 'int', ({ order }) => order.ordRejReason],
    refusal: ['refusal', 'jsonb', ({ order }) => order.refusal && JSON.stringify(order.refusal)],
    tradeDate: ['trade_date', 'date', ({ order }) => order.tradeDate],
    priority: ['priority', 'bigint', ({ order }) => order.priority, (row) => Number(row.priority)],
    creationTime: [
      'creation_time',
      'timestamptz',
      ({ order }) => order.creationTime,
      (row) => row.creation_time.getTime(),
    ],
    transactTime: [
      'transact_time',
      'timestamptz',
      ({ order }) => order.transactTime,
      (row) => row.transact_time.getTime(),
    ],
    version: ['version', 'int', ({ order }) => order.version],
    marketDate: ['market_date', 'date', ({ marketDate }) => marketDate],
    instructionID: ['instruction_id', 'int', ({ order }) => order.instructionID],
    mandate: ['mandate', 'jsonb', ({ order }) => order.mandate && JSON.stringify(order.mandate)],
    bulkOrderID: [
      'bulk_order_id',
      'bigint',
      ({ order }) => order.bulkOrderID,
      (row) => (row.bulk_order_id === null ? null : String(row.bulk_order_id)),
    ],
    allocation: ['allocation', 'text', ({ order }) => order.allocation],
    pendingSince: [
      'pending_since',
      'timestamptz',
      ({ order }) => order.pendingSince,
      (row) => row.pending_since?.getTime() ?? null,
    ],
  },
  ['hold', 'marketDate'],
)

export const orderColumns = stored.columns

/** The order that a row stores; `mdEntryID` is its book entry as of the last commit. */
export const orderOf = stored.read

export const holdOf = (row: OrderRow): Kobo => kobo(row.hold_amount)
