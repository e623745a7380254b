import {
  type AccountRequestRow,
  type CustomerRecord,
  type CustomerScreen,
  type DocumentKind,
  kobo,
  type RequestStatus,
  toNaira,
} from '@tradebook/contract'
import { registrationFieldNames } from '@tradebook/contract/schemas/registration'
import { sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import { ownersOf } from '../../platform/customer-keys.ts'
import { accountState } from '../../store/account-state.ts'
import type { Tx } from '../../store/store.ts'
import { type ChangeRow, type CustomerRow, changeRows, changeShown, currentOf } from './changes.ts'
import { documentsOf } from './documents.ts'

/** Everything about a customer as a person, as staff read it. */

const MOST_CHANGES = 100
const MOST_VIEWS = 200

/** @param notByReader why the reader cannot approve a correction, in words. */
export async function recordOf(
  tx: Tx,
  row: CustomerRow,
  { userId }: Pick<Caller, 'userId'>,
  notByReader: (rows: readonly ChangeRow[]) => Promise<(row: ChangeRow) => string | null>,
): Promise<CustomerRecord> {
  const requests = await requestsOf(tx, row.id)
  const changes = await changeRows(tx)
    .where('customer_changes.customer_id', '=', row.id)
    .orderBy('customer_changes.id', 'desc')
    .limit(MOST_CHANGES)
    .execute()
  const why = await notByReader(changes)
  const known = currentOf(row)
  return {
    ...{ id: row.id, name: row.name, chn: row.chn, openedAt: row.opened_at?.toISOString() ?? null },
    address: row.address,
    accountType: row.account_type as CustomerRecord['accountType'],
    particulars: Object.fromEntries(
      registrationFieldNames.map((name) => [name, known[name] ?? (name === 'signatories' ? [] : null)]),
    ) as CustomerRecord['particulars'],
    accounts: await accountsOf(tx, row.id),
    users: await usersOf(tx, row.id),
    requests,
    documents: await documentsOf(tx, row.id),
    changes: changes.map((change) => changeShown(change, { userId, notByReader: why(change) })),
    views: await viewsOf(
      tx,
      row.id,
      requests.map(({ id }) => id),
    ),
  }
}

async function accountsOf(tx: Tx, customerId: number): Promise<CustomerRecord['accounts']> {
  const rows = await tx
    .selectFrom('trading_accounts')
    .select([
      'trading_accounts.account',
      'trading_accounts.cscs_account',
      'trading_accounts.bank_code',
      'trading_accounts.bank_account',
      'trading_accounts.bank_account_name',
    ])
    .select((eb) => [
      eb
        .selectFrom('cash_balances')
        .select('balance')
        .whereRef('cash_balances.account', '=', 'trading_accounts.account')
        .as('balance'),
      eb
        .selectFrom('positions')
        .select((of) => of.fn.countAll<bigint>().as('count'))
        .whereRef('positions.account', '=', 'trading_accounts.account')
        .where(sql<bigint>`settled + unsettled_in - unsettled_out`, '<>', 0n)
        .as('securities'),
    ])
    .select(accountState.as('state'))
    .where('customer_id', '=', customerId)
    .orderBy('trading_accounts.account')
    .execute()
  return rows.map((row) => ({
    ...{ accountNumber: row.account, cscsAccount: row.cscs_account },
    ...{ bankCode: row.bank_code, bankAccount: row.bank_account },
    bankAccountName: row.bank_account_name,
    ...{ cash: toNaira(kobo(row.balance ?? 0n)), securities: Number(row.securities ?? 0) },
    state: row.state,
  }))
}

/** Who signs in for an account of the customer. */
async function usersOf(tx: Tx, customerId: number): Promise<CustomerRecord['users']> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'user_name', 'email_address', 'is_email_confirmed', 'is_active', 'last_login_time'])
    .select((eb) =>
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('two_factors')
              .select('user_id')
              .whereRef('two_factors.user_id', '=', 'users.id')
              .where('enabled_at', 'is not', null),
          ),
          eb.exists(
            eb.selectFrom('passkeys').select('user_id').whereRef('passkeys.user_id', '=', 'users.id'),
          ),
        ])
        .as('has_second'),
    )
    .where('deletion_time', 'is', null)
    .where('id', 'in', userIdsOf(tx, customerId))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...{ userId: row.id, userName: row.user_name, emailAddress: row.email_address },
    ...{ isEmailConfirmed: row.is_email_confirmed, isActive: row.is_active },
    ...{ isTwoFactorOn: Boolean(row.has_second) },
    lastLoginTime: row.last_login_time?.toISOString() ?? null,
  }))
}

/** The users of a customer: who signs in for an account, and who asked for one. */
export const userIdsOf = (tx: Tx, customerId: number) =>
  tx
    .selectFrom('user_trading_accounts')
    .innerJoin('trading_accounts', (join) =>
      join
        .onRef('trading_accounts.tenant_id', '=', 'user_trading_accounts.tenant_id')
        .onRef('trading_accounts.account', '=', 'user_trading_accounts.account'),
    )
    .select('user_trading_accounts.user_id as user_id')
    .where('trading_accounts.customer_id', '=', customerId)
    .union(
      tx
        .selectFrom('account_requests')
        .select((eb) => eb.ref('user_id').$notNull().as('user_id'))
        .where('customer_id', '=', customerId)
        .where('user_id', 'is not', null),
    )

/** Whether somebody signs in as the customer; staff who trade for an account do not. */
export const signsIn = async (tx: Tx, customerId: number): Promise<boolean> =>
  (await ownersOf(tx)
    .select('users.id')
    .where('trading_accounts.customer_id', '=', customerId)
    .limit(1)
    .executeTakeFirst()) !== undefined

async function requestsOf(tx: Tx, customerId: number): Promise<CustomerRecord['requests']> {
  const rows = await tx
    .selectFrom('account_requests')
    .leftJoin('users', 'users.id', 'account_requests.user_id')
    .selectAll('account_requests')
    .select(['users.user_name', 'users.email_address'])
    .where('customer_id', '=', customerId)
    .orderBy('account_requests.id', 'desc')
    .execute()
  const ids = rows.map(({ id }) => id)
  const documents = await tx
    .selectFrom('account_request_documents')
    .select(['request_id', 'kind', 'name', 'type', 'size', 'uploaded_at'])
    .where('request_id', 'in', ids.length > 0 ? ids : [0])
    .orderBy('kind')
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, status: row.status as RequestStatus, applicantName: row.applicant_name },
    ...{ accountType: row.account_type as AccountRequestRow['accountType'], userName: row.user_name },
    ...{ emailAddress: row.email_address, creationTime: row.creation_time.toISOString() },
    ...{ submittedAt: row.submitted_at?.toISOString() ?? null, submittedOn: row.submitted_on },
    ...{ waitsSince: row.waits_since?.toISOString() ?? null, reviewedBy: row.reviewed_by },
    documents: documents
      .filter(({ request_id }) => request_id === row.id)
      .map(({ kind, name, type, size, uploaded_at }) => ({
        ...{ kind: kind as DocumentKind, name, type, bytes: size, uploadedAt: uploaded_at.toISOString() },
      })),
  }))
}

async function viewsOf(
  tx: Tx,
  customerId: number,
  requestIds: readonly number[],
): Promise<CustomerRecord['views']> {
  const rows = await tx
    .selectFrom('customer_views')
    .select(['user_name', 'screen', 'day', 'first_at'])
    .where((eb) =>
      eb.or([
        eb('subject', '=', 'firm'),
        eb.and([eb('subject', '=', 'customer'), eb('subject_id', '=', customerId)]),
        eb.and([
          eb('subject', '=', 'request'),
          eb('subject_id', 'in', requestIds.length > 0 ? [...requestIds] : [0]),
        ]),
      ]),
    )
    // The list of all customers is looked at daily: it leaves room for those who looked at this one.
    .orderBy(sql`subject = 'firm'`)
    .orderBy('first_at', 'desc')
    .limit(MOST_VIEWS)
    .execute()
  const newest = rows.toSorted((one, other) => other.first_at.getTime() - one.first_at.getTime())
  return newest.map(({ user_name, screen, day, first_at }) => ({
    ...{ userName: user_name, screen: screen as CustomerScreen, day, at: first_at.toISOString() },
  }))
}
