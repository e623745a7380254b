import { isRefusal, type Refusal, refuse } from '@tradebook/contract'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import { auditOnly } from '../../platform/audited-write.ts'
import type { Caller } from '../../platform/caller.ts'
import { type Passkeys, passkeysOf, removePasskeys } from '../../platform/passkeys.ts'
import {
  type PasswordChangeParts,
  type PasswordOwner,
  passwordOwnerOf,
  recipientOf,
} from '../../platform/password-change.ts'
import { refusalOfProof } from '../../platform/proof.ts'
import type { Tx } from '../../store/store.ts'

export interface OwnPasskeysParts extends PasswordChangeParts {
  readonly passkeys: Passkeys
}

type PasskeyCalls =
  `Account/${'GetPasskeys' | 'BeginPasskey' | 'AddPasskey' | 'RenamePasskey' | 'RevokePasskey'}`

/** So long after a sign-in nobody else is at the screen, and the password is not asked for again. */
const RECENT_MS = 10 * 60_000

/** How a person adds, names and removes the passkeys of their own sign-in. The owner is informed by mail. */
export function ownPasskeys(parts: OwnPasskeysParts): Handlers<PasskeyCalls> {
  const { store, sessions, outbox, passkeys, clock } = parts
  return {
    'Account/GetPasskeys': (_, { caller }) =>
      store.forTenant(caller.tenantId).read(async (tx) => ({
        items: await passkeysOf(tx, caller.userId),
        isPasswordNeeded: !(await isRecent(tx, caller)),
      })),

    async 'Account/BeginPasskey'({ password }, { caller, origin, write }) {
      const owner = await passwordOwnerOf(store, caller)
      const refusal = await refusalOf(owner, password, caller)
      if (refusal) return refusal
      const { userName, name, surname, tenancyName, firm } = owner.names
      const names = { userName, fullName: `${name} ${surname}`, tenancyName, firm }
      const options = await passkeys.beginAdding(caller, names, origin)
      if (!isRefusal(options)) await write(auditOnly)
      return options
    },

    async 'Account/AddPasskey'({ name, credential }, context) {
      const { caller, write } = context
      const made = await passkeys.verifyNew(caller, credential)
      if (isRefusal(made)) return made
      const owner = await passwordOwnerOf(store, caller)
      return written(caller, () =>
        write(async (tx) => {
          const added = await passkeys.add(tx, caller, made, name)
          if (isRefusal(added)) return added
          await inform(tx, owner, 'passkeyAdded', name, context)
          return added
        }),
      )
    },

    'Account/RenamePasskey': ({ id, name }, { caller, write }) =>
      write(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('passkeys')
          .set({ name })
          .where('id', '=', id)
          .where('user_id', '=', caller.userId)
          .executeTakeFirst()
        return numUpdatedRows > 0n ? {} : refuse('unknownPasskey')
      }),

    async 'Account/RevokePasskey'({ id, password }, context) {
      const { caller, write } = context
      const owner = await passwordOwnerOf(store, caller)
      const refusal = await refusalOf(owner, password, caller)
      if (refusal) return refusal
      return written(caller, () =>
        write(async (tx) => {
          const [name] = await removePasskeys(tx, caller.userId, id)
          if (name === undefined) return refuse('unknownPasskey')
          await inform(tx, owner, 'passkeyRemoved', name, context)
          return {}
        }),
      )
    },
  }

  /** Why who is signed in may not change how the user signs in: a session that was left open does not suffice. */
  async function refusalOf(
    { passwordHash }: PasswordOwner,
    password: string | null | undefined,
    caller: Caller,
  ): Promise<Refusal | undefined> {
    if (await store.forTenant(caller.tenantId).read((tx) => isRecent(tx, caller))) return undefined
    if (!password) return refuse('passkeyProofDue')
    return refusalOfProof(parts, caller, passwordHash, password)
  }

  async function isRecent(tx: Tx, { sessionId }: Caller): Promise<boolean> {
    const session = await tx
      .selectFrom('sessions')
      .select('signed_in_at')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    return session !== undefined && clock.now() - session.signed_in_at.getTime() < RECENT_MS
  }

  async function inform(
    tx: Tx,
    owner: PasswordOwner,
    mail: 'passkeyAdded' | 'passkeyRemoved',
    passkey: string,
    { culture }: CallContext,
  ): Promise<void> {
    const { name, userName, firm } = owner.names
    await outbox.add(tx, recipientOf(owner, culture), mail, { name, userName, firm, passkey })
  }

  async function written<T>({ tenantId, userId }: Caller, work: () => Promise<T>): Promise<T> {
    const result = await work()
    // A second factor that is demanded may be there now, or no longer.
    sessions.invalidate(tenantId, userId)
    outbox.announce(tenantId)
    return result
  }
}
