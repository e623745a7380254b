import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { CallInput, CallOutput } from '@tradebook/contract'

/** An authenticator in software: it makes passkeys and signs with them, as a phone or a security key does (WebAuthn Level 3, 6). */

type CreationOptions = CallOutput<'Account/BeginPasskey'>
type RequestOptions = CallOutput<'TokenAuth/BeginPasskeySignIn'>
export type Created = CallInput<'Account/AddPasskey'>['credential']
export type Signed = CallInput<'TokenAuth/AuthenticateByPasskey'>['credential']

/** What differs from an honest answer. */
export interface Ceremony {
  /** Of the page. */
  readonly origin: string
  readonly type?: string
  readonly challenge?: string
  readonly rpId?: string
  readonly crossOrigin?: boolean
  /** Whether it asked for fingerprint, face or PIN. */
  readonly isUserVerified?: boolean
  /** What it counts to, instead of one more. */
  readonly counter?: number
  readonly userHandle?: string
}

export interface SoftPasskey {
  readonly created: Created
  sign(options: RequestOptions, ceremony: Ceremony): Signed
}

const flag = { present: 0x01, verified: 0x04, syncs: 0x08, isSynced: 0x10, hasKey: 0x40 } as const

/** @param counts whether it counts its uses, as security keys do and synced passkeys do not. */
export function newPasskey(
  options: CreationOptions,
  ceremony: Ceremony,
  { counts = true }: { readonly counts?: boolean } = {},
): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  const dataOf = (rpId: string, { isUserVerified = true, ...given }: Ceremony, key?: Buffer): Buffer => {
    const flags =
      flag.present |
      (isUserVerified ? flag.verified : 0) |
      (counts ? 0 : flag.syncs | flag.isSynced) |
      (key ? flag.hasKey : 0)
    if (counts) counter = given.counter ?? counter + 1
    const fixed = Buffer.alloc(5)
    fixed.writeUInt8(flags)
    fixed.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(given.rpId ?? rpId), fixed, key ?? Buffer.alloc(0)])
  }
  const created = dataOf(options.rp.id, ceremony, attestedKey(id, publicKey))
  return {
    created: {
      ...{ id: id.toString('base64url'), type: 'public-key' },
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, ceremony),
        attestationObject: attestationOf(created).toString('base64url'),
        transports: ['internal'],
      },
    },
    sign({ rpId, challenge }, given) {
      const authenticatorData = dataOf(rpId, given)
      const clientDataJSON = clientData('webauthn.get', challenge, given)
      const signedText = [authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]
      return {
        ...{ id: id.toString('base64url'), type: 'public-key' },
        response: {
          clientDataJSON,
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', Buffer.concat(signedText), privateKey).toString('base64url'),
          userHandle: given.userHandle ?? options.user.id,
        },
      }
    },
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

const clientData = (type: string, challenge: string, given: Ceremony): string =>
  Buffer.from(
    JSON.stringify({
      ...{ type: given.type ?? type, challenge: given.challenge ?? challenge },
      ...{ origin: given.origin, crossOrigin: given.crossOrigin ?? false },
    }),
  ).toString('base64url')

/** AAGUID, id and public key in COSE: ES256 on P-256. */
function attestedKey(id: Buffer, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  return Buffer.concat([
    ...[Buffer.alloc(16), length, id, Buffer.from('a5010203262001215820', 'hex')],
    ...[Buffer.from(x, 'base64url'), Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')],
  ])
}

/** CBOR: `{ fmt: 'none', attStmt: {}, authData }`. */
function attestationOf(authData: Buffer): Buffer {
  const length = Buffer.alloc(3)
  length.writeUInt8(0x59)
  length.writeUInt16BE(authData.length, 1)
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  return Buffer.concat([
    ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
    ...[text('authData'), length, authData],
  ])
}
