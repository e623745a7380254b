import { type Refusal, refuse } from '@tradebook/contract'
import type { Caller } from '../http/handlers.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import { matchesPassword } from './passwords.ts'
import { countFailure, failuresOf, forgetFailures, type Guess } from './sign-in-failures.ts'

/**
 * Whether who is signed in knows the password of the user: asked before what a stolen session must not do.
 * Wrong passwords are counted for the session, and the fifth locks it out of these calls for five minutes.
 * Answers why not.
 */
export async function refusalOfProof(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  { tenantId, userId, sessionId }: Pick<Caller, 'tenantId' | 'userId' | 'sessionId'>,
  passwordHash: string,
  password: string,
): Promise<Refusal | undefined> {
  const scope = store.forTenant(tenantId)
  const guess: Guess = {
    ...{ tenantId, subject: `user ${userId}`, place: `session ${sessionId}`, isKnownDevice: true },
  }
  const { locked } = await scope.read((tx) => failuresOf(tx, guess, clock.now()))
  // During the lock a right password is answered as a wrong one.
  const matches = await matchesPassword(passwordHash, password)
  if (locked) return refuse('passwordWrong')
  if (matches) {
    await scope.write((tx) => forgetFailures(tx, guess))
    return undefined
  }
  await scope.write((tx) => countFailure(tx, guess, clock.now()))
  return refuse('passwordWrong')
}
