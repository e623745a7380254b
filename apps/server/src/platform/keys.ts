import { hkdfSync, randomBytes } from 'node:crypto'
import type { Store } from '../store/store.ts'

/** What a key is for. No key serves two purposes (RFC 5869, section 3.2). */
export type KeyPurpose =
  /** Signs access tokens. */
  | 'sign'
  /** Seals the hub's tokens. */
  | 'seal'
  /** Signs the cookie of a browser somebody signed in with. */
  | 'device'
  /** Hides what was typed for a user name that nobody has. */
  | 'name'
  /** Seals mails until they are sent. */
  | 'mail'
  /** Seals the secrets of the second factor. */
  | 'twoFactor'
  /** Hides the recovery codes of the second factor. */
  | 'recovery'
  /** Signs registration tokens. */
  | 'register'
  /** Hides the codes that prove an address. */
  | 'code'
  /** Seals answers with a secret that are kept for their Idempotency-Key. */
  | 'answer'
  /** Names the installation's subjects on the bus. */
  | 'bus'
  /** Signs the messages on the bus. */
  | 'busSignature'
  /** Makes the handles by which authenticators tell users apart. */
  | 'passkey'
  /** Seals the secrets by which the server signs in at identity providers, and makes what is unguessable of a sign-in there. */
  | 'provider'

export type Keys = (purpose: KeyPurpose) => Buffer

const KEY_BYTES = 32

/** The installation's keys: of one secret, made at first use and kept in the database. */
export async function openKeys(store: Store): Promise<Keys> {
  const secret = await installationSecret(store, 'tokens')
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `tradebook ${purpose}`, KEY_BYTES))
}

/** 32 random bytes under a name: in the database, so that every server of an installation has the same. */
async function installationSecret(store: Store, name: string): Promise<Uint8Array> {
  return store.forHost().write(async (tx) => {
    await tx
      .insertInto('secrets')
      .values({ name, value: randomBytes(KEY_BYTES) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { value } = await tx
      .selectFrom('secrets')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return value
  })
}
