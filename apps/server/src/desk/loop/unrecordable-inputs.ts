import { createHash } from 'node:crypto'
import { exactJson } from '../../platform/audit.ts'
import type { ClientInput } from '../inputs.ts'

/** The most inputs that are kept; beyond it, the oldest is dropped. */
const MOST_KEPT = 1_000
/** So much of an input is logged, in characters. */
const SHOWN = 500

/** Inputs that the database refused for what they contain, so that none of them meets a batch twice. */
export class UnrecordableInputs {
  readonly #fingerprints = new Set<string>()

  add(input: ClientInput): void {
    this.#fingerprints.add(fingerprintOf(input))
    const [oldest] = this.#fingerprints
    if (this.#fingerprints.size > MOST_KEPT && oldest !== undefined) this.#fingerprints.delete(oldest)
  }

  has(input: ClientInput): boolean {
    return this.#fingerprints.size > 0 && this.#fingerprints.has(fingerprintOf(input))
  }
}

/** An input as it is logged: who sent what, cut short. An input contains no secrets. */
export function describe(input: ClientInput): Readonly<Record<string, unknown>> {
  const { kind, origin, ...asked } = input
  return { kind, tenantId: origin.tenantId, userId: origin.userId, asked: exactJson(asked).slice(0, SHOWN) }
}

/** The same for the same input of the same user alone: whatever of it is kept is in it. */
function fingerprintOf({ origin, ...asked }: ClientInput): string {
  const { tenantId, userId, userName, clientIpAddress, browserInfo } = origin
  // JSON escapes what is not well-formed, so that a hash can take it.
  const text = exactJson([tenantId, userId, userName, clientIpAddress, browserInfo, asked])
  return createHash('sha256').update(text).digest('base64')
}
