import {
  bringsNewRisk,
  consideration,
  type Kobo,
  kobo,
  type PriceKobo,
  type Quantity,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import {
  type NewOrder,
  type NewRisk,
  type Order,
  type Replaced,
  type RiskMarket,
  refusalByLimits,
} from '@tradebook/orders'
import type { Listing } from '../../venue/listing.ts'
import type { MarketData } from '../../venue/market-data.ts'
import type { FirmState } from './firm-state.ts'
import type { RiskOrigin } from './kill-switches.ts'

export interface LimitChecksOptions {
  readonly firmState: FirmState
  readonly marketData: Pick<MarketData, 'figures'>
  readonly listings: readonly Listing[]
}

/** A new order with the worst price that it can trade at. */
export interface PricedOrder {
  readonly request: NewOrder
  readonly worstPx: PriceKobo
}

/** What kill switches, freezes and limits say to a request that would bring new risk. Nothing is counted here. */
export class LimitChecks {
  readonly #firmState: FirmState
  readonly #marketData: Pick<MarketData, 'figures'>
  readonly #averageVolumes: ReadonlyMap<string, Listing['averageVolume']>
  #now = 0

  constructor({ firmState, marketData, listings }: LimitChecksOptions) {
    this.#firmState = firmState
    this.#marketData = marketData
    this.#averageVolumes = new Map(
      listings.map(({ securityID, averageVolume }) => [securityID, averageVolume]),
    )
  }

  /** Wall time of the decision that is being made, epoch milliseconds: rates and duplicates go by it. */
  get now(): number {
    return this.#now
  }

  set now(wallTime: number) {
    this.#now = wallTime
  }

  /** The refusal by a kill switch that is on, or because the account is frozen. */
  stopped(origin: RiskOrigin): Refusal | undefined {
    const on = this.#firmState.killSwitches.onFor(origin)
    if (!on) {
      const { account } = origin
      return this.#firmState.isFrozen(origin) ? refuse('accountFrozen', { account }) : undefined
    }
    const { scope, cause, reason } = on
    return refuse('killSwitchOn', { scope, cause, reason, account: origin.account })
  }

  /** @param before what the same request has brought already: the first side of a cross, the orders before it in a basket. */
  newOrder(
    origin: RiskOrigin,
    order: PricedOrder,
    before?: NewRisk['before'] & { readonly hasSame?: boolean },
  ): Refusal | undefined {
    const limits = this.#limitsOf(origin)
    const levels = limits?.of(origin)
    if (!limits || !levels || levels.length === 0) return undefined
    const { request, worstPx } = order
    const value = worthOf(order)
    const risk = {
      account: origin.account,
      securityID: request.securityID,
      orderQty: request.orderQty,
      price: request.price,
      value,
      turnover: value,
      enteredAt: before?.hasSame ? this.#now : limits.counts.enteredAt(request),
      ...(before && { before }),
    }
    return refusalByLimits(risk, levels, () => this.#marketOf(request.securityID, worstPx), this.#now)
  }

  /**
   * Checks a replace by what it makes of the order. What brings no new risk always passes. The turnover counts
   * for the user who entered the order.
   */
  replace(
    origin: RiskOrigin,
    order: Order,
    after: Replaced & { readonly worstPx: PriceKobo },
  ): Refusal | undefined {
    if (!bringsNewRisk(order, after)) return undefined
    const stopped = this.stopped(origin)
    if (stopped) return stopped
    const limits = this.#limitsOf(origin)
    if (!limits) return undefined
    const levels = limits.of(origin)
    const { price, leaves, worstPx } = after
    const orderQty = (order.cumQty + leaves) as Quantity
    const turnover = kobo(consideration(leaves, worstPx) - limits.counts.openValue(order))
    const { account, securityID, userId, userName } = order
    const value = consideration(orderQty, worstPx)
    const enteredBy = userId === origin.userId ? undefined : { userName, levels: limits.of(order) }
    const risk = { account, securityID, orderQty, price, value, turnover, ...(enteredBy && { enteredBy }) }
    return refusalByLimits(risk, levels, () => this.#marketOf(securityID, worstPx), this.#now)
  }

  #limitsOf = ({ tenantId }: RiskOrigin) => this.#firmState.firms.get(tenantId)?.limits

  #marketOf(securityID: string, price: PriceKobo): RiskMarket {
    const averageVolume = this.#averageVolumes.get(securityID)
    // A security that is not listed is refused for that.
    if (averageVolume === undefined) return { publishedPx: price, dayVolume: NONE, averageVolume: null }
    const { publishedPx, volume } = this.#marketData.figures(securityID)
    return { publishedPx, dayVolume: volume, averageVolume }
  }
}

const NONE = 0n as RiskMarket['dayVolume']

/** Kobo that a whole new order is worth at its worst price. */
export const worthOf = ({ request, worstPx }: PricedOrder): Kobo => consideration(request.orderQty, worstPx)
