import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { quantity } from '../format.ts'
import style from './data-table.module.css'
import { alignOf, type Column, type ShownGroup } from './list-view.ts'
import type { Ticked } from './use-ticks.ts'

interface Totalled<Row> {
  readonly columns: readonly Column<Row>[]
  readonly isCard: boolean
}

interface GroupRowProps<Row> extends Totalled<Row> {
  readonly group: ShownGroup<Row>
  readonly onToggle?: ((key: string) => void) | undefined
  /** How many of its rows are ticked, where rows can be. */
  readonly ticked?: Ticked
  readonly onTick?: (isTicked: boolean) => void
}

/** The row above those of a group: what they have in common, how many they are, and their totals. */
export function GroupRow<Row>({ group, columns, isCard, onToggle, ticked, onTick }: GroupRowProps<Row>) {
  const { t } = useTranslation()
  const { key, label, rows, isClosed } = group
  return (
    <tr className={style.group} data-group={key}>
      {onTick && ticked && (
        <td className={style.tick}>
          <TickBox label={t('Table.SelectGroup', { group: label })} ticked={ticked} onTick={onTick} />
        </td>
      )}
      <TotalCells columns={columns} isCard={isCard} rows={rows}>
        <button
          type="button"
          data-symbol
          className={style.open}
          aria-expanded={!isClosed}
          onClick={() => onToggle?.(key)}
        >
          {isClosed ? <CaretRightOutlined aria-hidden /> : <CaretDownOutlined aria-hidden />} {label}
        </button>{' '}
        <span className={style.count}>{quantity(rows.length)}</span>
      </TotalCells>
    </tr>
  )
}

interface TickedRowProps<Row> extends Totalled<Row> {
  readonly rows: readonly Row[]
}

/** The totals of the rows that are ticked, always in sight. */
export function TickedRow<Row>({ rows, columns, isCard }: TickedRowProps<Row>) {
  const { t } = useTranslation()
  return (
    <tfoot>
      <tr data-ticked>
        <td className={style.tick} />
        <TotalCells columns={columns} isCard={isCard} rows={rows}>
          {t('Table.Selected', { number: quantity(rows.length) })}
        </TotalCells>
      </tr>
    </tfoot>
  )
}

interface TotalCellsProps<Row> extends Totalled<Row> {
  readonly rows: readonly Row[]
  readonly children: ReactNode
}

/** What the rows are called, as wide as the columns before the first total, and the totals under their columns. */
function TotalCells<Row>({ columns, isCard, rows, children }: TotalCellsProps<Row>) {
  const { t } = useTranslation()
  if (isCard) {
    return (
      <td>
        <div className={style.card}>
          <div className={style.line}>{children}</div>
          {columns.map(
            ({ key, title, total }) =>
              total && (
                <div key={key} className={style.line}>
                  <span className={style.name}>{t(title)}</span>
                  <span className={style.field}>{total(rows)}</span>
                </div>
              ),
          )}
        </div>
      </td>
    )
  }
  const first = columns.findIndex(({ total }) => total)
  const before = first < 0 ? columns.length : Math.max(first, 1)
  return (
    <>
      <td colSpan={before}>{children}</td>
      {columns.slice(before).map((column) => (
        <td key={column.key} data-column={column.key} data-align={alignOf(column)} translate="no">
          {column.total?.(rows)}
        </td>
      ))}
    </>
  )
}

interface TickBoxProps {
  readonly label: string
  readonly ticked: Ticked
  readonly onTick: (isTicked: boolean) => void
}

/** A checkbox for several rows: ticked, not ticked, or partly. */
export function TickBox({ label, ticked, onTick }: TickBoxProps) {
  const isPartly = ticked === 'some'
  return (
    <label>
      <input
        type="checkbox"
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = isPartly
        }}
        checked={ticked === 'all'}
        onChange={({ target }) => onTick(target.checked)}
      />
    </label>
  )
}
