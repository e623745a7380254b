import type { OrderThere } from '@tradebook/orders'
import type { DeskAnswer } from '../../apps/server/src/desk/inputs.ts'
import type { NumberedCommand, VenueLine } from '../../apps/server/src/venue/commands.ts'
import type { VenueReport } from '../../apps/server/src/venue/venue.ts'
import { between } from '../chance.ts'
import type { SimulatedNetwork } from './link.ts'

/** What a desk takes from the venue. */
export type Taken =
  | { readonly kind: 'venueReport'; readonly said: VenueReport }
  | { readonly kind: 'venueOrders'; readonly orders: readonly OrderThere[] }
export type TakeSaid = (said: Taken) => Promise<DeskAnswer>

/** The other end of a line. */
interface FarEnd {
  receive(command: NumberedCommand): void
  asked(command: NumberedCommand): void
  askedOf(orderID: string): void
  askedForAll(): void
  cancelUnclaimed(order: OrderThere): void
  deliver(line: SlowLine): Promise<void>
}

/** The line of one process. What is under way when it drops is lost, or arrives, as chance has it. */
export class SlowLine implements VenueLine {
  readonly #venue: FarEnd
  readonly #network: SimulatedNetwork
  readonly take: TakeSaid
  /** Whether the line waits for the answer to a report. A process that is killed does not answer. */
  isSending = false
  #isUp = true
  #isCut = false
  #listener = () => {}
  /** What is under way, in order. */
  #underWay: (() => void)[] = []

  constructor(venue: FarEnd, network: SimulatedNetwork, take: TakeSaid) {
    this.#venue = venue
    this.#network = network
    this.take = take
  }

  readonly isLoggingOn = false

  get isReady(): boolean {
    return this.#isUp && !this.#isCut
  }

  get isIdle(): boolean {
    return this.#underWay.length === 0
  }

  send(command: NumberedCommand): void {
    this.#carry(() => this.#venue.receive(command))
  }

  ask(command: NumberedCommand): void {
    this.#carry(() => this.#venue.asked(command))
  }

  askOrder(orderID: string): void {
    this.#carry(() => this.#venue.askedOf(orderID))
  }

  askOpenOrders(): void {
    this.#carry(() => this.#venue.askedForAll())
  }

  cancelUnclaimed(order: OrderThere): void {
    this.#carry(() => this.#venue.cancelUnclaimed(order))
  }

  onReady(listener: () => void): void {
    this.#listener = listener
  }

  /** The venue has something to say. */
  wake(): void {
    this.#network.time.set(between(this.#network.random, 0, 10), () => {
      if (this.isReady) void this.#venue.deliver(this)
    })
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#network.time.set(ms, resolve))
  }

  /** The line drops and stands again after a while. */
  drop(): void {
    if (!this.isReady) return
    this.#isUp = false
    this.#lose()
    this.#network.time.set(between(this.#network.random, 5, 400), () => {
      this.#isUp = true
      if (this.#isCut) return
      this.#listener()
      this.wake()
    })
  }

  /** Its process is gone. */
  cut(): void {
    this.#isCut = true
    this.#lose()
  }

  #lose(): void {
    const underWay = this.#underWay
    this.#underWay = []
    // The bytes that were sent first arrive first.
    for (const arrive of underWay.slice(0, between(this.#network.random, 0, underWay.length))) arrive()
  }

  #carry(arrive: () => void): void {
    if (!this.isReady) return
    this.#underWay.push(arrive)
    this.#network.time.set(between(this.#network.random, 0, 8), () => {
      // Whatever was sent before arrives before.
      const at = this.#underWay.indexOf(arrive)
      if (at < 0) return
      for (const each of this.#underWay.splice(0, at + 1)) each()
    })
  }
}
