import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** A certificate of tests, made here: a machine need not have OpenSSL. */
export interface MadeCertificate {
  /** PEM. */
  readonly cert: string
  /** PEM, PKCS #8. */
  readonly key: string
  readonly name: string
  readonly privateKey: KeyObject
}

interface Wanted {
  readonly name?: string
  /** Host names and IPv4 addresses. */
  readonly hosts?: readonly string[]
  /** Epoch milliseconds; by default, valid at any time that a test's clock shows. */
  readonly from?: number
  readonly until?: number
  /** Who signs; by default it signs itself. */
  readonly issuer?: MadeCertificate
}

/** A certificate of P-256 by RFC 5280, which can sign others too. */
export function makeCertificate({
  name = 'Test certificate',
  hosts = ['localhost', '127.0.0.1'],
  from = Date.UTC(2020, 0),
  until = Date.UTC(2099, 0),
  issuer,
}: Wanted = {}): MadeCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  serial += 1
  const names = hosts.map((host) =>
    isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  )
  const extensions = [
    sequence(BASIC_CONSTRAINTS, der(0x01, TRUE), der(0x04, sequence(der(0x01, TRUE)))),
    sequence(SUBJECT_ALTERNATIVE_NAME, der(0x04, sequence(...names))),
  ]
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([serial])),
    ECDSA_WITH_SHA256,
    nameOf(issuer?.name ?? name),
    sequence(timeOf(from), timeOf(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', signed, issuer?.privateKey ?? privateKey)
  const bytes = sequence(signed, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature))
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    name,
    privateKey,
  }
}

let serial = 0

/** A value of ASN.1 in DER: its tag, its length and its parts. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const TRUE = Buffer.from([0xff])
/** Object identifiers, encoded. */
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex')
const SUBJECT_ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const ECDSA_WITH_SHA256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))

const nameOf = (name: string): Buffer =>
  sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))

/** Up to 2049 the year has two digits, and four from then on. */
function timeOf(epochMs: number): Buffer {
  const digits = `${new Date(epochMs).toISOString().slice(0, 19).replace(/\D/g, '')}Z`
  return digits < '2050' ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}
