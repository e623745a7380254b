import {
  type CustomerRow,
  customerList,
  kobo,
  type ListQuery,
  MAX_ANSWER_ROWS,
  toNaira,
} from '@tradebook/contract'
import { type SqlBool, sql } from 'kysely'
import { listFile } from '../../files/list-file.ts'
import type { Handlers } from '../../http/handlers.ts'
import { seesAllAccounts, showsAllBalances } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { dayAndFirm } from '../../platform/tenants.ts'
import { customerOfAccount } from '../../store/account-joins.ts'
import { accountState } from '../../store/account-state.ts'
import { hasPhone } from '../../store/pattern.ts'
import { ordered, rowOrder } from '../../store/row-order.ts'
import type { Store, Tx } from '../../store/store.ts'
import { filtered, keywordIn, type StoredList, stored } from '../../store/stored-list.ts'

export interface CustomersDependencies {
  readonly store: Store
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
}

/** The accounts of a firm's customers, as a list and as a file. */
export function customerHandlers({
  store,
  marketDate,
}: CustomersDependencies): Handlers<'BackOffice/GetCustomers' | 'BackOffice/DownloadCustomers'> {
  /** What a caller may read of the list, and how. */
  const readerOf = async (caller: Caller, asked: ListQuery) => {
    const showsAll = await showsAllBalances(store, caller)
    const isShown = (account: string) => showsAll || caller.accounts.includes(account)
    // Nobody learns by filters or order what is not shown.
    const stored = storedCustomers(seesAllAccounts(caller) && !showsAll)
    const order = rowOrder(stored, asked.sorting)
    return {
      order,
      accounts: (tx: Tx) => accountsFor(tx, caller, stored, asked),
      item: ({ balance, ...row }: SelectedRow): CustomerRow => ({
        ...row,
        cash: isShown(row.accountNumber) ? toNaira(kobo(balance)) : null,
      }),
    }
  }

  return {
    'BackOffice/GetCustomers': async ({ query, ...input }, { caller }) => {
      const { accounts, order, item } = await readerOf(caller, { ...input, keyword: query || input.keyword })
      return store.forTenant(caller.tenantId).read(async (tx) => {
        const found = await accounts(tx)
        const { totalCount } = await found
          .select((eb) => eb.fn.countAll<bigint>().as('totalCount'))
          .executeTakeFirstOrThrow()
        const rows = await ordered(found.select(selected), order)
          .offset(input.skipCount)
          .limit(input.maxResultCount)
          .execute()
        return { totalCount: Number(totalCount), more: false, items: rows.map(item) }
      })
    },

    'BackOffice/DownloadCustomers': async (input, { caller, translate }) => {
      const { accounts, order, item } = await readerOf(caller, input)
      const scope = store.forTenant(caller.tenantId)
      // Sorted once, into account numbers: an account that is opened or renamed meanwhile moves no other one.
      async function* pages() {
        const numbers = await scope.read(async (tx) =>
          ordered((await accounts(tx)).select('trading_accounts.account as number'), order).execute(),
        )
        for (let start = 0; start < numbers.length; start += MAX_ANSWER_ROWS) {
          const piece = numbers.slice(start, start + MAX_ANSWER_ROWS).map(({ number }) => number)
          const rows = await scope.read(async (tx) =>
            ordered((await accounts(tx)).select(selected), order)
              .where(sql<SqlBool>`trading_accounts.account = any(${piece}::text[])`)
              .execute(),
          )
          if (rows.length > 0) yield rows.map(item)
        }
      }
      const of = await dayAndFirm(store, marketDate(), caller.tenantId)
      return listFile(customerList, pages(), { ...input, translate, of })
    },
  }
}

/** The accounts that the caller may look at, of those that were asked for. */
async function accountsFor(
  tx: Tx,
  caller: Caller,
  stored: StoredCustomers,
  { keyword, ...asked }: ListQuery,
) {
  const all = tx.selectFrom('trading_accounts').innerJoin('customers', customerOfAccount)
  const seen = seesAllAccounts(caller)
    ? all
    : all.where('account', 'in', caller.accounts.length > 0 ? [...caller.accounts] : [''])
  const narrowed = filtered(seen, stored, asked)
  const found = await keywordIn(tx, stored, keyword)
  if (!found || !keyword) return narrowed
  return narrowed.where((eb) => eb.or([found, hasPhone(sql.ref('customers.phone_number'), keyword)]))
}

/** In the market's zone. */
const openedOn = sql<string | null>`(customers.opened_at at time zone 'Africa/Lagos')::date`

const lastActivity = sql<string | null>`greatest(
  (select entry_date from ledger_entries
   where ledger_entries.tenant_id = trading_accounts.tenant_id
     and ledger_entries.account = trading_accounts.account order by sequence desc limit 1),
  (select orders.market_date from orders
   where orders.tenant_id = trading_accounts.tenant_id
     and orders.account = trading_accounts.account order by order_id desc limit 1))`

const balance = sql<bigint>`coalesce((select balance from cash_balances
  where cash_balances.tenant_id = trading_accounts.tenant_id
    and cash_balances.account = trading_accounts.account), 0)`

const selected = [
  'customers.id',
  'trading_accounts.account as accountNumber',
  'trading_accounts.cscs_account as cscsAccount',
  'customers.name as customerName',
  'customers.email_address as emailAddress',
  'customers.phone_number as phoneNumber',
  'customers.chn',
  accountState.as('state'),
  openedOn.as('openedOn'),
  lastActivity.as('lastActivity'),
  balance.as('balance'),
] as const

type SelectedRow = Omit<CustomerRow, 'cash'> & { readonly balance: bigint }

type StoredCustomers = StoredList<(typeof customerList)['columns']>

const storedCustomers = (isCashHidden: boolean): StoredCustomers => ({
  list: customerList,
  key: sql.ref('trading_accounts.account'),
  columns: {
    customerName: stored('customers.name'),
    accountNumber: stored('trading_accounts.account'),
    cscsAccount: stored('trading_accounts.cscs_account'),
    chn: stored('customers.chn'),
    state: { value: accountState },
    openedOn: { value: openedOn },
    lastActivity: { value: lastActivity },
    cash: { value: isCashHidden ? sql`null::bigint` : balance },
    emailAddress: stored('customers.email_address'),
  },
})
