import {
  bpsOf,
  type CallRequest,
  type KillSwitchCause,
  type KillSwitchScope,
  type LimitLevel,
  nairaToKobo,
  type OrderLimits,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import type { limitValues } from '@tradebook/contract/schemas/limits'
import type { DeskPort } from '../../desk/desk-port.ts'
import { originOf, refusalIn } from '../../desk/inputs.ts'
import type { Handlers } from '../../http/handlers.ts'
import { accountNamed } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { findTenant } from '../../platform/tenants.ts'
import { HOST } from '../../store/host.ts'
import type { Store } from '../../store/store.ts'
import { rowsOfFirm, rowsOfHost, type SwitchRow, switchesOn } from './limit-rows.ts'

export interface LimitsDependencies {
  readonly store: Store
  readonly desk: Pick<DeskPort, 'submit'>
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
    const change = { kind: 'changeLimits', origin: originOf(context), level, id, limits } as const
    return refusalIn(await desk.submit(change)) ?? {}
  },

  'Limits/SetKillSwitch': async ({ scope, id: named, on, reason }, context) => {
    const { caller } = context
    const firm = await firmOf(store, caller, scope, named)
    if (typeof firm !== 'number') return firm
    const id = await idOf(store, caller, scope, named)
    if (typeof id !== 'string') return id
    // What its people and its halted orders wait for is that it is enabled.
    const disabled =
      on || scope !== 'tenant' || caller.tenantId !== HOST ? undefined : await disabledFirm(store, firm)
    if (disabled) return refuse('firmDisabled', { name: disabled.name })
    const change = { tenantId: firm, scope, id, on, reason, cause: 'person' } as const
    return refusalIn(await desk.submit({ kind: 'setKillSwitch', origin: originOf(context), ...change })) ?? {}
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

/** The limits that a caller gives; `undefined` for an amount that is not a number of kobo. */
function limitsAsked(asked: CallRequest<'Limits/Update'>): Partial<OrderLimits> | undefined {
  const limits = Object.entries(asked).flatMap(([name, value]) => {
    if (value === undefined || !(name in asLimit)) return []
    const [limit, of] = asLimit[name as keyof typeof asLimit]
    return [[limit, value === null ? null : of(Number(value))] as const]
  })
  return limits.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(limits)
}

const same = (value: number) => value

/** The limits by their names on the wire: which each is, and how its value there is made the desk's. */
const asLimit = {
  orderValue: ['orderValue', nairaToKobo],
  orderQty: ['orderQty', same],
  volumePercent: ['volumeShareBps', bpsOf],
  collarPercent: ['collarBps', bpsOf],
  ordersPerSecond: ['ordersPerSecond', same],
  duplicateSeconds: ['duplicateSeconds', same],
  dailyTurnover: ['dailyTurnover', nairaToKobo],
} as const satisfies Record<
  keyof typeof limitValues,
  readonly [keyof OrderLimits, (value: number) => number | bigint | undefined]
>

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

async function disabledFirm(store: Store, id: number) {
  const firm = await findTenant(store, { id })
  return firm && !firm.isActive ? firm : undefined
}

/** By what the desk knows the user or account that a caller names. Firm and market have no name there. */
async function idOf(
  store: Store,
  caller: Caller,
  scope: KillSwitchScope | LimitLevel,
  named: string,
): Promise<string | Refusal> {
  if (scope === 'account') return (await accountNamed(store, caller, named)).trim()
  if (scope !== 'user') return ''
  const userName = named.trim()
  const user = await store.forTenant(caller.tenantId).read((tx) =>
    tx
      .selectFrom('users')
      .select('id')
      .where((eb) => eb(eb.fn('lower', ['user_name']), '=', userName.toLowerCase()))
      .where('deletion_time', 'is', null)
      .executeTakeFirst(),
  )
  return user ? String(user.id) : refuse('unknownUser', { userName })
}

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
