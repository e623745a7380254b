import { isRefusal, type LanguageName, type Refusal, refuse } from '@tradebook/contract'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { recordInfluences } from '../../platform/influences.ts'
import { languageChosenBy } from '../../platform/localisation.ts'
import { removePasskeys } from '../../platform/passkeys.ts'
import {
  changePassword,
  findPasswordOwner,
  type PasswordChangeParts,
  type PasswordOwner,
  recipientOf,
} from '../../platform/password-change.ts'
import { hashPassword, refusalOfPassword } from '../../platform/passwords.ts'
import { refusalOfProof } from '../../platform/proof.ts'
import { liftLocks } from '../../platform/sign-in-failures.ts'
import { findTenant } from '../../platform/tenants.ts'
import type { TwoFactor } from '../../platform/two-factor.ts'
import { rightsOf } from './grants.ts'
import { holdsMore } from './user-grants.ts'
import { userOf } from './user-rows.ts'

export interface UserSignInParts extends PasswordChangeParts {
  readonly twoFactor: TwoFactor
}

/**
 * How an administrator restores a user's access. Replacing a lost password or second factor requires the
 * administrator's own password, so that a session that was left open does not give access to every user of the firm.
 * Unlocking after wrong passwords does not: the user must still enter the right one.
 */
export function userSignIn(
  parts: UserSignInParts,
): Handlers<'User/ResetPassword' | 'User/DisableTwoFactor' | 'User/RevokePasskeys' | 'User/Unlock'> {
  const { store, sessions, outbox, twoFactor, clock } = parts
  return {
    'User/ResetPassword': async ({ adminPassword, userId, newPassword }, context) => {
      const owner = await provenFor(userId, adminPassword, context)
      if (isRefusal(owner)) return owner
      const refusal = refusalOfPassword(newPassword, owner.names)
      if (refusal) return refusal
      const passwordHash = await hashPassword(newPassword)
      const language = await languageOf(userId, context)
      const isOfAnother = userId !== context.caller.userId
      const { tenantId, userId: byId } = context.caller
      const influence = { tenantId, userId, byId, kind: 'password', at: parts.clock.now() } as const
      await changePassword(parts, { owner, passwordHash, language, isOfAnother }, (work) =>
        context.write(async (tx) => {
          await recordInfluences(tx, [influence])
          return work(tx)
        }),
      )
      return true
    },

    'User/DisableTwoFactor': async ({ adminPassword, userId }, context) => {
      const { caller, write } = context
      const owner = await provenFor(userId, adminPassword, context)
      if (isRefusal(owner)) return owner
      const language = await languageOf(userId, context)
      await write(async (tx, recordChange) => {
        if (!(await twoFactor.isOn(tx, userId))) return
        await twoFactor.disable(tx, userId)
        const { tenantId, userId: byId } = caller
        await recordInfluences(tx, [{ tenantId, userId, byId, kind: 'secondFactor', at: clock.now() }])
        recordChange({
          ...{ entity: 'User', id: String(userId) },
          ...{ before: { isTwoFactorOn: true }, after: { isTwoFactorOn: false } },
        })
        const { name, userName, firm } = owner.names
        await outbox.add(tx, recipientOf(owner, language), 'twoFactorOff', { name, userName, firm })
      })
      sessions.invalidate(caller.tenantId, userId)
      outbox.announce(caller.tenantId)
      return true
    },

    'User/RevokePasskeys': async ({ adminPassword, userId }, context) => {
      const { caller, write } = context
      const owner = await provenFor(userId, adminPassword, context)
      if (isRefusal(owner)) return owner
      const language = await languageOf(userId, context)
      await write(async (tx, recordChange) => {
        const { length: passkeys } = await removePasskeys(tx, userId)
        if (passkeys === 0) return
        const { tenantId, userId: byId } = caller
        await recordInfluences(tx, [{ tenantId, userId, byId, kind: 'secondFactor', at: clock.now() }])
        recordChange({
          ...{ entity: 'User', id: String(userId) },
          ...{ before: { passkeys }, after: { passkeys: 0 } },
        })
        const { name, userName, firm } = owner.names
        await outbox.add(tx, recipientOf(owner, language), 'passkeysRemoved', { name, userName, firm })
      })
      sessions.invalidate(caller.tenantId, userId)
      outbox.announce(caller.tenantId)
      return true
    },

    'User/Unlock': ({ id }, { caller, write }) =>
      write(async (tx, recordChange) => {
        const user = await userOf(tx, id, clock.now())
        if (isRefusal(user)) return user
        const { userName, lockedUntil } = user
        if (await holdsMore(tx, caller.tenantId, id, await rightsOf(tx, caller)))
          return refuse('userHoldsMore', { userName })
        if (lockedUntil === null) return null
        await liftLocks(tx, id)
        recordChange({
          ...{ entity: 'User', id: String(id) },
          ...{ before: { lockedUntil }, after: { lockedUntil: null } },
        })
        return null
      }),
  }

  /** The user, whom the caller may let in again and has proved to be there for. */
  async function provenFor(
    userId: number,
    password: string,
    { caller }: CallContext<Caller>,
  ): Promise<PasswordOwner | Refusal> {
    const { tenantId } = caller
    const tenant = await findTenant(store, { id: tenantId })
    if (!tenant) throw new Error('the firm of a session no longer exists')
    const found = await store.forTenant(tenantId).read(async (tx) => {
      return {
        administrator: await findPasswordOwner(tx, tenant, { userId: caller.userId }),
        owner: await findPasswordOwner(tx, tenant, { userId, anyState: true }),
        isAbove: await holdsMore(tx, tenantId, userId, await rightsOf(tx, caller)),
      }
    })
    const { administrator, owner, isAbove } = found
    if (!administrator) return refuse('passwordWrong')
    const refusal = await refusalOfProof(parts, caller, administrator.passwordHash, password)
    if (refusal) return refusal
    if (!owner) return refuse('userIsGone')
    return isAbove ? refuse('userHoldsMore', { userName: owner.names.userName }) : owner
  }

  /** The language that the user chose, else the administrator's. */
  async function languageOf(userId: number, { caller, culture }: CallContext<Caller>): Promise<LanguageName> {
    return (await store.forTenant(caller.tenantId).read((tx) => languageChosenBy(tx, userId))) ?? culture
  }
}
