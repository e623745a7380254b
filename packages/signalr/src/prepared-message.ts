import { type HubMessage, isNumbered } from './messages.ts'
import type { HubProtocol } from './protocol.ts'

/** A message that is encoded once for each protocol, on first use, however many connections receive it. */
export class PreparedMessage {
  /**
   * The name of the state that this message changes. A client that is behind is not sent the
   * message, but the state as it is once the client has caught up. A message without a state is
   * never left out.
   */
  readonly state: string | undefined
  /** Whether a stateful connection numbers it. */
  readonly isNumbered: boolean
  readonly #message: HubMessage
  readonly #encoded = new Map<HubProtocol, Buffer>()

  constructor(message: HubMessage, state?: string) {
    this.#message = message
    this.state = state
    this.isNumbered = isNumbered(message)
  }

  bytes(protocol: HubProtocol): Buffer {
    const known = this.#encoded.get(protocol)
    if (known) return known
    const bytes = protocol.write(this.#message)
    this.#encoded.set(protocol, bytes)
    return bytes
  }
}
