import { HUB_TOKEN, refuse, TenantState } from '@tradebook/contract'
import type { Handlers } from '../../http/handlers.ts'
import { providerShown } from '../../platform/identity-providers.ts'
import { chooseLanguage } from '../../platform/localisation.ts'
import { settingsInForce } from '../../platform/settings.ts'
import { findTenant } from '../../platform/tenants.ts'
import { hubCookiePaths } from '../../platform/tokens.ts'
import { changeOwnPassword } from './change-password.ts'
import { type OwnAddressParts, ownAddress } from './own-address.ts'
import { type OwnPasskeysParts, ownPasskeys } from './own-passkeys.ts'
import { ownSessions } from './own-sessions.ts'
import { type OwnTwoFactorParts, ownTwoFactor } from './own-two-factor.ts'
import { openPasswordReset, type PasswordResetParts } from './password-reset.ts'
import { profile } from './profile.ts'
import { type RegisterParts, register } from './register.ts'

export type AccountParts = PasswordResetParts &
  OwnTwoFactorParts &
  OwnPasskeysParts &
  OwnAddressParts &
  RegisterParts

/** What a person does with their own account, signed in or not. */
export function account(parts: AccountParts): Handlers<`Account/${string}` | 'User/ChangeLanguage'> {
  const { store, sessions } = parts
  return {
    ...profile(parts),
    ...ownAddress(parts),
    ...ownSessions(parts),
    ...ownTwoFactor(parts),
    ...ownPasskeys(parts),
    ...register(parts),

    async 'Account/IsTenantAvailable'({ tenancyName }) {
      const tenant = await findTenant(store, { tenancyName })
      const closed = { tenantId: null, isRegistrationOpen: false, provider: null }
      if (!tenant) return { state: TenantState.notFound, ...closed }
      if (!tenant.isActive) return { state: TenantState.inActive, ...closed }
      const { registrationOpen: isRegistrationOpen } = await settingsInForce(store, tenant.id, null)
      const provider = await providerShown(store, tenant.id)
      return { state: TenantState.available, tenantId: tenant.id, isRegistrationOpen, provider }
    },

    async 'User/ChangeLanguage'({ languageName }, { caller, write }) {
      const { languages } = await settingsInForce(store, caller.tenantId, null)
      if (!languages.includes(languageName)) return refuse('languageNotOffered')
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
