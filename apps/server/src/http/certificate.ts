import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { createSecureContext, type Server } from 'node:tls'
import type { Logger } from 'pino'
import type { Every } from '../platform/clock.ts'
import type { Health } from './operators.ts'

/** PEM files: the certificates, the server's own first and then those of its issuers, and its private key. */
export interface CertificateFiles {
  readonly cert: string
  readonly key: string
}

export interface CertificateParts {
  readonly files: CertificateFiles
  /** Where people open the page, which the certificate should be for. */
  readonly publicUrl: string | undefined
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number
  readonly log: Pick<Logger, 'info' | 'error'>
}

/** A certificate that TLS can use now. */
interface Pair {
  readonly cert: string
  readonly key: string
  readonly own: X509Certificate
  /** When the first of the chain expires, in epoch milliseconds. */
  readonly until: number
}

const DAY_MS = 86_400_000
/** Certificates are renewed a month before they expire: later than this, the renewal has failed. */
const SOON_DAYS = 14
/** By content and not by a watch of the file: renewals replace the file, a link to it, or a folder above it. */
const LOOK_MS = 10_000

/**
 * The server's TLS certificate. It follows its files while the server runs; files that cannot be used leave the
 * certificate before them in use.
 */
export class Certificate {
  readonly #parts: CertificateParts
  #pair: Pair
  /** Why the files as they are now are not in use. */
  #refused: string | undefined
  #isLooking = false

  private constructor(parts: CertificateParts, pair: Pair) {
    this.#parts = parts
    this.#pair = pair
  }

  /** @throws Error in an operator's words where the files are missing, unreadable, do not match or are not valid now. */
  static async open(parts: CertificateParts): Promise<Certificate> {
    return new Certificate(parts, await readPair(parts.files, parts.now()))
  }

  /** What Node's TLS takes. */
  get options() {
    const { cert, key } = this.#pair
    return { cert, key, minVersion: 'TLSv1.2' } as const
  }

  /** Whole days until it expires; negative afterwards. */
  get daysLeft(): number {
    return Math.floor((this.#pair.until - this.#parts.now()) / DAY_MS)
  }

  get health(): Health {
    const { until } = this.#pair
    if (this.#parts.now() < until) return { ok: true }
    return { ok: false, reason: `The certificate of TLS_CERT expired on ${inWords(until)}.` }
  }

  /** What wants attention, in an operator's words. */
  get warnings(): string[] {
    const warnings: string[] = []
    const { daysLeft } = this
    if (this.health.ok && daysLeft < SOON_DAYS)
      warnings.push(
        `The certificate of TLS_CERT expires on ${inWords(this.#pair.until)}, in less than ${daysLeft === 0 ? '1 day' : `${daysLeft + 1} days`}.`,
      )
    if (this.#refused)
      warnings.push(`The new certificate is refused, and the old one stays in use. ${this.#refused}`)
    const { publicUrl } = this.#parts
    if (publicUrl !== undefined && !isFor(this.#pair.own, new URL(publicUrl).hostname))
      warnings.push(`The certificate of TLS_CERT is not for the host of TRADEBOOK_PUBLIC_URL, ${publicUrl}.`)
    return warnings
  }

  /**
   * Gives new connections of the server the certificate of the files whenever they change; open ones stay as they are.
   *
   * @returns how to end it.
   */
  follow(server: Pick<Server, 'setSecureContext'>, every: Every): () => void {
    return every(LOOK_MS, () => this.#look(server))
  }

  async #look(server: Pick<Server, 'setSecureContext'>): Promise<void> {
    // A disk that does not answer keeps one look waiting, and no more.
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      this.#take(await readPair(this.#parts.files, this.#parts.now()), server)
    } catch (error) {
      const reason = (error as Error).message
      // While an expired certificate is in use, `health` says so.
      const isOld = this.#parts.now() >= this.#pair.until && reason === expired(this.#parts.files, this.#pair)
      if (!isOld && reason !== this.#refused)
        this.#parts.log.error({ reason }, 'the new certificate is refused')
      this.#refused = isOld ? undefined : reason
    } finally {
      this.#isLooking = false
    }
  }

  #take(pair: Pair, server: Pick<Server, 'setSecureContext'>): void {
    this.#refused = undefined
    if (pair.cert === this.#pair.cert && pair.key === this.#pair.key) return
    this.#pair = pair
    server.setSecureContext(this.options)
    this.#parts.log.info({ until: inWords(pair.until) }, 'the new certificate is in use')
  }
}

/** @throws Error in words that name the variable and its file. */
async function readPair(files: CertificateFiles, now: number): Promise<Pair> {
  const [cert, key] = await Promise.all([textOf('TLS_CERT', files.cert), textOf('TLS_KEY', files.key)])
  const chain = chainOf(cert, files.cert)
  const own = chain[0] as X509Certificate
  if (!own.checkPrivateKey(keyOf(key, files.key)))
    throw new Error(
      `TLS_KEY: ${files.key} is not the key of the first certificate in ${files.cert}. The server's own certificate comes first, then those of its issuers.`,
    )
  for (const certificate of chain) {
    const from = certificate.validFromDate.getTime()
    if (now < from) throw new Error(`TLS_CERT: ${files.cert} is not valid before ${inWords(from)}.`)
  }
  const pair = { cert, key, own, until: Math.min(...chain.map(({ validToDate }) => validToDate.getTime())) }
  if (now >= pair.until) throw new Error(expired(files, pair))
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new Error(`TLS_CERT: ${files.cert} cannot be used: ${(error as Error).message}.`, { cause: error })
  }
  return pair
}

const expired = ({ cert }: CertificateFiles, { until }: Pick<Pair, 'until'>): string =>
  `TLS_CERT: ${cert} expired on ${inWords(until)}.`

async function textOf(name: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why =
      code === 'ENOENT'
        ? 'does not exist'
        : code === 'EACCES'
          ? 'cannot be read by this user'
          : `cannot be read: ${message}`
    throw new Error(`${name}: ${file} ${why}.`, { cause: error })
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

function chainOf(pem: string, file: string): X509Certificate[] {
  const chain = pem.match(CERTIFICATE) ?? []
  try {
    if (chain.length > 0) return chain.map((certificate) => new X509Certificate(certificate))
  } catch {
    // Reported below.
  }
  throw new Error(`TLS_CERT: ${file} has no certificate that can be read. It must be in PEM form.`)
}

function keyOf(pem: string, file: string) {
  try {
    return createPrivateKey(pem)
  } catch (error) {
    const isEncrypted = /ENCRYPTED/.test(pem)
    throw new Error(
      isEncrypted
        ? `TLS_KEY: ${file} is encrypted. The server needs a key without a passphrase.`
        : `TLS_KEY: ${file} has no private key that can be read. It must be in PEM form.`,
      { cause: error },
    )
  }
}

/** A certificate lists addresses apart from names. */
const isFor = (certificate: X509Certificate, host: string): boolean => {
  const plain = host.replace(/^\[|\]$/g, '')
  return (isIP(plain) ? certificate.checkIP(plain) : certificate.checkHost(plain)) !== undefined
}

/** Certificates count in UTC. */
const inWords = (epochMs: number): string =>
  `${new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
