import { CallBudget, type CallLimits, costOfReceiving, MESSAGE_COST } from './call-budget.ts'
import { HANDSHAKE_CANCELED, type Handshake, readHandshake } from './handshake.ts'
import { type HubMessage, isNumbered, MessageType, ProtocolError } from './messages.ts'
import type { HubProtocol } from './protocol.ts'
import { ReceiveBuffer } from './receive-buffer.ts'
import { ReceivedNumbers } from './sequence.ts'

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
  /** What has been read but has to wait until the running call is complete, in order. */
  readonly #held: HubMessage[] = []
  /** Of a stateful connection. */
  #numbers: ReceivedNumbers | undefined

  constructor(limits: IncomingLimits, now: number) {
    this.#limits = limits
    this.#budget = new CallBudget(limits, now)
  }

  /**
   * Whether `next` may return a message now: one that was held, or one to be read from bytes that have
   * come since the last partial one, if the budget allows it.
   * @param isBusy whether a call is running that the next ordinary one has to wait for.
   */
  isReady(isBusy: boolean): boolean {
    if (!isBusy && this.#held.length > 0) return true
    if (this.#held.length === MOST_HELD || hasUploads(this.#held.at(-1))) return false
    return this.#mayHaveMessage && !this.#budget.isEmpty
  }

  /** Whether the budget is used up. */
  get isOverBudget(): boolean {
    return this.#budget.isEmpty
  }

  /** Counts messages from now on, for they may be sent again. */
  beginNumbers(): void {
    this.#numbers = new ReceivedNumbers()
  }

  /** The client sends the message with this number next. @throws ProtocolError when messages are left out. */
  continueAt(sequenceId: number): void {
    this.#numbers?.continueAt(sequenceId)
  }

  /** The number of the last message received, if it is to be acknowledged. */
  toAcknowledge(): number | undefined {
    return this.#numbers?.toAcknowledge()
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
    this.#held.length = 0
    this.#buffer.bytes = NOTHING
    this.#mayHaveMessage = false
  }

  /** Drops the incomplete message at the end, which another transport begins again. */
  dropPartialMessage(protocol: HubProtocol): void {
    const { bytes } = this.#buffer
    const partial = unfinishedOf(bytes, protocol)
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
   * Returns the next message that may be handled: `undefined` while it is incomplete, asks nothing of
   * this server or has to wait. While a call is running, what belongs to running calls is read past
   * the ordinary calls that have to wait.
   * @throws ProtocolError when it is malformed or too long.
   */
  next(protocol: HubProtocol, isBusy: boolean): HubMessage | undefined {
    if (!isBusy && this.#held.length > 0) return this.#held.shift()
    const message = this.#read(protocol)
    if (!message || (isNumbered(message) && this.#numbers?.count() === false)) return undefined
    if (!isBusy || !hasToWait(message, this.#held.length > 0)) return message
    this.#held.push(message)
    return undefined
  }

  #read(protocol: HubProtocol): HubMessage | undefined {
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

/** What follows the complete messages. Nothing where bytes are malformed: they are read on, and refused then. */
function unfinishedOf(bytes: Buffer, protocol: HubProtocol): Buffer {
  let partial = bytes
  try {
    for (let split = protocol.split(bytes); split; split = protocol.split(partial)) partial = split.rest
    return partial
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return NOTHING
  }
}

const NOTHING = Buffer.alloc(0)

/** With so many messages held no more are read. */
const MOST_HELD = 10

/** Whether items follow the call, which nobody takes before it runs. */
const hasUploads = (message: HubMessage | undefined): boolean =>
  message !== undefined &&
  'streamIds' in message &&
  message.streamIds !== undefined &&
  message.streamIds.length > 0

/** Whether a message has to wait for the running call. Streams run alongside it unless something waits before them. */
function hasToWait(message: HubMessage, isBehindAnother: boolean): boolean {
  switch (message.type) {
    case MessageType.close:
      return true
    case MessageType.invocation:
      return isBehindAnother || !hasUploads(message)
    case MessageType.streamInvocation:
      return isBehindAnother
    default:
      return false
  }
}
