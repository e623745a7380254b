import type { Tx } from '../store/store.ts'
import type { MailOutbox, Recipient } from './mail-outbox.ts'
import { addPasswordLink, type PasswordLinkParts } from './password-links.ts'

/** The mail with a link by which a new user chooses the password. */

const INVITED_HOURS = 72
const HOUR_MS = 3_600_000

export interface InvitationParts extends PasswordLinkParts {
  readonly outbox: Pick<MailOutbox, 'add'>
}

/** Invites a user in the transaction that makes the user. */
export async function invite(
  tx: Tx,
  parts: InvitationParts,
  to: Recipient & { readonly userId: number },
  of: {
    readonly name: string
    readonly userName: string
    readonly firm: string
    readonly tenancyName: string
  },
): Promise<void> {
  const { tenancyName, ...values } = of
  const user = { tenantId: to.tenantId, userId: to.userId, tenancyName }
  const link = await addPasswordLink(tx, parts, user, INVITED_HOURS * HOUR_MS)
  await parts.outbox.add(tx, to, 'userInvited', { ...values, link, hours: INVITED_HOURS })
}
