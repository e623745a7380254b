import { type CustomerView, lagosDate } from '@tradebook/contract'
import { cscsAccountOf } from '../store/account-joins.ts'
import type { Store, Tx } from '../store/store.ts'
import { seesAllAccounts } from './account-access.ts'
import { writeAudit } from './audit.ts'
import type { AuditedCall } from './audited-write.ts'
import type { Caller } from './caller.ts'

/**
 * Records that somebody of the staff looked at a customer, or at the list of all: once for each day, person and screen,
 * with a row of the audit trail. What people see of themselves is not recorded.
 */
export type CustomerViews = (
  view: CustomerView,
  input: unknown,
  caller: Caller,
  from: Pick<AuditedCall, 'clientIpAddress' | 'browserInfo'>,
) => Promise<void>

interface Subject {
  readonly subject: 'customer' | 'request' | 'firm'
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
    const { id, cscsAcct, number } = input as ShownBy
    const named = id ?? number ?? cscsAcct
    const key = JSON.stringify([caller.tenantId, caller.userId, screen, by, by === 'firm' ? null : named])
    if (known.has(key) || (by === 'account' && cscsAcct === undefined)) return
    await store.forTenant(caller.tenantId).write(async (tx) => {
      const found = await subjectOf(tx, by, caller, named)
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

/** The members that name a customer, of which a call has one. */
interface ShownBy {
  readonly id?: number
  readonly number?: number
  readonly cscsAcct?: string
}

/** Kilobytes in memory; beyond them the database is asked. */
const MOST_KNOWN = 10_000

/** Whom a look is at; nothing for what is the caller's own, and for what is not there. */
async function subjectOf(
  tx: Tx,
  by: CustomerView['by'],
  caller: Caller,
  named: number | string | undefined,
): Promise<Subject | undefined> {
  const { userId, accounts } = caller
  // Who does not see all customers has no list of others than their own.
  if (by === 'firm') return seesAllAccounts(caller) ? { subject: 'firm', id: 0, named: {} } : undefined
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
  const row = await accountRows
    .where((eb) => {
      if (by === 'account') return eb('cscs_account', '=', cscsAccountOf(String(named)))
      const found =
        by === 'note'
          ? eb.selectFrom('contract_notes').select('account').where('number', '=', Number(named))
          : eb
              .selectFrom('account_freezes')
              .select('account')
              .where('id', '=', BigInt(named ?? 0))
      return eb('account', 'in', found)
    })
    .executeTakeFirst()
  if (!row || accounts.includes(row.account)) return undefined
  return {
    ...{ subject: 'customer', id: row.customer_id },
    named: { customerId: row.customer_id, account: row.account },
  }
}
