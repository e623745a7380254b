import { HUB_TOKEN, TenantState } from '@tradebook/contract'
import type { Handlers } from '../../http/handlers.ts'
import type { Sessions } from '../../platform/sessions.ts'
import { findTenant } from '../../platform/tenants.ts'
import { hubCookiePaths } from '../../platform/tokens.ts'
import type { Store } from '../../store/store.ts'

export interface AccountParts {
  readonly store: Store
  readonly sessions: Sessions
}

/** What a person does with the own account, signed in or not. */
export const account = ({ store, sessions }: AccountParts): Handlers<`Account/${string}`> => ({
  async 'Account/IsTenantAvailable'({ tenancyName }) {
    const tenant = await findTenant(store, { tenancyName })
    if (!tenant) return { state: TenantState.notFound, tenantId: null }
    if (!tenant.isActive) return { state: TenantState.inActive, tenantId: null }
    return { state: TenantState.available, tenantId: tenant.id }
  },

  async 'Account/LogOut'(_, { caller, reply, write }) {
    await sessions.end(caller, write)
    for (const path of hubCookiePaths) reply.clearCookie(HUB_TOKEN, { path })
    return null
  },
})
