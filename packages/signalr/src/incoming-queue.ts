import { CallBudget, type CallLimits, costOfReceiving, MESSAGE_COST } from './call-budget.ts'
import { HANDSHAKE_CANCELED, type Handshake, readHandshake } from './handshake.ts'
import { type IncomingMessage, ProtocolError } from './messages.ts'
import type { HubProtocol } from './protocol.ts'
import { ReceiveBuffer } from './receive-buffer.ts'

export interface IncomingLimits extends CallLimits {
  /** The longest message a client may send. While more bytes than this are unread, it is not read. */
  readonly messageBytes: number
}

/** What a client has sent and the connection has not handled yet, and what handling it may cost. */
export class IncomingQueue {
  readonly #limits: IncomingLimits
  readonly #buffer = new ReceiveBuffer()
  readonly #budget: CallBudget
  #mayHaveMessage = false

  constructor(limits: IncomingLimits, now: number) {
    this.#limits = limits
    this.#budget = new CallBudget(limits, now)
  }

  /** Whether a message may be read now: bytes have come since the last partial one, and the budget allows it. */
  get isReady(): boolean {
    return this.#mayHaveMessage && !this.#budget.isEmpty
  }

  /** Whether the client should not be read for now. */
  get isFull(): boolean {
    return this.#budget.isEmpty || this.#buffer.size > this.#limits.messageBytes
  }

  add(bytes: Buffer): void {
    this.consume(costOfReceiving(bytes.length))
    this.#buffer.add(bytes)
    this.#mayHaveMessage = true
  }

  clear(): void {
    this.#buffer.bytes = NOTHING
    this.#mayHaveMessage = false
  }

  /** Forgets the incomplete message at the end, which another transport begins anew. */
  dropPartialMessage(protocol: HubProtocol): void {
    const { bytes } = this.#buffer
    let partial = bytes
    for (let split = protocol.split(bytes); split; split = protocol.split(partial)) partial = split.rest
    this.#keep(bytes.subarray(0, bytes.length - partial.length))
  }

  consume(tokens: number): void {
    this.#budget.consume(tokens)
  }

  /** Refills the budget. Returns whether the client has been over budget for too long. */
  check(now: number): boolean {
    return this.#budget.check(now)
  }

  /** Reads the handshake, or `undefined` while it is incomplete. */
  readHandshake(): Handshake | undefined {
    const handshake = readHandshake(this.#buffer.bytes)
    if (!handshake && this.#buffer.size > this.#limits.messageBytes) return { error: HANDSHAKE_CANCELED }
    this.#keep(handshake && 'rest' in handshake ? handshake.rest : undefined)
    return handshake
  }

  /**
   * Reads one message: `undefined` while it is incomplete, or when it asks nothing of this server.
   * @throws ProtocolError when it is malformed or too long.
   */
  readMessage(protocol: HubProtocol): IncomingMessage | undefined {
    const { messageBytes } = this.#limits
    const input = this.#buffer.bytes
    const split = protocol.split(input)
    if ((split?.message ?? input).length > messageBytes) {
      throw new ProtocolError(`The maximum message size of ${messageBytes}B was exceeded.`)
    }
    this.#keep(split?.rest)
    if (!split) return undefined
    this.consume(MESSAGE_COST)
    return protocol.parse(split.message)
  }

  /** Keeps what follows the message just read; without one, everything is kept until more bytes come. */
  #keep(rest: Buffer | undefined): void {
    this.#mayHaveMessage = rest !== undefined && rest.length > 0
    if (rest) this.#buffer.bytes = rest
  }
}

const NOTHING = Buffer.alloc(0)
