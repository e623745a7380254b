import { useTranslation } from 'react-i18next'
import style from './data-table.module.css'
import { type Column, shown } from './list-view.ts'

interface CellProps<Row> {
  readonly column: Column<Row>
  readonly row: Row
  /** The date where the market is. */
  readonly today: string | undefined
  readonly onOpen: (row: Row) => void
  /** Whether the row's detail is shown; undefined in a list whose rows do not unfold. */
  readonly isUnfolded?: boolean | undefined
}

/** What one cell shows; in the opening cell, the button that opens the row. */
export function Cell<Row>({ column, row, today, onOpen, isUnfolded }: CellProps<Row>) {
  const { t } = useTranslation()
  const content = shown(column, row, t, today)
  if (!opensFrom(column, row)) return content
  return (
    <button
      type="button"
      className={style.open}
      data-symbol
      aria-expanded={isUnfolded}
      title={column.hint?.(row, t)}
      onClick={() => onOpen(row)}
    >
      {content}
    </button>
  )
}

/** Whether a cell is the button that opens its row. */
export const opensFrom = <Row,>({ opens }: Pick<Column<Row>, 'opens'>, row: Row): boolean =>
  typeof opens === 'function' ? opens(row) : opens === true
