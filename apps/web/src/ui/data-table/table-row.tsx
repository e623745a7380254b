import { type CSSProperties, type HTMLAttributes, type KeyboardEvent, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Cell, opensFrom } from './cell.tsx'
import style from './data-table.module.css'
import { alignOf, type Column, isWorded, type ListView } from './list-view.ts'
import { RowCard } from './row-card.tsx'

export interface RowBehaviour<Row> {
  /** What opening a row does: a press on its opening cell, or Enter there. */
  readonly onOpen: (row: Row) => void
  /** Keys of their own that work while the focus is in a row. */
  readonly onRowKeyDown: (event: KeyboardEvent, row: Row) => void
  /** The same function as long as rows look the same by it: another one renders every row again. */
  readonly rowAttributes?:
    | ((row: Row) => HTMLAttributes<HTMLElement> & Readonly<Record<`data-${string}`, unknown>>)
    | undefined
}

/** How a row is ticked. */
export interface RowTick<Row> {
  readonly isTicked: boolean
  readonly isSelectable: (row: Row) => boolean
  readonly label: (row: Row) => string
  readonly onTick: (row: Row, isTicked: boolean, isRange: boolean) => void
}

interface TableRowProps<Row> extends RowBehaviour<Row>, Partial<RowTick<Row>> {
  readonly list: ListView<Row>
  /** Those that are shown; on a phone, all that the person chose. */
  readonly columns: readonly Column<Row>[]
  readonly isCard: boolean
  readonly row: Row
  /** A link has led to it. */
  readonly isLinked: boolean
  /** Whether its detail is under it; undefined in a list whose rows do not unfold. */
  readonly isUnfolded: boolean | undefined
  /** The date where the market is. */
  readonly today: string | undefined
}

/** One row of a table, rendered again only when something of it has changed. */
function TableRowOnce<Row>(props: TableRowProps<Row>) {
  const {
    list,
    columns,
    isCard,
    row,
    isLinked,
    isUnfolded,
    today,
    onOpen,
    onRowKeyDown,
    rowAttributes,
    onTick,
    isTicked = false,
  } = props
  const { t } = useTranslation()
  return (
    <tr
      {...rowAttributes?.(row)}
      onKeyDown={(event) => onRowKeyDown(event, row)}
      data-selected={isTicked || undefined}
      aria-current={isLinked || undefined}
    >
      {onTick && (
        <td className={style.tick}>
          <label>
            <input
              type="checkbox"
              aria-label={props.label?.(row)}
              disabled={!props.isSelectable?.(row)}
              checked={isTicked}
              onChange={({ target, nativeEvent }) =>
                onTick(row, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </label>
        </td>
      )}
      {isCard ? (
        <td>
          <RowCard
            list={list}
            columns={columns}
            row={row}
            today={today}
            onOpen={onOpen}
            isUnfolded={isUnfolded}
          />
        </td>
      ) : (
        columns.map((column) => (
          <td
            key={column.key}
            data-column={column.key}
            data-align={alignOf(column)}
            data-tone={column.tone?.(row)}
            data-overflow={column.overflow}
            translate={isWorded(column) ? undefined : 'no'}
            style={column.overflow && ({ '--characters': column.characters } as CSSProperties)}
            // The opening cell's button carries its hint.
            title={opensFrom(column, row) ? undefined : column.hint?.(row, t)}
          >
            <Cell column={column} row={row} today={today} onOpen={onOpen} isUnfolded={isUnfolded} />
          </td>
        ))
      )}
    </tr>
  )
}

export const TableRow = memo(TableRowOnce) as <Row>(props: TableRowProps<Row>) => ReactNode
