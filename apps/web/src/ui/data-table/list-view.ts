import {
  type Columns,
  type ColumnKind as ContractKind,
  type FileCallName,
  type List,
  lagosDate,
  type OrderReason,
  reasonInWords,
  type TextKey,
} from '@tradebook/contract'
import type { TFunction } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import {
  averagePrice,
  change,
  date,
  dateAndTime,
  dateAndTimestamp,
  money,
  percent,
  price,
  quantity,
  timestamp,
} from '../format.ts'

/** What a cell holds before it is written; `null`: nothing is known. */
export type Value = string | number | readonly string[] | OrderReason | null | undefined

/**
 * The kinds of the contract; a time without its day when that is today (`timestamp`), or to the minute, for what is not
 * of the market (`minute`); and differences with their sign.
 */
export type ColumnKind = ContractKind | 'timestamp' | 'minute' | 'change'

interface Kind {
  readonly align: 'left' | 'right'
  /** `today`: the date where the market is, as far as it is known. */
  readonly write: (value: Value, today?: string) => string
}

const figure = (write: (value: number | null | undefined) => string): Kind => ({
  align: 'right',
  write: (value) => write(value === null || value === undefined ? null : Number(value)),
})
const moment = (align: Kind['align'], write: (value: string | null, today?: string) => string): Kind => ({
  align,
  write: (value, today) => write(typeof value === 'string' ? value : null, today),
})
/** A moment of today without its day. */
const shortOfToday = (value: string | null, today?: string): string =>
  value !== null && lagosDate(Date.parse(value)) === today ? timestamp(value) : dateAndTimestamp(value)
const text: Kind = { align: 'left', write: (value) => String(value ?? '') }

/** The kinds whose cells are words, which a browser's translator may translate. */
const worded: ReadonlySet<ColumnKind> = new Set(['text', 'code', 'texts', 'reason'])
export const isWorded = ({ kind }: Pick<Column<never>, 'kind'>): boolean => worded.has(kind)

/** How values are written and aligned. */
const kinds: Readonly<Record<ColumnKind, Kind>> = {
  id: text,
  text,
  name: text,
  code: text,
  reason: text,
  texts: { align: 'left', write: (value) => (Array.isArray(value) ? value.join(', ') : '') },
  quantity: figure(quantity),
  price: figure(price),
  average: figure(averagePrice),
  money: figure(money),
  change: figure(change),
  percent: figure(percent),
  time: moment('left', dateAndTimestamp),
  minute: moment('left', dateAndTime),
  timestamp: moment('left', shortOfToday),
  date: moment('left', date),
}

/** One column of a list, as data. */
export interface Column<Row> {
  /** Names the column in the address, in the kept choice and in the contract's list. */
  readonly key: string
  /** The columns of the contract's list that hold in a file what this one shows. */
  readonly fileColumns: readonly string[]
  readonly title: TextKey
  readonly kind: ColumnKind
  /** The words of a column of codes. */
  readonly codes?: Readonly<Record<string, TextKey>> | undefined
  readonly sortable?: true | undefined
  readonly isNoneAtZero?: true | undefined
  /** The room it needs, in characters of the data font, margins included. */
  readonly characters: number
  readonly align?: 'left' | 'right'
  /**
   * What becomes of a text that is longer than the column's characters: it continues on further lines,
   * or ends in an ellipsis and is whole in the cell's title. By default the column grows.
   */
  readonly overflow?: 'wrap' | 'ellipsis'
  /** The value that is written; by default the row's member named like the column. */
  readonly value?: (row: Row) => Value
  /** The contract's columns that are copied instead of it, where one cell shows several values. */
  readonly copiedAs?: readonly Column<Row>[]
  /** What is shown instead of the written value. */
  readonly show?: (row: Row, t: TFunction) => ReactNode
  /** More about the cell, in its title. */
  readonly hint?: (row: Row, t: TFunction) => string | undefined
  readonly tone?: (row: Row) => 'up' | 'down' | 'flat' | undefined
  /** What is shown for several rows together: under a group, and of the rows that are ticked. */
  readonly total?: (rows: readonly Row[]) => string
  /** Not shown until the person chooses it. */
  readonly isExtra?: true
  /** Left out while no row of the page has a value in it. */
  readonly isLeftWhenEmpty?: true
  /** Always shown: the person cannot leave it out. */
  readonly isKept?: true
  /** On a card its title is before it: the value alone does not say what it is of. */
  readonly isNamed?: true
  /** Its cell is the button that opens the row: of every row, or of those for which it is true. */
  readonly opens?: true | ((row: Row) => boolean)
}

/**
 * How a column of the contract's list is shown; a column of the page's own gives title, kind and file
 * columns itself. Without file columns, the file has the list's column of the same key.
 */
type ColumnOf<Row, Name> = Omit<Column<Row>, 'title' | 'kind' | 'fileColumns'> &
  Partial<Pick<Column<Row>, 'title' | 'kind'>> & { readonly fileColumns?: readonly Name[] }

interface FilterBase {
  /** Names the filter in the address and in the call's input. */
  readonly key: string
  readonly title: TextKey
  /** The parameters of the contract's list that it gives; by default the one named like the filter, with the value. */
  readonly input?: (value: string) => Readonly<Record<string, unknown>>
}

export type Filter = FilterBase &
  (
    | {
        /** One of a few, of which the first, the empty value, lets everything pass. */
        readonly kind: 'choice'
        readonly options: readonly { readonly value: string; readonly title: TextKey }[]
      }
    | { readonly kind: 'text' }
    | {
        readonly kind: 'toggle'
        /** The values in the text of its title. */
        readonly values?: Readonly<Record<string, string | number>>
      }
    | {
        /** A value that a control of its own picks: a day, a security. */
        readonly kind: 'picked'
        readonly Picker: ComponentType<PickerProps>
        /** Whether a value in the address is one that can be picked. */
        readonly isPossible: (value: string) => boolean
        /** How the value is written on its chip; by default as it is. */
        readonly write?: (value: string, t: TFunction) => string
      }
    | {
        /** The key of one row, which only a link names: no field gives it, and its chip takes it away. */
        readonly kind: 'linked'
      }
  )

export interface PickerProps {
  readonly title: string
  /** Empty: everything passes. */
  readonly value: string
  readonly onChoose: (value: string) => void
}

export interface Sorting {
  /** The key of a column. */
  readonly by: string
  readonly descending: boolean
}

/** What the rows of a list can be grouped by. */
export interface Grouping<Row> {
  /** Names the grouping in the address. */
  readonly key: string
  readonly title: TextKey
  /** Rows with the same value are one group. */
  readonly of: (row: Row) => string
  /** What the group of a row is called. */
  readonly label: (row: Row, t: TFunction) => string
}

/** A list of one kind of row: everything that differs from one list to the next. */
export interface ListView<Row> {
  /** Names the list in the address and in what is kept of it. */
  readonly key: string
  readonly title: TextKey
  /** The contract's list: what server, page and file agree on. */
  readonly of: List
  /** The call that gives it as a file. */
  readonly file?: FileCallName
  readonly rowKey: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly filters?: readonly Filter[]
  /** Only of a list that the page holds all of (`localList`). */
  readonly groupings?: readonly Grouping<Row>[]
  /** Columns that go for lack of room, the first of them first; what is not named always stays. */
  readonly leaving: readonly string[]
  /** Those of `leaving` that a row must show to be decided on: where one lacks room, rows are cards. */
  readonly essential?: readonly string[]
  /** On a phone a row is a card of these lines of columns; the first line is its heading. */
  readonly card: readonly (readonly string[])[]
  readonly pageSize: number
  readonly empty: { readonly title: TextKey; readonly details: TextKey }
  /** Nothing passes the filters. */
  readonly noMatch?: { readonly title: TextKey; readonly details: TextKey }
}

/** Rows that belong together. */
export interface Group<Row> {
  readonly key: string
  readonly label: string
  /** All of its rows that pass the filters. */
  readonly rows: readonly Row[]
}

/** A group as one page shows it. */
export interface ShownGroup<Row> extends Group<Row> {
  readonly isClosed: boolean
  /** Its rows on the page; none while it is closed. */
  readonly shown: readonly Row[]
}

/** Where the rows of one page of a list come from, and how that stands. */
export interface ListSource<Row> {
  /** Of the page that is shown; `undefined` until they first came. */
  readonly rows: readonly Row[] | undefined
  /** How many pass the filters, on all pages. */
  readonly total: number
  /** There are rows beyond those that were counted or looked at. */
  readonly isTotalBounded?: boolean
  /** How many the filters hide, where that is known. */
  readonly hidden?: number
  /** By the keys of columns, over all rows that pass the filters. */
  readonly totals?: Readonly<Record<string, Value>>
  /** The groups on this page, while the rows are grouped. */
  readonly groups?: readonly ShownGroup<Row>[] | undefined
  /** Fetches all rows that pass the filters, up to the bound of lists. */
  readonly all?: () => Promise<readonly Row[]>
  readonly isFailed?: boolean
  /** There is no network: what is asked for waits until it is back. */
  readonly isOffline?: boolean
  /** Why there is no such list, in the server's words: nothing has failed. */
  readonly refusal?: { readonly title: string; readonly details: string } | undefined
  /** Rows are shown, others are on their way. */
  readonly isRefreshing?: boolean
  readonly retry?: () => void
}

/**
 * A view of a contract's list: title, kind, codes and sorting of a column are the contract's.
 * @throws Error for a column that has no title or kind, or that names no file columns and has no column of its key in the list.
 */
export const listView = <Row, C extends Columns>(
  view: Omit<ListView<Row>, 'columns' | 'of'> & {
    readonly of: List<C>
    readonly columns: readonly ColumnOf<Row, keyof C & string>[]
  },
): ListView<Row> => {
  const list: List = view.of
  const columnOf = (column: ColumnOf<Row, string>): Column<Row> => {
    const contractColumn = list.columns[column.key]
    const { title, kind, codes, sortable, isNoneAtZero } = contractColumn ?? {}
    const word = contractColumn?.word
    const show = word && ((row: Row, t: TFunction) => t(word(row as object)))
    const fileColumns = contractColumn && [column.key]
    const known = {
      title,
      kind,
      codes,
      sortable,
      isNoneAtZero,
      fileColumns,
      ...(show && { show }),
      ...column,
    }
    if (known.title === undefined || known.kind === undefined || known.fileColumns === undefined) {
      throw new Error(`the column ${column.key} of ${view.key} has no title, kind or file columns`)
    }
    const isOfSeveral = known.fileColumns.length > 1 && column.value === undefined
    return {
      ...{ ...known, title: known.title, kind: known.kind, fileColumns: known.fileColumns },
      ...(isOfSeveral && {
        copiedAs: known.fileColumns.map((key) => columnOf({ key, characters: column.characters })),
      }),
    }
  }
  return { ...view, columns: view.columns.map(columnOf) }
}

/** The key of the row that a link has led to. */
export const linkedKey = <Row>(
  { filters = [] }: Pick<ListView<Row>, 'filters'>,
  chosen: Readonly<Record<string, string>>,
): string | undefined => chosen[filters.find(({ kind }) => kind === 'linked')?.key ?? '']

/** What the chosen filters ask of the server. */
export const filterInput = <Row>(
  { filters = [] }: Pick<ListView<Row>, 'filters'>,
  chosen: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> =>
  Object.assign(
    {},
    ...filters.map(({ key, input }) => {
      const value = chosen[key]
      return value === undefined ? {} : input ? input(value) : { [key]: value }
    }),
  )

export const alignOf = <Row>({ align, kind }: Column<Row>): 'left' | 'right' => align ?? kinds[kind].align

export const write = <Row>(
  { kind, codes }: Pick<Column<Row>, 'kind' | 'codes'>,
  value: Value,
  t: TFunction,
  today?: string,
): string => {
  if (typeof value === 'object' && value !== null && 'ended' in value)
    return reasonInWords(value, (key, values) => t(key, { ...values }))
  const text = codes?.[String(value)]
  return text ? t(text) : kinds[kind].write(value, today)
}

function valueIn<Row>(column: Column<Row>, row: Row): Value {
  const value = column.value ? column.value(row) : (row as Readonly<Record<string, Value>>)[column.key]
  return column.isNoneAtZero && value === 0 ? null : value
}

/** The keys of the columns that are left out because none of these rows has a value in them. */
export const emptyColumns = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] =>
  columns
    .filter(
      (column) => column.isLeftWhenEmpty && rows.every((row) => (valueIn(column, row) ?? null) === null),
    )
    .map(({ key }) => key)

/** What a cell shows; `today` is the date where the market is. */
export const shown = <Row>(column: Column<Row>, row: Row, t: TFunction, today?: string): ReactNode =>
  column.show ? column.show(row, t) : write(column, valueIn(column, row), t, today)

/** What would be taken for a formula where it begins a cell, with the full-width doubles of the signs. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/

/**
 * Rows as text that a spreadsheet takes in as cells, with the titles first. A text is never a formula: one that begins
 * like it is led by an apostrophe. Columns that hold nothing of the list, such as actions, are left out.
 */
export function plainTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], t: TFunction): string {
  const byKey = new Map<string, Column<Row>>()
  for (const column of columns)
    if (column.fileColumns.length > 0)
      for (const each of column.copiedAs ?? [column]) if (!byKey.has(each.key)) byKey.set(each.key, each)
  const copied = [...byKey.values()]
  const cellOf = (column: Column<Row>, row: Row): string => {
    const text = write(column, valueIn(column, row), t).replace(/\s+/g, ' ')
    return alignOf(column) === 'left' && FORMULA.test(text) ? `'${text}` : text
  }
  return [
    copied.map(({ title }) => t(title)),
    ...rows.map((row) => copied.map((column) => cellOf(column, row))),
  ]
    .map((cells) => cells.join('\t'))
    .join('\n')
}

/** A filter's title with what is chosen of it, as it is shown. */
export const filterText = (filter: Filter, value: string, t: TFunction): string =>
  filter.kind === 'toggle'
    ? chipText(filter, value, t)
    : `${t(filter.title)}: ${chosenText(filter, value, t)}`

/** The same on its chip: which of a few is chosen is read without the title, because all of them are in sight. */
export const chipText = (filter: Filter, value: string, t: TFunction): string => {
  if (filter.kind === 'toggle') return t(filter.title, { ...filter.values })
  return filter.kind === 'choice' ? chosenText(filter, value, t) : filterText(filter, value, t)
}

function chosenText(filter: Filter, value: string, t: TFunction): string {
  const option = filter.kind === 'choice' && filter.options.find((other) => other.value === value)
  if (option) return t(option.title)
  return filter.kind === 'picked' && filter.write ? filter.write(value, t) : value
}
