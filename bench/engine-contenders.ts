import { type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import { BUY, cell, Exchange, Matching, REST } from '@tradebook/exchange'
import { OrderBook as HftOrderBook, Side as HftSide } from 'hft-limit-order-book'
import { OrderBook as NodejsOrderBook, Side as NodejsSide } from 'nodejs-order-book'
import { Orderbook as MatchEngineBook, TRADE_SIDE } from 'orderbook-match-engine'
import { NOT_A_CANCEL, type Operations, termsFor } from './engine-operations.ts'

/** Constants of this module: V8 does not fold those of a namespace. */
const { HANDLE, QUANTITY, ROW } = cell
const TRADED = cell.Fact.traded

export interface Contender {
  readonly name: string
  readonly ours: boolean
  /** Makes the engine ready. What is returned runs the rows from one up to another, and returns the shares traded. */
  prepare(operations: Operations): (from: number, to: number) => number
}

/** Our matching in numbers, every fact written to the tape and its trades read from there. */
export const core: Contender = {
  name: 'tradebook core',
  ours: true,
  prepare({ count, securities, security, side, price, quantity, cancels }) {
    const market = new Matching(termsFor(securities), { reservedOrders: count })
    const { tape } = market
    const handles = new Int32Array(count)
    return (from, to) => {
      let traded = 0
      for (let row = from; row < to; row++) {
        const order = cancels[row]!
        if (order === NOT_A_CANCEL) {
          market.enter(row, 0, security[row]!, side[row]!, price[row]!, quantity[row]!, REST, NOW)
          const { cells, length } = tape
          handles[row] = cells[HANDLE]!
          for (let at = ROW; at < length; at += ROW) {
            if (cells[at] === TRADED) traded += cells[at + QUANTITY]!
          }
        } else if (!market.cancel(handles[order]!)) throw new Error(`order ${order} is not there`)
        tape.clear()
      }
      return traded
    }
  },
}

/**
 * Our exchange as the desk uses it: an object in, and events out, after every operation. Nothing of the object is kept,
 * so that one is enough.
 */
const exchange: Contender = {
  name: 'tradebook exchange',
  ours: true,
  prepare({ count, securities, security, side, price, quantity, cancels }) {
    const market = new Exchange(termsFor(securities), { reservedOrders: count })
    const handles = new Int32Array(count)
    const entered = {
      tag: 0,
      participant: 0,
      security: 0,
      side: Side.buy as Side,
      price: 0 as PriceKobo,
      quantity: 0 as Quantity,
      timeInForce: 'rest' as const,
    }
    return (from, to) => {
      let traded = 0
      for (let row = from; row < to; row++) {
        const order = cancels[row]!
        if (order === NOT_A_CANCEL) {
          entered.tag = row
          entered.security = security[row]!
          entered.side = side[row] === BUY ? Side.buy : Side.sell
          entered.price = price[row] as PriceKobo
          entered.quantity = quantity[row] as Quantity
          market.enter(entered, NOW)
        } else if (!market.cancel(handles[order]!)) throw new Error(`order ${order} is not there`)
        for (const event of market.takeEvents()) {
          if (event.kind === 'accepted') handles[event.tag] = event.handle
          else if (event.kind === 'traded') traded += event.quantity
        }
      }
      return traded
    }
  },
}

/** Its book used directly, which is faster than through its asynchronous engine. */
const matchEngine: Contender = {
  name: 'orderbook-match-engine',
  ours: false,
  prepare({ securities, security, side, price, quantity, cancels }) {
    const books = Array.from({ length: securities }, () => new MatchEngineBook())
    return (from, to) => {
      let traded = 0
      for (let row = from; row < to; row++) {
        const book = books[security[row]!]!
        const order = cancels[row]!
        if (order === NOT_A_CANCEL) {
          const tradeSide = side[row] === BUY ? TRADE_SIDE.BID : TRADE_SIDE.ASK
          for (const trade of book.add(row, tradeSide, price[row]!, quantity[row]!).trades) {
            traded += Number(trade.tradeQuantity)
          }
        } else book.cancel(order)
      }
      return traded
    }
  },
}

const nodejsOrderBook: Contender = {
  name: 'nodejs-order-book',
  ours: false,
  prepare({ count, securities, security, side, price, quantity, cancels }) {
    const books = Array.from({ length: securities }, () => new NodejsOrderBook())
    const ids = Array.from({ length: count }, (_, row) => String(row))
    return (from, to) => {
      let traded = 0
      for (let row = from; row < to; row++) {
        const book = books[security[row]!]!
        const order = cancels[row]!
        if (order === NOT_A_CANCEL) {
          const size = quantity[row]!
          const answer = book.limit({
            id: ids[row]!,
            side: side[row] === BUY ? NodejsSide.BUY : NodejsSide.SELL,
            size,
            price: price[row]!,
          })
          if (answer.err) throw answer.err
          traded += size - answer.quantityLeft
        } else if (!book.cancel(ids[order]!)) throw new Error(`order ${order} is not there`)
      }
      return traded
    }
  },
}

const hftLimitOrderBook: Contender = {
  name: 'hft-limit-order-book',
  ours: false,
  prepare({ count, securities, security, side, price, quantity, cancels }) {
    const books = Array.from({ length: securities }, () => new HftOrderBook())
    const ids = Array.from({ length: count }, (_, row) => String(row))
    return (from, to) => {
      let traded = 0
      for (let row = from; row < to; row++) {
        const book = books[security[row]!]!
        const order = cancels[row]!
        if (order === NOT_A_CANCEL) {
          const size = quantity[row]!
          const answer = book.limit({
            id: ids[row]!,
            side: side[row] === BUY ? HftSide.BUY : HftSide.SELL,
            size,
            price: price[row]!,
          })
          if (answer.err) throw answer.err
          traded += size - answer.quantityLeft
        } else if (!book.cancel(ids[order]!)) throw new Error(`order ${order} is not there`)
      }
      return traded
    }
  },
}

/**
 * In the order in which a round runs them. Each has code of its own, also the two with the same interface:
 * V8 makes slower code of what meets the classes of both.
 */
export const contenders = [core, exchange, matchEngine, nodejsOrderBook, hftLimitOrderBook] as const

const NOW = Date.UTC(2025, 1, 28, 9)
