import { useTranslation } from 'react-i18next'
import { useToday } from '../../market-time.ts'
import { useChosenColumns } from './chosen-columns.ts'
import style from './data-table.module.css'
import { alignOf, emptyColumns, type ListSource, type ListView, shown, write } from './list-view.ts'

interface PrintedRowsProps<Row> {
  readonly list: ListView<Row>
  readonly rows: readonly Row[]
  readonly totals: ListSource<Row>['totals']
}

/** All rows of a list as they are printed: one table whose headings are on every sheet, whatever room the screen has. */
export function PrintedRows<Row>({ list, rows, totals }: PrintedRowsProps<Row>) {
  const { t } = useTranslation()
  const today = useToday()
  const choice = useChosenColumns(list)
  const empty = emptyColumns(choice, rows)
  const columns = choice.filter(({ key }) => !empty.includes(key))
  return (
    <table className={style.printed} aria-hidden>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} data-align={alignOf(column)}>
              {t(column.title)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={list.rowKey(row)}>
            {columns.map((column) => (
              <td key={column.key} data-align={alignOf(column)}>
                {shown(column, row, t, today)}
              </td>
            ))}
          </tr>
        ))}
        {totals && (
          <tr>
            {columns.map((column, at) => (
              <td key={column.key} data-align={alignOf(column)}>
                {at === 0
                  ? t('Table.Total')
                  : totals[column.key] === undefined
                    ? null
                    : write(column, totals[column.key], t)}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  )
}
