import {
  type BankCode,
  banks,
  type CashRequest,
  cashRequestList,
  freezeGrounds,
  kobo,
  type TransferState,
  toNaira,
  withLink,
} from '@tradebook/contract'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { requestedOf } from '../../desk/record/transfer-request-row.ts'
import type { CallContext } from '../../http/handlers.ts'
import { accountOf, customerOfAccount } from '../../store/account-joins.ts'
import type { ListSource } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { TransferRequests } from '../../store/schema.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'
import { type ChargesOnRecord, chargesInWords, namesOfAgreed } from './charges-in-words.ts'

/** The requests of a firm that two people decide, as a list: cash and shares posted manually, terms, freezes, reversals, charges. */

const id = sql.ref('transfer_requests.id')

const storedRequests: StoredList<(typeof cashRequestList)['columns']> = {
  list: cashRequestList,
  key: id,
  columns: {
    // Requests are numbered in the order in which they were made.
    madeAt: { value: sql.ref('transfer_requests.made_at'), order: id },
    customerName: stored('customers.name'),
    account: stored('transfer_requests.account'),
    type: stored('transfer_requests.type'),
    securityID: stored('transfer_requests.security_id'),
    quantity: stored('transfer_requests.quantity'),
    amount: stored('transfer_requests.amount'),
    reference: stored('transfer_requests.reference'),
    // What waits comes before what is decided.
    state: { value: sql.ref('transfer_requests.state'), order: sql`transfer_requests.state <> 'pending'` },
    makerName: stored('transfer_requests.maker_name'),
    id: { value: id, order: id },
  },
}

/** Where cash goes by a change of terms. */
function termsInWords(
  { cash_route, bank_code, bank_account }: Pick<RequestRow, 'cash_route' | 'bank_code' | 'bank_account'>,
  translate: CallContext['translate'],
): string {
  const route = translate(cash_route === 'direct' ? 'Terms.Route.direct' : 'Terms.Route.broker')
  const bankAccount = bankAccountInWords({ bank_code, bank_account })
  return bankAccount === null ? route : `${route}: ${bankAccount}`
}

/** Where the account's cash goes while the change waits. */
function termsInForce(row: RequestRow, translate: CallContext['translate']): string {
  const { current_route: cash_route, current_bank: bank_code, current_number: bank_account } = row
  const terms = termsInWords({ cash_route, bank_code, bank_account }, translate)
  return bank_account === null ? `${terms}, ${translate('Cash.Terms.none')}` : terms
}

const bankAccountInWords = ({
  bank_code,
  bank_account,
}: Pick<RequestRow, 'bank_code' | 'bank_account'>): string | null =>
  bank_code === null || bank_account === null ? null : `${banks[bank_code as BankCode]} ${bank_account}`

/** What is asked for, as far as the columns do not say it. */
function inWords(row: RequestRow, translate: CallContext['translate'], charges: ChargesOnRecord): string {
  const asked = requestedOf(row)
  switch (asked.type) {
    case 'cashTerms': {
      const terms = termsInWords(row, translate)
      const named = asked.accountName === undefined ? terms : `${terms}, ${asked.accountName}`
      if (row.state !== 'pending') return named
      return `${named} (${translate('Cash.Terms.now', { terms: termsInForce(row, translate) })})`
    }
    case 'freeze':
    case 'unfreeze':
      return asked.type === 'freeze'
        ? `${translate(freezeGrounds[asked.ground])}: ${asked.reason}`
        : asked.reason
    case 'reversal':
      return withLink(asked.narration, { reverses: asked.reverses, reversedBy: null }, translate)
    case 'charges':
      return chargesInWords(
        asked.change,
        translate,
        row.state === 'pending' ? charges : undefined,
        row.agreed_with ?? {},
      )
    default:
      return asked.narration
  }
}

/** Of a reversal of cash that waits: what the account has after it. */
function balanceAfterOf(row: RequestRow): number | null {
  const asked = requestedOf(row)
  if (asked.type !== 'reversal' || row.state !== 'pending' || !('amount' in asked.of)) return null
  const { type, amount } = asked.of
  return toNaira(kobo((row.balance ?? 0n) + (type === 'deposit' ? -amount : amount)))
}

/** The number of the freeze that ends. */
function freezeOf(row: RequestRow): number | null {
  const asked = requestedOf(row)
  return asked.type === 'unfreeze' ? asked.freeze : null
}

/** Of a request that concerns the firm there is no account. */
export type RequestRow = Selectable<TransferRequests> & {
  cscs_account: string | null
  name: string | null
  balance: bigint | null
  /** Of its account now. */
  current_route: string | null
  current_bank: string | null
  current_number: string | null
  /** Of a change of charges: the names of the customers with whom they are agreed, by their numbers. */
  agreed_with: Readonly<Record<string, string>> | null
}

/** Who reads the requests, and the accounts of which cash that was posted or rejected is shown, no matter who made or decided it. */
export interface Reader {
  readonly userId: number
  /** Whether requests of other people are shown, too: to who posts or approves. */
  readonly readsOthers: boolean
  readonly accounts: readonly string[] | 'all'
  /** Whether the grounds of freezes are shown: a suspicion must not become known (decision 150). */
  readonly readsFreezes: boolean
}

/** What waits is shown to all who may decide it. */
const readableBy = ({ userId, readsOthers, accounts, readsFreezes }: Reader): RawBuilder<SqlBool> => {
  const ofOthers =
    accounts === 'all'
      ? sql`true`
      : sql`(transfer_requests.amount IS NULL OR transfer_requests.state = 'pending'
        OR ${userId} IN (transfer_requests.maker_id, transfer_requests.decider_id)
        OR transfer_requests.account = any(${accounts}::text[]))`
  const shown = readsOthers ? ofOthers : sql`transfer_requests.maker_id = ${userId}`
  return readsFreezes
    ? sql`${shown}`
    : sql`(${shown} AND transfer_requests.type NOT IN ('freeze', 'unfreeze'))`
}

/** The requests that a reader may see, worded for the reader. */
export const requestSource = (
  reader: Reader,
  input: Parameters<typeof filtered>[2],
  {
    translate,
    worthOf,
    isShown,
    charges,
    refusedTo,
  }: {
    readonly translate: CallContext['translate']
    readonly worthOf: (row: RequestRow) => number | null
    /** Of which accounts the reader is shown what they will have. */
    readonly isShown: (account: string) => boolean
    readonly charges: ChargesOnRecord
    /** Why the reader cannot approve one that waits, in words. */
    readonly refusedTo: (row: RequestRow) => string | null
  },
): ListSource<RequestRow, CashRequest> => ({
  parts: (tx) => [
    {
      rows: filtered(
        tx
          .selectFrom('transfer_requests')
          .leftJoin('trading_accounts', accountOf('transfer_requests'))
          .leftJoin('customers', customerOfAccount)
          .leftJoin('cash_balances', (join) =>
            join
              .onRef('cash_balances.tenant_id', '=', 'transfer_requests.tenant_id')
              .onRef('cash_balances.account', '=', 'transfer_requests.account'),
          )
          .selectAll('transfer_requests')
          .select(['trading_accounts.cscs_account', 'customers.name', 'cash_balances.balance'])
          .select([
            'trading_accounts.cash_route as current_route',
            'trading_accounts.bank_code as current_bank',
            'trading_accounts.bank_account as current_number',
          ])
          .select(namesOfAgreed.as('agreed_with'))
          .where(readableBy(reader)),
        storedRequests,
        input,
      ),
    },
  ],
  order: rowOrder(storedRequests, input.sorting),
  item: (row) => ({
    id: Number(row.id),
    madeAt: row.made_at.toISOString(),
    account: row.account,
    cscsAccount: row.cscs_account ?? '',
    customerName: row.name ?? '',
    type: row.type as CashRequest['type'],
    amount: row.amount === null ? null : toNaira(kobo(row.amount)),
    securityID: row.security_id,
    quantity: row.quantity === null ? null : Number(row.quantity),
    unitCost: row.type === 'transferIn' && row.unit_cost !== null ? toNaira(kobo(row.unit_cost)) : null,
    worth: worthOf(row),
    reference: row.reference,
    narration: inWords(row, translate, charges),
    payee: row.type === 'withdrawal' ? bankAccountInWords(row) : null,
    balanceAfter: isShown(row.account) ? balanceAfterOf(row) : null,
    freeze: freezeOf(row),
    state: row.state as TransferState,
    makerName: row.maker_name,
    deciderName: row.decider_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    isOwn: row.maker_id === reader.userId,
    approvalRefused: refusedTo(row),
  }),
})
