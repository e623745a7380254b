import { acceptance, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { RecordedMessage } from '@tradebook/exchange'
import type { CrowdCommand, CrowdReport } from '../crowd-port.ts'
import { Crowd, type CrowdDay } from './agents.ts'
import { direction, OwnOrders, opposite } from './own-orders.ts'
import { type CrowdSecurity, clamp } from './temper.ts'
import { type MarketView, orderRefs, type Trader } from './trader.ts'

/** What a hundred recorded shares are worth here: ₦500,000, a fair order of a busy name. */
const HUNDRED_SHARES_KOBO = 500_000_00
const LARGEST = 200_000
/** At a great speed the recording falls behind the clock rather than flood the desk. */
const MOST_A_TURN = 500

/**
 * The crowd with one security's part played by a recording of a real exchange: prices in proportion
 * around that security's reference, on its tick and inside its limits, sizes by value, times by the
 * recording's own clock. The agents keep to the other securities. At its end the recording's orders
 * leave the book and it starts again.
 */
export class ReplayCrowd implements Trader {
  readonly #agents: Crowd
  readonly #orders: OwnOrders
  readonly #security: CrowdSecurity
  readonly #index: number
  readonly #messages: readonly RecordedMessage[]
  readonly #speed: number
  readonly #ended: (messages: number) => void
  /** The recorded price that is the reference here. */
  readonly #firstPrice: number
  /** Shares here for a share there. */
  readonly #sizeScale: number
  /** Recorded orders that are still in the recorded book. */
  readonly #open = new Map<number, { readonly ref: number; size: number }>()
  #next = 0
  /** Where the recording is, in its own milliseconds. */
  #at: number

  /** @throws RangeError when nothing is recorded, there is no such security, or the speed is not above 0. */
  constructor(parts: {
    readonly day: CrowdDay
    /** Index of the security the recording plays. */
    readonly security: number
    readonly messages: readonly RecordedMessage[]
    /** 1: as fast as it was; 10: ten times as fast. */
    readonly speed: number
    /** Called each time the recording has come to its end. */
    readonly ended: (messages: number) => void
  }) {
    const { day, security, messages, speed, ended } = parts
    const { securities } = day
    const played = securities[security]
    const first = messages[0]
    if (!played) throw new RangeError(`no security ${security}`)
    if (!first) throw new RangeError('nothing is recorded')
    if (!(speed > 0)) throw new RangeError(`not a speed: ${speed}`)
    const refs = orderRefs()
    const others = securities.map((one, index) => (index === security ? { ...one, liquidity: 0 } : one))
    this.#agents = new Crowd({ ...day, securities: others }, refs)
    this.#orders = new OwnOrders(securities.length, refs)
    this.#security = played
    this.#index = security
    this.#messages = messages
    this.#speed = speed
    this.#ended = ended
    this.#firstPrice = first.price
    // A ratio of quantities, not an amount.
    this.#sizeScale = HUNDRED_SHARES_KOBO / played.referencePx / 100
    this.#at = first.time
  }

  prime(): CrowdCommand[][] {
    return this.#agents.prime()
  }

  think(market: MarketView, budget: number, elapsedMs: number): CrowdCommand[] {
    // A recording is of continuous trading, and stands still in any other phase.
    const isPlayed = acceptance[market(this.#index).phase].matching === 'continuous'
    return [...(isPlayed ? this.#play(elapsedMs) : []), ...this.#agents.think(market, budget)]
  }

  takeReports(reports: readonly CrowdReport[]): void {
    for (const report of reports) this.#orders.takeReport(report)
    this.#agents.takeReports(reports)
  }

  reset(): void {
    this.#orders.clear()
    this.#agents.reset()
  }

  #play(elapsedMs: number): CrowdCommand[] {
    this.#at += elapsedMs * this.#speed
    const commands: CrowdCommand[] = []
    while (commands.length < MOST_A_TURN) {
      const message = this.#messages[this.#next]
      if (!message) return [...commands, ...this.#startAgain()]
      if (message.time > this.#at) return commands
      commands.push(...this.#carryOver(message))
      this.#next++
    }
    this.#at = Math.min(this.#at, this.#messages[this.#next]?.time ?? this.#at)
    return commands
  }

  #startAgain(): CrowdCommand[] {
    const left = [Side.buy, Side.sell].flatMap((side) => [...this.#orders.side(this.#index, side)])
    this.#open.clear()
    this.#next = 0
    this.#at = this.#messages[0]?.time ?? 0
    this.#ended(this.#messages.length)
    return left.map((order) => this.#orders.cancel(order))
  }

  /** What the crowd does for one recorded message. */
  #carryOver({ kind, orderID, side, price, size }: RecordedMessage): CrowdCommand[] {
    switch (kind) {
      case 'entered': {
        const command = this.#orders.enter(this.#index, side, this.#price(side, price), this.#size(size))
        this.#open.set(orderID, { ref: command.ref, size })
        return [command]
      }
      case 'reduced':
        return this.#reduce(orderID, size)
      case 'deleted':
        return this.#leave(orderID)
      case 'executed': {
        // Levels that were apart may be one tick here, so the trade may find another order of that
        // tick. The recorded one is reduced all the same: which orders there are is the recording's to decide.
        const taker = opposite(side)
        const take = this.#orders.pass(this.#index, taker, this.#price(side, price), this.#size(size), {
          duration: 'immediate',
        })
        return [take, ...this.#traded(orderID, size)]
      }
      case 'executedHidden':
      case 'halt':
        return []
    }
  }

  #reduce(orderID: number, size: number): CrowdCommand[] {
    const recorded = this.#open.get(orderID)
    const order = recorded && this.#orders.resting(recorded.ref)
    if (!order) return []
    recorded.size -= size
    if (recorded.size <= 0) return this.#leave(orderID)
    const left = this.#size(recorded.size)
    return left < order.leaves ? [this.#orders.replace(order, order.price, left)] : []
  }

  #traded(orderID: number, size: number): CrowdCommand[] {
    const recorded = this.#open.get(orderID)
    if (!recorded) return []
    recorded.size -= size
    return recorded.size <= 0 ? this.#leave(orderID) : []
  }

  #leave(orderID: number): CrowdCommand[] {
    const recorded = this.#open.get(orderID)
    this.#open.delete(orderID)
    const order = recorded && this.#orders.resting(recorded.ref)
    return order ? [this.#orders.cancel(order)] : []
  }

  /** Away from the other side to a whole tick, so that what was apart stays apart. */
  #price(side: Side, recorded: number): PriceKobo {
    const { tickKobo, referencePx, lowLimitPx, highLimitPx } = this.#security
    const sign = direction(side)
    const ticks = sign * Math.floor((sign * recorded * referencePx) / (this.#firstPrice * tickKobo))
    return clamp(ticks * tickKobo, lowLimitPx, highLimitPx) as PriceKobo
  }

  #size(recorded: number): Quantity {
    return clamp(Math.round(recorded * this.#sizeScale), 1, LARGEST) as Quantity
  }
}
