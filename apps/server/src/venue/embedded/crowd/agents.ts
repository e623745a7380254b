import { acceptance, type MarketRules, marketRules, type Phase, Side } from '@tradebook/contract'
import type { CrowdCommand, CrowdReport } from '../crowd-port.ts'
import { actionsByPhase, type CrowdAction } from './actions.ts'
import { AuctionTraders } from './auction-traders.ts'
import { FairValue } from './fair-value.ts'
import { Makers } from './makers.ts'
import type { Name } from './name.ts'
import { OwnOrders } from './own-orders.ts'
import { Random } from './random.ts'
import { Takers } from './takers.ts'
import { type CrowdSecurity, temperOf } from './temper.ts'
import { type MarketView, orderRefs, type Trader } from './trader.ts'

/** The market day that a crowd trades. */
export interface CrowdDay {
  readonly seed: number
  /** 'YYYY-MM-DD'. The same seed trades each day again. */
  readonly marketDate: string
  readonly securities: readonly CrowdSecurity[]
  /** The default of the contract unless given. */
  readonly rules?: MarketRules
}

/**
 * Traders who live in the market: makers who keep every book two-sided around a drifting fair
 * value, followers of trends, people who just trade, and those who come for the auctions. The same seed
 * and date, the same market and the same reports always give the same commands.
 */
export class Crowd implements Trader {
  readonly #random: Random
  readonly #names: readonly Name[]
  readonly #orders: OwnOrders
  readonly #makers: Makers
  readonly #actions: Readonly<Record<Phase, readonly CrowdAction[]>>
  /** Running sum of liquidity: the busier a name, the wider its part of the wheel. */
  readonly #wheel: number[] = []

  constructor({ seed, marketDate, securities, rules = marketRules }: CrowdDay, nextRef = orderRefs()) {
    const random = new Random(seed, `crowd of ${marketDate}`)
    this.#random = random
    this.#orders = new OwnOrders(securities.length, nextRef)
    let sum = 0
    this.#names = securities.map((security, index) => {
      sum += security.liquidity
      this.#wheel.push(sum)
      const temper = temperOf(security)
      return { index, security, temper, fair: new FairValue(security, temper, random) }
    })
    this.#makers = new Makers(random, this.#orders, this.#names)
    this.#actions = actionsByPhase({
      makers: this.#makers,
      takers: new Takers(random, this.#orders),
      auctions: new AuctionTraders(random, this.#orders, rules),
    })
  }

  /** One quote a side of every book in a batch, the first batch at the touch. */
  prime(): CrowdCommand[][] {
    return this.#makers.prime()
  }

  think(market: MarketView, budget: number): CrowdCommand[] {
    const commands: CrowdCommand[] = []
    // A turn can have no effect, for example where the limits leave no room for a quote.
    for (let turns = budget * 3; turns > 0 && commands.length < budget; turns--) {
      const command = this.#makers.fillThinnest(market) ?? this.#act(this.#spin(), market)
      if (command) commands.push(command)
    }
    return commands
  }

  takeReports(reports: readonly CrowdReport[]): void {
    for (const report of reports) {
      const order = this.#orders.takeReport(report)
      if (order) this.#makers.watch(order)
    }
  }

  reset(): void {
    this.#orders.clear()
    this.#makers.reset()
  }

  /** The name whose turn it is. */
  #spin(): Name {
    const at = this.#random.unit() * (this.#wheel.at(-1) ?? 0)
    let low = 0
    let high = this.#wheel.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#wheel[middle] as number) > at) high = middle
      else low = middle + 1
    }
    const name = this.#names[low]
    if (!name) throw new RangeError(`no security ${low}`)
    return name
  }

  #act(name: Name, market: MarketView): CrowdCommand | undefined {
    const quote = market(name.index)
    const actions = this.#actions[quote.phase]
    const all = actions.reduce((sum, { weight }) => sum + weight, 0)
    if (all === 0) return undefined
    name.fair.step(this.#random, quote.lastPx)
    const tidied = acceptance[quote.phase].matching === 'continuous' && this.#makers.tidy(name, quote)
    if (tidied) return tidied
    const side = this.#random.chance(0.5) ? Side.buy : Side.sell
    let dice = this.#random.below(all)
    for (const { weight, act } of actions) {
      dice -= weight
      if (dice < 0) return act(name, side, quote)
    }
    return undefined
  }
}
