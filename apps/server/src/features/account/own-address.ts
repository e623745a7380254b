import { isRefusal, refuse } from '@tradebook/contract'
import { TooManyRequests } from '../../http/errors.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { recordInfluences } from '../../platform/influences.ts'
import { type PasswordChangeParts, passwordOwnerOf, recipientOf } from '../../platform/password-change.ts'
import { voidPasswordLinks } from '../../platform/password-links.ts'
import { refusalOfProof } from '../../platform/proof.ts'
import { CODE_MINUTES, type CodeSubject, type VerificationCodes } from '../../platform/verification-codes.ts'
import { unlessTaken } from '../../store/users.ts'

export interface OwnAddressParts extends PasswordChangeParts {
  readonly verificationCodes: VerificationCodes
}

/**
 * How a person has mail sent to another address: by the password, and by a code that proves the address before it
 * counts. An address that is somebody else's gets the same answer and no mail; the address before is informed.
 */
export function ownAddress({
  verificationCodes,
  ...parts
}: OwnAddressParts): Handlers<'Account/ChangeEmailAddress' | 'Account/ConfirmEmailAddress'> {
  const { store, outbox, clock } = parts
  return {
    async 'Account/ChangeEmailAddress'({ emailAddress, password }, { caller, culture, write }) {
      const owner = await passwordOwnerOf(store, caller)
      const refusal = await refusalOfProof(parts, caller, owner.passwordHash, password)
      if (refusal) return refusal
      const { tenantId, userId } = caller
      await write(async (tx) => {
        // Requests of one user take their turn, so that many at once are mailed no more than one code.
        await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
        const code = await verificationCodes.issue(tx, tenantId, subjectOf(caller), about(emailAddress))
        if (typeof code !== 'string') throw new TooManyRequests(code.waitSeconds)
        const holder = await tx
          .selectFrom('users')
          .select('id')
          .where((eb) => eb(eb.fn('lower', ['email_address']), '=', emailAddress.toLowerCase()))
          .where('id', '!=', userId)
          .where('deletion_time', 'is', null)
          .executeTakeFirst()
        if (holder) return
        const { name, userName, firm } = owner.names
        await outbox.add(tx, { ...recipientOf(owner, culture), emailAddress }, 'emailAddressCode', {
          ...{ name, userName, firm, code, minutes: CODE_MINUTES },
        })
      })
      outbox.announce(tenantId)
      return {}
    },

    async 'Account/ConfirmEmailAddress'({ emailAddress, code }, { caller, culture, write }) {
      const owner = await passwordOwnerOf(store, caller)
      const { tenantId, userId } = caller
      const subject = subjectOf(caller)
      const outcome = await unlessTaken(
        write(async (tx, recordChange) => {
          const checked = await verificationCodes.check(tx, tenantId, subject, code, about(emailAddress))
          if (checked !== 'right') return checked
          await tx
            .updateTable('users')
            .set({ email_address: emailAddress, is_email_confirmed: true })
            .where('id', '=', userId)
            .execute()
          // The address is the person's own again, no matter who chose the one before.
          await recordInfluences(tx, [{ tenantId, userId, byId: userId, kind: 'address', at: clock.now() }])
          // A link that went to the earlier address is of no use to anyone who reads it.
          await voidPasswordLinks(tx, userId, clock.now())
          const { emailAddress: before, name, userName, firm } = owner.names
          recordChange({
            ...{ entity: 'User', id: String(userId) },
            ...{ before: { emailAddress: before }, after: { emailAddress } },
          })
          await outbox.add(tx, recipientOf(owner, culture), 'emailAddressChanged', { name, userName, firm })
          return checked
        }),
        { emailAddress },
      )
      if (isRefusal(outcome)) return outcome
      if (outcome !== 'right') return refuse(outcome === 'over' ? 'verificationCodeOver' : 'emailCodeWrong')
      outbox.announce(tenantId)
      return {}
    },
  }
}

const subjectOf = ({ userId }: Caller): CodeSubject => `address of user ${userId}`

/** A code proves one address, however its letters are written. */
const about = (emailAddress: string): string => ` ${emailAddress.toLowerCase()}`
