import { type Permission, permissionNames } from '@tradebook/contract'
import type { Caller } from '../platform/caller.ts'
import { HOST } from '../store/host.ts'

/** A broker of firm 1 with every permission and no account of their own, except for what a test gives. */
export const brokerWith = (given: Partial<Caller> = {}): Caller => ({
  userId: 1,
  userName: 'broker',
  sessionId: 's',
  tenantId: 1,
  roles: ['BROKER'],
  permissions: new Set(permissionNames),
  accounts: [],
  due: null,
  language: null,
  ...given,
})

/** Somebody of a trader's firm, by default with all permissions that a firm gives; tenant 0 is the host. */
export const callerOf = (
  { tenantId, account }: { readonly tenantId: number; readonly account: string },
  permissions: readonly Permission[] = permissionNames.filter(
    (permission) => permission !== 'MARKET_CONTROL' || tenantId === HOST,
  ),
): Caller =>
  brokerWith({
    ...{ userName: 'ada', tenantId, roles: [], permissions: new Set(permissions) },
    accounts: permissions.includes('TRADE_ALL_ACCOUNTS') ? [] : [account],
  })
