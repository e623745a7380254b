/**
 * CSV by RFC 4180, in UTF-8 with the mark that spreadsheets know it by. A text that a spreadsheet would take
 * for a formula is led by an apostrophe, so that opening a file never runs what somebody typed
 * (OWASP, CSV injection).
 */

/** What a cell holds. Numbers are figures, never formulas. */
export type CsvCell = string | number | null

export const CSV_TYPE = 'text/csv; charset=utf-8'
export const BYTE_ORDER_MARK = '\uFEFF'

/** Rows as lines, each with its end. */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

/**
 * Where a text would be taken for a formula: at the signs that begin one, with their full-width doubles, and at the
 * beginning at what hides before them. A text has such signs behind a semicolon or a tab, too, or on a new line: where
 * these part cells, quotes in the middle of a line are signs like any other.
 */
const FORMULA = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/g
/** What parts cells and lines: a semicolon, too, in spreadsheets of languages that write decimals with a comma. */
const PARTED = /[",;\r\n]/

function cellOf(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = value.replace(FORMULA, "'")
  return PARTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
