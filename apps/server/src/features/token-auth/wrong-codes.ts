import { type LanguageName, type Refusal, refuse } from '@tradebook/contract'
import { languageChosenBy } from '../../platform/localisation.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import { findPasswordOwner, recipientOf } from '../../platform/password-change.ts'
import type { FoundTenant } from '../../platform/tenants.ts'
import { MOST_WRONG_CODES } from '../../platform/two-factor.ts'
import type { Tx } from '../../store/store.ts'

/** At so many wrong codes the owner is informed that somebody has the password. */
const MAILED_AT = 5

/** Whose code was wrong. */
interface Guessed {
  readonly tenant: FoundTenant
  readonly userId: number
  /** Of the mail, where the user has chosen none. */
  readonly language: LanguageName
}

/**
 * Counts a wrong code of the second factor, whose password was right, and answers the refusal. Locks end and places
 * are many, so that without an end to it who has the password would guess a code in the end.
 */
export async function refuseCode(
  tx: Tx,
  outbox: MailOutbox,
  { tenant, userId, language }: Guessed,
): Promise<Refusal> {
  const { wrong_codes: wrong } = await tx
    .updateTable('two_factors')
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('user_id', '=', userId)
    .returning('wrong_codes')
    .executeTakeFirstOrThrow()
  if (wrong === MAILED_AT) {
    const owner = await findPasswordOwner(tx, tenant, { userId })
    if (!owner) throw new Error('the user who signs in no longer exists')
    const to = recipientOf(owner, (await languageChosenBy(tx, userId)) ?? language)
    const { name, userName, firm } = owner.names
    await outbox.add(tx, to, 'secondFactorGuessed', { name, userName, firm, wrong, most: MOST_WRONG_CODES })
  }
  return refuse(wrong >= MOST_WRONG_CODES ? 'twoFactorCodesOver' : 'twoFactorCodeWrong')
}

/** The user has signed in by the second factor: wrong codes are counted again. */
export async function forgetWrongCodes(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('two_factors')
    .set({ wrong_codes: 0 })
    .where('user_id', '=', userId)
    .where('wrong_codes', '>', 0)
    .execute()
}
