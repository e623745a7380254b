import { type Refusal, refuse } from '@tradebook/contract'
import type { Store, Tx } from '../store/store.ts'
import type { Caller } from './caller.ts'
import type { Clock } from './clock.ts'
import { matchesPassword } from './passwords.ts'
import { settingsInForce } from './settings.ts'
import { countFailure, failuresOf, forgetFailures, type Guess, subjectOfUser } from './sign-in-failures.ts'

/**
 * Whether who is signed in knows the password of the user, and, where it is asked for, has the second
 * factor: asked before what a stolen session must not do. Wrong answers are counted for the session, and
 * the fifth, or as the firm has it, locks it out of these calls for a while. Answers why not.
 *
 * @param isAccepted uses a code of the second factor up, and answers whether it was right.
 */
export async function refusalOfProof(
  { store, clock }: { readonly store: Store; readonly clock: Pick<Clock, 'now'> },
  { tenantId, userId, sessionId }: Pick<Caller, 'tenantId' | 'userId' | 'sessionId'>,
  passwordHash: string,
  password: string,
  isAccepted: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<Refusal | undefined> {
  const scope = store.forTenant(tenantId)
  const guess: Guess = {
    ...{ tenantId, subject: subjectOfUser(userId), place: `session ${sessionId}`, isKnownDevice: true },
  }
  const lockout = await settingsInForce(store, tenantId, null)
  const matches = await matchesPassword(passwordHash, password)
  return scope.write(async (tx) => {
    // Guesses that are sent at once are counted one after the other, each under the row of the user.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    const { locked } = await failuresOf(tx, guess, clock.now())
    // During the lock a right password is answered as a wrong one.
    if (locked) return refuse('passwordWrong')
    if (matches && (await isAccepted(tx))) {
      await forgetFailures(tx, guess)
      return undefined
    }
    await countFailure(tx, guess, lockout, clock.now())
    return refuse(matches ? 'twoFactorCodeWrong' : 'passwordWrong')
  })
}
