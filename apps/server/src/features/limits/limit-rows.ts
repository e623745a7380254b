import {
  type KillSwitchCause,
  type LimitRow,
  noLimits,
  type OrderLimits,
  percentOfBps,
  toNaira,
} from '@tradebook/contract'
import type { Selectable } from 'kysely'
import { limitsOf } from '../../desk/record/limit-row.ts'
import { customerOfAccount } from '../../store/account-joins.ts'
import { HOST } from '../../store/host.ts'
import type { KillSwitches } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'

/** The rows of the screen of limits: who has limits or a kill switch that is on, and what these are. */

export type SwitchRow = Selectable<KillSwitches>

export const switchesOn = (tx: Tx): Promise<SwitchRow[]> =>
  tx.selectFrom('kill_switches').selectAll().where('is_on', '=', true).orderBy('since').execute()

/** The limits as the wire has them. */
const onWire = (limits: OrderLimits) => ({
  orderValue: limits.orderValue === null ? null : toNaira(limits.orderValue),
  orderQty: limits.orderQty as number | null,
  volumePercent: limits.volumeShareBps === null ? null : percentOfBps(limits.volumeShareBps),
  collarPercent: limits.collarBps === null ? null : percentOfBps(limits.collarBps),
  ordersPerSecond: limits.ordersPerSecond,
  duplicateSeconds: limits.duplicateSeconds,
  dailyTurnover: limits.dailyTurnover === null ? null : toNaira(limits.dailyTurnover),
})

const limitNames = Object.keys(onWire(noLimits)) as (keyof ReturnType<typeof onWire>)[]

const switchShown = (row: SwitchRow | undefined): LimitRow['killSwitch'] =>
  row
    ? {
        reason: row.reason,
        cause: row.cause as KillSwitchCause,
        by: row.switched_by,
        since: row.since.toISOString(),
      }
    : null

/** The market and its firms, whose limits are their own business. */
export async function rowsOfHost(store: Store): Promise<LimitRow[]> {
  const firms = await store
    .forHost()
    .read((tx) =>
      tx
        .selectFrom('tenants')
        .select(['id', 'tenancy_name', 'name'])
        .where('id', '>', HOST)
        .where('deletion_time', 'is', null)
        .orderBy('name')
        .execute(),
    )
  const on = new Map((await store.forTenant(HOST).read(switchesOn)).map((row) => [row.id, row]))
  return [{ id: HOST, tenancy_name: '', name: '' }, ...firms].map(({ id, tenancy_name, name }): LimitRow => {
    const scope = id === HOST ? 'market' : 'tenant'
    return {
      ...{ key: `${scope} ${id}`, scope, id: tenancy_name, name },
      ...onWire(noLimits),
      killSwitch: switchShown(on.get(id === HOST ? '' : String(id))),
      hostKillSwitch: null,
    }
  })
}

/** The firm with the host's switch of it, then its users and accounts that have a limit or a kill switch that is on. */
export async function rowsOfFirm(store: Store, tenantId: number): Promise<LimitRow[]> {
  const rows = await store.forTenant(tenantId).read((tx) => ownRows(tx, tenantId))
  const ofHost = (await store.forTenant(HOST).read(switchesOn)).find(
    ({ scope, id }) => scope === 'tenant' && id === String(tenantId),
  )
  const shown = switchShown(ofHost)
  // Who of the host it was is the host's to know.
  const hostKillSwitch = shown && { ...shown, by: null }
  return rows.map((row) => (row.scope === 'tenant' ? { ...row, hostKillSwitch } : row))
}

async function ownRows(tx: Tx, tenantId: number): Promise<LimitRow[]> {
  const limited = await tx.selectFrom('order_limits').selectAll().execute()
  const on = await switchesOn(tx)
  const limits = new Map(limited.map((row) => [`${scopeOf(row.level)} ${row.id}`, onWire(limitsOf(row))]))
  const switches = new Map(on.map((row) => [`${row.scope} ${row.id}`, row]))
  const named = await namesIn(tx, tenantId, [...new Set([...limits.keys(), ...switches.keys()])])
  return named
    .map(({ key, ...who }) => ({
      key,
      ...who,
      ...(limits.get(key) ?? onWire(noLimits)),
      killSwitch: switchShown(switches.get(key)),
      hostKillSwitch: null,
    }))
    .filter(isWorthShowing)
}

const scopeOf = (level: string): string => (level === 'firm' ? 'tenant' : level)

/** The firm always; a user or an account with a limit or a switch that is on. */
const isWorthShowing = (row: LimitRow): boolean =>
  row.scope === 'tenant' || row.killSwitch !== null || limitNames.some((name) => row[name] !== null)

type Named = Pick<LimitRow, 'key' | 'scope' | 'id' | 'name'>

/** Who the keys are: the firm, then users, then accounts, each by its name. */
async function namesIn(tx: Tx, tenantId: number, keys: readonly string[]): Promise<Named[]> {
  const idsOf = (scope: string) =>
    keys.filter((key) => key.startsWith(`${scope} `)).map((key) => key.slice(scope.length + 1))
  const firm = await tx
    .selectFrom('tenants')
    .select(['tenancy_name', 'name'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const userIds = idsOf('user').map(Number)
  const users =
    userIds.length === 0
      ? []
      : await tx
          .selectFrom('users')
          .select(['id', 'user_name', 'name', 'surname'])
          .where('id', 'in', userIds)
          .orderBy('user_name')
          .execute()
  const numbers = idsOf('account')
  const accounts =
    numbers.length === 0
      ? []
      : await tx
          .selectFrom('trading_accounts')
          .innerJoin('customers', customerOfAccount)
          .select(['trading_accounts.account', 'customers.name'])
          .where('trading_accounts.account', 'in', numbers)
          .orderBy('trading_accounts.account')
          .execute()
  return [
    { key: 'tenant ', scope: 'tenant', id: firm.tenancy_name, name: firm.name },
    ...users.map(
      ({ id, user_name, name, surname }): Named => ({
        key: `user ${id}`,
        scope: 'user',
        id: user_name,
        name: `${name} ${surname}`,
      }),
    ),
    ...accounts.map(
      ({ account, name }): Named => ({ key: `account ${account}`, scope: 'account', id: account, name }),
    ),
  ]
}
