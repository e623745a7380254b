import {
  kobo,
  MDEntryType,
  type PriceKobo,
  priceKobo,
  type Quantity,
  quantity,
  shares,
} from '@tradebook/contract'
import type { Fields } from '@tradebook/fix'
import { koboOf, whole } from './decimals.ts'
import type { SaidFigures } from './market-work.ts'
import type { MirroredEntry } from './mirrored-book.ts'

/** MDEntryType (269) that is asked for: the book, the trades, and the figures of the day with each snapshot. */
export const WANTED = ['0', '1', '2', '4', '7', '8', '9', 'B']

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
