import { createHmac, generateKeyPairSync } from 'node:crypto'
import { type CallOutput, type CallRequest, isRefusal, type Refusal, refuse } from '@tradebook/contract'
import { z } from 'zod'
import type { Store, Tx } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Keys } from './keys.ts'
import { type Ceremony, CHALLENGE_MS, issueChallenge, takeChallenge } from './passkey-challenges.ts'
import { isOriginOf, type RelyingParty, relyingPartyOf } from './relying-party.ts'

/** Who adds a passkey, in which session. */
export interface PasskeyOwner {
  readonly tenantId: number
  readonly userId: number
  readonly sessionId: string
}

/** By what a person recognises the passkey in the browser's list. */
interface OwnerNames {
  readonly userName: string
  readonly fullName: string
  readonly tenancyName: string
  readonly firm: string
}

type CreatedCredential = CallRequest<'Account/AddPasskey'>['credential']
type SigningCredential = CallRequest<'TokenAuth/AuthenticateByPasskey'>['credential']
export type PasskeyRow = CallOutput<'Account/AddPasskey'>

/** A passkey that an authenticator has made, verified and not kept yet. */
interface NewPasskey {
  readonly credentialId: Uint8Array
  readonly publicKey: Uint8Array
  readonly signCount: number
  readonly isSynced: boolean
}

/** A passkey whose authenticator has signed the challenge, before its use is kept. */
export interface ShownPasskey {
  readonly id: string
  readonly userId: number
  readonly signCount: number
  readonly isSynced: boolean
}

/**
 * Passkeys (WebAuthn Level 3): made for the domain of the installation, kept by authenticators that verify their user, so
 * that one counts as both factors. A challenge can be used once, for minutes, for the firm and the session or browser that it
 * was given to.
 */
export interface Passkeys {
  /** @param origin where the page is that asks; the same for the other calls. */
  beginAdding(
    owner: PasskeyOwner,
    names: OwnerNames,
    origin: string | undefined,
  ): Promise<CallOutput<'Account/BeginPasskey'> | Refusal>
  verifyNew(owner: PasskeyOwner, credential: CreatedCredential): Promise<NewPasskey | Refusal>
  add(tx: Tx, owner: PasskeyOwner, made: NewPasskey, name: string): Promise<PasskeyRow | Refusal>
  beginSignIn(
    tenantId: number,
    browser: string,
    origin: string | undefined,
  ): Promise<CallOutput<'TokenAuth/BeginPasskeySignIn'> | Refusal>
  /** Any failure of the passkey itself is one refusal, after the same work: nobody finds out whose passkeys exist. */
  verifySignIn(
    tenantId: number,
    browser: string,
    credential: SigningCredential,
  ): Promise<ShownPasskey | Refusal>
  /** Keeps that a passkey was used. */
  use(tx: Tx, shown: ShownPasskey): Promise<Refusal | undefined>
}

/** More than a person has devices. */
const MOST_PASSKEYS = 20
/** EdDSA, ES256 and RS256, by their numbers of COSE: what every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257]

/** The counter of an authenticator grows with each use, or stays 0. A copy of it does not know how far it has counted. */
export const isCounterBack = (kept: number, shown: number): boolean => kept > 0 && shown <= kept

/** What the browser says about the page that it asked the authenticator for; the authenticator signs it. */
const clientData = z.object({
  challenge: z.string().regex(/^[\w-]{1,128}$/),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
})

export interface PasskeyParts {
  readonly store: Store
  readonly clock: Clock
  readonly keyFor: Keys
  /** The address at which the installation is reached. */
  readonly publicUrl: () => string
}

export function openPasskeys({ store, clock, keyFor, publicUrl }: PasskeyParts): Passkeys {
  const handleKey = keyFor('passkey')
  const decoy = publicKeyOfNobody()

  /** By what authenticators tell users apart: no name, and nothing that others can compute. */
  const handleOf = (tenantId: number, userId: number): Buffer =>
    createHmac('sha256', handleKey).update(`${tenantId} ${userId}`).digest()

  const partyAt = (origin: string | undefined): RelyingParty | Refusal => {
    const address = publicUrl()
    const party = relyingPartyOf(address)
    if (!party) return refuse('passkeyAddressUnfit', { address })
    // A program that is not a page names no origin.
    return origin === undefined || isOriginOf(party, origin)
      ? party
      : refuse('passkeyOriginWrong', { address: party.origin })
  }

  const issue = (ceremony: Ceremony): Promise<string> =>
    store.forTenant(ceremony.tenantId).write((tx) => issueChallenge(tx, clock, ceremony))

  /** The challenge that was signed, used up whatever comes of it, and for whom. */
  const taken = async (ceremony: Ceremony, clientDataJSON: string) => {
    const client = clientDataIn(clientDataJSON)
    const serves =
      client !== undefined &&
      (await store
        .forTenant(ceremony.tenantId)
        .write((tx) => takeChallenge(tx, clock, ceremony, client.challenge)))
    if (!serves) return refuse('passkeyChallengeOver')
    // What a frame of another page asks for is not asked by ours.
    const party = partyAt(client.crossOrigin ? '' : client.origin)
    if (isRefusal(party)) return party
    const { challenge: expectedChallenge, origin: expectedOrigin } = client
    return { expectedChallenge, expectedOrigin, expectedRPID: party.id, requireUserVerification: true }
  }

  return {
    async beginAdding(owner, { userName, fullName, tenancyName, firm }, origin) {
      const { tenantId, userId } = owner
      const party = partyAt(origin)
      if (isRefusal(party)) return party
      const kept = await store
        .forTenant(tenantId)
        .read((tx) =>
          tx.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId).execute(),
        )
      if (kept.length >= MOST_PASSKEYS) return refuse('tooManyPasskeys', { most: MOST_PASSKEYS })
      return {
        challenge: await issue(ofAdding(owner)),
        rp: { id: party.id, name: firm },
        user: {
          id: handleOf(tenantId, userId).toString('base64url'),
          name: tenancyName ? `${userName} (${tenancyName})` : userName,
          displayName: fullName,
        },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
        timeout: CHALLENGE_MS,
        excludeCredentials: kept.map(({ credential_id: id }) => ({
          ...{ id: Buffer.from(id).toString('base64url'), type: 'public-key' as const },
        })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      }
    },

    async verifyNew(owner, { id, type, response }) {
      const expected = await taken(ofAdding(owner), response.clientDataJSON)
      if (isRefusal(expected)) return expected
      const { verifyRegistrationResponse } = await webAuthn()
      if (!(await isWithoutCertificate(response.attestationObject))) return refuse('passkeyInvalid')
      const { clientDataJSON, attestationObject } = response
      const verified = await verifyRegistrationResponse({
        ...expected,
        response: {
          ...{ id, rawId: id, type, clientExtensionResults: {} },
          response: { clientDataJSON, attestationObject },
        },
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => undefined)
      if (!verified?.verified) return refuse('passkeyInvalid')
      const { credential, credentialBackedUp } = verified.registrationInfo
      if (credential.id !== id) return refuse('passkeyInvalid')
      return {
        ...{ credentialId: Buffer.from(credential.id, 'base64url'), publicKey: credential.publicKey },
        ...{ signCount: credential.counter, isSynced: credentialBackedUp },
      }
    },

    async add(tx, { tenantId, userId }, { credentialId, publicKey, signCount, isSynced }, name) {
      // Requests of one user take their turn.
      await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
      const own = await passkeysOf(tx, userId)
      if (own.length >= MOST_PASSKEYS) return refuse('tooManyPasskeys', { most: MOST_PASSKEYS })
      const creationTime = new Date(clock.now())
      const added = await tx
        .insertInto('passkeys')
        .values({
          ...{ tenant_id: tenantId, id: clock.newId(), user_id: userId, name },
          ...{ credential_id: Buffer.from(credentialId), public_key: Buffer.from(publicKey) },
          ...{ sign_count: BigInt(signCount), is_synced: isSynced, creation_time: creationTime },
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) return refuse('passkeyTaken')
      return {
        ...{ id: added.id, name, isSynced },
        ...{ creationTime: creationTime.toISOString(), lastUsedTime: null },
      }
    },

    async beginSignIn(tenantId, browser, origin) {
      const party = partyAt(origin)
      if (isRefusal(party)) return party
      return {
        challenge: await issue(ofSignIn(tenantId, browser)),
        ...{ rpId: party.id, timeout: CHALLENGE_MS, userVerification: 'required' },
      }
    },

    async verifySignIn(tenantId, browser, { id, type, response }) {
      const expected = await taken(ofSignIn(tenantId, browser), response.clientDataJSON)
      if (isRefusal(expected)) return expected
      const found = await store
        .forTenant(tenantId)
        .read((tx) =>
          tx
            .selectFrom('passkeys')
            .select(['id', 'user_id', 'public_key'])
            .where('credential_id', '=', Buffer.from(id, 'base64url'))
            .executeTakeFirst(),
        )
      const { verifyAuthenticationResponse } = await webAuthn()
      const { userHandle, ...signed } = response
      const verified = await verifyAuthenticationResponse({
        ...expected,
        response: {
          ...{ id, rawId: id, type, clientExtensionResults: {} },
          response: { ...signed, ...(userHandle && { userHandle }) },
        },
        // The counter is compared where its row is locked.
        credential: { id, publicKey: new Uint8Array(found?.public_key ?? decoy), counter: 0 },
      }).catch(() => undefined)
      const isOfOwner = found && userHandle === handleOf(tenantId, found.user_id).toString('base64url')
      if (!verified?.verified || !isOfOwner) return refuse('passkeyNotAccepted')
      const { newCounter: signCount, credentialBackedUp: isSynced } = verified.authenticationInfo
      return { id: found.id, userId: found.user_id, signCount, isSynced }
    },

    async use(tx, { id, signCount, isSynced }) {
      const kept = await tx
        .selectFrom('passkeys')
        .select('sign_count')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!kept) return refuse('passkeyNotAccepted')
      if (isCounterBack(Number(kept.sign_count), signCount)) return refuse('passkeyCopied')
      await tx
        .updateTable('passkeys')
        .set({
          ...{ sign_count: BigInt(signCount), is_synced: isSynced },
          last_used_at: new Date(clock.now()),
        })
        .where('id', '=', id)
        .execute()
      return undefined
    },
  }
}

const ofAdding = ({ tenantId, sessionId }: PasskeyOwner): Ceremony => ({
  ...{ tenantId, purpose: 'add', boundTo: `session ${sessionId}` },
})

const ofSignIn = (tenantId: number, browser: string): Ceremony => ({
  ...{ tenantId, purpose: 'signIn', boundTo: `browser ${browser}` },
})

/** Loaded with the first passkey: a start does not need it. */
const webAuthn = () => import('@simplewebauthn/server')

/**
 * Whether an attestation names no certificate. None is asked for, and a certificate that a caller chose names addresses
 * that would be asked whether it was revoked.
 */
async function isWithoutCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    const format = decoded.get('fmt')
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

function clientDataIn(json: string): z.infer<typeof clientData> | undefined {
  try {
    return clientData.safeParse(JSON.parse(Buffer.from(json, 'base64url').toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** A public key in COSE whose private one nobody has: what an unknown passkey is compared with. */
function publicKeyOfNobody(): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  const [header, between] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
  return Buffer.concat([header, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')])
}

/** The passkeys of a user, oldest first. */
export async function passkeysOf(tx: Tx, userId: number): Promise<PasskeyRow[]> {
  const rows = await tx
    .selectFrom('passkeys')
    .select(['id', 'name', 'is_synced', 'creation_time', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('creation_time')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, isSynced: row.is_synced },
    creationTime: row.creation_time.toISOString(),
    lastUsedTime: row.last_used_at?.toISOString() ?? null,
  }))
}

/** Removes the passkeys of a user, or one of them; answers their names. */
export async function removePasskeys(tx: Tx, userId: number, id?: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? ''))
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}
