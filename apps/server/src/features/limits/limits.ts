import {
  BPS_PER_PERCENT,
  type CallRequest,
  type KillSwitchCause,
  type KillSwitchScope,
  type LimitLevel,
  type LimitRow,
  nairaToKobo,
  noLimits,
  type OrderLimits,
  type Refusal,
  refuse,
  toNaira,
} from '@tradebook/contract'
import type { limitValues } from '@tradebook/contract/schemas/limits'
import type { Selectable } from 'kysely'
import type { Desk } from '../../desk/desk.ts'
import { type DeskAnswer, originOf } from '../../desk/inputs.ts'
import { limitsOf } from '../../desk/limit-row.ts'
import type { Caller, Handlers } from '../../http/handlers.ts'
import { findTenant } from '../../platform/tenants.ts'
import { HOST } from '../../store/host.ts'
import type { KillSwitches } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'

// Longer than 300 lines, for the rows that are shown and the calls that change them are read together.

export interface LimitsDependencies {
  readonly store: Store
  readonly desk: Pick<Desk, 'submit'>
}

/** Limits and kill switches. The desk decides by them, so the desk writes their rows and their audit rows. */
export const limitsFeature = ({ store, desk }: LimitsDependencies): Handlers<`Limits/${string}`> => ({
  'Limits/GetAll': async (_, { caller }) => ({
    items: caller.tenantId === HOST ? await rowsOfHost(store) : await rowsOfFirm(store, caller.tenantId),
  }),

  'Limits/Update': async (asked, context) => {
    const { level } = asked
    const limits = limitsAsked(asked)
    if (!limits) return refuse('amountInvalid')
    const { caller } = context
    if (level === 'firm') {
      const firm = await firmNamed(store, caller, asked.id)
      if (typeof firm !== 'number') return firm
    }
    const id = await idOf(store, caller, level, asked.id)
    if (typeof id !== 'string') return id
    return done(await desk.submit({ kind: 'changeLimits', origin: originOf(context), level, id, limits }))
  },

  'Limits/SetKillSwitch': async ({ scope, id: named, on, reason }, context) => {
    const { caller } = context
    const firm = await firmOf(store, caller, scope, named)
    if (typeof firm !== 'number') return firm
    const id = await idOf(store, caller, scope, named)
    if (typeof id !== 'string') return id
    const change = { tenantId: firm, scope, id, on, reason, cause: 'person' } as const
    return done(await desk.submit({ kind: 'setKillSwitch', origin: originOf(context), ...change }))
  },

  'Limits/GetKillSwitchesOn': async (_, { caller }) => {
    const ofFirm = caller.tenantId === HOST ? [] : await store.forTenant(caller.tenantId).read(switchesOn)
    const ofHost = await store.forTenant(HOST).read(switchesOn)
    return {
      items: [...ofHost, ...ofFirm]
        .filter((row) => concerns(row, caller))
        .map((row) => ({
          scope: row.scope as KillSwitchScope,
          account: row.scope === 'account' ? row.id : '',
          reason: row.reason,
          cause: row.cause as KillSwitchCause,
          since: row.since.toISOString(),
        })),
    }
  },
})

function done(answer: DeskAnswer): Record<string, never> | Refusal {
  if (answer.kind === 'refused') return answer.refusal
  if (answer.kind !== 'done') throw new Error(`the desk answered ${answer.kind}`)
  return {}
}

/** The limits that a caller gives; `undefined` for an amount that is no number of kobo. */
function limitsAsked(asked: CallRequest<'Limits/Update'>): Partial<OrderLimits> | undefined {
  const limits = Object.entries(asked).flatMap(([name, value]) => {
    if (value === undefined || !(name in asLimit)) return []
    const [limit, of] = asLimit[name as keyof typeof asLimit]
    return [[limit, value === null ? null : of(Number(value))] as const]
  })
  return limits.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(limits)
}

const same = (value: number) => value
const bps = (percent: number) => Math.round(percent * BPS_PER_PERCENT)

/** The limits by their names on the wire: which each is, and how its value there is made the desk's. */
const asLimit = {
  orderValue: ['orderValue', nairaToKobo],
  orderQty: ['orderQty', same],
  volumePercent: ['volumeShareBps', bps],
  collarPercent: ['collarBps', bps],
  ordersPerSecond: ['ordersPerSecond', same],
  duplicateSeconds: ['duplicateSeconds', same],
  dailyTurnover: ['dailyTurnover', nairaToKobo],
} as const satisfies Record<
  keyof typeof limitValues,
  readonly [keyof OrderLimits, (value: number) => number | bigint | undefined]
>

/** The limits as the wire has them. */
const onWire = (limits: OrderLimits) => ({
  orderValue: limits.orderValue === null ? null : toNaira(limits.orderValue),
  orderQty: limits.orderQty as number | null,
  volumePercent: limits.volumeShareBps === null ? null : limits.volumeShareBps / BPS_PER_PERCENT,
  collarPercent: limits.collarBps === null ? null : limits.collarBps / BPS_PER_PERCENT,
  ordersPerSecond: limits.ordersPerSecond,
  duplicateSeconds: limits.duplicateSeconds,
  dailyTurnover: limits.dailyTurnover === null ? null : toNaira(limits.dailyTurnover),
})

/** The firm that a kill switch concerns: the caller's own; the host names one by its tenancy name. */
async function firmOf(
  store: Store,
  caller: Caller,
  scope: KillSwitchScope,
  named: string,
): Promise<number | Refusal> {
  const isHost = caller.tenantId === HOST
  if (scope === 'tenant') return firmNamed(store, caller, named)
  if (scope !== 'market') return isHost ? refuse('killSwitchNotPermitted') : caller.tenantId
  return isHost && caller.permissions.has('MARKET_CONTROL') ? HOST : refuse('killSwitchNotPermitted')
}

/** The firm of a tenancy name. A firm need not name itself, and names no other. */
async function firmNamed(store: Store, { tenantId }: Caller, named: string): Promise<number | Refusal> {
  if (tenantId !== HOST && named.trim() === '') return tenantId
  const firm = await findTenant(store, { tenancyName: named.trim() })
  if (firm && (tenantId === HOST || firm.id === tenantId)) return firm.id
  return tenantId === HOST
    ? refuse('unknownTenancyName', { tenancyName: named.trim() })
    : refuse('killSwitchNotPermitted')
}

/** By what the desk knows the user or account that a caller names. Firm and market have no name there. */
async function idOf(
  store: Store,
  { tenantId }: Caller,
  scope: KillSwitchScope | LimitLevel,
  named: string,
): Promise<string | Refusal> {
  if (scope === 'account') return named.trim()
  if (scope !== 'user') return ''
  const userName = named.trim()
  const user = await store.forTenant(tenantId).read((tx) =>
    tx
      .selectFrom('users')
      .select('id')
      .where((eb) => eb(eb.fn('lower', ['user_name']), '=', userName.toLowerCase()))
      .where('deletion_time', 'is', null)
      .executeTakeFirst(),
  )
  return user ? String(user.id) : refuse('unknownUser', { userName })
}

type SwitchRow = Selectable<KillSwitches>

const switchesOn = (tx: Tx): Promise<SwitchRow[]> =>
  tx.selectFrom('kill_switches').selectAll().where('is_on', '=', true).orderBy('since').execute()

/** Whether a kill switch of the host or of the caller's firm refuses orders of the caller. */
function concerns({ scope, id }: SwitchRow, { tenantId, userId, permissions, accounts }: Caller): boolean {
  switch (scope) {
    case 'tenant':
      return id === '' || id === String(tenantId)
    case 'user':
      return id === String(userId)
    case 'account':
      return permissions.has('TRADE_ALL_ACCOUNTS') || accounts.includes(id)
    default:
      return true
  }
}

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
async function rowsOfHost(store: Store): Promise<LimitRow[]> {
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

/** The firm with the host's switch of it, then its users and accounts that have a limit or are stopped. */
async function rowsOfFirm(store: Store, tenantId: number): Promise<LimitRow[]> {
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
  const stopped = await switchesOn(tx)
  const limits = new Map(limited.map((row) => [`${scopeOf(row.level)} ${row.id}`, onWire(limitsOf(row))]))
  const switches = new Map(stopped.map((row) => [`${row.scope} ${row.id}`, row]))
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
  row.scope === 'tenant' ||
  row.killSwitch !== null ||
  Object.keys(asLimit).some((name) => row[name as keyof typeof asLimit] !== null)

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
          .innerJoin('customers', (join) =>
            join
              .onRef('customers.tenant_id', '=', 'trading_accounts.tenant_id')
              .onRef('customers.id', '=', 'trading_accounts.customer_id'),
          )
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
