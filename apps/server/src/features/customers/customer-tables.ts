import {
  accountTypeWords,
  callInWords,
  execTypes,
  freezeGrounds,
  instructionEvents,
  instructionMedia,
  kobo,
  ordStatuses,
  ordTypes,
  paymentChannels,
  paymentStates,
  postingTypes,
  requestStatusWords,
  sides,
  type TextKey,
  timesInForce,
  toNaira,
  transferStates,
} from '@tradebook/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { decode } from '../../desk/record/codec.ts'
import { about, type CustomerKeys, requestsOf } from '../../platform/customer-keys.ts'
import type { Translate } from '../../platform/localisation.ts'
import { paymentStateOfRow } from '../../store/payment-state.ts'
import type { Database } from '../../store/schema.ts'

/**
 * Where every table that has data of a customer is in the file for an inspector. A test holds it to the database: a table
 * with a column that names a customer, an account, a user or a request is here, or is named below with the reason why not.
 */

interface CustomerTable {
  /** Its rows that are a customer's. */
  readonly rows: (keys: CustomerKeys) => RawBuilder<SqlBool>
  /** Columns that nobody is given: secrets, and what proves them. */
  readonly without?: readonly string[]
  /** Columns of kobo, which are written in naira. */
  readonly money?: readonly string[]
  /** A column whose values are files of the archive. */
  readonly file?: string
  /** Columns of codes, with the words that screens show for them. */
  readonly codes?: Readonly<Record<string, Codes>>
  /** Columns in whose place another value is read. */
  readonly reads?: Readonly<Record<string, RawBuilder<unknown>>>
  /** What is written of a column of JSON. */
  readonly json?: Readonly<Record<string, (value: unknown, keys: CustomerKeys) => string>>
  /** What a row says in words, in addition to its columns. */
  readonly inWords?: (row: Readonly<Record<string, unknown>>, translate: Translate) => string
}

type Codes = Readonly<Record<string, TextKey>>

/** An order's codes are those of FIX. */
const fixCodes = {
  side: sides,
  ord_type: ordTypes,
  time_in_force: timesInForce,
  ord_status: ordStatuses,
  exec_type: execTypes,
} satisfies Readonly<Record<string, Codes>>

const any = (column: string, values: readonly (string | number)[], type: 'int' | 'text') =>
  sql<SqlBool>`${sql.ref(column)} = any(${[...values]}::${sql.raw(type)}[])`

const byAccount = { rows: ({ accounts }: CustomerKeys) => any('account', accounts, 'text') }
const byCustomer = { rows: ({ customerIds }: CustomerKeys) => any('customer_id', customerIds, 'int') }
const byUser = { rows: ({ userIds }: CustomerKeys) => any('user_id', userIds, 'int') }
const byRequest = { rows: ({ requestIds }: CustomerKeys) => any('request_id', requestIds, 'int') }

const eitherOf = (...conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** Of limits and kill switches: what is set for a user or an account. */
const byScope = (column: 'scope' | 'level') => ({
  rows: ({ accounts, userIds }: CustomerKeys) =>
    eitherOf(
      sql`(${sql.ref(column)} = 'account' and ${any('id', accounts, 'text')})`,
      sql`(${sql.ref(column)} = 'user' and ${any('id', userIds.map(String), 'text')})`,
    ),
})

const bySubject = {
  rows: ({ userIds }: CustomerKeys) =>
    any(
      'subject',
      userIds.map((id) => `user ${id}`),
      'text',
    ),
}

/** What a request asks for, with its amounts in naira; of agreements about charges those with the customer. */
function detailsInFile(details: unknown, { customerIds }: CustomerKeys): string {
  return JSON.stringify(decode(details), (name, member: unknown) => {
    if (name === 'agreements' && Array.isArray(member))
      return member.filter(({ customerId }) => customerIds.includes(customerId))
    if (typeof member !== 'bigint') return member
    return name === 'quantity' ? Number(member) : toNaira(kobo(member))
  })
}

const callOf = (row: Readonly<Record<string, unknown>>, translate: Translate) =>
  callInWords(`${row.service_name}/${row.method_name}`, translate)

export const customerTables = {
  customers: {
    rows: ({ customerIds }) => any('id', customerIds, 'int'),
    codes: { account_type: accountTypeWords },
  },
  customer_changes: byCustomer,
  customer_documents: { ...byCustomer, file: 'content' },
  customer_views: {
    rows: ({ customerIds, requestIds }) =>
      eitherOf(
        sql`subject = 'firm'`,
        sql`(subject = 'customer' and ${any('subject_id', customerIds, 'int')})`,
        sql`(subject = 'request' and ${any('subject_id', requestIds, 'int')})`,
      ),
  },
  customer_charges: byCustomer,
  trading_accounts: byCustomer,
  account_requests: { ...byCustomer, codes: { status: requestStatusWords, account_type: accountTypeWords } },
  account_request_events: byRequest,
  account_request_changes: byRequest,
  account_request_documents: { ...byRequest, file: 'content' },
  account_request_identities: byRequest,
  depository_accounts: byRequest,
  orders: {
    ...byAccount,
    codes: fixCodes,
    money: ['price', 'filled_value', 'last_px', 'hold_amount', 'stop_px'],
  },
  order_requests: byAccount,
  executions: {
    rows: ({ accounts }) => sql`order_id in (select order_id from orders
      where orders.tenant_id = executions.tenant_id and ${any('orders.account', accounts, 'text')})`,
    codes: fixCodes,
    money: ['last_px', 'filled_value'],
  },
  contract_notes: { ...byAccount, codes: fixCodes, money: ['consideration', 'realised_gain', 'net_amount'] },
  ledger_entries: { ...byAccount, codes: fixCodes, money: ['price', 'balance', 'cost'] },
  cash_balances: {
    ...byAccount,
    money: ['balance', 'held', 'unsettled_buys', 'unsettled_sells', 'available'],
  },
  cash_days: { ...byAccount, money: ['balance'] },
  positions: { ...byAccount, money: ['cost'] },
  position_days: { ...byAccount, money: ['cost'] },
  corporate_action_holdings: byAccount,
  transfer_requests: {
    rows: requestsOf,
    json: { details: detailsInFile },
    codes: { type: postingTypes, state: transferStates },
    money: ['amount', 'unit_cost'],
  },
  payment_requests: {
    ...byAccount,
    // What became of one whose posting the desk was given is in its posting.
    reads: { state: paymentStateOfRow },
    codes: { type: postingTypes, state: paymentStates, channel: paymentChannels },
    money: ['amount'],
  },
  instructions: { ...byAccount, money: ['price'], codes: { side: sides, medium: instructionMedia } },
  instruction_events: {
    rows: ({ accounts }) =>
      sql<SqlBool>`instruction_id IN (SELECT id FROM instructions WHERE ${any('account', accounts, 'text')})`,
    codes: { event: instructionEvents },
  },
  account_freezes: { ...byAccount, codes: { ground: freezeGrounds } },
  freeze_documents: { ...byAccount, file: 'content' },
  kill_switches: byScope('scope'),
  order_limits: { ...byScope('level'), money: ['order_value', 'daily_turnover'] },
  users: {
    rows: ({ userIds }) => any('id', userIds, 'int'),
    without: ['password_hash', 'security_stamp'],
  },
  user_roles: byUser,
  user_permissions: byUser,
  user_trading_accounts: {
    rows: ({ accounts, userIds }) =>
      eitherOf(any('account', accounts, 'text'), any('user_id', userIds, 'int')),
  },
  influences: byUser,
  sessions: { ...byUser, without: ['security_stamp'] },
  login_attempts: byUser,
  sign_in_failures: bySubject,
  verification_codes: { ...bySubject, without: ['digest'] },
  registrations: { ...byUser, without: ['security_stamp', 'email_digest'] },
  password_resets: { ...byUser, without: ['digest'] },
  two_factors: { ...byUser, without: ['sealed_secret'] },
  provider_subjects: byUser,
  passkeys: { ...byUser, without: ['credential_id', 'public_key'] },
  recovery_codes: { ...byUser, without: ['digest'] },
  settings: byUser,
  watchlists: byUser,
  baskets: byUser,
  alerts: byUser,
  mails: {
    rows: ({ userIds, customerIds }) =>
      eitherOf(any('user_id', userIds, 'int'), any('customer_id', customerIds, 'int')),
    without: ['sealed'],
  },
  notifications: byUser,
  audit_log: { rows: (keys) => about('audit_log', keys), inWords: callOf },
  audit_changes: {
    rows: (keys) => sql`audit_id in (select audit_log.id from audit_log
      where audit_log.tenant_id = audit_changes.tenant_id and ${about('audit_log', keys)})`,
  },
  report_logs: { rows: (keys) => about('report_logs', keys), inWords: callOf },
} as const satisfies { readonly [Name in keyof Database]?: CustomerTable }

export type CustomerTableName = keyof typeof customerTables
export const customerTableNames = Object.keys(customerTables) as CustomerTableName[]
export const customerTable = (name: CustomerTableName): CustomerTable => customerTables[name]

/** Tables that name somebody, and are not in the file. */
export const notInFile = {
  unsaved_sendings:
    'Under which ids a user has sent orders within a week: the orders are in the tables above.',
  document_mail_cursors:
    'Up to where documents were mailed, of the whole firm: the mails are in the tables above.',
  trade_corrections:
    'What market control or the exchange asked to change of trades: the changes are in the tables above.',
  venue_reconciliations:
    'How the open orders compared with those of the exchange: the orders are in the tables above.',
  venue_doubts: 'Orders about which desk and exchange did not agree: how they ended is in the tables above.',
  unclaimed_orders: 'Orders that only the exchange had: those that a customer got are in the tables above.',
  flagged_reports: 'Reports of the exchange that operators look at: what was traded is in the tables above.',
  idempotency_keys:
    'Answers that are repeated within a day: what was answered is in the tables of what was done.',
  journal_batches:
    'What the desk decided, of all customers in one row: what came of it is in the tables above.',
  exchange_orders:
    'What an exchange knows of orders and under which numbers: the orders are in the tables above.',
  venue_commands: 'Messages to the exchange about orders: the orders are in the tables above.',
} as const satisfies { readonly [Name in keyof Database]?: string }

/** What a table is called in the file's index. */
export const tableTitle = (name: CustomerTableName): TextKey => `Customer.File.${name}`
