import {
  allocationRules,
  ExecInst,
  isFinal,
  isUnpriced,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import { isPart, type NewOrder, type Order } from '@tradebook/orders'
import type { ClientInput } from '../../apps/server/src/desk/inputs.ts'
import type { Draws } from './draws.ts'
import { UNRECORDABLE } from './plan.ts'
import type { Surroundings } from './surroundings.ts'

/** Orders of clients, as they are entered, replaced and cancelled. */
export class OrderCommands {
  readonly #draws: Draws

  constructor(draws: Draws) {
    this.#draws = draws
  }

  newOrder({ firms, listings, available }: Surroundings): ClientInput {
    const firm = this.#draws.firm(firms)
    const listed = this.#draws.oneOf(listings)
    const { account } = this.#draws.oneOf(firm.accounts)
    const market = this.#draws.roll() < 0.12
    const stops = this.#draws.roll() < 0.3
    const ordType = stops
      ? this.#draws.oneOf([OrdType.stop, OrdType.stopLimit])
      : market
        ? OrdType.market
        : OrdType.limit
    const side = this.#draws.oneOf([Side.buy, Side.sell])
    const price = this.#draws.clientPrice(listed)
    const spends = side === Side.buy && this.#draws.roll() < 0.3
    return {
      kind: 'newOrder',
      origin: this.#draws.origin(firm),
      request: {
        clOrdID: this.#draws.clOrdID(),
        account,
        securityID: this.#draws.roll() < 0.01 ? 'UNKNOWN' : listed.securityID,
        side,
        ordType,
        price: isUnpriced(ordType) && this.#draws.roll() < 0.95 ? null : price,
        ...(stops || this.#draws.roll() < 0.01 ? { stopPx: this.#draws.stopPx(listed, side) } : {}),
        orderQty: spends
          ? this.#allOf(available(firm.tenantId, account), price)
          : this.#draws.clientQuantity(),
        timeInForce: this.#draws.oneOf(stops ? durationsOfStops : durations),
        ...(stops ? {} : this.#instructions()),
        text: this.#draws.roll() < 0.005 ? UNRECORDABLE : null,
      },
    }
  }

  /** Of two accounts of a firm, which now and then are one. */
  crossOrder({ firms, listings }: Surroundings): ClientInput {
    const firm = this.#draws.firm(firms)
    const listed = this.#draws.oneOf(listings)
    return {
      kind: 'crossOrder',
      origin: this.#draws.origin(firm),
      request: {
        crossID: this.#draws.clOrdID(),
        securityID: this.#draws.roll() < 0.01 ? 'UNKNOWN' : listed.securityID,
        price: this.#draws.clientPrice(listed),
        orderQty: this.#draws.clientQuantity(),
        buyAccount: this.#draws.oneOf(firm.accounts).account,
        sellAccount: this.#draws.oneOf(firm.accounts).account,
        text: this.#draws.roll() < 0.005 ? UNRECORDABLE : null,
      },
    }
  }

  /** Of most accounts of a firm, now and then one of them twice. */
  bulkOrder({ firms, listings }: Surroundings): ClientInput {
    const firm = this.#draws.firm(firms)
    const listed = this.#draws.oneOf(listings)
    const accounts = firm.accounts.filter(() => this.#draws.roll() < 0.8)
    const twice = this.#draws.roll() < 0.02 ? firm.accounts.slice(0, 1) : []
    const isMarket = this.#draws.roll() < 0.2
    const side = this.#draws.oneOf([Side.buy, Side.buy, Side.sell])
    // Half of them take what the book has.
    const atLimit = side === Side.buy ? listed.highLimitPx : listed.lowLimitPx
    const price = this.#draws.roll() < 0.5 ? (atLimit as PriceKobo) : this.#draws.clientPrice(listed)
    return {
      kind: 'bulkOrder',
      origin: this.#draws.origin(firm),
      request: {
        clOrdID: this.#draws.clOrdID(),
        securityID: listed.securityID,
        side,
        ordType: isMarket ? OrdType.market : OrdType.limit,
        price: isMarket ? null : price,
        timeInForce: this.#draws.oneOf([TimeInForce.day, TimeInForce.day, TimeInForce.immediateOrCancel]),
        allocation: this.#draws.oneOf(allocationRules),
        parts: [...accounts, ...twice].map(({ account }) => ({
          account,
          orderQty: this.#draws.between(1, 400) as Quantity,
        })),
        text: this.#draws.roll() < 0.005 ? UNRECORDABLE : null,
      },
    }
  }

  /**
   * Of a bulk order that has traded and whose parts are open, where there is one, else of any order; pro rata, or by a
   * list that seldom fits.
   */
  allocate({ firms, orders }: Surroundings): ClientInput {
    const parts = orders.filter((order) => isPart(order) && !isFinal(order.ordStatus))
    const untraded = new Set(orders.filter(({ cumQty }) => cumQty === 0).map(({ orderID }) => orderID))
    const traded = parts.filter(({ bulkOrderID }) => !untraded.has(bulkOrderID ?? ''))
    const order = this.#draws.oneOf([traded, parts, orders].find((some) => some.length > 0) ?? orders)
    const { account, orderID, bulkOrderID, orderQty } = order
    return {
      kind: 'allocateBulkOrder',
      origin: this.#draws.originFor(order, firms),
      orderID: bulkOrderID ?? orderID,
      ...(this.#draws.roll() < 0.3 && { lines: [{ account, quantity: this.#draws.between(1, orderQty) }] }),
    }
  }

  /** Most orders ask for nothing besides; what the phase does not take is refused. */
  #instructions(): Partial<NewOrder> {
    const roll = this.#draws.roll()
    if (roll < 0.1) return { displayQty: this.#draws.quantity() }
    if (roll < 0.14) return { minQty: this.#draws.quantity() }
    if (roll < 0.17) return { execInst: ExecInst.allOrNone }
    return roll < 0.22 ? { execInst: ExecInst.imbalanceOnly } : {}
  }

  replace({ firms, listings, orders }: Surroundings): ClientInput {
    const order = this.#draws.order(orders)
    const listed =
      listings.find(({ securityID }) => securityID === order.securityID) ?? this.#draws.oneOf(listings)
    return {
      kind: 'replaceOrder',
      origin: this.#draws.originFor(order, firms),
      clOrdID: this.#draws.clOrdID(),
      orderID: order.orderID,
      change: {
        price: this.#draws.roll() < 0.7 ? this.#draws.clientPrice(listed) : undefined,
        stopPx:
          order.stopPx !== null && this.#draws.roll() < 0.5
            ? this.#draws.stopPx(listed, order.side)
            : undefined,
        orderQty: this.#replacedQty(order),
        version: this.#draws.roll() < 0.1 ? this.#draws.between(1, 5) : undefined,
        timeInForce: this.#draws.roll() < 0.2 ? this.#draws.oneOf(durations) : undefined,
      },
    }
  }

  /** Of an order that has traded, now and then no more than that. */
  #replacedQty({ cumQty }: Order): Quantity | undefined {
    const roll = this.#draws.roll()
    if (cumQty > 0 && roll < 0.2) return this.#draws.between(1, cumQty) as Quantity
    return roll < 0.7 ? this.#draws.clientQuantity() : undefined
  }

  cancel({ firms, orders }: Surroundings): ClientInput {
    const order = this.#draws.order(orders)
    return {
      kind: 'cancelOrder',
      origin: this.#draws.originFor(order, firms),
      clOrdID: this.#draws.clOrdID(),
      orderID: order.orderID,
    }
  }

  /** What an account's money buys with charges of about 1.9%, give or take what makes it just too much. */
  #allOf(available: bigint, price: PriceKobo): Quantity {
    const most = Number(available) / (price * 1.0192)
    return Math.max(1, Math.floor(Math.min(most, 1e9)) - this.#draws.between(-1, 2)) as Quantity
  }
}

const durations = [
  TimeInForce.day,
  TimeInForce.day,
  // Few are still open on a third day.
  TimeInForce.goodTillCancel,
  TimeInForce.goodTillCancel,
  TimeInForce.goodTillCancel,
  TimeInForce.goodTillCancel,
  TimeInForce.immediateOrCancel,
  TimeInForce.fillOrKill,
  TimeInForce.goodTillOpen,
  TimeInForce.goodTillClose,
]

const durationsOfStops = [
  TimeInForce.day,
  TimeInForce.day,
  TimeInForce.day,
  TimeInForce.goodTillCancel,
  TimeInForce.goodTillCancel,
  TimeInForce.fillOrKill,
]
