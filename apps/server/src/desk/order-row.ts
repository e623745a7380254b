import { type Kobo, kobo, type PriceKobo, type Quantity, type Refusal } from '@tradebook/contract'
import type { Order } from '@tradebook/orders'
import type { Selectable } from 'kysely'
import type { Orders } from '../store/schema.ts'

/** An order's row, joined with its account. */
export type OrderRow = Selectable<Orders> & { readonly cscs_account: string; readonly customer_name: string }

/** The order that a row stores; `mdEntryID` is its book entry as of the last commit. */
export const orderOf = (row: OrderRow): Order => ({
  orderID: String(row.order_id),
  tenantId: row.tenant_id,
  account: row.account,
  cscsAccount: row.cscs_account,
  customerName: row.customer_name,
  userId: row.user_id,
  userName: row.user_name,
  clOrdID: row.cl_ord_id,
  origClOrdID: row.orig_cl_ord_id,
  securityID: row.security_id,
  side: row.side as Order['side'],
  ordType: row.ord_type as Order['ordType'],
  price: row.price as PriceKobo | null,
  stopPx: row.stop_px as PriceKobo | null,
  orderQty: row.order_qty as Quantity,
  timeInForce: row.time_in_force as Order['timeInForce'],
  expireDate: row.expire_date,
  execInst: row.exec_inst as Order['execInst'],
  displayQty: row.display_qty as Quantity | null,
  minQty: row.min_qty as Quantity | null,
  shownQty: row.shown_qty as Quantity | null,
  text: row.text,
  ordStatus: row.ord_status as Order['ordStatus'],
  cumQty: row.cum_qty as Quantity,
  leavesQty: row.leaves_qty as Quantity,
  filledValue: kobo(row.filled_value),
  lastPx: row.last_px as PriceKobo | null,
  lastQty: row.last_qty as Quantity | null,
  mdEntryID: row.md_entry_id,
  ordRejReason: row.ord_rej_reason as Order['ordRejReason'],
  refusal: row.refusal as Refusal | null,
  tradeDate: row.trade_date,
  priority: Number(row.priority),
  creationTime: row.creation_time.getTime(),
  transactTime: row.transact_time.getTime(),
  version: row.version,
})

export const holdOf = (row: OrderRow): Kobo => kobo(row.hold_amount)
