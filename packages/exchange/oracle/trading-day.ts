import { type PriceKobo, priceKobo, type Quantity, quantity, Side } from '@tradebook/contract'
import type { ExchangeEvent } from '../src/events.ts'
import type { EnterOrder } from '../src/exchange.ts'
import type { Instructions } from '../src/instructions.ts'
import type { SecurityTerms } from '../src/rules.ts'
import { BothExchanges, type Command } from './both-exchanges.ts'

/** A usual share, one without limits, and a fund whose every trade moves the published price. */
const terms: readonly SecurityTerms[] = [
  {
    securityID: 'SHARE',
    tickKobo: 5,
    referencePx: priceKobo(103),
    limitBps: 1_500,
    minMoveQty: quantity(40),
  },
  { securityID: 'FREE', tickKobo: 1, referencePx: priceKobo(100), limitBps: null, minMoveQty: quantity(25) },
  { securityID: 'FUND', tickKobo: 5, referencePx: priceKobo(100), limitBps: 1_000, minMoveQty: quantity(1) },
]

/** The phases of a day as an exchange knows them, in order. */
const phases = [
  'preOpen',
  'preOpenImbalance',
  'continuous',
  'preClose',
  'preCloseImbalance',
  'closed',
] as const
type DayPhase = (typeof phases)[number]

/** What a random day did. */
export interface TradingDay {
  readonly commands: number
  readonly trades: number
  /** Shares traded by how they came about: 'continuous' or a trade condition. */
  readonly shares: Readonly<Record<string, number>>
  readonly events: readonly ExchangeEvent[]
}

/**
 * Runs a random trading day through the exchange and the naive exchange: its calls, imbalance sessions
 * and continuous trading, halts and reopenings, every kind of order, and now and then a restart that
 * restores the books. The same seed gives the same day.
 *
 * @throws Difference when the two do not do the same.
 */
export function runTradingDay(seed: number): TradingDay {
  return new RandomDay(seed).run()
}

class RandomDay {
  readonly #random: () => number
  #both = new BothExchanges(terms)
  #phase: DayPhase = 'preOpen'
  /** Securities that are halted, and those that reopen alone. */
  readonly #halted = new Set<number>()
  readonly #reopening = new Set<number>()
  readonly #entered = new Map<number, EnterOrder>()
  #tags = 0
  #now = 0
  #commands = 0
  readonly #events: ExchangeEvent[] = []
  #trades = 0
  readonly #shares: Record<string, number> = {}

  constructor(seed: number) {
    this.#random = randomFrom(seed)
  }

  run(): TradingDay {
    for (const phase of phases) {
      this.#enterPhase(phase)
      const requests = this.#below(phase === 'closed' ? 5 : 80)
      for (let request = 0; request < requests; request++) {
        if (this.#chance(0.02)) this.#restart()
        else if (this.#chance(0.08)) this.#control()
        else this.#do(this.#request())
      }
    }
    this.#count()
    return { commands: this.#commands, trades: this.#trades, shares: this.#shares, events: this.#events }
  }

  #enterPhase(phase: DayPhase): void {
    const isAfterCall = phase === 'continuous' || phase === 'closed'
    this.#phase = phase
    for (const security of terms.keys()) {
      const uncross = phase === 'closed' ? 'close' : 'open'
      if (isAfterCall && !this.#halted.has(security)) this.#do({ kind: 'uncross', security, uncross })
      else if (phase === 'closed') this.#do({ kind: 'endOrders', security, uncross })
      const mode =
        phase === 'closed' ? 'none' : isAfterCall && !this.#halted.has(security) ? 'continuous' : 'call'
      this.#do({ kind: 'setMatching', security, mode })
      if (phase === 'preClose') this.#do({ kind: 'admitWaiting', security })
      this.#reopening.delete(security)
    }
  }

  /** Halts a security, resumes it in a call of its own, or ends that call. */
  #control(): void {
    const stopped = [...this.#halted, ...this.#reopening]
    const security = (this.#chance(0.8) ? this.#oneOf(stopped) : undefined) ?? this.#below(terms.length)
    const isContinuous = this.#phase === 'continuous'
    if (this.#reopening.has(security)) {
      this.#reopening.delete(security)
      this.#do({ kind: 'uncross', security, uncross: 'reopening' })
      this.#do({ kind: 'setMatching', security, mode: 'continuous' })
    } else if (this.#halted.delete(security)) {
      this.#do({ kind: 'resume', security })
      if (!isContinuous) return
      this.#reopening.add(security)
      this.#do({ kind: 'setMatching', security, mode: 'call' })
    } else {
      this.#halted.add(security)
      this.#do({ kind: 'halt', security })
    }
  }

  /** Another pair of exchanges goes on with the books of this one, which are as they were. */
  #restart(): void {
    const before = this.#both
    const shown = (both: BothExchanges) =>
      terms.map((_, security) =>
        [...both.fast.entries(security)].map(({ tag, side, price, size, hidden }) => [
          tag,
          side,
          price,
          size,
          hidden,
        ]),
      )
    this.#count()
    this.#both = new BothExchanges(terms)
    this.#both.restore(before.naive.living(), ++this.#now)
    for (const security of terms.keys()) {
      const mode = before.naive.matchingOf(security)
      this.#do({ kind: 'setMatching', security, mode })
      if (this.#halted.has(security)) this.#do({ kind: 'halt', security })
    }
    if (JSON.stringify(shown(before)) !== JSON.stringify(shown(this.#both)))
      throw new Error('a restored book differs')
  }

  #do(command: Command): void {
    this.#both.run(command, ++this.#now)
    this.#both.compare()
    this.#both.compareAuctions()
    this.#commands++
  }

  #count(): void {
    this.#events.push(...this.#both.events)
    for (const event of this.#both.events) {
      if (event.kind !== 'traded') continue
      const how = event.tradeCondition ?? 'continuous'
      this.#shares[how] = (this.#shares[how] ?? 0) + event.quantity
      this.#trades++
    }
  }

  #request(): Command {
    const roll = this.#random()
    const tag = this.#oneOf(this.#both.tags) ?? 0
    if (roll < 0.68) return { kind: 'enter', order: this.#order() }
    if (roll < 0.78) return { kind: 'cancel', tag }
    if (roll < 0.79) return { kind: 'setParticipant', tag, participant: this.#below(4) }
    if (roll < 0.94) {
      const { security = 0, price } = this.#entered.get(tag) ?? {}
      const keepsKind = this.#chance(0.9)
      const isPriced = price === null ? !keepsKind : keepsKind
      return {
        kind: 'replace',
        tag,
        price: isPriced ? this.#price(security) : null,
        leaves: this.#quantity(),
      }
    }
    return { kind: 'cross', cross: this.#cross() }
  }

  #cross() {
    const security = this.#below(terms.length)
    const [buy, sell] = [1, 2].map(() => ({ tag: ++this.#tags, participant: this.#below(4) })) as [
      Party,
      Party,
    ]
    return { security, price: this.#price(security), quantity: this.#quantity(), buy, sell }
  }

  #order(): EnterOrder {
    const security = this.#below(terms.length)
    const order: EnterOrder = {
      tag: ++this.#tags,
      participant: this.#below(4),
      security,
      side: this.#chance(0.5) ? Side.buy : Side.sell,
      price: this.#chance(0.15) ? null : this.#price(security),
      quantity: this.#quantity(),
      timeInForce: this.#chance(0.8) ? 'rest' : this.#chance(0.5) ? 'immediate' : 'fillOrKill',
      ...this.#instructions(),
    }
    this.#entered.set(order.tag, order)
    return order
  }

  /** Mostly what the phase is for, now and then anything. */
  #instructions(): Partial<Instructions> {
    const isImbalance = this.#phase.endsWith('Imbalance')
    const ends = (['opening', 'closing', null] as const)[this.#below(3)] ?? null
    return {
      displayQty: this.#chance(0.2) ? quantity(1 + this.#below(6)) : null,
      minQty: this.#chance(0.1) ? quantity(1 + this.#below(15)) : null,
      imbalanceOnly: this.#chance(isImbalance ? 0.7 : 0.02),
      atClose: this.#chance(this.#phase === 'continuous' ? 0.1 : 0.01),
      ends: this.#chance(0.2) ? ends : null,
    }
  }

  /** Few prices, so that orders meet; now and then one off the tick or outside the limits. */
  #price(security: number): PriceKobo {
    const { tickKobo, referencePx } = terms[security]!
    if (this.#chance(0.02)) return priceKobo(referencePx + this.#below(40) + 1)
    return priceKobo((Math.round(referencePx / tickKobo) + this.#below(7) - 3) * tickKobo)
  }

  #quantity(): Quantity {
    return quantity(1 + this.#below(this.#chance(0.1) ? 300 : 20))
  }

  #oneOf(numbers: readonly number[]): number | undefined {
    return numbers[this.#below(numbers.length)]
  }

  #below(bound: number): number {
    return Math.floor(this.#random() * bound)
  }

  #chance(probability: number): boolean {
    return this.#random() < probability
  }
}

interface Party {
  readonly tag: number
  readonly participant: number
}

/** Chance from a seed: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
