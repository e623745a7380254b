import type { ExpressionBuilder } from 'kysely'
import type { Caller } from '../../http/handlers.ts'
import type { Database } from '../../store/schema.ts'

/** Which of the firm's orders a caller may see: all with the permission, else its own and its accounts'. */
export const maySeeOrder = (caller: Caller) => (eb: ExpressionBuilder<Database, 'orders'>) =>
  caller.permissions.has('VIEW_ALL_ORDERS')
    ? eb.val(true)
    : eb.or([
        eb('orders.user_id', '=', caller.userId),
        ...(caller.accounts.length > 0 ? [eb('orders.account', 'in', caller.accounts)] : []),
      ])
