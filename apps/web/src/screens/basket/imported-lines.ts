import {
  type BasketColumn,
  type BasketLine,
  basketColumns,
  basketTitles,
  LONGEST_BASKET_CELL,
  MOST_BASKET_LINES,
  toKeptText,
} from '@tradebook/contract'
import type { TFunction } from 'i18next'

/** The lines of a basket from the rows of a sheet, by its headings or by their place. */

export const EMPTY_LINE: BasketLine = {
  ...{ account: '', side: '', securityID: '', orderQty: '', price: '', stopPx: '' },
  ...{ timeInForce: '', expireDate: '', text: '' },
}

export const isEmptyLine = (line: BasketLine): boolean =>
  basketColumns.every((column) => line[column].trim() === '')

/** What people call the columns in English, whatever language they read, in small letters. */
const otherNames: Readonly<Record<BasketColumn, readonly string[]>> = {
  account: ['account', 'account no', 'account number', 'client', 'client account', 'cscs', 'cscs account'],
  side: ['side', 'buy/sell', 'b/s', 'action', 'transaction type'],
  securityID: ['security', 'symbol', 'ticker', 'stock', 'instrument', 'securityid'],
  orderQty: ['quantity', 'qty', 'shares', 'units', 'volume', 'orderqty'],
  price: ['price', 'limit', 'limit price', 'rate'],
  stopPx: ['stop price', 'stop', 'trigger', 'trigger price', 'stoppx'],
  timeInForce: ['time in force', 'tif', 'validity', 'duration', 'timeinforce'],
  expireDate: ['expires', 'expiry', 'expiry date', 'last day', 'good till', 'expiredate'],
  text: ['note', 'notes', 'text', 'comment', 'remark', 'remarks'],
}

/** The result of reading a sheet. */
export interface Imported {
  readonly lines: readonly BasketLine[]
  /** Headings of columns that a line does not have. */
  readonly unused: readonly string[]
  /** The columns that its cells are of. */
  readonly columns: readonly BasketColumn[]
  /** Cells of which a line keeps only the beginning. */
  readonly cut: number
  /** How many lines it has, if they do not fit: then none is used. */
  readonly tooMany?: number
}

/**
 * Reads a sheet. Its first row is its headings when at least two of its cells are known names of columns; without
 * headings the cells are taken in the order of the grid.
 *
 * @param room how many lines still fit.
 * @param from the column of the first cell, where there are no headings.
 */
export function importedLines(
  rows: readonly (readonly string[])[],
  t: TFunction,
  { room = MOST_BASKET_LINES, from = basketColumns[0] as BasketColumn } = {},
): Imported {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const [first = []] = filled
  const named = first.map((heading) => columnNamed(heading, t))
  const hasHeadings = new Set(named.filter(Boolean)).size >= 2
  const places = hasHeadings
    ? named.map((column, index) => (named.indexOf(column) === index ? column : undefined))
    : columnsFrom(from)
  const body = hasHeadings ? filled.slice(1) : filled
  const unused = hasHeadings
    ? first.filter((heading, index) => heading.trim() !== '' && places[index] === undefined)
    : []
  if (body.length > room) return { lines: [], unused, columns: [], cut: 0, tooMany: body.length }
  const columns = places.filter((column) => column !== undefined)
  const width = Math.max(0, ...body.map((row) => row.length))
  const cut = body.flat().filter((cell) => keptText(cell).length > LONGEST_BASKET_CELL).length
  return { lines: body.map((row) => lineOf(row, places)), unused, columns: columns.slice(0, width), cut }
}

/** The columns from one on, in the order of the grid. */
const columnsFrom = (from: BasketColumn): readonly BasketColumn[] =>
  basketColumns.slice(basketColumns.indexOf(from))

function lineOf(row: readonly string[], places: readonly (BasketColumn | undefined)[]): BasketLine {
  const line: Record<BasketColumn, string> = { ...EMPTY_LINE }
  for (const [index, cell] of row.entries()) {
    const column = places[index]
    if (column) line[column] = cellText(cell)
  }
  return line
}

/** A cell as one line, without invisible characters. */
const keptText = (cell: string): string => toKeptText(cell.replace(/\s+/g, ' '))

const cellText = (cell: string): string => keptText(cell).slice(0, LONGEST_BASKET_CELL)

function columnNamed(heading: string, t: TFunction): BasketColumn | undefined {
  const name = cellText(heading)
    .toLowerCase()
    .replace(/[.:*]+$/, '')
  return basketColumns.find((column) => {
    const title = basketTitles[column]
    return [t(title), ...otherNames[column]].some((known) => known.toLowerCase() === name)
  })
}
