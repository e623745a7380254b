import { type CustomerView, lagosDate } from '@tradebook/contract'
import { cscsAccountOf } from '../store/account-joins.ts'
import type { Store, Tx } from '../store/store.ts'
import { writeAudit } from './audit.ts'
import type { AuditedCall } from './audited-write.ts'
import type { Caller } from './caller.ts'

/**
 * Records that somebody of the staff looked at a customer: once for each day, person and screen, with a row of the audit
 * trail. What people see of themselves is not recorded.
 */
export type CustomerViews = (
  view: CustomerView,
  input: unknown,
  caller: Caller,
  from: Pick<AuditedCall, 'clientIpAddress' | 'browserInfo'>,
) => Promise<void>

interface Subject {
  readonly subject: 'customer' | 'request'
  readonly id: number
  /** As the audit trail names it. */
  readonly named: object
}

/** @param now epoch milliseconds */
export function openCustomerViews(store: Pick<Store, 'forTenant'>, now: () => number): CustomerViews {
  let day = ''
  /** What is known to be recorded today: most looks are repeated. */
  const known = new Set<string>()
  return async ({ screen, by }, input, caller, { clientIpAddress, browserInfo }) => {
    const at = now()
    const today = lagosDate(at)
    if (day !== today) known.clear()
    day = today
    const { id, cscsAcct } = input as { readonly id?: number; readonly cscsAcct?: string }
    const key = JSON.stringify([caller.tenantId, caller.userId, screen, by, id ?? cscsAcct])
    if (known.has(key) || (by === 'account' && cscsAcct === undefined)) return
    await store.forTenant(caller.tenantId).write(async (tx) => {
      const found = await subjectOf(tx, by, caller, id ?? cscsAcct)
      if (!found) return
      const { userId: user_id, userName: user_name, tenantId: tenant_id } = caller
      const { numInsertedOrUpdatedRows: added } = await tx
        .insertInto('customer_views')
        .values({
          ...{ tenant_id, subject: found.subject, subject_id: found.id, day: today },
          ...{ user_id, user_name, screen, first_at: new Date(at) },
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (!added) return
      await writeAudit(tx, {
        ...{ tenantId: tenant_id, userId: user_id, userName: user_name },
        ...{ serviceName: 'Customer', methodName: 'View', parameters: { screen, ...found.named } },
        ...{ executionTime: new Date(at), executionDuration: now() - at, clientIpAddress, browserInfo },
      })
    })
    if (known.size < MOST_KNOWN) known.add(key)
  }
}

/** Kilobytes in memory; beyond them the database is asked. */
const MOST_KNOWN = 10_000

/** Whom a look is at; nothing for what is the caller's own, and for what is not there. */
async function subjectOf(
  tx: Tx,
  by: CustomerView['by'],
  { userId, accounts }: Caller,
  named: number | string | undefined,
): Promise<Subject | undefined> {
  if (by === 'customer') return { subject: 'customer', id: Number(named), named: { customerId: named } }
  if (by === 'request') {
    const row = await tx
      .selectFrom('account_requests')
      .select(['id', 'user_id', 'applicant_name'])
      .where('id', '=', Number(named))
      .executeTakeFirst()
    if (!row || row.user_id === userId) return undefined
    return { subject: 'request', id: row.id, named: { requestId: row.id, customerName: row.applicant_name } }
  }
  const accountRows = tx.selectFrom('trading_accounts').select(['account', 'customer_id'])
  const row = await (by === 'freeze'
    ? accountRows.where('account', 'in', (eb) =>
        eb
          .selectFrom('account_freezes')
          .select('account')
          .where('id', '=', BigInt(named ?? 0)),
      )
    : accountRows.where('cscs_account', '=', cscsAccountOf(String(named)))
  ).executeTakeFirst()
  if (!row || accounts.includes(row.account)) return undefined
  return {
    ...{ subject: 'customer', id: row.customer_id },
    named: { customerId: row.customer_id, account: row.account },
  }
}
