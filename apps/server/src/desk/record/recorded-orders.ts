import type { Order } from '@tradebook/orders'
import type { Client } from 'pg'
import { type OrderRow, orderOf } from './order-row.ts'

/** What a bigint has room for, in digits: other texts are not ids of orders. */
export const ORDER_ID = /^[1-9]\d{0,17}$/

/** An order of any state of a firm that is open; `null` where there is none of that id. */
export async function recordedOrder(client: Client, orderID: string): Promise<Order | null> {
  if (!ORDER_ID.test(orderID)) return null
  const { rows } = await client.query<OrderRow>(
    `SELECT o.*, coalesce(a.cscs_account, '') AS cscs_account, coalesce(c.name, '') AS customer_name
     FROM firm_terms t
     JOIN orders o ON (o.tenant_id, o.order_id) = (t.tenant_id, $1::bigint)
     LEFT JOIN trading_accounts a ON (a.tenant_id, a.account) = (o.tenant_id, o.account)
     LEFT JOIN customers c ON (c.tenant_id, c.id) = (a.tenant_id, a.customer_id)
     WHERE NOT t.is_closed`,
    [orderID],
  )
  return rows[0] ? orderOf(rows[0]) : null
}
