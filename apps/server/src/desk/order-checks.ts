import {
  isStop,
  type OrdType,
  type PriceKobo,
  type Refusal,
  refuse,
  Side,
  withoutBalance,
} from '@tradebook/contract'
import { checkCross, checkNewOrder, type MarketConditions, worstPrice } from '@tradebook/orders'
import type { Venue } from '../venue/venue.ts'
import { Conditions, type ConditionsOptions } from './conditions.ts'
import type { AccountTerms, FirmState } from './firm-state.ts'
import type { ClientInput, Origin } from './inputs.ts'

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>

export interface OrderChecksOptions extends ConditionsOptions {
  readonly firmState: FirmState
  readonly venue: Venue
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
  readonly #firmState: FirmState
  readonly #venue: Venue

  constructor(options: OrderChecksOptions) {
    this.conditions = new Conditions(options)
    this.#firmState = options.firmState
    this.#venue = options.venue
  }

  /** An account of the caller's firm that the caller may use; `undefined` for any other. */
  account(origin: Origin, account: string): AccountTerms | undefined {
    return mayUse(origin, account)
      ? this.#firmState.firms.get(origin.tenantId)?.accounts.get(account)
      : undefined
  }

  /** A refusal as its receiver may see it: without balances that the firm does not show its staff. */
  asShown({ tenantId, accounts, permissions }: Origin, refusal: Refusal): Refusal {
    const isShown =
      accounts !== 'all' ||
      permissions.has('VIEW_ADMINSETTING') ||
      this.#firmState.settings.of(tenantId).showAccountBalance
    return isShown ? refusal : withoutBalance(refusal)
  }

  newOrder({ origin, request, fault }: Input<'newOrder'>, now: number): Checked {
    const market = this.conditions.of(request.securityID, now)
    const refusal =
      fault ??
      checkSide(origin, request.side) ??
      this.#checkStop(origin, request.ordType) ??
      checkNewOrder(request, market)
    return { market, worstPx: market ? worstPrice(request, market) : null, refusal }
  }

  #checkStop({ tenantId }: Origin, ordType: OrdType): Refusal | undefined {
    const isTaken = !isStop(ordType) || this.#firmState.settings.of(tenantId).stopOrders
    return isTaken ? undefined : refuse('stopOrdersNotTaken')
  }

  crossOrder({ request, fault }: Input<'crossOrder'>, now: number): Checked {
    const { securityID, price } = request
    const market = this.conditions.of(securityID, now)
    const refusal = fault ?? checkCross(request, market, () => this.#venue.quotes(securityID))
    return { market, worstPx: price, refusal }
  }
}

/** `BUY` and `SELL` gate the side. */
export function checkSide({ permissions }: Origin, side: Side): Refusal | undefined {
  const permission = side === Side.buy ? 'BUY' : 'SELL'
  return permissions.has(permission) ? undefined : refuse('sideNotPermitted', { side: permission })
}

export const mayUse = (origin: Origin, account: string): boolean =>
  origin.accounts === 'all' || origin.accounts.includes(account)
