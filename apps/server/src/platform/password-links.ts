import { createHash, randomBytes } from 'node:crypto'
import { HOST } from '../store/host.ts'
import type { Tx } from '../store/store.ts'

const SECRET_BYTES = 32

/** Where the pages that the links lead to are, and what time it is. */
export interface PasswordLinkParts {
  readonly clock: { readonly now: () => number }
  /** Address of the web page, which begins the links in mails. */
  readonly publicUrl: () => string
}

/** The digest under which a link is kept. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Makes a link by which a user chooses a password, once, within `forMs` milliseconds. Answers its address, for
 * a mail to the user alone: only its digest is kept.
 */
export async function addPasswordLink(
  tx: Tx,
  { clock, publicUrl }: PasswordLinkParts,
  { tenantId, userId, tenancyName }: { tenantId: number; userId: number; tenancyName: string },
  forMs: number,
): Promise<string> {
  const now = clock.now()
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await tx
    .insertInto('password_resets')
    .values({
      ...{ tenant_id: tenantId, digest: digestOf(secret), user_id: userId },
      ...{ creation_time: new Date(now), expires_at: new Date(now + forMs) },
    })
    .execute()
  const firm = new URLSearchParams(tenantId === HOST ? {} : { tenant: tenancyName })
  // Behind the number sign it reaches no server and no log.
  return `${publicUrl()}/user/reset-password?${firm}#${tenantId}.${secret}`
}

/** No link that was made for a user before serves any more. */
export async function voidPasswordLinks(tx: Tx, userId: number, now: number): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
