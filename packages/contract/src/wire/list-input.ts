import { z } from 'zod'
import {
  type Column,
  type ColumnFilter,
  type Columns,
  fileFormats,
  type List,
  parametersOf,
  sortKeysOf,
} from './list.ts'
import { paging } from './paging.ts'
import { soughtText } from './schemas/shown-text.ts'
import { dateInput, timeInput } from './schemas/time.ts'

/** The names of a filter's parameters. */
type NamesOf<F> = F extends { name: infer Name extends string }
  ? Name
  : F extends { from: infer From extends string; to: infer To extends string }
    ? From | To
    : never

/** What a parameter of a column's filter holds. */
type SchemaOf<C> = C extends { filter: { by: 'oneOf' } }
  ? z.ZodArray<z.ZodString>
  : C extends { filter: { by: 'equals' } } | { kind: 'time' | 'date' }
    ? z.ZodString
    : z.ZodNumber

type FilterShape<C extends Columns> = {
  [Key in keyof C as C[Key] extends { filter: infer F } ? NamesOf<F> : never]: z.ZodOptional<SchemaOf<C[Key]>>
}

/** Longer texts than this are in no column that is filtered by equality. */
const MAX_TEXT = 64

/**
 * What narrows and orders a list: its filters by their names, keyword and sorting. Strict: a filter
 * whose name is misspelled is refused, because ignoring it would show or download what was not asked for.
 */
const narrowing = <C extends Columns>(list: List<C>) => ({
  keyword: paging.keyword,
  sorting: paging.sorting
    .refine((text) => text === undefined || sortKeysOf(list, text) !== undefined)
    .describe(`A column and \`asc\` or \`desc\`, up to three: ${sortable(list).join(', ')}`),
  ...(Object.fromEntries(
    Object.values<Column>(list.columns).flatMap((column) =>
      parametersOf(column.filter).map(({ name }) => [name, schemaOf(column, column.filter).optional()]),
    ),
  ) as FilterShape<C>),
})

const sortable = ({ columns }: List): string[] => Object.keys(columns).filter((key) => columns[key]?.sortable)

function schemaOf({ kind, codes }: Column, filter: ColumnFilter | undefined): z.ZodType {
  if (filter?.by === 'oneOf') return z.array(z.enum(Object.keys(codes ?? {}))).max(32)
  if (filter?.by === 'equals') return soughtText(MAX_TEXT)
  if (kind === 'time') return timeInput
  return kind === 'date' ? dateInput : z.number()
}

/** The input of a list's call: a page of what its filters leave. */
export const listInput = <C extends Columns>(list: List<C>) =>
  z.object({
    skipCount: paging.skipCount,
    maxResultCount: paging.maxResultCount,
    ...narrowing(list),
  })

/** The input of the call that downloads a list: all that its filters leave, in the columns named. */
export const listFileInput = <C extends Columns>(list: List<C>) =>
  z.object({
    format: z.enum(fileFormats).default('csv'),
    columns: z
      .array(z.enum(Object.keys(list.columns)))
      .min(1)
      .max(64)
      .optional(),
    ...narrowing(list),
  })

/** The same of a list that people print: as a PDF document it is whole, whatever columns are named. */
export const printedFileInput = <C extends Columns>(list: List<C>) =>
  listFileInput(list).extend({ format: z.enum([...fileFormats, 'pdf']).default('csv') })
