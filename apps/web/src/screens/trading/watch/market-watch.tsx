import type { InputRef } from 'antd'
import { type RefObject, useCallback, useMemo, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSecurityIDs } from '../../../live/use-live.ts'
import { useColumnsWithoutRoom } from '../../../ui/columns-with-room.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { useArrangement } from '../preferences.ts'
import style from './market-watch.module.css'
import { ALL, useChangesOfOtherTabs, useMovedFavourites } from './own-lists.ts'
import { useWatchLists } from './use-watch-lists.ts'
import { useWatchOrder } from './use-watch-order.ts'
import { columnsOf, leavingOf, type WatchColumn, watchColumns } from './watch-columns.ts'
import { WatchGrid } from './watch-grid.tsx'
import { NO_MARK, reduceMark } from './watch-mark.ts'
import { WatchTools } from './watch-tools.tsx'

const ListManager = onDemand(() =>
  import(/* webpackChunkName: "list-manager" */ './list-manager.tsx').then((module) => module.ListManager),
)

interface MarketWatchProps {
  readonly selected: string | undefined
  readonly onSelect: (securityID: string) => void
  readonly searchBox: RefObject<InputRef | null>
  /** The columns to show instead of the person's choice, where there is little room. */
  readonly columnKeys?: readonly string[]
}

/** Every security with its price, sorted, searched and walked through by keyboard. */
export function MarketWatch({ selected, onSelect, searchBox, columnKeys }: MarketWatchProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [isTouched, setTouched] = useState(false)
  const { columns, place, without } = useWatchColumns(columnKeys)
  const lists = useWatchLists()
  const [isManaging, setManaging] = useState(false)
  const manage = useCallback(() => setManaging(true), [])
  const endManaging = useCallback(() => setManaging(false), [])
  useChangesOfOtherTabs()
  useMovedFavourites()
  const { listed, outside } = useWatchOrder({ search, isListed: lists.isListed, isFrozen: isTouched })
  const [mark, dispatch] = useWatchMark(listed, outside, search)
  const { rows, marked } = mark
  const all = useSecurityIDs().length
  const isLoading = all === 0 || lists.isLoading
  const grid = useRef<HTMLTableElement>(null)

  const leaveTools = useCallback(() => grid.current?.focus(), [])
  const open = useCallback(() => {
    if (marked === undefined) return
    onSelect(marked)
    leaveTools()
  }, [marked, onSelect, leaveTools])
  const enterRows = useCallback(() => {
    // What typing has marked is where the list is entered.
    if (marked === undefined) dispatch({ type: 'walked', step: 'next', page: 1, selected })
    leaveTools()
  }, [marked, selected, dispatch, leaveTools])

  return (
    <section className={style.watch} aria-label={t('Trading.Watch')} data-region="watch">
      <WatchTools
        lists={lists}
        onManage={manage}
        search={search}
        onSearch={setSearch}
        searchBox={searchBox}
        onOpen={open}
        onEnterRows={enterRows}
        onLeave={leaveTools}
        columnsWithoutRoom={columnKeys ? undefined : without}
      />
      <WatchGrid
        columns={columns}
        place={place}
        grid={grid}
        mark={mark}
        listed={listed.length}
        lists={lists}
        selected={selected}
        isLoading={isLoading}
        onMark={dispatch}
        onSelect={onSelect}
        onTouched={setTouched}
        onManage={manage}
        onClose={() => setSearch('')}
      >
        {isLoading && <div className={style.skeleton} aria-hidden="true" />}
        {!isLoading && rows.length === 0 && (
          <EmptyState
            title={t('Trading.Watch.Empty')}
            details={
              search === '' ? t('Trading.Watch.EmptyList') : t('Trading.Watch.EmptySearch', { search })
            }
          />
        )}
      </WatchGrid>
      <SortNote columns={columns} />
      {all > rows.length && (
        <p className={style.status}>
          {t('Trading.Watch.Hidden', { number: all - rows.length })}
          <button
            type="button"
            onClick={() => {
              setSearch('')
              lists.choose(ALL)
            }}
          >
            {t('Trading.Watch.ShowAll')}
          </button>
        </p>
      )}
      <ListManager
        isOpen={isManaging}
        onClose={endManaging}
        // The list box may have opened it, which takes every key that is typed for itself.
        onClosed={leaveTools}
      />
    </section>
  )
}

/** How the rows are sorted, where no heading shows it: by a column that is not chosen or has no room. */
function SortNote({ columns }: { columns: readonly WatchColumn[] }) {
  const { t } = useTranslation()
  const { column: sorted, descending } = useArrangement(({ watchSort }) => watchSort)
  const column = watchColumns.find(({ key }) => key === sorted)
  if (!column || columns.includes(column)) return null
  const text = descending ? 'Trading.Watch.Sorted.descending' : 'Trading.Watch.Sorted.ascending'
  return <p className={style.status}>{t(text, { column: t(column.title) })}</p>
}

/** The columns that are wanted, without those that have no room in the element that takes `place`. */
function useWatchColumns(columnKeys: readonly string[] | undefined) {
  const chosen = useArrangement(({ watchColumns }) => watchColumns)
  const keys = columnKeys ?? chosen
  const wanted = useMemo(() => columnsOf(keys), [keys])
  const leaving = useMemo(() => leavingOf(wanted), [wanted])
  const { ref: place, without } = useColumnsWithoutRoom(wanted, leaving)
  const columns = useMemo(() => wanted.filter(({ key }) => !without.includes(key)), [wanted, without])
  return { columns, place, without }
}

/** The mark over the rows as they are drawn: no picture ever shows a mark of rows that are not there. */
function useWatchMark(listed: readonly string[], outside: readonly string[], search: string) {
  const rows = useMemo(() => [...listed, ...outside], [listed, outside])
  const [mark, dispatch] = useReducer(reduceMark, NO_MARK)
  const isCurrent = mark.rows === rows && mark.search === search.trim()
  // React draws again with the answer before anybody sees this drawing.
  if (!isCurrent) dispatch({ type: 'shown', rows, search })
  return [mark, dispatch] as const
}
