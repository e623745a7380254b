import type { ColumnValues } from '../../store/column-values.ts'
import type { Columns } from './set-insert.ts'

/** A field as a row stores it: its column, the column's type, and what of a line is written. */
type Field<Line, Row, Read extends readonly unknown[]> = {
  [Type in keyof ColumnValues]: readonly [
    column: keyof Row & string,
    type: Type,
    written: (line: Line) => ColumnValues[Type] | null | undefined,
    ...read: Read,
  ]
}[keyof ColumnValues]

/** A field that is read from a joined row. */
type Joined<Row> = readonly [column: keyof Row & string]

/** Every field of a value: read as the column has it, where no function says otherwise. Those besides are written alone. */
type Fields<Value, Line, Row, Besides extends string> = {
  readonly [Name in keyof Value]: Field<Line, Row, [read?: (row: Row) => Value[Name]]> | Joined<Row>
} & { readonly [Name in Besides]: Field<Line, Row, []> }

/** How a row is written, and what is read from it. */
export interface StoredRow<Value, Line, Row> {
  readonly columns: Columns<Line>
  readonly read: (row: Row) => Value
}

/**
 * One table of fields writes a row and reads it, in the order of the columns as they are written. A field of the value
 * without a row in it does not compile. Each field names its own member of the line, for a read by a computed name would
 * cost every row that is written.
 *
 * @param besides the fields that are written with the value and are not part of it.
 */
export function storedRow<Value, Line, Row, Besides extends string = never>(
  fields: Fields<Value, Line, Row, Besides>,
  besides: readonly Besides[] = [],
): StoredRow<Value, Line, Row> {
  const all = Object.entries(fields as Record<string, Field<Line, Row, [read?: (row: Row) => unknown]>>)
  const columns = all.flatMap(([, [column, type, written]]) =>
    type === undefined ? [] : [[column, [type, written] as unknown as Columns<Line>[string]]],
  )
  const readings = all
    .filter(([name]) => !besides.some((other) => other === name))
    .map(([name, [column, , , read]]) => ({ name, column, read }))
  // All values that are read have its shape, so that their members are found where those of the last were.
  const blank: Record<string, unknown> = Object.fromEntries(readings.map(({ name }) => [name, null]))
  return {
    columns: Object.fromEntries(columns),
    read(row) {
      const value = { ...blank }
      for (const { name, column, read } of readings) value[name] = read ? read(row) : row[column]
      return value as Value
    },
  }
}
