import { Readable } from 'node:stream'
import {
  type Column,
  type ColumnKind,
  columnsOfFile,
  type FileFormat,
  type List,
  type ListQuery,
  type OrderReason,
  type RefusalValues,
  reasonInWords,
  selectRows,
  type TextKey,
} from '@tradebook/contract'
import { BYTE_ORDER_MARK, CSV_TYPE, type CsvCell, csvLines } from './csv.ts'
import { begun, type FileAnswer } from './file-answer.ts'
import { type Cell, type CellStyle, WORKBOOK_TYPE, workbook } from './workbook.ts'

/** What a list is downloaded as, and in which language. */
export interface ListFileOptions {
  readonly format: FileFormat
  /** The columns in their order, after those that every file of the list has; all of the list's without it. */
  readonly columns?: readonly string[] | undefined
  readonly translate: (key: TextKey, values?: RefusalValues) => string
  /** What distinguishes the file from others of the list, in its name after the title: a date, a firm, an account. */
  readonly of?: readonly string[]
}

/**
 * A list as a file: its rows as they come, in the columns that were asked for. No piece of the file
 * is there before the first rows are, so that a list that cannot be read is not a file.
 */
export function listFile(
  list: List,
  rows: AsyncIterable<readonly object[]>,
  { format, columns, translate, of = [] }: ListFileOptions,
): FileAnswer {
  const title = translate(list.title)
  const shown = columnsOfFile(list, columns).flatMap((key) => {
    const column = list.columns[key]
    return column ? [{ key, column }] : []
  })
  const headings = shown.map(({ column }) => translate(column.title))
  const cellsOf = (row: object) =>
    shown.map(({ key, column }) => ({
      kind: column.kind,
      value: column.word
        ? translate(column.word(row))
        : plainOf((row as Readonly<Record<string, unknown>>)[key], column, translate),
    }))
  let given = 0
  async function* body(): AsyncGenerator<string | Uint8Array> {
    const read = await begun(counted(rows, (count) => (given += count)))
    yield* format === 'csv'
      ? csvOf(headings, read, cellsOf)
      : workbook(
          title,
          shown.map(({ column }, index) => ({
            heading: headings[index] ?? '',
            width: widthOf(column.kind, headings[index] ?? ''),
          })),
          styledRows(read, cellsOf),
        )
  }
  const file = { body: body(), rows: () => given }
  const name = [title, ...of].join(' ').replace(NOT_IN_NAMES, '-')
  return format === 'csv'
    ? { ...file, name: `${name}.csv`, type: CSV_TYPE }
    : { ...file, name: `${name}.xlsx`, type: WORKBOOK_TYPE }
}

/** What Windows takes in no file name; `/` ends a folder everywhere. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}]/gu

/** A list whose rows are all at hand as a file: those that the query selects. */
export const fileOf = (
  list: List,
  rows: readonly object[],
  options: ListFileOptions & ListQuery,
): FileAnswer => listFile(list, Readable.from([selectRows(list, rows, options)]), options)

/** So many rows are a piece of a file: the thread makes one in a few milliseconds, and does what others wait for between two. */
const ROWS_OF_PIECE = 100

/** The rows in pieces, each counted when it is taken. */
async function* counted<Row>(
  rows: AsyncIterable<readonly Row[]>,
  count: (rows: number) => void,
): AsyncGenerator<readonly Row[]> {
  for await (const some of rows) {
    for (let at = 0; at < some.length; at += ROWS_OF_PIECE) {
      const piece = some.slice(at, at + ROWS_OF_PIECE)
      count(piece.length)
      yield piece
    }
  }
}

interface Plain {
  readonly kind: ColumnKind
  readonly value: CsvCell
}

/** A member of a row as a person reads it: codes as texts, several texts as one. */
function plainOf(
  cell: unknown,
  { kind, codes, isNoneAtZero }: Column,
  translate: ListFileOptions['translate'],
): CsvCell {
  if (cell === null || cell === undefined || (isNoneAtZero && cell === 0)) return null
  const wordOf = (value: unknown) => {
    const key = codes?.[String(value)]
    return key ? translate(key) : String(value)
  }
  if (kind === 'texts') return (cell as readonly string[]).map(wordOf).join(' ')
  if (kind === 'code') return wordOf(cell)
  if (kind === 'reason') return reasonInWords(cell as OrderReason, translate)
  if (kind === 'time') return lagosTime(cell as string)
  return isFigure(kind) ? Number(cell) : String(cell)
}

const isFigure = (kind: ColumnKind): boolean => kind in figureStyles

/** The format of each kind of figure in a workbook. */
const figureStyles: { readonly [Kind in ColumnKind]?: CellStyle } = {
  price: 'money',
  money: 'money',
  average: 'average',
  quantity: 'whole',
  percent: 'money',
}

/** Characters that a cell of each kind shows, with room around them. */
const widths: Readonly<Record<ColumnKind, number>> = {
  ...{ id: 12, text: 24, name: 28, texts: 24, code: 16, reason: 40, price: 12, money: 20, average: 14 },
  ...{ quantity: 14, percent: 10, time: 21, date: 12 },
}
/** Bold headings are wider than the letters they have. */
const ROOM = 3

const widthOf = (kind: ColumnKind, heading: string): number =>
  Math.max(widths[kind], [...heading].length + ROOM)

async function* csvOf(
  headings: readonly string[],
  rows: AsyncIterable<readonly object[]>,
  cellsOf: (row: object) => readonly Plain[],
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([headings])
  for await (const some of rows) yield csvLines(some.map((row) => cellsOf(row).map(({ value }) => value)))
}

async function* styledRows(
  rows: AsyncIterable<readonly object[]>,
  cellsOf: (row: object) => readonly Plain[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  for await (const some of rows) yield some.map((row) => cellsOf(row).map(styled))
}

function styled({ kind, value }: Plain): Cell {
  if (kind === 'time' || kind === 'date') {
    return { value: value === null ? null : daysOf(String(value)), style: kind }
  }
  if (kind === 'id' && Number.isSafeInteger(Number(value ?? undefined)))
    return { value: Number(value), style: 'number' }
  return { value, style: figureStyles[kind] ?? 'general' }
}

/** Lagos keeps UTC+1 all year. */
const LAGOS_OFFSET_MS = 3_600_000
const LAGOS_OFFSET = '+01:00'

/** An instant of the wire as the clocks in Lagos show it, with the offset that keeps it exact. */
const lagosTime = (time: string): string =>
  new Date(Date.parse(time) + LAGOS_OFFSET_MS).toISOString().replace('Z', LAGOS_OFFSET)

const DAY_MS = 86_400_000
/** Days from 30 December 1899, where Excel's days begin, to 1 January 1970. */
const DAYS_TO_1970 = 25_569

/** A date, or a time as Lagos shows it, as Excel counts days. */
const daysOf = (shown: string): number =>
  Date.parse(shown.slice(0, 23) + (shown.length > 10 ? 'Z' : '')) / DAY_MS + DAYS_TO_1970
