import {
  kobo,
  MDEntryType,
  type PriceKobo,
  priceKobo,
  type Quantity,
  quantity,
  Side,
  shares,
} from '@tradebook/contract'
import type { Fields } from '@tradebook/fix'
import type { Auction } from '../venue/market-data.ts'
import { koboOf, whole } from './decimals.ts'
import type { SaidFigures } from './market-work.ts'
import type { MirroredEntry } from './mirrored-book.ts'

/** MDEntryType (269) that is asked for: the book, the trades, and the figures of the day with each snapshot, and what an auction would do. */
export const WANTED = ['0', '1', '2', '4', '7', '8', '9', 'B', 'Q', 'A']
/** MDUpdateAction (279). */
export const DELETE = '2'
/** TradeCondition (277) of a trade: opening price, official closing price, crossed. */
export const conditionIn: Readonly<Record<string, string | undefined>> = { R: 'open', AJ: 'close', X: 'X' }
/** TradeCondition (277) of an imbalance. */
const moreOf: Readonly<Record<string, Side | undefined>> = { P: Side.buy, Q: Side.sell }

/** The entries of a repeating group, of which each begins with `first`. */
export function entriesOf(message: Fields, first: number): Fields[] {
  const starts = message.tags.flatMap((tag, index) => (tag === first ? [index] : []))
  return starts.map((start, index) => message.slice(start, starts[index + 1]))
}

/** An entry of the book; undefined if it is a figure, or says that a book is empty. @throws Error without a price. */
export function entryOf(fields: Fields): MirroredEntry | undefined {
  const side = fields.get(269)!
  const size = whole(fields.get(271))
  if (side !== MDEntryType.bid && side !== MDEntryType.offer) return undefined
  if (!size) return undefined
  return { id: fields.get(278) ?? `${side}-${fields.get(270)}`, side, price: pricedAt(fields), size }
}

/**
 * What an entry says of an auction: its price and quantity (Q, auction clearing price), or what one side has more (A,
 * imbalance). Undefined if it says nothing of an auction. @throws Error without a price.
 */
export function auctionPartOf(fields: Fields): Partial<Auction> | undefined {
  const isDeleted = fields.get(279) === DELETE
  switch (fields.get(269)) {
    case 'Q':
      return isDeleted
        ? { price: null, quantity: quantity(0) }
        : { price: pricedAt(fields), quantity: sized(fields) }
    case 'A': {
      const imbalanceSide = (!isDeleted && moreOf[fields.get(277) ?? '']) || null
      return { imbalanceSide, imbalanceQty: imbalanceSide ? sized(fields) : 0 }
    }
    default:
      return undefined
  }
}

/** The price of an entry. @throws Error if it has none in whole kobo. */
export function pricedAt(fields: Fields): PriceKobo {
  const price = koboOf(fields.get(270) ?? '')
  if (price === undefined) throw new Error(`MDEntryPx(270) is ${fields.get(270) ?? 'missing'}`)
  return priceKobo(price)
}

export const sized = (fields: Fields): Quantity => quantity(whole(fields.get(271)) ?? 0)

/**
 * The figures of the day, as far as a snapshot has them. The value is what VWAP and volume make of it.
 *
 * @throws Error if one of them is not a price.
 */
export function figuresOf(entries: readonly Fields[]): SaidFigures {
  const of = (type: string) => entries.find((fields) => fields.get(269) === type)
  const [last, open, high, low, average, traded] = ['2', '4', '7', '8', '9', 'B'].map(of)
  const volume = BigInt(traded?.get(271) ?? 0)
  const [naira = '0', fraction = ''] = (average?.get(270) ?? '0').split('.')
  const vwap = BigInt(naira + fraction.slice(0, 4).padEnd(4, '0'))
  return {
    ...(last && { lastPx: pricedAt(last), lastQty: sized(last) }),
    ...(open && { openPx: pricedAt(open) }),
    ...(high && { highPx: pricedAt(high) }),
    ...(low && { lowPx: pricedAt(low) }),
    ...(traded && { volume: shares(volume), trades: Number(traded.get(346) ?? 0) }),
    // VWAP has four decimals: to the nearest kobo, half up.
    ...(traded && average && { value: kobo((vwap * volume + 50n) / 100n) }),
  }
}
