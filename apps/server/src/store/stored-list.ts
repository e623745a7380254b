import {
  type ColumnKind,
  type Columns,
  filtersOf,
  type GivenFilter,
  type List,
  type ListQuery,
  searchedColumns,
} from '@tradebook/contract'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { hasKeyword } from './pattern.ts'
import type { Database } from './schema.ts'
import type { Tx } from './store.ts'

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
   * column of a long list names one that an index answers. Unset: `hasKeyword`, which reads every row, because
   * under row-level security PostgreSQL uses an index for leakproof operators alone.
   */
  readonly search?: (tx: Tx, keyword: string) => Promise<RawBuilder<SqlBool> | undefined>
}

/** The number of the first row from a time on, of a table whose rows are numbered in the order of that time; null without rows. */
export const numberFrom =
  (table: string, number: string, time: string) =>
  (bound: RawBuilder<unknown>): RawBuilder<bigint> =>
    sql`(select number_from(${sql.lit(table)}, ${sql.lit(number)}, ${sql.lit(time)}, ${bound}))`

/** The time of a table's rows, which are numbered in the order of that time and indexed by the number. */
export const timeOf = (
  table: string,
  time: string,
  number: RawBuilder<unknown>,
  key: string,
): StoredColumn => ({
  value: sql.ref(`${table}.${time}`),
  order: number,
  firstFrom: numberFrom(table, key, time),
})

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
    const { keyword } = given
    const contained = searchedColumns(list).map((key) => hasKeyword(storedOf(columns, key).value, keyword))
    conditions.push(found ?? anyOf(contained))
  }
  return conditions.reduce<Query<T, Row>>((narrow, condition) => narrow.where(condition), query)
}

/** What of a query indexes answer. */
export interface Indexed {
  /** The filters that they answer: those by time, and one other or the keyword. */
  readonly asked: ListQuery
  /** Whether the query has no filter besides these. */
  readonly isAll: boolean
}

/**
 * What of a query indexes answer, in the order of the list's key.
 *
 * @param columns those that have such an index by one value, the most selective one first; `keyword` among
 * them stands for the list's keyword.
 */
export function indexedOf(
  { list }: Pick<StoredList, 'list'>,
  given: ListQuery,
  columns: readonly string[],
): Indexed {
  const filters = filtersOf(list, given)
  const isSingle = ({ value }: GivenFilter) => !Array.isArray(value) || value.length === 1
  const found = columns.find((column) =>
    column === 'keyword'
      ? Boolean(given.keyword)
      : filters.some((filter) => filter.column === column && isSingle(filter)),
  )
  const answered = filters.filter(({ kind, column }) => kind === 'time' || column === found)
  const keyword = found === 'keyword' ? given.keyword : undefined
  return {
    asked: {
      ...Object.fromEntries(answered.map(({ name, value }) => [name, value])),
      ...(keyword && { keyword }),
    },
    isAll: answered.length === filters.length && keyword === given.keyword,
  }
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
    const condition = search ? await search(tx, keyword) : hasKeyword(value, keyword)
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
          ? sql<SqlBool>`${column} = ${idOf(value)}::bigint`
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

/** Ids are positive, of a column's four bytes or eight; a text that is none equals no row's. */
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

/** What the database keeps for a column. @throws Error where none is named for it. */
export function storedOf(columns: Readonly<Record<string, unknown>>, key: string): StoredColumn {
  const column = columns[key] as StoredColumn | undefined
  if (!column) throw new Error(`no column of the database is named for ${key}`)
  return column
}
