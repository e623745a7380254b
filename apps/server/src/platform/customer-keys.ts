import { folded } from '@tradebook/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { cscsAccountOf } from '../store/account-joins.ts'
import { hasKeyword } from '../store/pattern.ts'
import type { Tx } from '../store/store.ts'

/** By what a customer is known in the rows of every table, and of the records of who did what. */
export interface CustomerKeys {
  readonly customerIds: readonly number[]
  readonly accounts: readonly string[]
  readonly cscsAccounts: readonly string[]
  readonly chns: readonly string[]
  /** Of people who sign in as customers for one of the accounts, or who asked for one. */
  readonly userIds: readonly number[]
  readonly userNames: readonly string[]
  readonly emails: readonly string[]
  /** Numbers and addresses that were corrected since: rows until then name the customer by them, later ones somebody else. */
  readonly earlier: readonly { readonly text: string; readonly until: Date }[]
  readonly requestIds: readonly number[]
}

/** So many customers are looked for by one name. */
const MOST_NAMED = 50

/**
 * The customers that a text names, in any letter case: by name, account, CSCS account, clearing house number, user name
 * or e-mail address.
 */
export async function customersNamed(tx: Tx, text: string): Promise<number[]> {
  const named = text.trim()
  const exact = named.toLowerCase()
  const rows = await tx
    .selectFrom('customers')
    .select('customers.id')
    .distinct()
    .where((eb) =>
      eb.or([
        hasKeyword(sql.ref('customers.name'), named),
        eb(eb.fn('lower', ['customers.email_address']), '=', exact),
        eb(eb.fn('lower', ['customers.chn']), '=', exact),
        eb(
          'customers.id',
          'in',
          eb
            .selectFrom('trading_accounts')
            .select('customer_id')
            .where((of) =>
              of.or([
                of(of.fn('lower', ['account']), '=', exact),
                of('cscs_account', '=', cscsAccountOf(named)),
              ]),
            ),
        ),
        eb(
          'customers.id',
          'in',
          ownersOf(tx)
            .select('trading_accounts.customer_id')
            .where((of) =>
              of.or([
                of(of.fn('lower', ['users.user_name']), '=', exact),
                of(of.fn('lower', ['users.email_address']), '=', exact),
              ]),
            ),
        ),
      ]),
    )
    .orderBy('customers.id')
    .limit(MOST_NAMED)
    .execute()
  return rows.map(({ id }) => id)
}

/** People who sign in as customers, with the accounts that they sign in for. Staff who trade for one are not its owners. */
export const ownersOf = (tx: Tx) =>
  tx
    .selectFrom('user_trading_accounts')
    .innerJoin('trading_accounts', (join) =>
      join
        .onRef('trading_accounts.tenant_id', '=', 'user_trading_accounts.tenant_id')
        .onRef('trading_accounts.account', '=', 'user_trading_accounts.account'),
    )
    .innerJoin('users', 'users.id', 'user_trading_accounts.user_id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('user_roles')
          .innerJoin('roles', 'roles.id', 'user_roles.role_id')
          .select('roles.id')
          .whereRef('user_roles.user_id', '=', 'users.id')
          .where(sql`upper(roles.name)`, '=', 'CUSTOMER'),
      ),
    )

/** By what these customers are known. */
export async function keysOf(tx: Tx, customerIds: readonly number[]): Promise<CustomerKeys> {
  const ids = customerIds.length > 0 ? [...customerIds] : [-1]
  const accounts = await tx
    .selectFrom('trading_accounts')
    .select(['account', 'cscs_account'])
    .where('customer_id', 'in', ids)
    .execute()
  const customers = await tx
    .selectFrom('customers')
    .select(['email_address', 'chn'])
    .where('id', 'in', ids)
    .execute()
  const requests = await tx
    .selectFrom('account_requests')
    .select(['id', 'user_id'])
    .where('customer_id', 'in', ids)
    .execute()
  const corrections = await tx
    .selectFrom('customer_changes')
    .select(['before', 'made_at', 'decided_at'])
    .where('customer_id', 'in', ids)
    .where('state', '=', 'made')
    .execute()
  const owners = await ownersOf(tx)
    .select(['users.id', 'users.user_name', 'users.email_address'])
    .where('trading_accounts.customer_id', 'in', ids)
    .union(
      tx
        .selectFrom('users')
        .select(['users.id', 'users.user_name', 'users.email_address'])
        .where('users.id', 'in', [-1, ...requests.flatMap(({ user_id }) => user_id ?? [])]),
    )
    .execute()
  const some = (texts: readonly (string | null)[]) => [...new Set(texts.filter((text) => text !== null))]
  return {
    customerIds: [...customerIds],
    accounts: accounts.map(({ account }) => account),
    cscsAccounts: some(accounts.map(({ cscs_account }) => cscs_account)),
    chns: some(customers.map(({ chn }) => chn)),
    userIds: owners.map(({ id }) => id),
    userNames: some(owners.map(({ user_name }) => user_name)),
    emails: some([...owners, ...customers].map(({ email_address }) => email_address)),
    requestIds: requests.map(({ id }) => id),
    earlier: corrections.flatMap(({ before, made_at, decided_at }) => {
      const { cscsAccount, chn, emailAddress } = before as Readonly<Record<string, string | null | undefined>>
      const until = decided_at ?? made_at
      return some([cscsAccount ?? null, chn ?? null, emailAddress ?? null]).map((text) => ({ text, until }))
    }),
  }
}

/**
 * The rows of `transfer_requests` that are about customers: postings to their accounts and changes of these, and changes
 * of the charges that are agreed with them, which have no account.
 */
export const requestsOf = ({ accounts, customerIds }: CustomerKeys): RawBuilder<SqlBool> => sql<SqlBool>`(
  transfer_requests.account = any(${[...accounts]}::text[])
  or (case when transfer_requests.type = 'charges' then exists (
    select from json_array_elements(transfer_requests.details -> 'change' -> 'agreements') as agreement
    where (agreement ->> 'customerId')::int = any(${[...customerIds]}::int[])) end))`

/** The members of calls that name a user. */
const userNameMembers = ['userName', 'userNameOrEmailAddress', 'adminUserName'] as const

/** The tables of who did what, which have the same columns. */
export type RecordTable = 'audit_log' | 'report_logs'

/** The rows of who did what that name a text, or a customer that it names. */
export async function aboutText(tx: Tx, table: RecordTable, text: string): Promise<RawBuilder<SqlBool>> {
  const of = await customersNamed(tx, text)
  const named = text.trim()
  const mentioned = sql<SqlBool>`(lower(${sql.ref(`${table}.user_name`)}) = ${named.toLowerCase()}
    or folded(${sql.ref(`${table}.parameters`)}) like ${`%${folded(named).replace(/[\\%_]/g, '\\$&')}%`})`
  return of.length === 0 ? mentioned : sql<SqlBool>`(${mentioned} or ${about(table, await keysOf(tx, of))})`
}

/**
 * The rows of who did what that are about customers: what they did themselves, what names one of them by whatever
 * number, what was changed of them, and what was decided of their requests, postings and orders.
 */
export function about(table: RecordTable, keys: CustomerKeys): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const parameters = column('parameters')
  const asked = (name: string) =>
    sql<
      string | null
    >`(case when ${parameters} is json object then ${parameters}::jsonb ->> ${sql.lit(name)} end)`
  const call = sql`${column('service_name')} || '/' || ${column('method_name')}`
  const containing = (json: string) => `%${json.replace(/[\\%_]/g, '\\$&')}%`
  const tokens = [
    ...[...keys.accounts, ...keys.cscsAccounts, ...keys.emails, ...keys.chns].map((text) =>
      JSON.stringify(text),
    ),
    // People type the numbers of the depository without the zeros that lead them.
    ...keys.cscsAccounts.map((number) => JSON.stringify(number.replace(/^0+/, ''))),
    // People choose their user names: one can be a word that the parameters of any call contain.
    ...keys.userNames.flatMap((name) =>
      userNameMembers.map((member) => `"${member}":${JSON.stringify(name)}`),
    ),
  ].map(containing)
  const texts = (values: readonly (string | number)[]) => sql`${values.map(String)}::text[]`
  const calls = (names: readonly string[]) => sql`${call} = any(${names}::text[])`
  const idIn = (ids: RawBuilder<unknown>, names: readonly string[], name = 'id') =>
    sql<SqlBool>`(${calls(names)} and ${asked(name)} in (${ids}))`
  const ofAccounts = (of: string, id: string) =>
    sql`select ${sql.raw(id)}::text from ${sql.raw(of)}
      where ${sql.raw(of)}.tenant_id = ${column('tenant_id')} and account = any(${texts(keys.accounts)})`
  const conditions: RawBuilder<SqlBool>[] = [
    sql`${column('user_id')} = any(${[...keys.userIds]}::int[])`,
    sql`lower(${column('user_name')}) = any(${texts(keys.userNames.map((name) => name.toLowerCase()))})`,
    sql`${parameters} ilike any(${tokens}::text[])`,
    ...keys.earlier.map(
      ({ text, until }) => sql<SqlBool>`(${column('execution_time')} <= ${until}
        and ${parameters} ilike ${containing(JSON.stringify(text))})`,
    ),
    sql`(${parameters} like '%"customerId"%' and ${asked('customerId')} = any(${texts(keys.customerIds)}))`,
    sql`(${calls(ofCustomer)} and ${asked('id')} = any(${texts(keys.customerIds)}))`,
    sql`(${parameters} like '%"requestId"%' and ${asked('requestId')} = any(${texts(keys.requestIds)}))`,
    sql`(${calls(ofRequest)} and ${asked('id')} = any(${texts(keys.requestIds)}))`,
    sql`(${calls(ofUser)} and ${asked('userId')} = any(${texts(keys.userIds)}))`,
    sql`(${calls(ofUserRow)}
      and ${asked('id')} = any(${texts(keys.userIds)}))`,
    idIn(
      sql`select id::text from customer_changes where customer_changes.tenant_id = ${column('tenant_id')}
        and customer_id = any(${[...keys.customerIds]}::int[])`,
      ofChange,
    ),
    idIn(
      sql`select id::text from transfer_requests
        where transfer_requests.tenant_id = ${column('tenant_id')} and ${requestsOf(keys)}`,
      ofPosting,
    ),
    sql`(${calls(ofCharges)} and ${parameters} ~ ${`"customerId":(${[-1, ...keys.customerIds].join('|')})[,}]`})`,
    idIn(ofAccounts('payment_requests', 'id'), ofPayment),
    idIn(ofAccounts('contract_notes', 'number'), ['BackOffice/DownloadContractNote'], 'number'),
    idIn(ofAccounts('orders', 'order_id'), ofOrder, 'orderID'),
    ...(table === 'audit_log' ? [ofChanges(keys)] : []),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/**
 * The names of the customers whom a row of who did what is about, in one text; null of a row that is about none. The
 * counterpart of `about`, row by row: it reads what is named there by its index.
 */
export function customerNamesOf(tx: Tx, table: RecordTable): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const member = (name: string) => sql`asked.members ->> ${sql.lit(name)}`
  const number = (name: string) =>
    sql`(case when ${member(name)} ~ '^[0-9]{1,9}$' then (${member(name)})::int end)`
  const call = sql`${column('service_name')} || '/' || ${column('method_name')}`
  const numberIn = (names: readonly string[], name = 'id') =>
    sql`(case when ${call} = any(${[...names]}::text[]) then ${number(name)} end)`
  const rowsOf = (of: string, id: string, number: RawBuilder<unknown>) =>
    sql`select account from ${sql.table(of)} where tenant_id = ${column('tenant_id')} and ${sql.ref(id)} = ${number}`
  const accounts = sql.join(
    [
      sql`select value #>> '{}' from jsonb_path_query(asked.members, 'strict $.**') as value
        where jsonb_typeof(value) = 'string'`,
      rowsOf('transfer_requests', 'id', numberIn(ofPosting)),
      rowsOf('payment_requests', 'id', numberIn(ofPayment)),
      rowsOf('contract_notes', 'number', numberIn(['BackOffice/DownloadContractNote'], 'number')),
      rowsOf('orders', 'order_id', numberIn(ofOrder, 'orderID')),
      ...(table === 'audit_log' ? [changedOf('Account', sql`entity_id`)] : []),
    ],
    sql` union all `,
  )
  const users = sql.join(
    [
      sql`select ${column('user_id')}`,
      sql`select ${numberIn(ofUser, 'userId')}`,
      sql`select ${numberIn(ofUserRow)}`,
      ...(table === 'audit_log' ? [changedOf('User', sql`entity_id::int`)] : []),
    ],
    sql` union all `,
  )
  const customers = sql.join(
    [
      sql`select ${number('customerId')}`,
      sql`select ${numberIn(ofCustomer)}`,
      sql`select customer_id from customer_changes
        where tenant_id = ${column('tenant_id')} and id = ${numberIn(ofChange)}`,
      sql`select customer_id from account_requests
        where tenant_id = ${column('tenant_id')} and id in (${number('requestId')}, ${numberIn(ofRequest)})`,
      sql`select customer_id from trading_accounts join (${accounts}) as named (account)
        on trading_accounts.account = named.account
          or (named.account ~ '^[0-9]{1,10}$' and trading_accounts.cscs_account = lpad(named.account, 10, '0'))
        where tenant_id = ${column('tenant_id')}`,
      sql`${ownersOf(tx).select('trading_accounts.customer_id').where(sql<SqlBool>`users.id in (${users})`)}`,
      ...(table === 'audit_log' ? [changedOf('Customer', sql`entity_id::int`)] : []),
    ],
    sql` union `,
  )
  return sql<string | null>`(
    select string_agg(customers.name, ', ' order by customers.name)
    from (select case when ${column('parameters')} is json object then ${column('parameters')}::jsonb end) as asked (members)
    cross join lateral (${customers}) as named (customer_id)
    join customers on customers.tenant_id = ${column('tenant_id')} and customers.id = named.customer_id)`
}

/** The things of a kind that a row of the audit trail changed. */
const changedOf = (entity: string, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${id} from audit_changes where audit_changes.tenant_id = audit_log.tenant_id
    and audit_changes.audit_id = audit_log.id and entity = ${sql.lit(entity)}`

const ofChange = ['Customer/ApproveCustomerChange', 'Customer/RejectCustomerChange']
const ofUserRow = ['User/Update', 'User/Delete', 'User/Activate', 'User/DeActivate']
const ofCustomer = [
  'Customer/UpdateCustomer',
  'Customer/AddDocument',
  'Customer/GetCustomerDocument',
  'Customer/DownloadCustomerFile',
  'Customer/InviteCustomer',
  'Customer/GetCustomerRecord',
]
const ofRequest = [
  'Customer/UpdateCustomerAccountCreationRequest',
  'Customer/RejectCustomerAccountCreationRequest',
  'Customer/ApproveAndSubmitCustomerAccountCreationRequest',
  'Customer/GetDocument',
  'Customer/RecordDepositoryAnswer',
]
const ofUser = [
  'Customer/ConfirmAddress',
  'User/ResetPassword',
  'User/DisableTwoFactor',
  'User/RevokePasskeys',
  'User/Unlock',
  'User/ConfirmRights',
]
const ofPosting = [
  // A freeze has the number of its request.
  'BackOffice/GetFreezeDocument',
  'BackOffice/ApproveCashEntry',
  'BackOffice/RejectCashEntry',
  'BackOffice/ApproveSecurityEntry',
  'BackOffice/RejectSecurityEntry',
  'BackOffice/ApproveAccountTerms',
  'BackOffice/RejectAccountTerms',
]
/** Agreements about charges, which are asked for by customer. */
const ofCharges = [
  'BackOffice/PostCharges',
  'BackOffice/ApproveCharges',
  'BackOffice/RejectCharges',
  'Fees/Update',
  'Fees/DeleteAgreement',
]
const ofPayment = [
  'BackOffice/CancelPaymentRequest',
  'BackOffice/PostPaymentRequest',
  'BackOffice/DeclinePaymentRequest',
]
const ofOrder = ['Order/SendOrderReplaceRequest', 'Order/sendCancelOrderRequest']

/** The rows of what was changed of customers, their accounts, users and requests. */
function ofChanges(keys: CustomerKeys): RawBuilder<SqlBool> {
  const ofWhom = [
    ...keys.userIds.map((id) => `user ${id}`),
    ...keys.accounts.map((account) => `account ${account}`),
  ]
  const things: readonly [entity: string, ids: readonly (string | number)[]][] = [
    ['Customer', keys.customerIds],
    ['Limits', ofWhom],
    ['KillSwitch', ofWhom],
    ['Account', keys.accounts],
    ['User', keys.userIds],
    ['AccountRequest', keys.requestIds],
  ]
  const pairs = things.map(
    ([entity, ids]) => sql`(entity = ${entity} and entity_id = any(${ids.map(String)}::text[]))`,
  )
  // An agreement is named by its customer and its date.
  const agreed = sql`(entity = 'ChargesOfCustomer'
    and split_part(entity_id, ',', 1) = any(${keys.customerIds.map(String)}::text[]))`
  return sql<SqlBool>`audit_log.id in (select audit_id from audit_changes
    where ${sql.join([...pairs, agreed], sql` or `)})`
}
