import { type CallRequest, type Refusal, refuse } from '@tradebook/contract'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import {
  type PasswordChangeParts,
  type PasswordOwner,
  passwordOwnerOf,
  recipientOf,
} from '../../platform/password-change.ts'
import { refusalOfProof } from '../../platform/proof.ts'
import type { TwoFactor } from '../../platform/two-factor.ts'
import type { Tx } from '../../store/store.ts'

export interface OwnTwoFactorParts extends PasswordChangeParts {
  readonly twoFactor: TwoFactor
}

type TwoFactorCalls =
  | 'Account/GetTwoFactorAuthTokens'
  | 'Account/EnableTwoFactorAuth'
  | 'Account/DisableTwoFactorAuth'
  | 'Account/RenewRecoveryCodes'

/** How a person turns the second factor of their own sign-in on and off. The owner is informed by mail of either. */
export function ownTwoFactor(parts: OwnTwoFactorParts): Handlers<TwoFactorCalls> {
  const { store, sessions, outbox, twoFactor } = parts
  return {
    'Account/GetTwoFactorAuthTokens': (_, { caller, write }) =>
      write(async (tx) => {
        const { tenantId, userId, userName: label } = caller
        return (await twoFactor.begin(tx, { tenantId, userId, label })) ?? refuse('twoFactorIsOn')
      }),

    async 'Account/EnableTwoFactorAuth'({ verificationCode, password }, context) {
      const { caller, write } = context
      const owner = await passwordOwnerOf(store, caller)
      // Anyone who finds a session open must not lock its owner out of the next one.
      const refusal = await refusalOfProof(parts, caller, owner.passwordHash, password)
      if (refusal) return refusal
      return written(caller, () =>
        write(async (tx) => {
          if (!(await twoFactor.enable(tx, caller.userId, verificationCode)))
            return refuse('twoFactorCodeWrong')
          await inform(tx, owner, 'twoFactorOn', context)
          return true as const
        }),
      )
    },

    async 'Account/DisableTwoFactorAuth'(asked, context) {
      const { caller, write } = context
      const owner = await passwordOwnerOf(store, caller)
      const refusal = await refusalOfBoth(owner, asked, context)
      if (refusal) return refusal
      return written(caller, () =>
        write(async (tx) => {
          await twoFactor.disable(tx, caller.userId)
          await inform(tx, owner, 'twoFactorOff', context)
          return true as const
        }),
      )
    },

    async 'Account/RenewRecoveryCodes'(asked, context) {
      const { caller, write } = context
      const refusal = await refusalOfBoth(await passwordOwnerOf(store, caller), asked, context)
      if (refusal) return refusal
      return write(async (tx) => {
        // The row of the user keeps it on meanwhile.
        await tx.selectFrom('users').select('id').where('id', '=', caller.userId).forUpdate().execute()
        if (!(await twoFactor.isOn(tx, caller.userId))) return refuse('twoFactorCodeWrong')
        return { recoveryCodes: await twoFactor.renewRecoveryCodes(tx, caller) }
      })
    },
  }

  /** Why password and code do not let somebody change the second factor. A code is guessed no more often than a password. */
  function refusalOfBoth(
    { passwordHash }: PasswordOwner,
    { verificationCode, recoveryCode, password }: CallRequest<'Account/DisableTwoFactorAuth'>,
    { caller }: CallContext<Caller>,
  ): Promise<Refusal | undefined> {
    const isAccepted = (tx: Tx) => twoFactor.accept(tx, caller.userId, verificationCode ?? recoveryCode ?? '')
    return refusalOfProof(parts, caller, passwordHash, password, isAccepted)
  }

  async function inform(
    tx: Tx,
    owner: PasswordOwner,
    mail: 'twoFactorOn' | 'twoFactorOff',
    { culture }: CallContext,
  ): Promise<void> {
    const { name, userName, firm } = owner.names
    await outbox.add(tx, recipientOf(owner, culture), mail, { name, userName, firm })
  }

  async function written<T>({ tenantId, userId }: Caller, work: () => Promise<T>): Promise<T> {
    const result = await work()
    sessions.invalidate(tenantId, userId)
    outbox.announce(tenantId)
    return result
  }
}
