import { readFileSync } from 'node:fs'
import { type MarketRules, readMarketRules } from '@tradebook/contract/schemas/market-rules'
import { z } from 'zod'
import { type GatewayProfile, readGatewayProfile } from './gateway/profile.ts'
import { addressesIn } from './http/proxies.ts'
import type { SyslogReceiver } from './platform/syslog-message.ts'
import { hostUrls } from './store/primary.ts'

/** How the values of the environment's variables are read, and in which words they are refused. */

export function password() {
  return z.string().min(8, 'must have at least 8 characters').max(128, 'must have at most 128 characters')
}

/** `HH:MM`, as minutes after midnight. */
export function timeOfDay() {
  return z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must look like 02:00')
    .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))
}

export function addresses() {
  return z.string().transform((text, context) => {
    const list = text.split(',').map((item) => item.trim())
    try {
      addressesIn(list)
    } catch (error) {
      context.addIssue((error as Error).message)
    }
    return list
  })
}

/** A file of market rules, read when the server starts. */
export function marketRulesFile() {
  return z.string().transform((path, context): MarketRules => {
    try {
      const read = readMarketRules(JSON.parse(readFileSync(path, 'utf8')))
      if ('rules' in read) return read.rules
      context.addIssue(read.refused.join('; '))
    } catch (error) {
      context.addIssue((error as Error).message)
    }
    return z.NEVER
  })
}

/** A file about an exchange that is reached by FIX, read when the server starts. */
export function gatewayProfileFile() {
  return z.string().transform((path, context): GatewayProfile => {
    try {
      return readGatewayProfile(path)
    } catch (error) {
      context.addIssue((error as Error).message)
    }
    return z.NEVER
  })
}

/** A database's URL, in which several hosts may be listed. */
export function databaseHosts() {
  const host = databaseHost()
  return z.string().refine((url) => hostUrls(url).every((one) => host.safeParse(one).success), {
    error: DATABASE_FORM,
  })
}

/** A PostgreSQL on one host. */
export function databaseHost() {
  return z.url({ protocol: /^postgres(ql)?$/, error: DATABASE_FORM })
}

const DATABASE_FORM = 'must look like postgres://user:password@host:5432/database'

/** The text of a file of certificates or keys. */
export function pemFile() {
  return z.string().transform((path, context): string => {
    try {
      const text = readFileSync(path, 'utf8')
      if (text.includes('-----BEGIN ')) return text
      context.addIssue('it has no certificate or key in PEM')
    } catch (error) {
      context.addIssue((error as Error).message)
    }
    return z.NEVER
  })
}

/** The text of a file. */
export function textFile() {
  return z.string().transform((path, context): string => {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      context.addIssue((error as Error).message)
      return z.NEVER
    }
  })
}

/** How NATS is reached: its servers, and as whom. */
export interface NatsServers {
  /** `host:port` of each. */
  readonly servers: readonly string[]
  readonly user: string | undefined
  readonly password: string | undefined
  /** The text of a file of credentials. */
  readonly credentials: string | undefined
  /** What is trusted and shown; `undefined`: plain TCP, for a server on the same machine. */
  readonly tls: Readonly<Partial<Record<'ca' | 'cert' | 'key', string>>> | undefined
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** One URL for each host of `tls://user:password@one:4222,two:4222`. */
export function natsServers() {
  return z.string().transform((text, context): readonly URL[] => {
    const [, scheme = '', user = '', hosts = ''] = /^(nats|tls):\/\/([^@/]*@)?([^@/]+)\/?$/.exec(text) ?? []
    const urls = hosts.split(',').map((host) => URL.parse(`${scheme}://${user}${host}`))
    if (urls.some((url) => url === null)) context.addIssue('must look like tls://user:password@host:4222')
    const found = urls.filter((url) => url !== null)
    if (scheme === 'nats' && found.some(({ hostname }) => !LOOPBACK.test(hostname)))
      context.addIssue('nats:// is only for a server on the same machine; use tls://')
    return found
  })
}

export function natsServersOf(
  urls: readonly URL[],
  { credentials, ...pems }: Readonly<Record<'credentials' | 'ca' | 'cert' | 'key', string | undefined>>,
): NatsServers {
  const [first] = urls
  const shown = (text: string | undefined) => (text ? decodeURIComponent(text) : undefined)
  const given = Object.entries(pems).filter(([, pem]) => pem !== undefined)
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || 4_222}`),
    ...{ user: shown(first?.username), password: shown(first?.password), credentials },
    tls: first?.protocol === 'tls:' ? Object.fromEntries(given) : undefined,
  }
}

/** Syslog over TLS has port 6514 (RFC 5425), over TCP 601 (RFC 3195). */
export function syslogReceiver(
  url: string,
  { ca, cert, key }: Readonly<Record<'ca' | 'cert' | 'key', string | undefined>>,
): SyslogReceiver {
  const { protocol, hostname, port } = new URL(url)
  const isTls = protocol === 'tls:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isTls ? 6_514 : 601),
    tls: isTls
      ? {
          ...(ca !== undefined && { ca }),
          ...(cert !== undefined && { cert }),
          ...(key !== undefined && { key }),
        }
      : undefined,
  }
}

export function onOff() {
  return z.stringbool({
    truthy: ['on', 'true', 'yes', '1'],
    falsy: ['off', 'false', 'no', '0'],
    error: 'must be on or off',
  })
}
