import { HUB_TOKEN, TenantState } from '@tradebook/contract'
import type { Handlers } from '../../http/handlers.ts'
import { chooseLanguage } from '../../platform/localisation.ts'
import { findTenant } from '../../platform/tenants.ts'
import { hubCookiePaths } from '../../platform/tokens.ts'
import { changeOwnPassword } from './change-password.ts'
import { ownSessions } from './own-sessions.ts'
import { type OwnTwoFactorParts, ownTwoFactor } from './own-two-factor.ts'
import { openPasswordReset, type PasswordResetParts } from './password-reset.ts'
import { profile } from './profile.ts'

export type AccountParts = PasswordResetParts & OwnTwoFactorParts

/** What a person does with the own account, signed in or not. */
export function account(parts: AccountParts): Handlers<`Account/${string}` | 'User/ChangeLanguage'> {
  const { store, sessions } = parts
  return {
    ...profile(parts),
    ...ownSessions(parts),
    ...ownTwoFactor(parts),

    async 'Account/IsTenantAvailable'({ tenancyName }) {
      const tenant = await findTenant(store, { tenancyName })
      if (!tenant) return { state: TenantState.notFound, tenantId: null }
      if (!tenant.isActive) return { state: TenantState.inActive, tenantId: null }
      return { state: TenantState.available, tenantId: tenant.id }
    },

    async 'User/ChangeLanguage'({ languageName }, { caller, write }) {
      await write((tx) => chooseLanguage(tx, caller, languageName))
      sessions.invalidate(caller.tenantId, caller.userId)
      return {}
    },

    async 'Account/LogOut'(_, { caller, reply, write }) {
      await sessions.end(caller, write)
      for (const path of hubCookiePaths) reply.clearCookie(HUB_TOKEN, { path })
      return null
    },

    'Account/PasswordReset': openPasswordReset(parts),

    'Account/ChangePassword': (asked, context) => changeOwnPassword(parts, asked, context),
  }
}
