import { mayRead, type Refusal, refuse } from '@tradebook/contract'
import type { ExpressionBuilder } from 'kysely'
import { cscsAccountOf } from '../store/account-joins.ts'
import type { Database } from '../store/schema.ts'
import type { Store, Tx } from '../store/store.ts'
import type { Caller } from './caller.ts'
import { settingsInForce } from './settings.ts'
import { userKey } from './user-key.ts'

/**
 * Which of a firm's accounts and orders a person may look at. Each rule is stated once
 * here: as SQL for lists, and as the keys by which the hub finds the subscribers of an order.
 */

/** What decides it. */
type Viewer = Pick<Caller, 'tenantId' | 'userId' | 'permissions' | 'accounts'>

/** What of an order decides who may see it. */
interface OwnedOrder {
  readonly tenantId: number
  readonly userId: number
  readonly account: string
}

/**
 * The firm's account number of a CSCS account the caller may look at; nothing for another's, just
 * as for one that does not exist.
 */
export async function findAccount(tx: Tx, caller: Caller, cscsAccount: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('trading_accounts')
    .select('account')
    .where('cscs_account', '=', cscsAccountOf(cscsAccount))
    .executeTakeFirst()
  if (!row) return undefined
  return seesAllAccounts(caller) || caller.accounts.includes(row.account) ? row.account : undefined
}

/** Only what may be a depository account is looked up: orders by the firm's own numbers wait for no read. */
const MAY_BE_CSCS = /^\d{1,10}$/

/**
 * The firm's number of an account that is named by that number or by its CSCS account, with or without leading zeros; as
 * it was named where the caller may look at no such account.
 */
export async function accountNamed(
  store: Pick<Store, 'forTenant'>,
  caller: Caller,
  named: string,
): Promise<string> {
  const text = named.trim()
  if (!MAY_BE_CSCS.test(text)) return named
  return store.forTenant(caller.tenantId).read(async (tx) => {
    const own = await tx
      .selectFrom('trading_accounts')
      .select('account')
      .where('account', '=', text)
      .executeTakeFirst()
    return own ? named : ((await findAccount(tx, caller, text)) ?? named)
  })
}

/**
 * Whether a person is shown what every account of the firm has in cash and what moved it: by the firm's setting, or
 * because the person administers it or reads its customers.
 */
export const showsAllBalances = async (store: Pick<Store, 'forTenant'>, caller: Caller): Promise<boolean> =>
  caller.permissions.has('VIEW_ADMINSETTING') ||
  mayRead(caller.permissions, 'VIEW_CUSTOMERS') ||
  (seesAllAccounts(caller) &&
    (await settingsInForce(store, caller.tenantId, caller.userId)).showAccountBalance)

/** Of which accounts a person is shown what they have in cash: the person's own, and where all are shown, all. */
export async function shownBalances(
  store: Pick<Store, 'forTenant'>,
  caller: Caller,
): Promise<(account: string) => boolean> {
  const isShown = await showsAllBalances(store, caller)
  return (account) => isShown || caller.accounts.includes(account)
}

/** Why a person neither posts to an account nor decides about it: they sign in for it, as its customer or to trade for it. */
export const refusalOfOwn = ({ accounts }: Pick<Caller, 'accounts'>, account: string): Refusal | undefined =>
  accounts.includes(account) ? refuse('ownAccount', { account }) : undefined

/** What is asked for or decided: something of an account, or of all accounts of some customers. */
interface Concerned {
  readonly account?: string
  readonly customers?: readonly number[]
}

/** Which of the accounts that a request concerns a user signs in for; `undefined` for none. */
export type OwnAccountOf = (
  userId: number,
  concerned: Concerned,
) => { readonly account: string; readonly userName: string } | undefined

/** Reads which accounts some users sign in for, and whose these are. */
export async function ownAccountsOf(tx: Tx, users: readonly number[]): Promise<OwnAccountOf> {
  const rows =
    users.length === 0
      ? []
      : await tx
          .selectFrom('user_trading_accounts')
          .innerJoin('users', 'users.id', 'user_trading_accounts.user_id')
          .leftJoin('trading_accounts', 'trading_accounts.account', 'user_trading_accounts.account')
          .select(['user_id as userId', 'user_trading_accounts.account', 'user_name as userName'])
          .select('customer_id as customerId')
          .where('user_id', 'in', [...new Set(users)])
          .orderBy('user_trading_accounts.account')
          .execute()
  return (userId, { account, customers = [] }) =>
    rows.find(
      (row) =>
        row.userId === userId &&
        (row.account === account || (row.customerId !== null && customers.includes(row.customerId))),
    )
}

/** Why a person does not decide about an account: they sign in for it. */
export function refusalOfDecider(
  ownAccountOf: OwnAccountOf,
  userId: number,
  concerned: Concerned,
): Refusal | undefined {
  const own = ownAccountOf(userId, concerned)
  return own && refuse('ownAccount', { account: own.account })
}

/**
 * Why nobody approves a request: its requester can now sign in for the account. A requester who could already was refused
 * when they made it.
 */
export function refusalOfMaker(
  ownAccountOf: OwnAccountOf,
  makerId: number,
  concerned: Concerned,
): Refusal | undefined {
  const own = ownAccountOf(makerId, concerned)
  return own && refuse('makerOwnAccount', { account: own.account, userName: own.userName })
}

/** Staff look at every account of the firm, a customer at its own. */
export const seesAllAccounts = ({ permissions }: Pick<Viewer, 'permissions'>): boolean =>
  permissions.has('TRADE_ALL_ACCOUNTS') ||
  permissions.has('VIEW_ALL_ORDERS') ||
  mayRead(permissions, 'VIEW_CUSTOMERS')

/** Whether a person sees every order of the firm. The host has no orders. */
export const seesAllOrders = ({ permissions }: Pick<Viewer, 'permissions'>): boolean =>
  mayRead(permissions, 'VIEW_ALL_ORDERS')

/** The orders of the viewer's firm that the viewer may see: with the permission all, else those the viewer entered and those of the viewer's accounts. */
export const mayBeSeenBy = (viewer: Viewer) => (eb: ExpressionBuilder<Database, 'orders'>) =>
  seesAllOrders(viewer)
    ? eb.val(true)
    : eb.or([
        eb('orders.user_id', '=', viewer.userId),
        ...(viewer.accounts.length > 0 ? [eb('orders.account', 'in', viewer.accounts)] : []),
      ])

/** The same rule as keys: who does not see all orders of the firm sees those that have one of the viewer's keys. */
export const viewerKeys = ({ tenantId, userId, accounts }: Viewer): string[] => [
  userKey({ tenantId, userId }),
  ...accounts.map((account) => accountKey(tenantId, account)),
]

/** The keys of an order, by which its viewers are found. */
export const orderKeys = (order: OwnedOrder): string[] => [
  userKey(order),
  accountKey(order.tenantId, order.account),
]

const accountKey = (tenantId: number, account: string): string => `${tenantId} account ${account}`
