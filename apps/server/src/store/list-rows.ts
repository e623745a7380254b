import {
  type ColumnKind,
  type Columns,
  filtersOf,
  type GivenFilter,
  type List,
  type ListQuery,
  MAX_PAGED_ROWS,
  type SortKey,
  searchedColumns,
  selectRows,
  sortKeysOf,
} from '@tradebook/contract'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { containing } from './pattern.ts'
import type { Database } from './schema.ts'
import type { Scope, Tx } from './store.ts'

// Longer than 300 lines, for filters, order, count and pages are parts of one query.

/** What the database keeps for a column of a list. Prices and money are kept in kobo. */
export interface StoredColumn {
  readonly value: RawBuilder<unknown>
  /** An indexed column without nulls that orders the rows just as `value` does. */
  readonly order?: RawBuilder<unknown>
  /**
   * For a bound of `value`, the `order` value of the first row from that bound on; null where there is
   * none. It lets a filter by `value` use the index that orders the list.
   */
  readonly firstFrom?: (bound: RawBuilder<unknown>) => RawBuilder<unknown>
  /**
   * The condition of the rows whose column has a keyword; `undefined` when there is none. A searched
   * column of a long list names one that an index answers. Unset: `ilike`, which reads every row, because
   * under row-level security PostgreSQL uses an index for leakproof operators alone.
   */
  readonly search?: (tx: Tx, keyword: string) => Promise<RawBuilder<SqlBool> | undefined>
}

/** The time of a table's rows, which are numbered in the order of that time and indexed by both. */
export const timeOf = (table: string, time: string, number: RawBuilder<unknown>): StoredColumn => {
  const column = sql.ref(`${table}.${time}`)
  return {
    value: column,
    order: number,
    firstFrom: (bound) =>
      sql`(select ${number} from ${sql.table(table)} where ${column} >= ${bound} order by ${column}, ${number} limit 1)`,
  }
}

const LARGEST_BIGINT = sql`9223372036854775807`

/** What the database keeps for every column by which a list is sorted, filtered or searched. */
export type StoredColumns<C extends Columns> = {
  readonly [Key in keyof C as C[Key] extends
    | { sortable: true }
    | { filter: object }
    | { searched: true | 'whole' }
    ? Key
    : never]: StoredColumn
}

export interface StoredList<C extends Columns = Columns> {
  readonly list: List<C>
  readonly columns: StoredColumns<C>
  /** The list's key: an integer, unique within the firm. */
  readonly key: RawBuilder<unknown>
}

/** A column of the database, by its table's and its own name. */
export const stored = (name: string): StoredColumn => ({ value: sql.ref(name) })

/** Kobo in a naira. PostgreSQL's numeric is a decimal: what is converted by it stays exact. */
const KOBO = sql.raw('100')

/** The average price of what was filled, in naira with 4 decimals, half away from zero; 0 of nothing. */
export const averagePx = (table: 'orders' | 'executions'): RawBuilder<unknown> => {
  const filled = sql.ref(`${table}.cum_qty`)
  return sql`coalesce(round(${sql.ref(`${table}.filled_value`)}::numeric / nullif(${filled}, 0) / ${KOBO}, 4), 0)`
}

type Query<Tables extends keyof Database, Row> = SelectQueryBuilder<Database, Tables, Row>

export interface Count {
  readonly totalCount: number
  /** Whether there are more rows than `totalCount`. */
  readonly more: boolean
}

/**
 * The rows of a query that pass the filters and have the keyword.
 *
 * @param found `keywordIn` of a list whose columns state how they are searched.
 */
export function filtered<T extends keyof Database, Row, C extends Columns>(
  query: Query<T, Row>,
  { list, columns }: StoredList<C>,
  given: ListQuery,
  found?: RawBuilder<SqlBool>,
): Query<T, Row> {
  const conditions = filtersOf(list, given).map((filter) =>
    conditionOf(storedOf(columns, filter.column), filter),
  )
  if (given.keyword) {
    const like = containing(given.keyword)
    const contained = searchedColumns(list).map(
      (key) => sql<SqlBool>`${storedOf(columns, key).value} ilike ${like}`,
    )
    conditions.push(found ?? anyOf(contained))
  }
  return conditions.reduce<Query<T, Row>>((narrow, condition) => narrow.where(condition), query)
}

/** The condition of the rows that have a keyword, by how each column is searched; `undefined` without a keyword. */
export async function keywordIn<C extends Columns>(
  tx: Tx,
  { list, columns }: StoredList<C>,
  keyword: string | undefined,
): Promise<RawBuilder<SqlBool> | undefined> {
  if (!keyword) return undefined
  const found: RawBuilder<SqlBool>[] = []
  for (const key of searchedColumns(list)) {
    const { value, search } = storedOf(columns, key)
    const condition = search ? await search(tx, keyword) : sql<SqlBool>`${value} ilike ${containing(keyword)}`
    if (condition) found.push(condition)
  }
  return anyOf(found)
}

const anyOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` or `)})` : sql<SqlBool>`false`

function conditionOf(
  { value: column, order, firstFrom }: StoredColumn,
  filter: GivenFilter,
): RawBuilder<SqlBool> {
  const { kind, by, value } = filter
  if (kind === 'time' && order && firstFrom) {
    const first = firstFrom(bound(kind, value))
    // No number is behind a bound of time that no row has reached.
    if (by === 'from') return sql<SqlBool>`${order} >= ${first}`
    // Within a query of its own: row-level security keeps a `coalesce` itself off the index.
    if (by === 'to') return sql<SqlBool>`${order} < (select coalesce(${first}, ${LARGEST_BIGINT}))`
  }
  switch (by) {
    case 'equals':
      return kind === 'texts'
        ? sql<SqlBool>`${value} = any(${column})`
        : kind === 'id'
          ? sql<SqlBool>`${column} = ${idOf(value)}`
          : sql<SqlBool>`${column} = ${value}`
    case 'oneOf':
      return oneOf(column, value as readonly string[])
    case 'from':
      return sql<SqlBool>`${column} >= ${bound(kind, value)}`
    case 'to':
      return kind === 'time'
        ? sql<SqlBool>`${column} < ${bound(kind, value)}`
        : sql<SqlBool>`${column} <= ${bound(kind, value)}`
  }
}

/** One code is compared by equality: an index of codes then has the rows in their order. */
const oneOf = (column: RawBuilder<unknown>, [first, ...others]: readonly string[]): RawBuilder<SqlBool> =>
  others.length === 0 ? sql`${column} = ${first}` : sql`${column} in (${sql.join([first, ...others])})`

/** Ids are positive; a text that is none equals no row's. */
const idOf = (value: GivenFilter['value']): string =>
  /^\d{1,18}$/.test(String(value)) ? String(value) : '-1'

/** A bound as the database compares it: exact, whatever fraction of a kobo a client names. */
function bound(kind: ColumnKind, value: GivenFilter['value']): RawBuilder<unknown> {
  const text = String(value)
  switch (kind) {
    case 'time':
      return sql`${text}::timestamptz`
    case 'date':
      return sql`${text}::date`
    case 'price':
    case 'money':
      return sql`${text}::numeric * ${KOBO}`
    default:
      return sql`${text}::numeric`
  }
}

/** How the rows are ordered: the sorting's columns, then the key in the direction of the first. */
export interface RowOrder {
  readonly value: RawBuilder<unknown>
  readonly direction: SortKey['direction']
  readonly nullable: boolean
}

/** @throws RangeError for a sorting that the contract's schema does not let in. */
export function rowOrder<C extends Columns>(
  { list, columns, key }: StoredList<C>,
  sorting?: string,
): readonly RowOrder[] {
  const keys = sortKeysOf(list, sorting)
  if (!keys) throw new RangeError(`not a sorting of the list: ${sorting}`)
  const orders = keys.map(({ column, direction }): RowOrder => {
    const { value, order } = storedOf(columns, column)
    if (order) return { value: order, direction, nullable: false }
    const kind = list.columns[column]?.kind
    // Texts are ordered by their characters' numbers, wherever the database was made.
    return { value: kind && isText(kind) ? sql`${value} collate "C"` : value, direction, nullable: true }
  })
  // Nothing comes after the key: it leaves no two rows equal.
  const unique = orders.findIndex(({ value }) => value === key)
  if (unique >= 0) return orders.slice(0, unique + 1)
  return [...orders, { value: key, direction: keys[0]?.direction ?? 'asc', nullable: false }]
}

const isText = (kind: ColumnKind): boolean => kind === 'text' || kind === 'texts' || kind === 'code'

/** The query's rows in order; rows without a value come last in both directions. */
export const ordered = <T extends keyof Database, Row>(
  query: Query<T, Row>,
  order: readonly RowOrder[],
): Query<T, Row> =>
  order.reduce<Query<T, Row>>(
    (sorted, { value, direction, nullable }) =>
      sorted.orderBy(value, (by) => {
        const directed = direction === 'asc' ? by.asc() : by.desc()
        // No index has the order `desc nulls last`: it is named only where there may be nulls.
        return nullable ? directed.nullsLast() : directed
      }),
    query,
  )

/**
 * How many rows a query has: exactly up to `most`, and beyond it that there are more. The newest are
 * counted first, because their order lets PostgreSQL count by an index alone.
 */
export async function countOf<T extends keyof Database, Row>(
  tx: Tx,
  query: Query<T, Row>,
  { key, most }: { readonly key: RawBuilder<unknown>; readonly most: number },
): Promise<Count> {
  const counted = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .orderBy(key, 'desc')
    .limit(most + 1)
  const { count } = await tx
    .selectFrom(counted.as('counted'))
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = Number(count)
  return { totalCount: Math.min(rows, most), more: rows > most }
}

/** Where the rows of a list come from, and what becomes of them. */
export interface ListSource<Row, Item> {
  /**
   * The queries whose rows are the list, one after the other: what stands first on a list may have
   * another index than the rest. Most lists have one.
   */
  parts(tx: Tx): readonly Query<keyof Database, Row>[] | Promise<readonly Query<keyof Database, Row>[]>
  readonly order: readonly RowOrder[]
  item(row: Row): Item
}

export interface Page {
  readonly skipCount: number
  readonly maxResultCount: number
}

/** A page of a list, and how many rows there are. */
export const readPage = <Row, Item>(
  scope: Pick<Scope, 'read'>,
  { parts, order, item }: ListSource<Row, Item>,
  { skipCount, maxResultCount }: Page,
): Promise<Count & { items: Item[] }> =>
  scope.read(async (tx) => {
    const items: Item[] = []
    let count: Count = { totalCount: 0, more: false }
    for (const query of await parts(tx)) {
      const offset = Math.max(0, skipCount - count.totalCount)
      const limit = maxResultCount - items.length
      const ofPart = await countOf(tx, query, { key: keyOf(order), most: MAX_PAGED_ROWS - count.totalCount })
      count = { totalCount: count.totalCount + ofPart.totalCount, more: count.more || ofPart.more }
      if (limit === 0 || offset >= ofPart.totalCount) continue
      const rows = await rowsOf(query, order, { offset, limit }).execute()
      items.push(...rows.map(item))
    }
    return { ...count, items }
  })

/**
 * Some of a query's rows in order. The rows are chosen by their keys alone, so that a page far down a
 * list, or in an order that no index has, sorts keys rather than rows with all their columns.
 */
function rowsOf<T extends keyof Database, Row>(
  query: Query<T, Row>,
  order: readonly RowOrder[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Query<T, Row> {
  const key = keyOf(order)
  const keys = ordered(query.clearSelect().select(sql`${key}`.as('key')), order)
  return ordered(query.where(sql<SqlBool>`${key} in ${keys.offset(offset).limit(limit)}`), order)
}

/** The list's key, by which every order of its rows ends. */
function keyOf(order: readonly RowOrder[]): RawBuilder<unknown> {
  const key = order.at(-1)?.value
  if (!key) throw new Error('a list is ordered by its key at last')
  return key
}

/** A page of a list whose rows are all at hand. */
export function pageOf<Item extends object>(
  list: List,
  rows: readonly Item[],
  input: ListQuery & Page,
): Count & { items: Item[] } {
  const selected = selectRows(list, rows, input)
  const { skipCount, maxResultCount } = input
  return {
    totalCount: selected.length,
    more: false,
    items: selected.slice(skipCount, skipCount + maxResultCount),
  }
}

/** As many rows of a list are read at once as make a piece of a file worth a transaction. */
const ROWS_A_READ = 2_000

/**
 * All rows of a list, read in pieces. The list is sorted once, into the keys of its rows; then each
 * piece is read by its keys in a transaction of its own, so that a reader may take its time and hold
 * nothing meanwhile but the keys, about ten bytes a row. A row that no longer matches when its piece is
 * read is missing.
 */
export async function* allRows<Row, Item>(
  scope: Pick<Scope, 'read'>,
  { parts, order, item }: ListSource<Row, Item>,
  rowsARead = ROWS_A_READ,
): AsyncGenerator<readonly Item[]> {
  const key = keyOf(order)
  for (let part = 0; ; part++) {
    const keys = await scope.read(async (tx) => {
      const query = (await parts(tx))[part]
      return query && keysOf(tx, query, order, key)
    })
    if (keys === undefined) return
    for (const piece of piecesOf(keys, rowsARead)) {
      const rows = await scope.read(async (tx) => {
        const query = (await parts(tx))[part]?.where(sql<SqlBool>`${key} = any(${`{${piece}}`}::bigint[])`)
        return query ? ordered(query, order).execute() : []
      })
      if (rows.length > 0) yield rows.map(item)
    }
  }
}

/** The keys of a query's rows in order, separated by commas: as one text, a million of them stay small. */
async function keysOf<T extends keyof Database, Row>(
  tx: Tx,
  query: Query<T, Row>,
  order: readonly RowOrder[],
  key: RawBuilder<unknown>,
): Promise<string> {
  const sorted = ordered(query.clearSelect().select(sql`${key}`.as('key')), order)
  const { keys } = await tx
    .selectFrom(sorted.as('sorted'))
    .select(sql<string | null>`string_agg(key::text, ',')`.as('keys'))
    .executeTakeFirstOrThrow()
  return keys ?? ''
}

/** Cuts keys that are separated by commas into pieces of so many. */
function* piecesOf(keys: string, most: number): Generator<string> {
  let start = 0
  while (start < keys.length) {
    let end = start - 1
    for (let count = 0; count < most && end < keys.length; count++) {
      const comma = keys.indexOf(',', end + 1)
      end = comma < 0 ? keys.length : comma
    }
    yield keys.slice(start, end)
    start = end + 1
  }
}

function storedOf(columns: Readonly<Record<string, unknown>>, key: string): StoredColumn {
  const column = columns[key] as StoredColumn | undefined
  if (!column) throw new Error(`no column of the database is named for ${key}`)
  return column
}
