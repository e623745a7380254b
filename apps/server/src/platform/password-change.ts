import type { LanguageName } from '@tradebook/contract'
import type { Store, Tx } from '../store/store.ts'
import type { Caller } from './caller.ts'
import type { Clock } from './clock.ts'
import type { MailOutbox, Recipient } from './mail-outbox.ts'
import { voidPasswordLinks } from './password-links.ts'
import type { Names } from './passwords.ts'
import type { Sessions, Write } from './sessions.ts'
import { liftLocks } from './sign-in-failures.ts'
import { type FoundTenant, findTenant } from './tenants.ts'

/** A user as one who chooses a password: hash, whom to write to, and the names that the password may not contain. */
export interface PasswordOwner {
  readonly tenantId: number
  readonly userId: number
  readonly passwordHash: string
  readonly names: Names
}

/** The active user of an id or, in any letter case, of an e-mail address; with `anyState` an inactive one, too. */
export async function findPasswordOwner(
  tx: Tx,
  { id: tenantId, tenancyName, name: firm }: FoundTenant,
  by: { readonly userId: number; readonly anyState?: true } | { readonly emailAddress: string },
): Promise<PasswordOwner | undefined> {
  const users = tx
    .selectFrom('users')
    .select(['id', 'user_name', 'name', 'surname', 'email_address', 'password_hash'])
    .where('deletion_time', 'is', null)
    .$if(!('anyState' in by), (all) => all.where('is_active', '=', true))
  const row = await ('userId' in by
    ? users.where('id', '=', by.userId)
    : users.where((eb) => eb(eb.fn('lower', ['email_address']), '=', by.emailAddress.toLowerCase()))
  ).executeTakeFirst()
  return (
    row && {
      tenantId,
      userId: row.id,
      passwordHash: row.password_hash,
      names: {
        ...{ userName: row.user_name, name: row.name, surname: row.surname },
        ...{ emailAddress: row.email_address, tenancyName, firm },
      },
    }
  )
}

/** Who is signed in, as the owner of their own password. */
export async function passwordOwnerOf(
  store: Store,
  { tenantId, userId }: Pick<Caller, 'tenantId' | 'userId'>,
): Promise<PasswordOwner> {
  const tenant = await findTenant(store, { id: tenantId })
  const owner =
    tenant && (await store.forTenant(tenantId).read((tx) => findPasswordOwner(tx, tenant, { userId })))
  if (!owner) throw new Error('the user of a session no longer exists')
  return owner
}

export const recipientOf = (
  { tenantId, userId, names }: PasswordOwner,
  language: LanguageName,
): Recipient => ({
  ...{ tenantId, userId, emailAddress: names.emailAddress, language },
})

export interface PasswordChangeParts {
  readonly store: Store
  readonly sessions: Sessions
  readonly outbox: MailOutbox
  readonly clock: Clock
}

export interface PasswordChange {
  readonly owner: PasswordOwner
  /** The new password, hashed. */
  readonly passwordHash: string
  readonly language: LanguageName
  /** Whether another than the owner chose it, so that the owner chooses one before anything else. */
  readonly isOfAnother?: boolean
  /** The session that goes on. */
  readonly exceptSessionId?: string
}

/**
 * Replaces a password in the transaction of `write`: the user's sessions end with it, all but one when it
 * is named, no link of an earlier request serves any more, the locks that wrong passwords had caused are lifted,
 * and a mail informs the owner.
 */
export async function changePassword(
  { sessions, outbox, clock }: PasswordChangeParts,
  { owner, passwordHash, language, exceptSessionId, isOfAnother = false }: PasswordChange,
  write: Write,
): Promise<void> {
  const { tenantId, userId, names } = owner
  await sessions.endAllOf(
    { tenantId, userId },
    (endSessions) =>
      write(async (tx) => {
        const securityStamp = clock.newId()
        await tx
          .updateTable('users')
          .set({
            ...{ password_hash: passwordHash, security_stamp: securityStamp },
            must_change_password: isOfAnother,
          })
          .where('id', '=', userId)
          .execute()
        if (exceptSessionId)
          await tx
            .updateTable('sessions')
            .set({ security_stamp: securityStamp })
            .where('id', '=', exceptSessionId)
            .execute()
        await voidPasswordLinks(tx, userId, clock.now())
        await liftLocks(tx, userId)
        const { name, userName, firm } = names
        await outbox.add(tx, recipientOf(owner, language), 'passwordChanged', { name, userName, firm })
        return endSessions(tx)
      }),
    exceptSessionId,
  )
  sessions.invalidate(tenantId, userId)
  outbox.announce(tenantId)
}
