import type { TextKey } from '@tradebook/contract'
import { price, quantity } from '../../../ui/format.ts'
import type { BookLine } from './book-lines.ts'

export interface BookColumn {
  readonly key: 'price' | 'quantity' | 'total' | 'orders' | 'users'
  /** Its heading; over prices stands the name of the side. */
  readonly title?: TextKey
  /** What the heading is short for. */
  readonly details?: TextKey
  readonly text: (line: BookLine) => string
}

/** Every column, from the middle of the book outwards. */
const columns: readonly BookColumn[] = [
  { key: 'price', text: (line) => price(line.price) },
  { key: 'quantity', title: 'Trading.Book.Quantity', text: (line) => quantity(line.quantity) },
  {
    key: 'orders',
    title: 'Trading.Book.Orders',
    details: 'Trading.Book.Orders.details',
    text: (line) => quantity(line.orders),
  },
  { key: 'total', title: 'Trading.Book.Total', text: (line) => quantity(line.totalQuantity) },
  {
    key: 'users',
    title: 'Trading.Book.Users',
    details: 'Trading.Book.Users.details',
    text: ({ users }) => users.join(', '),
  },
]

/** What is left out first where there is no room for all; price and quantity always stay. */
const dispensable: readonly BookColumn['key'][] = ['orders', 'users', 'total']

/** Room a column takes next to its figures, in digits: the gap, and the mark of an own order. */
const GAP = 1.3
const OWN_MARK = 1.5
/** The least each column is given: its heading is read, and usual figures (`500,000`) move no column in or out. */
const least: Readonly<Record<BookColumn['key'], number>> = {
  price: 4,
  quantity: 6.5,
  orders: 4,
  total: 6.5,
  users: 4,
}

/** The room that a user's name is given, in digits; a longer one is cut and shown whole on demand. */
const NAME = 10

/** What of the reader and the book decides the columns: they stay while orders come and go. */
interface BookShown {
  readonly by: 'order' | 'price'
  /** The reader may see who of the firm entered an order. */
  readonly seesUsers: boolean
}

/** A book by order has one order a line: only by price are there orders to count. */
const columnsOf = ({ by, seesUsers }: BookShown) =>
  columns.filter(({ key }) => (key !== 'orders' || by === 'price') && (key !== 'users' || seesUsers))

/** How wide a figure is, in digits: they are all of one width, a point or comma takes half of it. */
export const widthInDigits = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character === '.' || character === ',' ? 0.5 : 1), 0)

/** What the column needs for its widest figure, in digits. */
function widthOf({ key, text }: BookColumn, lines: readonly BookLine[]): number {
  if (key === 'users') return NAME + GAP
  const longest = lines.reduce((most, line) => Math.max(most, widthInDigits(text(line))), least[key])
  const mark = key === 'quantity' ? OWN_MARK : 0
  return longest + mark + GAP
}

/** A column of the book with its share of a side's width. */
export interface FittedColumn extends BookColumn {
  /** In digits. */
  readonly width: number
}

/**
 * The columns one side of the book has room for, from the middle outwards: one is left out before
 * any figure is cut.
 *
 * @param room Digits that stand side by side in one side.
 */
export function bookColumns(
  shown: BookShown,
  lines: readonly BookLine[],
  room: number,
): readonly FittedColumn[] {
  let fitted = columnsOf(shown).map((column) => ({ ...column, width: widthOf(column, lines) }))
  for (const key of dispensable) {
    if (fitted.reduce((sum, { width }) => sum + width, 0) <= room) break
    fitted = fitted.filter((column) => column.key !== key)
  }
  return fitted
}
