import { useTranslation } from 'react-i18next'
import { Cell } from './cell.tsx'
import style from './data-table.module.css'
import { alignOf, type Column, type ListView } from './list-view.ts'

interface RowCardProps<Row> {
  readonly list: ListView<Row>
  /** The columns the person chose. */
  readonly columns: readonly Column<Row>[]
  readonly row: Row
  readonly today: string | undefined
  readonly onOpen: (row: Row) => void
  readonly isUnfolded: boolean | undefined
}

/** A row on a phone: its heading, then a line for what belongs together; chosen extras come last. */
export function RowCard<Row>({ list, columns, row, today, onOpen, isUnfolded }: RowCardProps<Row>) {
  const { t } = useTranslation()
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const placed = new Set(list.card.flat())
  const extras = columns.filter(({ key, isExtra }) => isExtra && !placed.has(key))
  const lines = [...list.card, ...extras.map(({ key }) => [key])]
  return (
    <div className={style.card}>
      {lines.map((line, at) => (
        <div key={line.join()} className={style.line}>
          {line.map((key) => {
            const column = byKey.get(key)
            if (!column) return null
            // Heading, texts, times and what is shown specially need no name; a figure alone does.
            const isFigure = alignOf(column) === 'right' && column.kind !== 'timestamp' && !column.show
            const isNamed = at > 0 && (column.isNamed || isFigure)
            return (
              <div key={key} data-column={key} data-tone={column.tone?.(row)} className={style.field}>
                {isNamed && <span className={style.name}>{t(column.title)} </span>}
                <Cell column={column} row={row} today={today} onOpen={onOpen} isUnfolded={isUnfolded} />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
