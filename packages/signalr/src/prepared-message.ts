import type { OutgoingMessage } from './messages.ts'
import type { HubProtocol } from './protocol.ts'

/** A message that is encoded once for each protocol, on first use, however many connections receive it. */
export class PreparedMessage {
  /**
   * The name of the state that this message changes. A client that is behind is not sent the
   * message, but the state as it is once the client has caught up. A message without a state is
   * never left out.
   */
  readonly state: string | undefined
  readonly #message: OutgoingMessage
  readonly #encoded = new Map<HubProtocol, Buffer>()

  constructor(message: OutgoingMessage, state?: string) {
    this.#message = message
    this.state = state
  }

  bytes(protocol: HubProtocol): Buffer {
    const known = this.#encoded.get(protocol)
    if (known) return known
    const bytes = protocol.write(this.#message)
    this.#encoded.set(protocol, bytes)
    return bytes
  }
}
