import {
  isFinal,
  isRefusal,
  type Kobo,
  kobo,
  type PriceKobo,
  type Quantity,
  type Refusal,
  refuse,
  Side,
} from '@tradebook/contract'
import type { OrdersTogether, Preview } from '@tradebook/ledger'
import {
  checkMandateOfReplace,
  checkReplace,
  likenessOf,
  type NewOrder,
  orderIsFinal,
  partsOf,
  sideOf,
  worstPrice,
} from '@tradebook/orders'
import type { ClientInput, Origin } from '../inputs.ts'
import type { FirmState } from './firm-state.ts'
import { worthOf } from './limit-checks.ts'
import { checkSide, countsAsShown, mayUse, type OrderChecks, refusalToReplaceBulk } from './order-checks.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>

/** What a request would come to. */
export interface OrderPreview {
  readonly account: string
  readonly side: Side
  readonly orderQty: Quantity
  /** The worst price that it can trade at; `null` where none is known. */
  readonly worstPx: PriceKobo | null
  /** What its account may spend, in kobo. */
  readonly available: Kobo
  /** What the ledger makes of it; `null` where it has no price to go by or no shares. */
  readonly ledger: Preview | null
  /** Why it would be refused: by a rule of the market, and for lack of cash or shares. */
  readonly refusals: readonly Refusal[]
}

export interface CrossPreview {
  readonly buy: OrderPreview
  readonly sell: OrderPreview
}

/** A bulk order: what refuses it as a whole, and the order of each of its accounts. */
interface BulkOrderPreview {
  readonly refusals: readonly Refusal[]
  readonly parts: readonly {
    readonly customerName: string
    readonly preview: OrderPreview | Refusal
  }[]
}

/** What is answered to each kind of request that can be previewed. */
export interface PreviewAnswers {
  readonly newOrder: OrderPreview
  readonly crossOrder: CrossPreview
  readonly replaceOrder: OrderPreview
  readonly bulkOrder: BulkOrderPreview
  /** Of each order, in their sequence. */
  readonly basket: readonly (OrderPreview | Refusal)[]
}
export type Previewed = keyof PreviewAnswers

/** Orders that are looked at as if they were sent one after the other. The desk never decides them as one input. */
interface BasketOrders {
  readonly kind: 'basket'
  readonly orders: readonly Input<'newOrder'>[]
}

/** What can be asked to be previewed. */
export type PreviewRequest<Kind extends Previewed = Previewed> = Extract<
  Extract<ClientInput, { kind: Previewed }> | BasketOrders,
  { kind: Kind }
>

/** What requests about orders would come to, if they were decided now. Nothing changes. */
export class Previews {
  readonly #firmState: FirmState
  readonly #checks: OrderChecks
  readonly #marketDate: string
  readonly #atVenue: Pick<OrdersAtVenue, 'refusalToReplace'>

  constructor(
    firmState: FirmState,
    checks: OrderChecks,
    marketDate: string,
    atVenue: Pick<OrdersAtVenue, 'refusalToReplace'>,
  ) {
    this.#firmState = firmState
    this.#checks = checks
    this.#marketDate = marketDate
    this.#atVenue = atVenue
  }

  /** @returns the refusal of what the caller may not know. */
  of(input: PreviewRequest, now: number): PreviewAnswers[Previewed] | Refusal {
    switch (input.kind) {
      case 'newOrder':
        return this.newOrder(input, now)
      case 'crossOrder':
        return this.crossOrder(input, now)
      case 'replaceOrder':
        return this.replaceOrder(input, now)
      case 'bulkOrder':
        return this.bulkOrder(input, now)
      case 'basket':
        return this.basket(input.orders, now)
    }
  }

  /** @returns the refusal of an account that is not the caller's. */
  newOrder(input: Input<'newOrder'>, now: number): OrderPreview | Refusal {
    const { origin, request } = input
    const { account, securityID, side, orderQty } = request
    if (!this.#checks.account(origin, account)) return refuse('unknownAccount', { account })
    const { worstPx, refusal } = this.#checks.newOrder(input, now)
    const order = { orderID: '', account, securityID, side, leaves: orderQty }
    return this.#preview(origin, order, input.fault ? null : worstPx, refusal)
  }

  /**
   * The orders of a basket, as if they were sent one after the other: what those before it that would be taken hold and
   * count is not there for an order. How many are sent in a second is not counted: a basket is sent at the pace of the
   * limits.
   *
   * @returns in their order; the refusal of an account that is not the caller's instead of a preview.
   */
  basket(inputs: readonly Input<'newOrder'>[], now: number): (OrderPreview | Refusal)[] {
    const [first] = inputs
    const books = first && this.#firmState.firms.get(first.origin.tenantId)?.ledger
    if (!books) return inputs.map(({ request: { account } }) => refuse('unknownAccount', { account }))
    return books.previewTogether((together) => {
      const counts = new BasketCounts()
      return inputs.map((input) => {
        const { origin, request } = input
        const { account, securityID, side, orderQty } = request
        if (!this.#checks.account(origin, account)) return refuse('unknownAccount', { account })
        const { worstPx, refusal } = this.#checks.newOrder(input, now, counts.before(request))
        const order = { orderID: '', account, securityID, side, leaves: orderQty }
        const preview = this.#preview(origin, order, input.fault ? null : worstPx, refusal, together)
        if (preview.refusals.length === 0 && worstPx !== null) {
          together.admit({ ...order, worstPx, tradeDate: this.#marketDate })
          counts.add(request, worthOf({ request, worstPx }))
        }
        return preview
      })
    })
  }

  /**
   * The whole as the market and the limits see it, and each part for its account. Its accounts differ: what one of them
   * holds changes nothing for another one.
   */
  bulkOrder(input: Input<'bulkOrder'>, now: number): BulkOrderPreview | Refusal {
    const { origin, request } = input
    if (origin.accounts !== 'all') return refuse('bulkOrderNotPermitted')
    const { refusal, ofPart } = this.#checks.bulkOrder(input, now)
    const ofWhole = ofPart === undefined && refusal ? [this.#checks.asShown(origin, refusal)] : []
    const isOfAccount = ({ refusal: reason }: Refusal) => ofWhole.every((other) => other.refusal !== reason)
    const orders = partsOf(request)
    const parts = orders.map((part) => {
      const { account } = part
      const customerName = this.#checks.account(origin, account)?.customerName ?? ''
      const isTwice = orders.filter((other) => other.account === account).length > 1
      const alone = isTwice
        ? refuse('accountTwice', { account })
        : this.newOrder({ kind: 'newOrder', origin, request: part }, now)
      const preview = isRefusal(alone) ? alone : { ...alone, refusals: alone.refusals.filter(isOfAccount) }
      return { customerName, preview }
    })
    return { refusals: ofWhole, parts }
  }

  /** Both sides. @returns the refusal of an account that is not the caller's. */
  crossOrder(input: Input<'crossOrder'>, now: number): CrossPreview | Refusal {
    const { origin, request } = input
    const { buyAccount, sellAccount } = request
    for (const account of [buyAccount, sellAccount])
      if (!this.#checks.account(origin, account)) return refuse('unknownAccount', { account })
    const ofOneAccount =
      buyAccount === sellAccount ? refuse('crossOfOneAccount', { account: buyAccount }) : undefined
    const { worstPx, refusal } = this.#checks.crossOrder(input, now)
    const preview = (side: Side) => {
      const { account, securityID, orderQty: leaves } = sideOf(request, side)
      const order = { orderID: '', account, securityID, side, leaves }
      return this.#preview(origin, order, worstPx, ofOneAccount ?? refusal)
    }
    return { buy: preview(Side.buy), sell: preview(Side.sell) }
  }

  /** @returns the refusal of an order that is not the caller's, or is over. */
  replaceOrder({ origin, orderID, change }: Input<'replaceOrder'>, now: number): OrderPreview | Refusal {
    const order = this.#firmState.found(orderID)
    if (!order || order.tenantId !== origin.tenantId || !mayUse(origin, order.account))
      return refuse('unknownOrder', { orderID })
    if (isFinal(order.ordStatus)) return orderIsFinal(order)
    const ofBulk = refusalToReplaceBulk(order)
    if (ofBulk) return ofBulk
    const { account, securityID, side, leavesQty } = order
    const market = this.#checks.conditions.of(securityID, now)
    if (!market) throw new Error(`order ${orderID} is of no listed security`)
    const waits = this.#atVenue.refusalToReplace(order)
    const asked = checkSide(origin, side) ?? checkReplace(order, change, market)
    const beyond = isRefusal(asked) ? undefined : checkMandateOfReplace(order, asked, this.#marketDate)
    const replaced = isRefusal(asked) ? asked : (waits ?? beyond ?? asked)
    const terms = { orderID, account, securityID, side }
    // What is not replaced stays as it is.
    if (isRefusal(replaced)) {
      const worstPx = worstPrice(order, market)
      return this.#preview(origin, { ...terms, leaves: leavesQty }, worstPx, replaced)
    }
    const { price, leaves } = replaced
    const worstPx = worstPrice({ price, side }, market)
    const limited = this.#checks.limits.replace({ ...origin, account }, order, { ...replaced, worstPx })
    return this.#preview(origin, { ...terms, leaves }, worstPx, limited)
  }

  #preview(
    origin: Origin,
    order: { orderID: string; account: string; securityID: string; side: Side; leaves: Quantity },
    worstPx: PriceKobo | null,
    refusal: Refusal | undefined,
    together?: OrdersTogether,
  ): OrderPreview {
    const { ledger: books } = this.#firmState.firm(origin.tenantId)
    const isPriced = worstPx !== null && order.leaves > 0
    const ledger = isPriced
      ? (together ?? books).preview({ ...order, worstPx, tradeDate: this.#marketDate })
      : null
    const limited = refusal && countsAsShown(origin, refusal)
    const refusals = [limited, ledger?.refusal].filter((found) => found !== undefined)
    // A replace that leaves nothing to trade frees what the order holds.
    const freed = order.leaves === 0 ? books.holdOf(order.orderID) : kobo(0)
    const available = ledger?.available ?? kobo(books.cash(order.account).available + freed)
    const { account, side, leaves: orderQty } = order
    return { account, side, orderQty, worstPx, available, ledger, refusals }
  }
}

/** What the orders of a basket that would be taken bring to the limits. */
class BasketCounts {
  #turnover = 0n
  readonly #ofAccounts = new Map<string, bigint>()
  readonly #taken = new Set<string>()

  before(order: NewOrder) {
    return {
      orders: 0,
      turnover: kobo(this.#turnover),
      ofAccount: kobo(this.#ofAccounts.get(order.account) ?? 0n),
      hasSame: this.#taken.has(likenessOf(order)),
    }
  }

  add(order: NewOrder, worth: Kobo): void {
    this.#turnover += worth
    this.#ofAccounts.set(order.account, (this.#ofAccounts.get(order.account) ?? 0n) + worth)
    this.#taken.add(likenessOf(order))
  }
}
