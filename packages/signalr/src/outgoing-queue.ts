import { MessageType } from './messages.ts'
import type { PreparedMessage } from './prepared-message.ts'
import type { HubProtocol } from './protocol.ts'
import { SentFrames } from './sequence.ts'
import type { HubCounters } from './stats.ts'
import type { Transport } from './transport.ts'

export interface QueueLimits {
  /** With more unsent bytes than this a client is behind: messages with a state are conflated for it. */
  readonly behindBytes: number
  /** With more unsent bytes than this the connection is closed. */
  readonly mostBytes: number
  /** A client that stays behind for longer than this is closed, too. */
  readonly behindMs: number
  /** A stateful client that has not acknowledged so many bytes is behind, and nothing is sent until it has. */
  readonly unacknowledgedBytes: number
}

export interface QueueOwner {
  /** The messages that bring a state up to date for a client that missed some of its changes. */
  refresh(state: string): readonly PreparedMessage[]
  /** The client cannot keep up with what must not be left out. */
  overflowed(): void
}

/** The bytes of messages that several subscribers receive alike. */
export interface SharedFrame {
  readonly bytes: Buffer
  /** How many messages they are; none have no bytes. */
  readonly messages: number
  /** What is left out for those who are behind: how many messages, and the states that they change. */
  readonly leftOut?: { readonly messages: number; readonly states: ReadonlySet<string> }
}

/**
 * The outgoing messages of one connection. The memory a slow client can occupy is bounded by the
 * limits: while it is behind, messages with a state are left out; once its bytes have left, it is
 * sent those states as they are then, as many as fit, and the others when those have left. Messages
 * without a state are always sent, or the connection is closed.
 */
export class OutgoingQueue {
  readonly protocol: HubProtocol
  /** When bytes were last sent, by the caller's clock. */
  sentAt: number
  /** Absent while the connection waits for another one. */
  #transport: Transport | undefined
  readonly #limits: QueueLimits
  readonly #owner: QueueOwner
  readonly #counters: HubCounters
  #messages: PreparedMessage[] = []
  readonly #staleStates = new Set<string>()
  /** Of a stateful connection: what may have to be sent again. */
  readonly #sentFrames: SentFrames | undefined
  /** Since when the client has been behind; the time that it waited for a transport is left out. */
  #behindSince: number | undefined
  #detachedAt: number | undefined

  constructor(
    protocol: HubProtocol,
    limits: QueueLimits,
    owner: QueueOwner,
    counters: HubCounters,
    { now, isStateful }: { readonly now: number; readonly isStateful: boolean },
  ) {
    this.protocol = protocol
    this.#limits = limits
    this.#owner = owner
    this.#counters = counters
    this.sentAt = now
    this.#sentFrames = isStateful ? new SentFrames(limits.unacknowledgedBytes) : undefined
  }

  /** Sends through this transport from the next `flush` on. */
  attach(transport: Transport): void {
    this.#transport = transport
  }

  /**
   * Continues on another transport: sends again what the client has not acknowledged. A client that was
   * behind still is: otherwise one that replaces its transport in time could stay behind for ever.
   */
  reattach(transport: Transport, now: number): void {
    this.attach(transport)
    if (this.#behindSince !== undefined) this.#behindSince += now - (this.#detachedAt ?? now)
    this.#detachedAt = undefined
    if (!this.#sentFrames) return
    const { first, frames } = this.#sentFrames
    const sequence = this.protocol.write({ type: MessageType.sequence, sequenceId: first })
    for (const bytes of [sequence, ...frames]) transport.send(bytes, this.protocol.transferFormat)
  }

  /** Keeps everything until another transport is attached; messages with a state are conflated meanwhile. */
  detach(now: number): void {
    this.#transport = undefined
    this.#detachedAt = now
  }

  /** The client has handled the numbered messages up to this one. Returns whether the next `flush` has something to send. */
  acknowledge(sequenceId: number): boolean {
    this.#sentFrames?.acknowledge(sequenceId)
    return this.#messages.length > 0 || this.#staleStates.size > 0
  }

  /** Whether another message would leave now. */
  get isWritable(): boolean {
    if (!this.#transport || this.#sentFrames?.isFull) return false
    return this.#transport.bufferedBytes <= this.#limits.behindBytes
  }

  /** Which frame made for many subscribers is also right for this one: with all messages, or without those that have a state. */
  accepts(now: number): 'whole' | 'conflated' | undefined {
    this.#updateBehind(now)
    if (!this.#transport || this.#sentFrames?.isFull || this.#messages.length > 0) return undefined
    if (this.isBehind) return 'conflated'
    return this.#staleStates.size === 0 ? 'whole' : undefined
  }

  /** Whether messages with a state are left out for now. */
  get isBehind(): boolean {
    return this.#behindSince !== undefined || !this.#transport
  }

  /** Sends a frame made for many subscribers. Only one that it `accepts`. */
  sendShared({ bytes, messages, leftOut }: SharedFrame, now: number): void {
    if (messages > 0) this.#send(bytes, messages, messages, now)
    if (!leftOut) return
    for (const state of leftOut.states) this.#staleStates.add(state)
    this.#counters.conflated += leftOut.messages
    this.#closeIfTooMuch(this.#transport?.bufferedBytes ?? 0)
  }

  /** Adds a message that the next `flush` sends. */
  enqueue(message: PreparedMessage): void {
    this.#messages.push(message)
  }

  /** Sends all queued messages in one frame, and refreshes stale states unless the client is behind. */
  flush(now: number): void {
    this.#updateBehind(now)
    this.#conflate()
    const transport = this.#transport
    let unsentBytes = transport?.bufferedBytes ?? 0
    if (!transport || this.#sentFrames?.isFull) {
      unsentBytes += sizeOf(this.#messages, this.protocol)
    } else {
      const messages = [...this.#messages, ...this.#refreshed(transport)]
      this.#messages = []
      if (messages.length > 0) {
        const pieces = messages.map((message) => message.bytes(this.protocol))
        const numbered = messages.filter(({ isNumbered }) => isNumbered).length
        this.#send(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces), messages.length, numbered, now)
      }
      unsentBytes = transport.bufferedBytes
    }
    this.#closeIfTooMuch(unsentBytes)
  }

  /** All bytes have left. Returns whether there are stale states for the next `flush` to refresh. */
  drained(): boolean {
    if (!this.#sentFrames?.isFull) this.#behindSince = undefined
    return this.#staleStates.size > 0
  }

  /** Whether the client has been behind for too long. */
  isStalled(now: number): boolean {
    this.#updateBehind(now)
    return this.#behindSince !== undefined && now - this.#behindSince > this.#limits.behindMs
  }

  /** Leaves out messages whose state is stale, or becomes stale because the client is behind or detached. */
  #conflate(): void {
    const { isBehind } = this
    this.#messages = this.#messages.filter(({ state }) => {
      const isLeftOut = state !== undefined && (isBehind || this.#staleStates.has(state))
      if (isLeftOut) {
        this.#staleStates.add(state)
        this.#counters.conflated += 1
      }
      return !isLeftOut
    })
  }

  /** The messages that refresh stale states, as many as fit. */
  #refreshed({ bufferedBytes }: Transport): PreparedMessage[] {
    if (this.#behindSince !== undefined) return []
    const messages: PreparedMessage[] = []
    let size = bufferedBytes + sizeOf(this.#messages, this.protocol)
    for (const state of this.#staleStates) {
      if (size > this.#limits.behindBytes) break
      this.#staleStates.delete(state)
      const refresh = this.#owner.refresh(state)
      size += sizeOf(refresh, this.protocol)
      messages.push(...refresh)
    }
    return messages
  }

  #closeIfTooMuch(unsentBytes: number): void {
    if (unsentBytes > this.#limits.mostBytes) this.#owner.overflowed()
  }

  #send(bytes: Buffer, messages: number, numbered: number, now: number): void {
    this.sentAt = now
    this.#counters.sent(messages)
    this.#transport?.send(bytes, this.protocol.transferFormat)
    this.#sentFrames?.add(bytes, numbered)
  }

  /** A client is behind from when too much is unsent or unacknowledged until all of it has left and been acknowledged. */
  #updateBehind(now: number): void {
    if (!this.#transport) return
    const { bufferedBytes } = this.#transport
    const isFull = this.#sentFrames?.isFull ?? false
    if (isFull || bufferedBytes > this.#limits.behindBytes) this.#behindSince ??= now
    else if (bufferedBytes === 0) this.#behindSince = undefined
  }
}

const sizeOf = (messages: readonly PreparedMessage[], protocol: HubProtocol): number =>
  messages.reduce((sum, message) => sum + message.bytes(protocol).length, 0)
