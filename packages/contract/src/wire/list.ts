import type { TextKey } from '../words/words.ts'
import { compareNames, hasKeyword } from './names.ts'

/**
 * A list that comes from the server, as data: server, page and tests read its columns, filters and
 * order from one table. Nothing here needs a schema library, so that a page may import it freely.
 */

/**
 * What a column holds. It decides how the column is shown, compared and filtered.
 *
 * `id`: the decimal digits of an integer. `name`: the name of a person, a firm or a role, ordered by `compareNames`. `code`: one of the keys of `codes`. `texts`: several texts.
 * `price`, `money`: naira with at most 2 decimals. `average`: naira with 4 decimals. `quantity`:
 * shares. `percent`: percent with 2 decimals. `time`: ISO 8601 in UTC. `date`: 'YYYY-MM-DD'.
 * `reason`: why an order was refused or ended, worded by `reasonInWords`.
 */
export type ColumnKind =
  | 'id'
  | 'text'
  | 'name'
  | 'texts'
  | 'code'
  | 'price'
  | 'money'
  | 'average'
  | 'quantity'
  | 'percent'
  | 'time'
  | 'date'
  | 'reason'

/** How a list is narrowed by a column, and the names of the call's parameters that do so. */
export type ColumnFilter =
  /** The column equals the parameter; a column of texts contains it. */
  | { readonly by: 'equals'; readonly name: string }
  /** The column is one of the parameter's codes. */
  | { readonly by: 'oneOf'; readonly name: string }
  /** From `from` on, up to `to`: inclusive for figures and dates, exclusive for times. */
  | { readonly by: 'range'; readonly from: string; readonly to: string }

export interface Column {
  readonly title: TextKey
  readonly kind: ColumnKind
  readonly sortable?: true
  /** Whether the list's keyword is looked for in this column: anywhere in its texts as `hasKeyword` does, or as the whole text. */
  readonly searched?: true | 'whole'
  readonly filter?: ColumnFilter
  /** Zero stands for no value: it is shown as one that is missing, and its cell in a file is empty. */
  readonly isNoneAtZero?: true
  /** The codes a column of kind `code` or `texts` may hold, each with its word. */
  readonly codes?: Readonly<Record<string, TextKey>>
  /** The word of a row, where it follows from more than this column's code. */
  word?(row: object): TextKey
}

export type Columns = Readonly<Record<string, Column>>

export interface List<C extends Columns = Columns> {
  /** What a downloaded file of it is called. */
  readonly title: TextKey
  readonly columns: C
  /** The member that no two rows share: it orders the rows that are otherwise equal. */
  readonly key: string
  /** The order of a list that names none, as ABP writes it: `creationTime desc`. */
  readonly sorting: string
  /** Columns that every file of it has, first where it was not asked for them: without them nobody knows what a row is. */
  readonly inEveryFile?: readonly string[]
}

/** Defines the list of a call whose rows are `Row`: every column is a member of the row. */
export const list =
  <Row>() =>
  <const C extends Columns>(
    definition: List<C> & { readonly key: keyof Row } & { readonly columns: Only<keyof Row, C> } & {
      readonly inEveryFile?: readonly NoInfer<keyof C>[]
    },
  ): List<C> =>
    definition

/** The columns of a file for which these were asked: those that every file of the list has come first. */
export const columnsOfFile = (
  { columns, inEveryFile = [] }: List,
  asked: readonly string[] = Object.keys(columns),
): readonly string[] => [...inEveryFile.filter((key) => !asked.includes(key)), ...asked]

/** The columns as they are, if all their names are among these. */
type Only<Names, C> = { readonly [Key in keyof C]: Key extends Names ? C[Key] : never }

/** The kinds of file a list is downloaded as. */
export const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]

export interface SortKey {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

/** Rows are ordered by at most so many columns. */
export const MAX_SORT_KEYS = 3

/**
 * The columns a sorting in ABP's syntax names (`price desc, securityID`), in any letter case;
 * `undefined` when it names a column that does not exist or cannot be sorted.
 */
export function sortKeysOf(list: List, sorting: string = list.sorting): readonly SortKey[] | undefined {
  const keys = sorting.split(',').map((part) => sortKeyOf(list, part.trim()))
  return keys.length <= MAX_SORT_KEYS && keys.every((key) => key !== undefined) ? keys : undefined
}

function sortKeyOf({ columns }: List, text: string): SortKey | undefined {
  const [name = '', direction = 'asc', ...rest] = text.split(/\s+/)
  const column = Object.keys(columns).find((key) => key.toLowerCase() === name.toLowerCase())
  const wanted = direction.toLowerCase()
  if (column === undefined || !columns[column]?.sortable || rest.length > 0) return undefined
  return wanted === 'asc' || wanted === 'desc' ? { column, direction: wanted } : undefined
}

/** What narrows and orders a list, by the parameters' names. */
export type ListQuery = Readonly<Record<string, unknown>> & {
  readonly keyword?: string | undefined
  readonly sorting?: string | undefined
}

/** A filter of a list with the values a query gives it. Only filters that are given are listed. */
export interface GivenFilter {
  readonly column: string
  readonly kind: ColumnKind
  readonly by: 'equals' | 'oneOf' | 'from' | 'to'
  /** The name of the parameter. */
  readonly name: string
  readonly value: string | number | readonly string[]
}

/** The filters a query gives. An empty text and an empty choice count as not given. */
export function filtersOf({ columns }: List, query: ListQuery): readonly GivenFilter[] {
  return Object.entries(columns).flatMap(([column, { kind, filter }]) =>
    parametersOf(filter).flatMap(({ by, name }) => {
      const value = query[name] as GivenFilter['value'] | undefined
      return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
        ? []
        : [{ column, kind, by, name, value }]
    }),
  )
}

/** The parameters of a filter. */
export function parametersOf(filter: ColumnFilter | undefined): readonly Pick<GivenFilter, 'by' | 'name'>[] {
  if (!filter) return []
  if (filter.by !== 'range') return [filter]
  return [
    { by: 'from', name: filter.from },
    { by: 'to', name: filter.to },
  ]
}

/** The columns in which the list's keyword is looked for. */
export const searchedColumns = ({ columns }: List): readonly string[] =>
  Object.keys(columns).filter((key) => columns[key]?.searched)

type Row = Readonly<Record<string, unknown>>

/** The rows that pass a query's filters, in its order: what the database does, done in memory. */
export function selectRows<R extends object>(list: List, rows: readonly R[], query: ListQuery): R[] {
  const compare = comparisonOf(list, query.sorting)
  return rows.filter((row) => passes(list, row, query)).sort((a, b) => compare(a as Row, b as Row))
}

/** Whether a row passes a query's filters and holds its keyword. */
export function passes(list: List, row: object, query: ListQuery): boolean {
  const cells = row as Row
  const { keyword } = query
  return (
    filtersOf(list, query).every((filter) => passesOne(cells[filter.column], filter)) &&
    (!keyword ||
      searchedColumns(list).some((key) =>
        textsOf(cells[key]).some((text) =>
          list.columns[key]?.searched === 'whole' ? text === keyword : hasKeyword(text, keyword),
        ),
      ))
  )
}

function passesOne(cell: unknown, { kind, by, value }: GivenFilter): boolean {
  if (cell === null || cell === undefined) return false
  switch (by) {
    case 'equals':
      return textsOf(cell).includes(String(value))
    case 'oneOf':
      return (value as readonly string[]).includes(String(cell))
    case 'from':
      return compared(kind, cell, value) >= 0
    case 'to':
      return kind === 'time' ? compared(kind, cell, value) < 0 : compared(kind, cell, value) <= 0
  }
}

const textsOf = (cell: unknown): readonly string[] =>
  Array.isArray(cell) ? cell.map(String) : cell === null || cell === undefined ? [] : [String(cell)]

/**
 * The order of a sorting: names by their alphabets, other texts by code unit, rows without a value last in both directions, equal
 * rows by the list's key in the direction of the first column.
 */
function comparisonOf(list: List, sorting?: string): (a: Row, b: Row) => number {
  const keys = sortKeysOf(list, sorting)
  if (!keys) throw new RangeError(`not a sorting of the list: ${sorting}`)
  const kindOf = (column: string) => list.columns[column]?.kind ?? 'id'
  const last: SortKey = { column: list.key, direction: keys[0]?.direction ?? 'asc' }
  return (a, b) => {
    for (const { column, direction } of [...keys, last]) {
      const [one, other] = [a[column] ?? null, b[column] ?? null]
      if (one === other) continue
      if (one === null) return 1
      if (other === null) return -1
      const order = compared(kindOf(column), one, other)
      if (order !== 0) return direction === 'asc' ? order : -order
    }
    return 0
  }
}

/** Negative, zero or positive: how two values of a column compare. */
function compared(kind: ColumnKind, one: unknown, other: unknown): number {
  if (kind === 'name') return compareNames(one as string, other as string)
  const [left, right] = [comparable(kind, one), comparable(kind, other)]
  return left < right ? -1 : left > right ? 1 : 0
}

function comparable(kind: ColumnKind, value: unknown): string | number | bigint {
  if (kind === 'id') return BigInt(value as string | number)
  if (kind === 'time') return toTheMicrosecond(value as string)
  return value as string | number
}

/** ISO 8601 in UTC to the microsecond, so that such times compare as texts: clients may leave out zeros. */
function toTheMicrosecond(time: string): string {
  const given = time.replace(/Z$/, '')
  return given + '0000-00-00T00:00:00.000000'.slice(given.length)
}
