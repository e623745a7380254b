import type { Prepared } from './prepared.ts'
import type { HubProtocol } from './protocol.ts'
import type { Transport } from './transport.ts'

export interface OutletLimits {
  /** With more bytes waiting than this a reader is behind: messages of a state are left out for it. */
  readonly behindBytes: number
  /** With more than this it is given up. */
  readonly mostBytes: number
  /** So long behind without catching up, and it is given up too. */
  readonly behindMs: number
}

/** What a connection is asked about its outgoing side. */
export interface OutletOwner {
  /** What brings a state up to date for a reader that missed some of it. */
  refresh(state: string): readonly Prepared[]
  /** The reader cannot keep up with what may not be left out. */
  giveUp(): void
}

/**
 * The way out to one reader, and what a slow one costs: never more memory than the limits say. A
 * reader that is behind is not sent messages of a state; when its bytes have left, it is sent those
 * states as they are now, as many as fit, and the rest when those have left. What has no state is
 * always sent, or the reader is given up.
 */
export class Outlet {
  readonly protocol: HubProtocol
  /** When bytes were last sent, in the clock of whoever calls. */
  sentAt: number
  readonly #transport: Transport
  readonly #limits: OutletLimits
  readonly #owner: OutletOwner
  #held: Prepared[] = []
  readonly #stale = new Set<string>()
  #behindSince: number | undefined

  constructor(
    transport: Transport,
    protocol: HubProtocol,
    limits: OutletLimits,
    owner: OutletOwner,
    now: number,
  ) {
    this.#transport = transport
    this.protocol = protocol
    this.#limits = limits
    this.#owner = owner
    this.sentAt = now
  }

  /** Whether bytes made for everybody are right for this reader as they are. */
  get takesShared(): boolean {
    return (
      this.#held.length === 0 &&
      this.#stale.size === 0 &&
      this.#behindSince === undefined &&
      this.#transport.bufferedBytes <= this.#limits.behindBytes
    )
  }

  /** Send bytes made for everybody. Only while `takesShared`. */
  sendShared(bytes: Buffer, now: number): void {
    this.#send(bytes, now)
  }

  /** Keep a message of this reader's own until the next `sendHeld`. */
  hold(message: Prepared): void {
    this.#held.push(message)
  }

  /** Send in one frame what is held, and what refreshes stale states if the reader is not behind. */
  sendHeld(now: number): void {
    this.#noteBehind(now)
    const pieces = this.#takeHeld()
    this.#refreshInto(pieces)
    if (pieces.length > 0) this.#send(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces), now)
    if (this.#transport.bufferedBytes > this.#limits.mostBytes) this.#owner.giveUp()
  }

  /** All bytes have left. True when there are states to refresh, with the next `sendHeld`. */
  drained(): boolean {
    this.#behindSince = undefined
    return this.#stale.size > 0
  }

  /** Whether the reader has been behind for too long. */
  isStuck(now: number): boolean {
    this.#noteBehind(now)
    return this.#behindSince !== undefined && now - this.#behindSince > this.#limits.behindMs
  }

  #takeHeld(): Buffer[] {
    const pieces: Buffer[] = []
    for (const message of this.#held) {
      const { state } = message
      const isLeftOut = state !== undefined && (this.#behindSince !== undefined || this.#stale.has(state))
      if (isLeftOut) this.#stale.add(state)
      else pieces.push(message.bytes(this.protocol))
    }
    this.#held = []
    return pieces
  }

  #refreshInto(pieces: Buffer[]): void {
    if (this.#behindSince !== undefined) return
    let size = this.#transport.bufferedBytes
    for (const state of this.#stale) {
      if (size > this.#limits.behindBytes) return
      this.#stale.delete(state)
      for (const message of this.#owner.refresh(state)) {
        const bytes = message.bytes(this.protocol)
        pieces.push(bytes)
        size += bytes.length
      }
    }
  }

  #send(bytes: Buffer, now: number): void {
    this.sentAt = now
    this.#transport.send(bytes, this.protocol.transferFormat)
  }

  /** Behind begins when too much waits and ends when all of it has left. */
  #noteBehind(now: number): void {
    const { bufferedBytes } = this.#transport
    if (bufferedBytes === 0) this.#behindSince = undefined
    else if (bufferedBytes > this.#limits.behindBytes) this.#behindSince ??= now
  }
}
