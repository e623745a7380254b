import type { OutgoingQueue, SharedFrame } from './outgoing-queue.ts'
import { FlushPace, type PaceClock, type PaceLimits, threadClock } from './pace.ts'
import type { PreparedMessage } from './prepared-message.ts'
import type { HubProtocol } from './protocol.ts'

/** Everyone, or the members of at least one of these groups. */
export type Receivers = 'everyone' | readonly string[]

export interface GroupChange {
  readonly join?: readonly string[]
  readonly leave?: readonly string[]
}

/** What one queue receives. After `end` its methods do nothing. */
export interface Subscription {
  readonly groups: ReadonlySet<string>
  /** Joins and leaves groups with effect from the next message on. */
  changeGroups(change: GroupChange): void
  /** Sends a message to this queue, in order with what its groups receive. */
  send(message: PreparedMessage): void
  /** Includes the queue in the next flush, even if nothing is sent until then. */
  scheduleFlush(): void
  /** Gives the queue everything that is pending for it, and flushes it, now. */
  flush(): void
  /** Receives nothing more, not even what is pending. */
  end(): void
}

/**
 * Sends one stream of messages to many subscribers. A broadcast costs mostly one write for each
 * subscriber, so the messages of a few milliseconds leave in one frame, and subscribers with the
 * same protocol and groups share the same bytes, those who are behind among themselves. Each subscriber receives its messages in the order
 * in which they were sent.
 */
export class Broadcast {
  readonly #pace: FlushPace
  readonly #clock: PaceClock
  /** Messages sent since the last flush. */
  #pending: Pending[] = []
  #subscribers = 0
  readonly #cohorts = new Map<string, Cohort>()
  /** Subscribers whose next frame contains messages of their own and cannot be shared. */
  readonly #unshared = new Set<Subscriber>()
  #cancelScheduled: (() => void) | undefined

  constructor(limits: PaceLimits, clock: PaceClock = threadClock) {
    this.#clock = clock
    this.#pace = new FlushPace(limits, clock)
  }

  /** The queue receives what is sent from now on. */
  subscribe(queue: OutgoingQueue): Subscription {
    const subscriber: Subscriber = {
      queue,
      groups: new Set(),
      cohort: this.#cohortOf(queue.protocol, []),
      cursor: 0,
      isEnded: false,
    }
    this.#subscribers += 1
    this.#skipPending(subscriber)
    subscriber.cohort.members.add(subscriber)
    const unlessEnded = (act: () => void) => {
      if (!subscriber.isEnded) act()
    }
    return {
      groups: subscriber.groups,
      changeGroups: (change) => unlessEnded(() => this.#changeGroups(subscriber, change)),
      send: (message) => unlessEnded(() => this.#sendTo(subscriber, message)),
      scheduleFlush: () => unlessEnded(() => this.#setUnshared(subscriber)),
      flush: () => unlessEnded(() => this.#flushOf(subscriber)),
      end: () => unlessEnded(() => this.#end(subscriber)),
    }
  }

  send(to: Receivers, message: PreparedMessage): void {
    if (this.#subscribers === 0) return
    // Pending messages occupy memory, so a full list is flushed without further delay.
    if (this.#pending.push({ to, message }) === MOST_PENDING) this.cancel()
    this.#schedule()
  }

  flush(): void {
    this.cancel()
    this.#pace.run((now) => this.#flush(now))
  }

  #flush(now: number): void {
    for (const cohort of this.#cohorts.values()) {
      const received = this.#pending.filter(({ to }) => receives(cohort, to))
      if (received.length === 0) continue
      const frames: { whole?: SharedFrame; conflated?: SharedFrame } = {}
      for (const subscriber of cohort.members) {
        const { queue } = subscriber
        const accepted = this.#unshared.has(subscriber) ? undefined : queue.accepts(now)
        if (accepted === undefined) {
          this.#unshared.add(subscriber)
          continue
        }
        frames[accepted] ??= makeFrame[accepted](received, cohort.protocol)
        queue.sendShared(frames[accepted], now)
      }
    }
    for (const subscriber of this.#unshared) {
      this.#enqueuePending(subscriber)
      subscriber.cursor = 0
      subscriber.queue.flush(now)
    }
    this.#unshared.clear()
    this.#pending = []
  }

  /** Cancels the scheduled flush. */
  cancel(): void {
    this.#cancelScheduled?.()
    this.#cancelScheduled = undefined
  }

  #sendTo(subscriber: Subscriber, message: PreparedMessage): void {
    this.#enqueuePending(subscriber)
    subscriber.queue.enqueue(message)
    this.#setUnshared(subscriber)
  }

  #flushOf(subscriber: Subscriber): void {
    this.#enqueuePending(subscriber)
    subscriber.queue.flush(this.#clock.now())
  }

  #changeGroups(subscriber: Subscriber, { join = [], leave = [] }: GroupChange): void {
    const left = leave.filter((group) => subscriber.groups.has(group))
    if (left.length === 0 && join.every((group) => subscriber.groups.has(group))) return
    // Pending messages were sent while the old groups applied.
    this.#enqueuePending(subscriber)
    this.#leaveCohort(subscriber)
    for (const group of left) subscriber.groups.delete(group)
    for (const group of join) subscriber.groups.add(group)
    subscriber.cohort = this.#cohortOf(subscriber.queue.protocol, [...subscriber.groups])
    subscriber.cohort.members.add(subscriber)
  }

  #end(subscriber: Subscriber): void {
    subscriber.isEnded = true
    this.#subscribers -= 1
    this.#unshared.delete(subscriber)
    this.#leaveCohort(subscriber)
  }

  /** Moves what is pending for the subscriber, by its present groups, into its own queue. */
  #enqueuePending(subscriber: Subscriber): void {
    for (let at = subscriber.cursor; at < this.#pending.length; at++) {
      const { to, message } = this.#pending[at]!
      if (receives(subscriber.cohort, to)) subscriber.queue.enqueue(message)
    }
    this.#skipPending(subscriber)
  }

  #skipPending(subscriber: Subscriber): void {
    subscriber.cursor = this.#pending.length
    if (subscriber.cursor > 0) this.#setUnshared(subscriber)
  }

  #setUnshared(subscriber: Subscriber): void {
    this.#unshared.add(subscriber)
    this.#schedule()
  }

  #cohortOf(protocol: HubProtocol, groups: readonly string[]): Cohort {
    const key = JSON.stringify([protocol.name, ...groups.toSorted()])
    const known = this.#cohorts.get(key)
    if (known) return known
    const cohort: Cohort = { key, protocol, groups: new Set(groups), members: new Set() }
    this.#cohorts.set(key, cohort)
    return cohort
  }

  #leaveCohort(subscriber: Subscriber): void {
    const { cohort } = subscriber
    cohort.members.delete(subscriber)
    if (cohort.members.size === 0) this.#cohorts.delete(cohort.key)
  }

  /** Without a recent flush the next one runs at the end of this turn, so that the messages of one event leave together. */
  #schedule(): void {
    if (this.#cancelScheduled) return
    const flush = () => this.flush()
    const isFull = this.#pending.length >= MOST_PENDING
    const waitMs = isFull ? 0 : this.#pace.waitMs()
    if (waitMs <= 0) {
      const immediate = setImmediate(flush)
      this.#cancelScheduled = () => clearImmediate(immediate)
    } else {
      const timer = setTimeout(flush, waitMs)
      this.#cancelScheduled = () => clearTimeout(timer)
    }
  }
}

/** With so many messages pending the next flush is due immediately. */
const MOST_PENDING = 2_000

interface Pending {
  readonly to: Receivers
  readonly message: PreparedMessage
}

interface Subscriber {
  readonly queue: OutgoingQueue
  readonly groups: Set<string>
  cohort: Cohort
  /** How many of the pending messages it has been given already. */
  cursor: number
  isEnded: boolean
}

/** Subscribers in the same groups with the same protocol: they receive the same bytes. */
interface Cohort {
  readonly key: string
  readonly protocol: HubProtocol
  readonly groups: ReadonlySet<string>
  readonly members: Set<Subscriber>
}

type MakeFrame = (pending: readonly Pending[], protocol: HubProtocol) => SharedFrame

const wholeFrame: MakeFrame = (pending, protocol) => ({
  bytes: Buffer.concat(pending.map(({ message }) => message.bytes(protocol))),
  messages: pending.length,
})

/** The frames that subscribers share: all that is pending, and of it what those who are behind are sent. */
const makeFrame: Readonly<Record<'whole' | 'conflated', MakeFrame>> = {
  whole: wholeFrame,
  conflated: (pending, protocol) => {
    const kept = pending.filter(({ message }) => message.state === undefined)
    const states = pending.flatMap(({ message }) => message.state ?? [])
    return {
      ...wholeFrame(kept, protocol),
      leftOut: { messages: states.length, states: new Set(states) },
    }
  },
}

const receives = (cohort: Cohort, to: Receivers): boolean =>
  to === 'everyone' || to.some((group) => cohort.groups.has(group))
