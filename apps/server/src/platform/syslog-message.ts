import type { ConnectionOptions } from 'node:tls'

/** Audit rows as syslog messages (RFC 5424), framed for TCP and TLS (RFC 5425 and 6587: the length comes first). */

/** Where the audit trail is sent, and as whom the server shows itself there. */
export interface SyslogReceiver {
  readonly host: string
  readonly port: number
  /** What is trusted and shown; `undefined`: plain TCP, for a relay on the same machine. */
  readonly tls: Pick<ConnectionOptions, 'ca' | 'cert' | 'key'> | undefined
}

/** What an audit row tells a security team. */
export interface AuditedCall {
  /** Its place in the firm's chain, 1, 2, 3 …. */
  readonly position: bigint
  readonly id: bigint
  readonly tenantId: number
  readonly firm: string
  readonly at: Date
  readonly service: string
  readonly method: string
  readonly userId: number | null
  readonly userName: string | null
  readonly address: string | null
  /** Why it was refused or failed; null where it was done. */
  readonly exception: string | null
}

/** Who sends. */
export interface SyslogOrigin {
  readonly hostname: string
  readonly version: string
}

/** Facility 13, “log audit”. */
const LOG_AUDIT = 13
const WARNING = 4
const INFORMATIONAL = 6
/** RFC 5424 §7.3.1: sequenceId ends here and begins again. */
const LAST_SEQUENCE_ID = 2_147_483_647n

/**
 * One message: the call and its outcome as JSON in ASCII after the cookie `@cee:`, by which receivers know that it is.
 * Refused and failed calls are warnings. What was sent is not in it: the details of customers stay in the trail.
 */
export function syslogMessage(call: AuditedCall, { hostname, version }: SyslogOrigin): string {
  const { position, id, tenantId, firm, at, service, method, userId, userName, address, exception } = call
  const priority = LOG_AUDIT * 8 + (exception === null ? INFORMATIONAL : WARNING)
  const facts = {
    ...{ id: String(id), position: String(position), tenantId, firm, call: `${service}/${method}` },
    ...{ userId, userName, address, outcome: exception === null ? 'done' : 'refused', reason: exception },
  }
  const sequenceId = ((position - 1n) % LAST_SEQUENCE_ID) + 1n
  return [
    `<${priority}>1`,
    at.toISOString(),
    nameOf(hostname, 255),
    'tradebook',
    '-',
    nameOf(`${service}.${method}`, 32),
    `[meta sequenceId="${sequenceId}"][origin software="Tradebook" swVersion="${quoted(version)}"]`,
    `@cee: ${inAscii(JSON.stringify(facts))}`,
  ].join(' ')
}

/** The message with its length before it. It is ASCII, so characters are octets. */
export const framed = (message: string): string => `${message.length} ${message}`

/** A header's field: printable ASCII without spaces. */
const nameOf = (text: string, most: number): string => text.replace(/[^\x21-\x7e]/g, '').slice(0, most) || '-'

/** The value of a parameter (RFC 5424 §6.3.3). */
const quoted = (text: string): string => inAscii(text).replace(/["\\\]]/g, '\\$&')

const inAscii = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
