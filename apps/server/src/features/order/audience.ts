import type { ExpressionBuilder } from 'kysely'
import type { Origin } from '../../desk/inputs.ts'
import type { CallContext, Caller } from '../../http/handlers.ts'
import type { Database } from '../../store/schema.ts'

/** Who asks, in the desk's words. */
export const originOf = ({ caller, clientIpAddress, browserInfo }: CallContext<Caller>): Origin => ({
  tenantId: caller.tenantId,
  userId: caller.userId,
  userName: caller.userName,
  accounts: caller.permissions.has('TRADE_ALL_ACCOUNTS') ? 'all' : caller.accounts,
  permissions: caller.permissions,
  clientIpAddress,
  browserInfo,
})

/** Which of the firm's orders a caller may see: all with the permission, else its own and its accounts'. */
export const maySeeOrder = (caller: Caller) => (eb: ExpressionBuilder<Database, 'orders'>) =>
  caller.permissions.has('VIEW_ALL_ORDERS')
    ? eb.val(true)
    : eb.or([
        eb('orders.user_id', '=', caller.userId),
        ...(caller.accounts.length > 0 ? [eb('orders.account', 'in', caller.accounts)] : []),
      ])
