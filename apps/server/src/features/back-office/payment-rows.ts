import {
  type BankAccount,
  type BankCode,
  banks,
  kobo,
  type PaymentChannel,
  type PaymentRequest,
  type PaymentState,
  paymentList,
  toNaira,
} from '@tradebook/contract'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { accountOf, customerOfAccount } from '../../store/account-joins.ts'
import type { Among, ListSource } from '../../store/list-rows.ts'
import { isBeingPosted, paymentState, postingOf, reversalReason } from '../../store/payment-state.ts'
import { directionOf, isByKey, rowOrder } from '../../store/row-order.ts'
import type { PaymentRequests } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { filtered, indexedOf, type StoredList, stored } from '../../store/stored-list.ts'

/** Payment requests as rows: each with the posting that was made of it, which says what became of it. */

const id = sql.ref('payment_requests.id')

const storedPayments: StoredList<(typeof paymentList)['columns']> = {
  list: paymentList,
  key: id,
  columns: {
    madeAt: { value: sql.ref('payment_requests.made_at'), order: id },
    customerName: stored('customers.name'),
    account: stored('payment_requests.account'),
    type: stored('payment_requests.type'),
    amount: stored('payment_requests.amount'),
    paidOn: stored('payment_requests.paid_on'),
    reference: stored('payment_requests.reference'),
    // What waits comes before what is decided.
    state: { value: paymentState, order: sql`(${paymentState} <> 'waiting')` },
    id: { value: id, order: id },
  },
}

export type PaymentRow = Selectable<PaymentRequests> & {
  readonly cscs_account: string
  readonly name: string
  readonly shown_state: PaymentState
  readonly is_being_posted: boolean
  readonly posting: bigint | null
  readonly posting_reason: string | null
  readonly reversal_reason: string | null
  readonly posting_decided: Date | null
}

/** All payment requests of the firm. Joined from the left, so that what is only counted reads fewer tables. */
export const paymentRows = (tx: Tx) =>
  tx
    .selectFrom('payment_requests')
    .leftJoin('trading_accounts', accountOf('payment_requests'))
    .leftJoin('customers', customerOfAccount)
    .leftJoin('transfer_requests', (join) => join.on(postingOf))
    .selectAll('payment_requests')
    .select(['trading_accounts.cscs_account', 'customers.name'])
    .select([paymentState.as('shown_state'), isBeingPosted.as('is_being_posted')])
    .select([
      reversalReason.as('reversal_reason'),
      'transfer_requests.id as posting',
      'transfer_requests.reason as posting_reason',
      'transfer_requests.decided_at as posting_decided',
    ])
    .$castTo<PaymentRow>()

/**
 * The payment requests of these accounts. What waits for somebody, which is little, comes before what is decided: each
 * has its index, in the order of their numbers. Filters and other orders look among the newest alone.
 */
export const paymentSource = (
  input: Parameters<typeof filtered>[2],
  { userId, accounts }: { readonly userId: number; readonly accounts: readonly string[] | 'all' },
): ListSource<PaymentRow, PaymentRequest> => {
  const isWaitingFirst = (input.sorting ?? paymentList.sorting) === paymentList.sorting
  const order = rowOrder(storedPayments, isWaitingFirst ? 'id desc' : input.sorting)
  return {
    parts: (tx) => {
      const all = paymentRows(tx)
      const seen =
        accounts === 'all'
          ? all
          : all.where(sql<SqlBool>`payment_requests.account = any(${accounts}::text[])`)
      const partOf = (rows: typeof seen) => {
        const first: Among<PaymentRow> = { rows, keys: [id], direction: directionOf(order) }
        const isIndexed = isByKey(order) && indexedOf(storedPayments, input, []).isAll
        return { rows: filtered(rows, storedPayments, input), ...(!isIndexed && { among: first }) }
      }
      if (!isWaitingFirst) return [partOf(seen)]
      return [
        partOf(seen.where(sql<SqlBool>`not payment_requests.is_settled`)),
        partOf(seen.where(sql<SqlBool>`payment_requests.is_settled`)),
      ]
    },
    order,
    item: (row) => ({
      id: row.id,
      type: row.type as PaymentRequest['type'],
      account: row.account,
      cscsAccount: row.cscs_account,
      customerName: row.name,
      amount: toNaira(kobo(row.amount)),
      channel: row.channel as PaymentChannel | null,
      bank: row.bank_code === null ? null : banks[row.bank_code as BankCode],
      bankAccount: row.bank_account,
      paidOn: row.paid_on,
      reference: row.reference,
      madeAt: row.made_at.toISOString(),
      makerName: row.maker_name,
      state: row.shown_state,
      decidedAt:
        row.shown_state === 'waiting' || row.shown_state === 'pending'
          ? null
          : ((row.posting_decided ?? row.decided_at)?.toISOString() ?? null),
      reason: row.reversal_reason ?? row.posting_reason ?? row.reason,
      postingID: row.posting === null ? null : Number(row.posting),
      isOwn: row.maker_id === userId,
    }),
  }
}

/** Where withdrawals of an account go: the customer's own bank account on file, and no other. */
export async function payeeOf(tx: Tx, account: string): Promise<BankAccount | undefined> {
  const row = await tx
    .selectFrom('trading_accounts')
    .select(['bank_code', 'bank_account'])
    .where('account', '=', account)
    .executeTakeFirst()
  return row && row.bank_code !== null && row.bank_account !== null
    ? { bankCode: row.bank_code as BankCode, number: row.bank_account }
    : undefined
}

/** Whether an account is frozen, as far as the record has it: the desk decides when a withdrawal is posted. */
export const isFrozen = async (tx: Tx, account: string): Promise<boolean> =>
  (await tx
    .selectFrom('account_freezes')
    .select('id')
    .where('account', '=', account)
    .where('lifted', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** What reversals of deposits that wait would take from an account, in kobo. */
export async function heldByReversals(tx: Tx, account: string): Promise<bigint> {
  const { held } = await tx
    .selectFrom('transfer_requests')
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('held'))
    .where('account', '=', account)
    .where('state', '=', 'pending')
    .where('type', '=', 'reversal')
    .where(sql<boolean>`details -> 'of' ->> 'type' = 'deposit'`)
    .executeTakeFirstOrThrow()
  return held
}

/**
 * What can be withdrawn from an account, in kobo: settled cash that no order holds, less what the withdrawals and the
 * reversals of deposits that wait would take; nothing while it is frozen.
 */
export async function withdrawableOf(tx: Tx, account: string): Promise<bigint> {
  if (await isFrozen(tx, account)) return 0n
  const { rows } = await sql<{ free: bigint }>`
    SELECT (coalesce((SELECT balance - held - unsettled_sells FROM cash_balances WHERE account = ${account}), 0)
      - coalesce((SELECT sum(amount) FROM transfer_requests
          WHERE account = ${account} AND state = 'pending'
            AND (type = 'withdrawal' OR type = 'reversal' AND details -> 'of' ->> 'type' = 'deposit')), 0)
      - coalesce((SELECT sum(payment_requests.amount) FROM payment_requests
          LEFT JOIN transfer_requests ON ${postingOf}
          WHERE payment_requests.account = ${account} AND payment_requests.type = 'withdrawal'
            AND ${paymentState} = 'waiting'), 0))::bigint AS free`.execute(tx)
  const free = rows[0]?.free ?? 0n
  return free > 0n ? free : 0n
}
