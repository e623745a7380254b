import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../store/store.ts'
import type { Clock } from './clock.ts'

/** What a challenge is given out for: it serves for nothing else. */
export interface Ceremony {
  readonly tenantId: number
  readonly purpose: 'add' | 'signIn'
  /** The session, or the browser's cookie. */
  readonly boundTo: string
}

/** So long a person has for the authenticator. */
export const CHALLENGE_MS = 5 * 60_000
const CHALLENGE_BYTES = 32

const digestOf = (boundTo: string): Buffer => createHash('sha256').update(boundTo).digest()

/** Gives out a challenge, in base64url. Those that are over are deleted. */
export async function issueChallenge(
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  { tenantId, purpose, boundTo }: Ceremony,
): Promise<string> {
  const now = clock.now()
  const challenge = randomBytes(CHALLENGE_BYTES)
  await tx.deleteFrom('passkey_challenges').where('expires_at', '<=', new Date(now)).execute()
  await tx
    .insertInto('passkey_challenges')
    .values({
      ...{ tenant_id: tenantId, challenge, purpose, bound_to: digestOf(boundTo) },
      expires_at: new Date(now + CHALLENGE_MS),
    })
    .execute()
  return challenge.toString('base64url')
}

/** Uses a challenge up, and answers whether it served: it is of this firm, purpose and place, and not over. */
export async function takeChallenge(
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  { purpose, boundTo }: Ceremony,
  challenge: string,
): Promise<boolean> {
  const taken = await tx
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', Buffer.from(challenge, 'base64url'))
    .where('purpose', '=', purpose)
    .where('bound_to', '=', digestOf(boundTo))
    .returning('expires_at')
    .executeTakeFirst()
  return taken !== undefined && taken.expires_at.getTime() > clock.now()
}
