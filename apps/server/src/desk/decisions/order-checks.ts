import {
  durations,
  isStop,
  kobo,
  type LimitLevel,
  MOST_WAITING_STOP_ORDERS,
  type PriceKobo,
  type Refusal,
  refuse,
  Side,
  withoutBalance,
  withoutCounts,
} from '@tradebook/contract'
import {
  checkCross,
  checkMandate,
  checkNewOrder,
  isPart,
  type MarketConditions,
  type NewOrder,
  type Order,
  partsOf,
  sideOf,
  type WaitingStopOrders,
  wholeOf,
  worstPrice,
} from '@tradebook/orders'
import type { MarketData } from '../../venue/market-data.ts'
import type { ClientInput, Origin } from '../inputs.ts'
import type { AccountTerms } from './accounts.ts'
import { Conditions, type ConditionsOptions } from './conditions.ts'
import type { FirmState } from './firm-state.ts'
import { LimitChecks, worthOf } from './limit-checks.ts'
import { FIRM_ITSELF } from './requests.ts'

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>

export interface OrderChecksOptions extends ConditionsOptions {
  readonly firmState: FirmState
  readonly marketData: MarketData
  readonly stopOrders: WaitingStopOrders
}

/** What a new request meets before the ledger. */
export interface Checked {
  /** `undefined` for a security that is not listed. */
  readonly market: MarketConditions | undefined
  /** The worst price that it can trade at; `null` where none is known. */
  readonly worstPx: PriceKobo | null
  readonly refusal: Refusal | undefined
}

/** What orders and their previews are checked for before the ledger: who asks, and what the market takes now. */
export class OrderChecks {
  readonly conditions: Conditions
  readonly limits: LimitChecks
  readonly #firmState: FirmState
  readonly #marketData: MarketData
  readonly #stopOrders: WaitingStopOrders

  constructor(options: OrderChecksOptions) {
    this.conditions = new Conditions(options)
    this.#firmState = options.firmState
    this.#marketData = options.marketData
    this.#stopOrders = options.stopOrders
    this.limits = new LimitChecks(options)
  }

  /** An account of the caller's firm that the caller may use; `undefined` for any other. */
  account(origin: Origin, account: string): AccountTerms | undefined {
    return mayUse(origin, account)
      ? this.#firmState.firms.get(origin.tenantId)?.accounts.get(account)
      : undefined
  }

  /**
   * A refusal as its receiver may see it: without balances that the firm does not show its staff, and without what
   * other people's orders come to, which it does not show its customers.
   */
  asShown(origin: Origin, refusal: Refusal): Refusal {
    const { tenantId, accounts, permissions } = origin
    const counted = countsAsShown(origin, refusal)
    const isShown = accounts !== 'all' || permissions.has('VIEW_ADMINSETTING')
    return isShown ? counted : this.#withoutHidden(tenantId, counted)
  }

  /**
   * A refusal as an order of the account keeps it for all who read the order later: without balances where the firm
   * hides them, and without what is counted of others than the account or the customer who asks.
   */
  asRecorded({ tenantId, accounts }: Origin, refusal: Refusal, account: string): Refusal {
    const ofAccount: readonly LimitLevel[] = refusal.values.account === account ? ['account'] : []
    const shown = accounts === 'all' ? ofAccount : ([...ofAccount, 'user'] as const)
    return this.#withoutHidden(tenantId, withoutCounts(refusal, shown))
  }

  /** Without balances, where the firm hides them. */
  #withoutHidden(tenantId: number, refusal: Refusal): Refusal {
    return this.#firmState.settings.of(tenantId).showAccountBalance ? refusal : withoutBalance(refusal)
  }

  /** @param before what the orders before it in the same basket have brought. */
  newOrder(
    { origin, request, fault }: Input<'newOrder'>,
    now: number,
    before?: Parameters<LimitChecks['newOrder']>[2],
  ): Checked {
    const market = this.conditions.of(request.securityID, now)
    const worstPx = market ? worstPrice(request, market) : null
    const bearer = { ...origin, account: request.account }
    const refusal =
      fault ??
      checkSide(origin, request.side) ??
      this.limits.stopped(bearer) ??
      this.#checkStopOrder(origin, request) ??
      checkNewOrder(request, market) ??
      this.#checkMandate(origin, request, market) ??
      (worstPx === null ? undefined : this.limits.newOrder(bearer, { request, worstPx }, before))
    return { market, worstPx, refusal }
  }

  /** What the whole meets in the market and by limits, and then each part as an order of its own. */
  bulkOrder(
    { origin, request, fault }: Input<'bulkOrder'>,
    now: number,
  ): Checked & { readonly ofPart?: string } {
    const whole = wholeOf(request, FIRM_ITSELF)
    const market = this.conditions.of(request.securityID, now)
    const worstPx = market ? worstPrice(whole, market) : null
    const bearer = { ...origin, account: FIRM_ITSELF }
    const refusal =
      fault ??
      checkSide(origin, request.side) ??
      this.limits.stopped(bearer) ??
      (isOfOneDay(request) ? undefined : refuse('bulkOrderOfOneDay')) ??
      checkNewOrder(whole, market) ??
      (worstPx === null ? undefined : this.limits.newOrder(bearer, { request: whole, worstPx }))
    if (refusal) return { market, worstPx, refusal }
    for (const part of partsOf(request)) {
      const checked = this.newOrder({ kind: 'newOrder', origin, request: part }, now)
      if (checked.refusal) return { ...checked, ofPart: part.account }
    }
    return { market, worstPx, refusal: undefined }
  }

  /** What a client's instruction allows the order; staff need one where their firm requires it. */
  #checkMandate(
    origin: Origin,
    request: NewOrder,
    market: MarketConditions | undefined,
  ): Refusal | undefined {
    const { mandate, instructionID, account } = request
    if (!mandate || instructionID == null) return this.#missingMandate(origin, [account])
    const drawn = this.#firmState.firm(origin.tenantId).limits.counts.mandates.of(instructionID)
    return market && checkMandate(request, mandate, drawn, market.marketDate)
  }

  /** Orders for their own accounts need no client's instruction. */
  #missingMandate(
    { tenantId, accounts, ownAccounts = [] }: Origin,
    of: readonly string[],
  ): Refusal | undefined {
    const isOfStaff = accounts === 'all' && of.some((account) => !ownAccounts.includes(account))
    return isOfStaff && this.#firmState.settings.of(tenantId).mandateRequired
      ? refuse('mandateRequired')
      : undefined
  }

  #checkStopOrder({ tenantId }: Origin, { ordType, account, securityID }: NewOrder): Refusal | undefined {
    if (!isStop(ordType)) return undefined
    if (!this.#firmState.settings.of(tenantId).stopOrders) return refuse('stopOrdersNotTaken')
    const { account: most, firm: mostOfFirm } = MOST_WAITING_STOP_ORDERS
    const isRoom =
      this.#stopOrders.countOf(tenantId, account, securityID) < most &&
      this.#stopOrders.countOf(tenantId, undefined, securityID) < mostOfFirm
    return isRoom ? undefined : refuse('tooManyStops', { most, mostOfFirm })
  }

  crossOrder({ origin, request, fault }: Input<'crossOrder'>, now: number): Checked {
    const { securityID, price } = request
    const market = this.conditions.of(securityID, now)
    const sides = [Side.buy, Side.sell].map((side) => sideOf(request, side))
    const refusal =
      fault ??
      firstOf(sides, ({ account }) => this.limits.stopped({ ...origin, account })) ??
      this.#missingMandate(
        origin,
        sides.map(({ account }) => account),
      ) ??
      checkCross(request, market, () => this.#marketData.quotes(securityID)) ??
      (price === null ? undefined : this.#crossLimits(origin, sides, price))
    return { market, worstPx: price, refusal }
  }

  /** Both sides count for the firm and the user, each for its own account. */
  #crossLimits(origin: Origin, sides: readonly NewOrder[], worstPx: PriceKobo): Refusal | undefined {
    return firstOf(sides, (request, index) => {
      const order = { request, worstPx }
      const before = { orders: index, turnover: kobo(BigInt(index) * worthOf(order)) }
      return this.limits.newOrder({ ...origin, account: request.account }, order, before)
    })
  }
}

/** Whether an order ends on the day of its entry and is in the market at once: what it trades is on the notes of one day. */
const isOfOneDay = ({ ordType, timeInForce }: Pick<NewOrder, 'ordType' | 'timeInForce'>): boolean =>
  !isStop(ordType) && durations[timeInForce].lastDay === 'ofEntry'

/** The first refusal that is found. */
function firstOf<Item>(
  items: readonly Item[],
  refusalOf: (item: Item, index: number) => Refusal | undefined,
): Refusal | undefined {
  for (const [index, item] of items.entries()) {
    const refusal = refusalOf(item, index)
    if (refusal) return refusal
  }
  return undefined
}

/** Why a bulk order, or a part of one, cannot be replaced; nothing of another order. */
export function refusalToReplaceBulk(order: Order): Refusal | undefined {
  if (isPart(order)) return refuse('partNotReplaced', { orderID: order.bulkOrderID ?? '' })
  return order.bulkOrderID === null ? undefined : refuse('bulkOrderNotReplaced')
}

/** The refusal of a limit as its receiver may see it: customers are shown their own figures alone. */
export const countsAsShown = ({ accounts }: Origin, refusal: Refusal): Refusal =>
  accounts === 'all' ? refusal : withoutCounts(refusal, ['user', 'account'])

/** `BUY` and `SELL` gate the side. */
export function checkSide({ permissions }: Origin, side: Side): Refusal | undefined {
  const permission = side === Side.buy ? 'BUY' : 'SELL'
  return permissions.has(permission) ? undefined : refuse('sideNotPermitted', { side: permission })
}

export const mayUse = (origin: Origin, account: string): boolean =>
  origin.accounts === 'all' || origin.accounts.includes(account)
