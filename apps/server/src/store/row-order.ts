import { type ColumnKind, type Columns, type SortKey, sortKeysOf } from '@tradebook/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'
import { type StoredList, storedOf } from './stored-list.ts'

/** A query of rows from these tables. */
export type Query<Tables extends keyof Database, Row> = SelectQueryBuilder<Database, Tables, Row>

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
    if (kind === 'name') return { value: sql`${value} collate names`, direction, nullable: true }
    // Texts are ordered by their characters' numbers, wherever the database was made.
    return { value: kind && isText(kind) ? sql`${value} collate "C"` : value, direction, nullable: true }
  })
  // Nothing comes after the key: it leaves no two rows equal.
  const unique = orders.findIndex(({ value }) => value === key)
  if (unique >= 0) return orders.slice(0, unique + 1)
  return [...orders, { value: key, direction: keys[0]?.direction ?? 'asc', nullable: false }]
}

const isText = (kind: ColumnKind): boolean => kind === 'text' || kind === 'texts' || kind === 'code'

/** Whether rows are ordered by the list's key alone, which an index has. */
export const isByKey = (order: readonly RowOrder[]): boolean => order.length === 1

/** From which end a list is looked through: by its key as it is ordered, by anything else newest first. */
export const directionOf = (order: readonly RowOrder[]): SortKey['direction'] =>
  (isByKey(order) && order[0]?.direction) || 'desc'

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

/** The list's key, by which every order of its rows ends. */
export function keyOf(order: readonly RowOrder[]): RawBuilder<unknown> {
  const key = order.at(-1)?.value
  if (!key) throw new Error('a list is ordered by its key at last')
  return key
}
