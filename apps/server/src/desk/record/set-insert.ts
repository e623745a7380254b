import type { Client } from 'pg'
import { Bytes } from '../../store/bytes.ts'
import { type ColumnValues, columnValues } from '../../store/column-values.ts'
import type { Statement } from '../../store/transaction.ts'

/** A statement that writes all rows of one table at once. */
export interface Write extends Statement {
  /** The table whose rows the first value has, where they travel as rows. */
  readonly rowsOf?: string
}

/** A column: its type, and its value in a row. */
type Column<Row> = {
  [Type in keyof ColumnValues]: readonly [
    type: Type,
    value: (row: Row) => ColumnValues[Type] | null | undefined,
  ]
}[keyof ColumnValues]

/** The columns of a table, in the order in which they are written. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>

/**
 * The tables of which every order writes rows. Their rows travel as one array of the type `written_<table>`, which has
 * the columns in the same order; those of all others as an array for each column, which costs PostgreSQL more.
 */
const inRows: ReadonlySet<string> = new Set([
  ...['orders', 'order_requests', 'executions', 'ledger_entries', 'cash_balances', 'positions'],
  ...['contract_notes', 'audit_log', 'market_trades', 'daily_statistics'],
])

/** PostgreSQL's numbers of the types of rows, by table: each database has its own. */
export type RowTypes = ReadonlyMap<string, number>

/** Asks for the numbers of the types of rows. */
export async function rowTypesOf(client: Pick<Client, 'query'>): Promise<RowTypes> {
  const { rows } = await client.query<{ table: string; oid: number }>(
    `SELECT "table", ('written_' || "table")::regtype::oid AS oid FROM unnest($1::text[]) AS "table"`,
    [[...inRows]],
  )
  return new Map(rows.map(({ table, oid }) => [table, oid]))
}

/** Names the type of the rows that travel as such, which PostgreSQL compares with its own. */
export function nameRowTypes(writes: readonly Write[], types: RowTypes): void {
  for (const { rowsOf, values } of writes) {
    if (rowsOf === undefined) continue
    const [rows] = values
    if (rows instanceof Buffer) rows.writeUInt32BE(types.get(rowsOf) ?? 0, ELEMENT_TYPE)
  }
}

/** An insert of all rows at once; with `key`, an existing row takes the new values. */
export function write<Row>(
  table: string,
  rows: readonly Row[],
  columns: Columns<Row>,
  key?: readonly string[],
): Write | undefined {
  if (rows.length === 0) return undefined
  const text = insertText(table, columns, key)
  return inRows.has(table)
    ? { name: table, text, values: [rowsOf(rows, columns)], rowsOf: table }
    : { name: table, text, values: columnsOf(rows, columns) }
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

/** What a column puts into an array, whatever its type. */
interface Put<Row> {
  readonly oid: number
  readonly put: (to: Bytes, value: unknown) => void
  readonly value: (row: Row) => unknown
}

const putOf = <Row>([type, value]: Column<Row>): Put<Row> => ({ ...(columnValues[type] as Put<Row>), value })

/** Arrays are written here, one at a time, and leave as copies. */
const bytes = new Bytes(65_536)

/** The values of the columns, an array each in PostgreSQL's binary form. */
export const columnsOf = <Row>(rows: readonly Row[], columns: Columns<Row>): Buffer[] =>
  Object.values(columns).map((column) => {
    const put = putOf(column)
    return arrayOf(put.oid, rows, (row) => putField(put, row))
  })

/** An array of texts in PostgreSQL's binary form. */
export const textsOf = (values: readonly string[]): Buffer =>
  columnsOf(values, { text: ['text', (text) => text] })[0] as Buffer

/** An array of rows of a composite type, with the columns in their order; its type is yet to be named. */
export function rowsOf<Row>(rows: readonly Row[], columns: Columns<Row>): Buffer {
  const puts = Object.values(columns).map(putOf)
  return arrayOf(0, rows, (row) => {
    const begun = bytes.begin()
    bytes.int32(puts.length)
    for (const put of puts) {
      bytes.int32(put.oid)
      putField(put, row)
    }
    bytes.end(begun)
  })
}

/** Where an array names the type of its elements: behind the number of its dimensions, and whether some are NULL. */
const ELEMENT_TYPE = 8
const HAS_NULLS = 1
const FIRST_INDEX = 1
const NULL = -1

function arrayOf<Row>(elementType: number, rows: readonly Row[], putElement: (row: Row) => void): Buffer {
  // What was written before a value was refused.
  bytes.clear()
  bytes.int32(rows.length === 0 ? 0 : 1)
  bytes.int32(HAS_NULLS)
  bytes.int32(elementType)
  if (rows.length > 0) {
    bytes.int32(rows.length)
    bytes.int32(FIRST_INDEX)
  }
  for (const row of rows) putElement(row)
  return bytes.take()
}

function putField<Row>({ put, value }: Put<Row>, row: Row): void {
  const of = value(row)
  if (of === null || of === undefined) {
    bytes.int32(NULL)
    return
  }
  const begun = bytes.begin()
  put(bytes, of)
  bytes.end(begun)
}

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
