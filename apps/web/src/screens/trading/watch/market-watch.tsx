import { SearchOutlined } from '@ant-design/icons'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Side } from '@tradebook/contract'
import { Input, type InputRef, Select } from 'antd'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useSecurityIDs } from '../../../live/use-live.ts'
import { useCan } from '../../../session.ts'
import { useColumnsWithoutRoom } from '../../../ui/columns-with-room.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { actionOf } from '../keymap.ts'
import { useArrangement } from '../preferences.ts'
import { useRowHeight } from '../use-row-height.ts'
import { useTrade } from '../use-trade.ts'
import { ColumnChooser } from './column-chooser.tsx'
import style from './market-watch.module.css'
import { ALL, toggleFavourite, useWatchLists } from './use-watch-lists.ts'
import { useWatchOrder } from './use-watch-order.ts'
import { columnsOf } from './watch-columns.ts'
import { Heading } from './watch-heading.tsx'
import { NO_MARK, reduceMark, type Step } from './watch-mark.ts'
import { rowId, WatchRow } from './watch-row.tsx'

interface MarketWatchProps {
  readonly selected: string | undefined
  readonly onSelect: (securityID: string) => void
  readonly searchBox: RefObject<InputRef | null>
  /** The columns to show instead of the person's choice, where there is little room. */
  readonly columnKeys?: readonly string[]
}

/** A table whose rows are walked through by keyboard is a grid; it takes the focus for all of them. */
const walkable = (markedRow: string | undefined) =>
  ({ role: 'grid', tabIndex: 0, 'aria-activedescendant': markedRow }) as const

/**
 * Every security with its price, sorted, searched and walked through by keyboard.
 *
 * Longer than 300 lines: search, mark and rows share one state, and each key acts on all three.
 */
export function MarketWatch({ selected, onSelect, searchBox, columnKeys }: MarketWatchProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [isFrozen, setFrozen] = useState(false)
  const chosen = useArrangement(({ watchColumns }) => watchColumns)
  const keys = columnKeys ?? chosen
  const wanted = useMemo(() => columnsOf(keys), [keys])
  // What was chosen last is the first to be left out; the symbol alone would not suffice.
  const leaving = useMemo(
    () =>
      wanted
        .slice(2)
        .map(({ key }) => key)
        .toReversed(),
    [wanted],
  )
  const { ref: place, without } = useColumnsWithoutRoom(wanted, leaving)
  const left = without.join(' ')
  const columns = useMemo(() => wanted.filter(({ key }) => !left.split(' ').includes(key)), [wanted, left])
  const lists = useWatchLists()
  const { listed, outside } = useWatchOrder({ search, isListed: lists.isListed, isFrozen })
  const all = useSecurityIDs().length
  const isLoading = all === 0
  const [mark, dispatch] = useWatchMark(listed, outside, search)
  const { rows, marked } = mark

  const trade = useTrade()
  const canBuy = useCan('BUY')
  const canSell = useCan('SELL')
  const scroller = useRef<HTMLDivElement>(null)
  const takeScroller = useCallback(
    (element: HTMLDivElement | null) => {
      scroller.current = element
      place(element)
    },
    [place],
  )
  const grid = useRef<HTMLTableElement>(null)
  const rowHeight = useRowHeight()
  // A line separates what is on the list from what is not.
  const divider = outside.length > 0 ? listed.length : undefined
  const lineOf = (row: number) => (divider !== undefined && row >= divider ? row + 1 : row)
  const markedAt = marked === undefined ? -1 : rows.indexOf(marked)
  const virtual = useVirtualizer({
    count: lineOf(rows.length),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    // The marked row is there however far it was scrolled away: it is the active descendant of the grid.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      const line = lineOf(markedAt)
      return markedAt < 0 || shown.includes(line) ? shown : [...shown, line].sort((a, b) => a - b)
    },
  })
  useEffect(() => {
    // Sizes are kept by row until they are measured again.
    if (rowHeight > 0) virtual.measure()
  }, [virtual, rowHeight])
  const lineNow = useRef(-1)
  lineNow.current = markedAt < 0 ? -1 : lineOf(markedAt)
  useEffect(() => {
    // A new mark is brought into sight; an update that moves the marked row scrolls nothing.
    if (marked !== undefined) virtual.scrollToIndex(lineNow.current)
  }, [virtual, marked])

  const clearSearch = () => setSearch('')
  const walk = (step: Step) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 2)
    dispatch({ type: 'walked', step, page, selected })
  }
  const open = () => marked !== undefined && onSelect(marked)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (walkHeadings(event)) return
    const action = actionOf('watch', event)
    if (!action) return
    event.preventDefault()
    const actions: Partial<Record<typeof action, () => void>> = {
      open,
      // Without a mark there is nothing to trade: the selected security does not stand in for it.
      buy: () => trade(Side.buy, marked),
      sell: () => trade(Side.sell, marked),
      favourite: () => marked !== undefined && toggleFavourite(marked),
      close: clearSearch,
    }
    const act = actions[action]
    if (act) act()
    else walk(action as Step)
  }

  const onClick = ({ target }: MouseEvent) => {
    const element = target as HTMLElement
    const securityID = element.closest<HTMLElement>('[data-security]')?.dataset.security
    if (securityID === undefined) return
    dispatch({ type: 'pointed', securityID })
    const side = element.closest<HTMLElement>('[data-side]')?.dataset.side as Side | undefined
    if (side) trade(side, securityID)
    else if (element.closest('[data-add]')) toggleFavourite(securityID)
    else onSelect(securityID)
  }

  const layout = {
    '--columns': columns.map(({ characters }) => `minmax(${characters}ch, ${characters}fr)`).join(' '),
    '--least': `${columns.reduce((sum, { characters }) => sum + characters, 0)}ch`,
  } as CSSProperties

  return (
    <section className={style.watch} aria-label={t('Trading.Watch')} data-region="watch">
      <div className={style.tools}>
        <Select
          size="small"
          variant="borderless"
          className={style.lists}
          aria-label={t('Trading.Watch.List')}
          value={lists.chosen}
          options={lists.options}
          onChange={lists.choose}
          popupMatchSelectWidth={false}
        />
        <Input
          ref={searchBox}
          size="small"
          allowClear
          className={style.search}
          prefix={<SearchOutlined />}
          suffix={search === '' && <kbd className={style.key}>/</kbd>}
          placeholder={t('Trading.Watch.Search')}
          aria-label={t('Trading.Watch.Search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            const action = actionOf('watch', event)
            if (action === 'close') clearSearch()
            if (action === 'open') open()
            if (action === 'next') {
              event.preventDefault()
              // What typing has marked is where the list is entered.
              if (marked === undefined) walk('next')
              grid.current?.focus()
            }
          }}
        />
        {!columnKeys && <ColumnChooser without={without} />}
      </div>
      <div ref={takeScroller} className={style.scroller} style={layout}>
        <table
          ref={grid}
          {...walkable(marked && rowId(marked))}
          data-region-start
          className={style.grid}
          aria-label={t('Trading.Watch')}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          aria-busy={isLoading}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onPointerEnter={() => setFrozen(true)}
          onPointerLeave={() => setFrozen(grid.current === document.activeElement)}
          onFocus={() => setFrozen(true)}
          onBlur={() => setFrozen(false)}
        >
          <thead className={style.head}>
            <tr className={style.heading} aria-rowindex={1}>
              {columns.map((column) => (
                <Heading key={column.key} column={column} />
              ))}
            </tr>
          </thead>
          <tbody className={style.body} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index: line, start }) => {
              if (line === divider) {
                return (
                  <tr key="outside" className={style.divider} style={{ transform: `translateY(${start}px)` }}>
                    <td colSpan={columns.length}>{t('Trading.Watch.Outside', { list: lists.title })}</td>
                  </tr>
                )
              }
              const isOutside = divider !== undefined && line > divider
              const index = isOutside ? line - 1 : line
              const securityID = rows[index]
              return (
                securityID !== undefined && (
                  <WatchRow
                    key={securityID}
                    securityID={securityID}
                    index={index}
                    top={start}
                    columns={columns}
                    isSelected={securityID === selected}
                    isMarked={securityID === marked}
                    outside={isOutside ? t('Trading.Watch.Outside', { list: lists.title }) : undefined}
                    canAdd={isOutside && lists.isFavourites}
                    canBuy={canBuy}
                    canSell={canSell}
                  />
                )
              )
            })}
          </tbody>
        </table>
        {isLoading && <div className={style.skeleton} aria-hidden="true" />}
        {!isLoading && rows.length === 0 && (
          <EmptyState
            title={t('Trading.Watch.Empty')}
            details={
              search === '' ? t('Trading.Watch.EmptyList') : t('Trading.Watch.EmptySearch', { search })
            }
          />
        )}
      </div>
      {all > rows.length && (
        <p className={style.hidden}>
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
    </section>
  )
}

/** The mark over the rows as they are drawn: no picture ever shows a mark of rows that are not there. */
function useWatchMark(listed: readonly string[], outside: readonly string[], search: string) {
  const rows = useMemo(() => [...listed, ...outside], [listed, outside])
  const [mark, dispatch] = useReducer(reduceMark, NO_MARK)
  const isCurrent = mark.rows === rows && mark.search === search.trim()
  // React draws anew with the answer before anybody sees this drawing.
  if (!isCurrent) dispatch({ type: 'shown', rows, search })
  return [mark, dispatch] as const
}

/** From a heading, the arrows go to its neighbours and back to the rows; up from the first row leads there. */
function walkHeadings(event: KeyboardEvent<HTMLElement>): boolean {
  const grid = event.currentTarget
  const headings = [...grid.querySelectorAll<HTMLElement>('thead button')]
  const at = headings.indexOf(event.target as HTMLElement)
  const isFirstMarked = grid.querySelector('[aria-rowindex="2"][data-marked]') !== null
  const goal: Readonly<Record<string, HTMLElement | undefined>> =
    at < 0
      ? { ArrowUp: isFirstMarked ? headings[0] : undefined }
      : { ArrowLeft: headings[at - 1], ArrowRight: headings[at + 1], ArrowDown: grid, Escape: grid }
  const next = goal[event.key]
  if (next) {
    event.preventDefault()
    next.focus()
  }
  // Enter and Space press the heading itself.
  return next !== undefined || (at >= 0 && ['Enter', ' '].includes(event.key))
}
