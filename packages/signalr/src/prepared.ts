import type { OutgoingMessage } from './messages.ts'
import type { HubProtocol } from './protocol.ts'

/** A message about to be sent: encoded once for each protocol, however many hear it, and only if somebody does. */
export class Prepared {
  /**
   * The name of the state this message brings up to date. A reader that is behind is not sent it,
   * but the state as it is once it has caught up. A message without a state is never left out.
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
