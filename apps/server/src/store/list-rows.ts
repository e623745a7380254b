import { setImmediate as afterOtherWork } from 'node:timers/promises'
import { type List, type ListQuery, MAX_PAGED_ROWS, type SortKey, selectRows } from '@tradebook/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { keyOf, ordered, type Query, type RowOrder } from './row-order.ts'
import type { Database } from './schema.ts'
import type { Scope, Tx } from './store.ts'

export interface Count {
  readonly totalCount: number
  /** Whether there are more rows than `totalCount`. */
  readonly more: boolean
}

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

/** The rows among which a page looks: as many as are counted and paged through, the first by their key. */
export interface Among<Row> {
  readonly rows: Query<keyof Database, Row>
  /** What orders them by an index, and any other column that equals it. */
  readonly keys: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]]
  readonly direction: SortKey['direction']
}

/** The condition of these rows; `undefined` when there are no others. */
async function firstRows<Row>(
  tx: Tx,
  { rows, keys, direction }: Among<Row>,
): Promise<RawBuilder<SqlBool> | undefined> {
  const next = rows
    .clearSelect()
    .select(sql<bigint>`${keys[0]}`.as('key'))
    .orderBy(keys[0], direction)
    .offset(MAX_PAGED_ROWS)
    .limit(1)
  const row = await tx.selectFrom(next.as('next')).select('key').executeTakeFirst()
  if (!row) return undefined
  const isBefore = direction === 'desc' ? sql`>` : sql`<`
  return sql<SqlBool>`(${sql.join(
    keys.map((key) => sql`${key} ${isBefore} ${row.key}`),
    sql` and `,
  )})`
}

/** One of the queries of a list. */
export interface Part<Row> {
  readonly rows: Query<keyof Database, Row>
  /** Set where filters or the order have no index: what indexes answer of the query. A file looks at all rows. */
  readonly among?: Among<Row>
}

/** Where the rows of a list come from, and what becomes of them. */
export interface ListSource<Row, Item> {
  /**
   * The queries whose rows are the list, one after the other: what comes first on a list may have
   * another index than the rest. Most lists have one.
   */
  parts(tx: Tx): readonly Part<Row>[] | Promise<readonly Part<Row>[]>
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
  source: ListSource<Row, Item>,
  page: Page,
): Promise<Count & { items: Item[] }> => scope.read((tx) => pageIn(tx, source, page))

/** A page of a list as it is in a transaction, in which its sums are read, too: rows and sums are of one moment. */
export async function pageIn<Row, Item>(
  tx: Tx,
  { parts, order, item }: ListSource<Row, Item>,
  { skipCount, maxResultCount }: Page,
): Promise<Count & { items: Item[] }> {
  const items: Item[] = []
  let count: Count = { totalCount: 0, more: false }
  for (const { rows: all, among } of await parts(tx)) {
    const bound = among && (await firstRows(tx, among))
    const query = bound ? all.where(bound) : all
    const offset = Math.max(0, skipCount - count.totalCount)
    const limit = maxResultCount - items.length
    const most = MAX_PAGED_ROWS - count.totalCount
    // Where they are all of the query's rows, so many are known to be there.
    const isCounted = bound !== undefined && among?.rows === all
    const matching = bound && !isCounted ? await matchingOf(tx, query, order, { offset, limit }) : undefined
    const ofPart = isCounted
      ? { totalCount: most, more: true }
      : matching
        ? { totalCount: Math.min(matching.count, most), more: matching.count > most }
        : await countOf(tx, query, { key: keyOf(order), most })
    count = {
      totalCount: count.totalCount + ofPart.totalCount,
      more: count.more || ofPart.more || bound !== undefined,
    }
    if (limit === 0 || offset >= ofPart.totalCount) continue
    const keys = matching && sql<SqlBool>`${keyOf(order)} = any(${matching.keys}::bigint[])`
    const rows = await (keys
      ? ordered(all.where(keys), order)
      : rowsOf(query, order, { offset, limit })
    ).execute()
    await addItems(items, rows, item)
  }
  return { ...count, items }
}

/** Rows are made items in slices of so many, of a few milliseconds at most: other work of the thread is done between them. */
const ROWS_A_SLICE = 100

async function addItems<Row, Item>(
  items: Item[],
  rows: readonly Row[],
  item: (row: Row) => Item,
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_A_SLICE) {
    if (start > 0) await afterOtherWork()
    items.push(...rows.slice(start, start + ROWS_A_SLICE).map(item))
  }
}

/**
 * Sums over the rows of a list that a page counts: all that pass the filters, or the first `MAX_PAGED_ROWS` where there
 * are more. One query of the database for each part of the list.
 *
 * @param sums what is summed, in whole numbers.
 */
export async function sumsIn<Row, Name extends string>(
  tx: Tx,
  { parts, order }: Pick<ListSource<Row, unknown>, 'parts' | 'order'>,
  sums: Readonly<Record<Name, RawBuilder<unknown>>>,
): Promise<Record<Name, bigint>> {
  const columns: readonly [string, RawBuilder<unknown>][] = Object.entries(sums)
  const totals: Record<string, bigint> = Object.fromEntries(columns.map(([name]) => [name, 0n]))
  let left = MAX_PAGED_ROWS
  for (const { rows, among } of await parts(tx)) {
    if (left === 0) break
    const bound = among && (await firstRows(tx, among))
    const counted = (bound ? rows.where(bound) : rows)
      .clearSelect()
      .select(columns.map(([name, value]) => sql<bigint | null>`${value}`.as(name)))
      .orderBy(keyOf(order), 'desc')
      .limit(left)
    const row = (await tx
      .selectFrom(counted.as('counted'))
      .select(sql<bigint>`count(*)`.as('rows'))
      .select(columns.map(([name]) => sql<bigint>`coalesce(sum(${sql.ref(name)}), 0)::bigint`.as(name)))
      .executeTakeFirstOrThrow()) as Record<string, bigint>
    for (const name in totals) totals[name] = (totals[name] ?? 0n) + (row[name] ?? 0n)
    left -= Number(row.rows)
  }
  return totals as Record<Name, bigint>
}

/**
 * How many rows a query has, of which there are no more than a page looks among, and the keys of some of them. A filter
 * that no index answers reads all of these rows: so they are read once, for the count and for the page.
 */
async function matchingOf<T extends keyof Database, Row>(
  tx: Tx,
  query: Query<T, Row>,
  order: readonly RowOrder[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ count: number; keys: string }> {
  const sorted = ordered(query.clearSelect().select(sql`${keyOf(order)}`.as('key')), order)
  const { count, keys } = await tx
    .selectFrom(sorted.as('sorted'))
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .select(
      sql<string | null>`((array_agg(key))[${offset + 1}::int:${offset + limit}::int])::text`.as('keys'),
    )
    .executeTakeFirstOrThrow()
  return { count: Number(count), keys: keys ?? '{}' }
}

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

/** As many rows of a list are read at once as make a transaction worth it, and take the thread a few milliseconds. */
const ROWS_A_READ = 500

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
      const query = (await parts(tx))[part]?.rows
      return query && keysOf(tx, query, order, key)
    })
    if (keys === undefined) return
    for (const piece of piecesOf(keys, rowsARead)) {
      const rows = await scope.read(async (tx) => {
        const query = (await parts(tx))[part]?.rows.where(
          sql<SqlBool>`${key} = any(${`{${piece}}`}::bigint[])`,
        )
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
