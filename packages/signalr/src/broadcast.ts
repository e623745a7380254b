import type { Outlet } from './outlet.ts'
import type { Prepared } from './prepared.ts'
import type { HubProtocol } from './protocol.ts'

/** Everyone, or those who are in at least one of these groups. */
export type Audience = 'everyone' | readonly string[]

export interface GroupChange {
  readonly enter?: readonly string[]
  readonly leave?: readonly string[]
}

export interface BroadcastPace {
  /** While messages keep coming they are sent together, this far apart; after a pause the first goes at once. */
  readonly leastMs: number
  /** So far apart at most, when sending would take more than a quarter of this thread's time. */
  readonly mostMs: number
}

/**
 * One stream of messages to many readers. Most of what a broadcast costs is one write for each
 * reader, so the messages of a few milliseconds leave in one frame, and readers who hear the same
 * share the very same bytes. Each reader gets its messages in the order they were posted.
 */
export class Broadcast {
  readonly #pace: BroadcastPace
  /** Posted since the last flush. */
  #queue: Posted[] = []
  readonly #seats = new Map<Outlet, Seat>()
  readonly #sections = new Map<string, Section>()
  /** Seats whose next frame is their own. */
  readonly #apart = new Set<Seat>()
  #scheduled: (() => void) | undefined
  /** When the next flush may be. */
  #nextAt = Number.NEGATIVE_INFINITY
  /** Until when the flushes so far use up their share of the time. */
  #owedUntil = Number.NEGATIVE_INFINITY

  constructor(pace: BroadcastPace) {
    this.#pace = pace
  }

  /** A reader hears what is posted from now on. */
  enter(outlet: Outlet): void {
    const seat: Seat = { outlet, groups: new Set(), section: this.#sectionOf(outlet.protocol, []), cursor: 0 }
    this.#seats.set(outlet, seat)
    this.#catchUpSilently(seat)
    seat.section.seats.add(seat)
  }

  /** A reader hears nothing more. */
  leave(outlet: Outlet): void {
    const seat = this.#seats.get(outlet)
    if (!seat) return
    this.#seats.delete(outlet)
    this.#apart.delete(seat)
    this.#stand(seat)
  }

  /** Enter groups and leave others, from the next message on. */
  changeGroups(outlet: Outlet, { enter = [], leave = [] }: GroupChange): void {
    const seat = this.#seats.get(outlet)
    if (!seat) return
    const left = leave.filter((group) => seat.groups.has(group))
    if (left.length === 0 && enter.every((group) => seat.groups.has(group))) return
    // What was posted before is heard as a member of the groups until now.
    this.#catchUp(seat)
    this.#stand(seat)
    for (const group of left) seat.groups.delete(group)
    for (const group of enter) seat.groups.add(group)
    seat.section = this.#sectionOf(outlet.protocol, [...seat.groups])
    seat.section.seats.add(seat)
  }

  groupsOf(outlet: Outlet): ReadonlySet<string> | undefined {
    return this.#seats.get(outlet)?.groups
  }

  post(to: Audience, message: Prepared): void {
    if (this.#seats.size === 0) return
    // What waits to be sent is memory: too much of it is sent without waiting longer.
    if (this.#queue.push({ to, message }) === MOST_QUEUED) this.cancel()
    this.#schedule()
  }

  /** A message to one reader, in order with what it hears with others. */
  postTo(outlet: Outlet, message: Prepared): void {
    const seat = this.#seats.get(outlet)
    if (!seat) return
    this.#catchUp(seat)
    outlet.hold(message)
    this.#setApart(seat)
  }

  /** The reader's next frame is its own, even if nothing is posted. */
  wake(outlet: Outlet): void {
    const seat = this.#seats.get(outlet)
    if (seat) this.#setApart(seat)
  }

  /** Send one reader now what it has yet to hear. */
  settle(outlet: Outlet): void {
    const seat = this.#seats.get(outlet)
    if (!seat) return
    this.#catchUp(seat)
    outlet.sendHeld(performance.now())
  }

  flush(): void {
    const startedAt = performance.now()
    const startedWith = process.threadCpuUsage()
    this.cancel()
    for (const section of this.#sections.values()) {
      const shared = this.#sharedBytes(section)
      if (!shared) continue
      for (const seat of section.seats) {
        if (!this.#apart.has(seat) && seat.outlet.takesShared) seat.outlet.sendShared(shared, startedAt)
        else this.#apart.add(seat)
      }
    }
    for (const seat of this.#apart) {
      this.#catchUp(seat)
      seat.cursor = 0
      seat.outlet.sendHeld(startedAt)
    }
    this.#apart.clear()
    this.#queue = []

    const { leastMs, mostMs } = this.#pace
    const { user, system } = process.threadCpuUsage(startedWith)
    const workedMs = (user + system) / 1000
    const flushedAt = performance.now()
    // What a storm of messages owed is forgotten soon after it: no quiet reader pays for it.
    const owedUntil = Math.max(this.#owedUntil, startedAt) + workedMs * SHARE_OF_TIME
    this.#owedUntil = Math.min(owedUntil, flushedAt + 2 * mostMs)
    this.#nextAt = flushedAt + Math.min(Math.max(this.#owedUntil - flushedAt - mostMs, leastMs), mostMs)
  }

  /** Forget the flush that is due. */
  cancel(): void {
    this.#scheduled?.()
    this.#scheduled = undefined
  }

  #sharedBytes(section: Section): Buffer | undefined {
    const heard = this.#queue.filter(({ to }) => hears(section, to))
    if (heard.length === 0) return undefined
    return Buffer.concat(heard.map(({ message }) => message.bytes(section.protocol)))
  }

  /** Hold for the reader what it has yet to hear, as a member of the groups it is in. */
  #catchUp(seat: Seat): void {
    for (let at = seat.cursor; at < this.#queue.length; at++) {
      const { to, message } = this.#queue[at]!
      if (hears(seat.section, to)) seat.outlet.hold(message)
    }
    this.#catchUpSilently(seat)
  }

  #catchUpSilently(seat: Seat): void {
    seat.cursor = this.#queue.length
    if (seat.cursor > 0) this.#setApart(seat)
  }

  #setApart(seat: Seat): void {
    this.#apart.add(seat)
    this.#schedule()
  }

  #sectionOf(protocol: HubProtocol, groups: readonly string[]): Section {
    const key = JSON.stringify([protocol.name, ...groups.toSorted()])
    const known = this.#sections.get(key)
    if (known) return known
    const section: Section = { key, protocol, groups: new Set(groups), seats: new Set() }
    this.#sections.set(key, section)
    return section
  }

  #stand(seat: Seat): void {
    seat.section.seats.delete(seat)
    if (seat.section.seats.size === 0) this.#sections.delete(seat.section.key)
  }

  /** At once after a pause, but at the end of this turn: what one event causes leaves together. */
  #schedule(): void {
    if (this.#scheduled) return
    const flush = () => this.flush()
    const isFull = this.#queue.length >= MOST_QUEUED
    const waitMs = isFull ? 0 : this.#nextAt - performance.now()
    if (waitMs <= 0) {
      const immediate = setImmediate(flush)
      this.#scheduled = () => clearImmediate(immediate)
    } else {
      const timer = setTimeout(flush, waitMs)
      this.#scheduled = () => clearTimeout(timer)
    }
  }
}

/** Flushing takes one part in so many of this thread's time on average, as long as `mostMs` allows. */
const SHARE_OF_TIME = 4

/** With so many messages waiting the next flush is due at once. */
const MOST_QUEUED = 2_000

interface Posted {
  readonly to: Audience
  readonly message: Prepared
}

/** A reader's place: how much of the queue it has been given, and whom it shares its bytes with. */
interface Seat {
  readonly outlet: Outlet
  readonly groups: Set<string>
  section: Section
  cursor: number
}

/** Readers in the same groups with the same protocol: they hear the same bytes. */
interface Section {
  readonly key: string
  readonly protocol: HubProtocol
  readonly groups: ReadonlySet<string>
  readonly seats: Set<Seat>
}

const hears = (section: Section, to: Audience): boolean =>
  to === 'everyone' || to.some((group) => section.groups.has(group))
