import { isIP } from 'node:net'

/** For what passkeys are made: the domain of the installation's address, and where its pages come from (WebAuthn Level 3, 5.1.2). */
export interface RelyingParty {
  /** A domain; browsers make no passkey for an IP address. */
  readonly id: string
  readonly origin: string
}

/** Addresses of this machine; browsers know it as `localhost`, too. */
const LOCAL = /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/

/** The relying party of the address at which the installation is reached; `undefined` where that has no domain name. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, port } = new URL(publicUrl)
  const id = LOCAL.test(hostname) ? 'localhost' : hostname
  if (isIP(id.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return { id, origin: `${protocol}//${id}${port && `:${port}`}` }
}

/**
 * Whether pages of this origin are ours: those of the installation's address, and those of firms that are reached at a
 * host below it (`meridian.trade.example`). A passkey serves at all of them.
 */
export function isOriginOf({ id, origin }: RelyingParty, asked: string): boolean {
  if (asked === origin) return true
  if (!URL.canParse(asked)) return false
  const [own, other] = [new URL(origin), new URL(asked)]
  const isBelow = other.hostname.endsWith(`.${id}`) && asked === other.origin
  return isBelow && other.protocol === own.protocol && other.port === own.port
}
