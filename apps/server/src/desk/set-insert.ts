import type { Statement } from '../store/transaction.ts'

/** A statement that writes all rows of one table at once. */
export type Write = Statement

/** The columns of a table, in the order in which they are written: the type of each and its value in a row. */
export type Columns<Row> = Readonly<Record<string, readonly [type: string, value: (row: Row) => unknown]>>

/**
 * The tables of which every order writes rows. Their rows travel as one array of the type `written_<table>`, which has
 * the columns in the same order; those of all others as an array for each column, which costs PostgreSQL more.
 */
const inRows: ReadonlySet<string> = new Set([
  ...['orders', 'order_requests', 'executions', 'ledger_entries', 'cash_balances', 'positions'],
  ...['contract_notes', 'audit_log', 'market_trades', 'daily_statistics'],
])

/** An insert of all rows at once; with `key`, an existing row takes the new values. */
export function write<Row>(
  table: string,
  rows: readonly Row[],
  columns: Columns<Row>,
  key?: readonly string[],
): Write | undefined {
  if (rows.length === 0) return undefined
  const values = inRows.has(table) ? [rowsOf(rows, columns)] : columnsOf(rows, columns)
  return { name: table, text: insertText(table, columns, key), values }
}

/** A delete of all rows with these keys at once; a key may be null. */
export function remove<Row>(table: string, rows: readonly Row[], key: Columns<Row>): Write | undefined {
  if (rows.length === 0) return undefined
  const name = `remove ${table}`
  const known = texts.get(name)
  const text = known ?? removeText(table, key)
  texts.set(name, text)
  return { name, text, values: columnsOf(rows, key) }
}

function removeText(table: string, key: Columns<never>): string {
  const names = Object.keys(key)
  const arrays = Object.values(key).map(([type], index) => `$${index + 1}::${type}[]`)
  const isSame = names.map((name) => `${table}.${name} IS NOT DISTINCT FROM removed.${name}`)
  return `DELETE FROM ${table} USING unnest(${arrays.join(', ')}) AS removed (${names.join(', ')}) WHERE ${isSame.join(' AND ')}`
}

/** The values of the columns, one array literal each. */
export const columnsOf = <Row>(rows: readonly Row[], columns: Columns<Row>): string[] =>
  Object.values(columns).map(([, value]) => arrayLiteral(rows, value))

/** PostgreSQL's text of an array of values. */
export const arrayOf = (values: readonly unknown[]): string => arrayLiteral(values, (value) => value)

/** PostgreSQL's text of an array. The driver's own costs more than all else the desk does. */
function arrayLiteral<Row>(rows: readonly Row[], value: (row: Row) => unknown): string {
  let text = '{'
  for (const row of rows) {
    if (text !== '{') text += ','
    text += element(value(row))
  }
  return `${text}}`
}

const element = (value: unknown): string =>
  typeof value === 'string' ? quoted(value) : value === null || value === undefined ? 'NULL' : String(value)

/**
 * A text as an element of an array. Most need nothing but the quotes. JSON escapes the same two characters as
 * PostgreSQL, several times as fast as a replacement does; what else it would escape is left as it is, for
 * PostgreSQL reads `\\n` as the letter n.
 */
const quoted = (text: string): string => {
  if (!SPECIAL.test(text)) return `"${text}"`
  return ESCAPED_BY_JSON_ALONE.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : JSON.stringify(text)
}

// Everything but the blank to U+D7FF and U+E000 to U+FFFF: control characters, and surrogates, of which JSON escapes the lone ones.
const ESCAPED_BY_JSON_ALONE = /[^ -\ud7ff\ue000-\uffff]/
// The same without the quotation mark and the backslash.
const SPECIAL = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

/** PostgreSQL's text of an array of rows of a composite type, with the columns in their order. */
export function rowsOf<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  if (rows.length === 0) return '{}'
  const valuesOf = Object.values(columns).map(([, value]) => value)
  const lines = rows.map((row) => valuesOf.map((value) => field(value(row))).join())
  return `{"(${lines.join(')","(')})"}`
}

/** A value as a field of a row that is an element of an array: what is quoted there is quoted twice. */
function field(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  if (PLAIN_FIELD.test(value)) return value
  return ESCAPED_BY_JSON_ALONE.test(value)
    ? `\\"${value.replace(/["\\]/g, '\\\\\\$&')}\\"`
    : JSON.stringify(JSON.stringify(value)).slice(1, -1)
}

/** Without what ends or quotes a field; a field that is empty is none. */
const PLAIN_FIELD = /^[^,()"\\]+$/

const texts = new Map<string, string>()

function insertText(table: string, columns: Columns<never>, key?: readonly string[]): string {
  const known = texts.get(table)
  if (known) return known
  const names = Object.keys(columns)
  const arrays = inRows.has(table)
    ? [`$1::written_${table}[]`]
    : Object.values(columns).map(([type], index) => `$${index + 1}::${type}[]`)
  const update = names.filter((name) => !key?.includes(name)).map((name) => `${name} = excluded.${name}`)
  const conflict = key ? ` ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${update.join(', ')}` : ''
  const text = `INSERT INTO ${table} (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})${conflict}`
  texts.set(table, text)
  return text
}
