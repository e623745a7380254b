import { useTranslation } from 'react-i18next'
import { arrange, useArrangement } from '../preferences.ts'
import style from './market-watch.module.css'
import type { WatchColumn } from './watch-columns.ts'

/** The name of a column; pressed, the watch is sorted by it. The arrows reach it from the rows. */
export function Heading({ column }: { column: WatchColumn }) {
  const { t } = useTranslation()
  const { column: sorted, descending } = useArrangement(({ watchSort }) => watchSort)
  const isSorted = sorted === column.key
  // The first click on a figure asks for the largest, on a word for the alphabet.
  const next = isSorted ? !descending : column.kind === 'figure'
  return (
    <th
      scope="col"
      className={style.cell}
      data-kind={column.kind}
      data-column={column.key}
      aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        tabIndex={-1}
        className={style.sort}
        title={t(column.title)}
        onClick={() => arrange({ watchSort: { column: column.key, descending: next } })}
      >
        {t(column.title)}
        {isSorted && <span aria-hidden="true">{descending ? ' ↓' : ' ↑'}</span>}
      </button>
    </th>
  )
}
