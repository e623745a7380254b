import type { WordKey } from '@tradebook/contract'
import type { ReactNode } from 'react'
import type { Say } from '../../words.ts'
import { averagePrice, dateAndTime, money, NOTHING, percent, price, quantity, time } from '../format.ts'

/** What a cell holds before it is written; `null`: nothing is known. */
export type Value = string | number | null | undefined

interface Kind {
  readonly align: 'left' | 'right'
  readonly write: (value: Value) => string
}

const figure = (write: (value: number | null | undefined) => string): Kind => ({
  align: 'right',
  write: (value) => write(typeof value === 'string' ? Number(value) : value),
})

/** The kinds of column: how a value is written and to which side it is aligned. */
const kinds = {
  text: { align: 'left', write: (value) => String(value ?? '') },
  quantity: figure(quantity),
  price: figure(price),
  averagePrice: figure(averagePrice),
  money: figure(money),
  percent: figure(percent),
  time: { align: 'right', write: time },
  dateAndTime: { align: 'left', write: dateAndTime },
} as const satisfies Record<string, Kind>

export type ColumnKind = keyof typeof kinds

/** One column of a list, as data. */
export interface Column<Row> {
  /** Names the column everywhere: in the address, in the remembered choice, in the server's sorting. */
  readonly key: string
  readonly title: WordKey
  readonly kind: ColumnKind
  /** The room it needs, in characters of the data font, margins included. */
  readonly characters: number
  readonly align?: 'left' | 'right'
  /** The value that is written and sorted by; by default the row's property named like the column. */
  readonly value?: (row: Row) => Value
  /** What is shown instead of the written value. */
  readonly show?: (row: Row, say: Say) => ReactNode
  /** More about the cell, in its title. */
  readonly hint?: (row: Row, say: Say) => string | undefined
  readonly tone?: (row: Row) => 'up' | 'down' | 'flat' | undefined
  readonly isSortable?: true
  /** Not shown until the person chooses it. */
  readonly isExtra?: true
  /** Always shown: the person cannot leave it out. */
  readonly isKept?: true
  /** Its cell is the button that opens the row. */
  readonly opens?: true
}

interface FilterBase<Row> {
  /** Names the filter in the address and in the call's input. */
  readonly key: string
  readonly title: WordKey
  /** For a list whose rows the page holds: whether a row passes. A server's list is filtered there. */
  readonly passes?: (row: Row, value: string) => boolean
}

export type Filter<Row> = FilterBase<Row> &
  (
    | {
        /** One of a few, of which the first, the empty value, lets everything pass. */
        readonly kind: 'choice'
        readonly options: readonly { readonly value: string; readonly title: WordKey }[]
      }
    | { readonly kind: 'text' }
    | {
        readonly kind: 'toggle'
        /** What stands in the words of its title. */
        readonly values?: Readonly<Record<string, string>>
      }
  )

export interface Sorting {
  /** The key of a column. */
  readonly by: string
  readonly descending: boolean
}

/** A list of one kind of row: everything that differs from one list to the next. */
export interface ListView<Row> {
  /** Names the list in the address and in what is remembered of it. */
  readonly key: string
  readonly title: WordKey
  readonly rowKey: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly filters?: readonly Filter<Row>[]
  /** Columns that go for want of room, the first of them first; what is not named always stays. */
  readonly leaving: readonly string[]
  /** On a phone a row is a card of these lines of columns; the first line is its heading. */
  readonly card: readonly (readonly string[])[]
  readonly pageSize: number
  readonly empty: { readonly title: WordKey; readonly details: WordKey }
  /** Nothing passes the filters. */
  readonly noMatch?: { readonly title: WordKey; readonly details: WordKey }
}

/** Where the rows of one page of a list come from, and how that stands. */
export interface ListSource<Row> {
  /** Of the page that is shown; `undefined` until they first came. */
  readonly rows: readonly Row[] | undefined
  /** How many pass the filters, on all pages. */
  readonly total: number
  /** How many the filters hide, where that is known. */
  readonly hidden?: number
  /** By the keys of columns, over all rows that pass the filters. */
  readonly totals?: Readonly<Record<string, Value>>
  readonly isFailed?: boolean
  /** Rows are shown, others are on their way. */
  readonly isRefreshing?: boolean
  readonly retry?: () => void
}

export const cellValue = <Row>({ key, value }: Column<Row>, row: Row): Value =>
  value ? value(row) : (row as Readonly<Record<string, Value>>)[key]

export const alignOf = <Row>({ align, kind }: Column<Row>): 'left' | 'right' => align ?? kinds[kind].align

export const write = <Row>({ kind }: Pick<Column<Row>, 'kind'>, value: Value): string =>
  value === undefined ? NOTHING : kinds[kind].write(value as never)

/** What a cell shows. */
export const shown = <Row>(column: Column<Row>, row: Row, say: Say): ReactNode =>
  column.show ? column.show(row, say) : write(column, cellValue(column, row))

/** A filter's title, or what is chosen of it, in words. */
export const filterSaid = <Row>(filter: Filter<Row>, value: string, say: Say): string => {
  if (filter.kind === 'toggle') return say(filter.title, filter.values)
  const option = filter.kind === 'choice' && filter.options.find((other) => other.value === value)
  return `${say(filter.title)}: ${option ? say(option.title) : value}`
}
