import { SearchOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
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
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useSecurityIDs } from '../../../live/use-live.ts'
import { useCan } from '../../../session.ts'
import { useColumnsWithoutRoom } from '../../../ui/columns-with-room.ts'
import { Empty } from '../empty.tsx'
import { arrange, useArrangement } from '../preferences.ts'
import { openTicket } from '../ticket/ticket-store.ts'
import { useRowHeight } from '../use-row-height.ts'
import { ColumnChooser } from './column-chooser.tsx'
import style from './market-watch.module.css'
import { useWatchLists } from './use-watch-lists.ts'
import { useWatchOrder } from './use-watch-order.ts'
import { columnsOf, type WatchColumn } from './watch-columns.ts'
import { rowId, WatchRow } from './watch-row.tsx'

interface MarketWatchProps {
  readonly selected: string | undefined
  readonly onSelect: (securityID: string) => void
  readonly searchBox: RefObject<InputRef | null>
  /** The columns to show instead of the person's choice, where there is little room. */
  readonly columnKeys?: readonly string[]
}

/** A table whose rows are walked through by keyboard is a grid; it takes the focus for all of them. */
const walkable = (activeRow: string | undefined) =>
  ({ role: 'grid', tabIndex: 0, 'aria-activedescendant': activeRow }) as const

/** Every security with its price, sorted, searched and walked through by keyboard. */
export function MarketWatch({ selected, onSelect, searchBox, columnKeys }: MarketWatchProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [isFrozen, setFrozen] = useState(false)
  const [active, setActive] = useState<string>()
  const chosen = useArrangement(({ watchColumns }) => watchColumns)
  const keys = columnKeys ?? chosen
  const wanted = useMemo(() => columnsOf(keys), [keys])
  // What was chosen last is the first to be left out; the symbol alone would say nothing.
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
  const order = useWatchOrder({ search, isListed: lists.isListed, isFrozen })
  const isLoading = useSecurityIDs().length === 0

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
  const rows = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  useEffect(() => {
    // Sizes are remembered by row until they are measured again.
    if (rowHeight > 0) rows.measure()
  }, [rows, rowHeight])

  const at = active === undefined ? -1 : order.indexOf(active)
  const moveTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), order.length - 1)
    setActive(order[next])
    rows.scrollToIndex(next)
  }
  const trade = (side: Side, securityID: string) => {
    if (!(side === Side.buy ? canBuy : canSell)) return
    onSelect(securityID)
    openTicket({ side })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 2)
    const onActive = (act: (securityID: string) => void) => () => active !== undefined && act(active)
    const actions: Record<string, () => void> = {
      ArrowDown: () => moveTo(at + 1),
      ArrowUp: () => moveTo(at - 1),
      PageDown: () => moveTo(at + page),
      PageUp: () => moveTo(at - page),
      Home: () => moveTo(0),
      End: () => moveTo(order.length - 1),
      Enter: onActive(onSelect),
      b: onActive((securityID) => trade(Side.buy, securityID)),
      s: onActive((securityID) => trade(Side.sell, securityID)),
    }
    const action = actions[event.key] ?? actions[event.key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    action()
  }

  const onClick = ({ target }: MouseEvent) => {
    const element = target as HTMLElement
    const securityID = element.closest<HTMLElement>('[data-security]')?.dataset.security
    if (securityID === undefined) return
    setActive(securityID)
    const side = element.closest<HTMLElement>('[data-side]')?.dataset.side as Side | undefined
    if (side) trade(side, securityID)
    else onSelect(securityID)
  }

  const layout = {
    '--columns': columns.map(({ characters }) => `minmax(${characters}ch, ${characters}fr)`).join(' '),
    '--least': `${columns.reduce((sum, { characters }) => sum + characters, 0)}ch`,
  } as CSSProperties

  return (
    <section className={style.watch} aria-label={t('Trading.Watch')}>
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
            if (event.key === 'Escape') setSearch('')
            if (event.key === 'Enter' && order[0] !== undefined) onSelect(order[0])
            if (event.key === 'ArrowDown') {
              event.preventDefault()
              moveTo(0)
              grid.current?.focus()
            }
          }}
        />
        {!columnKeys && <ColumnChooser without={without} />}
      </div>
      <div ref={takeScroller} className={style.scroller} style={layout}>
        <table
          ref={grid}
          {...walkable(at >= 0 && active !== undefined ? rowId(active) : undefined)}
          className={style.grid}
          aria-label={t('Trading.Watch')}
          aria-rowcount={order.length + 1}
          aria-colcount={columns.length}
          aria-busy={isLoading}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onPointerEnter={() => setFrozen(true)}
          onPointerLeave={() => setFrozen(grid.current === document.activeElement)}
          onFocus={() => {
            setFrozen(true)
            if (active === undefined) setActive(selected ?? order[0])
          }}
          onBlur={() => setFrozen(false)}
        >
          <thead className={style.head}>
            <tr className={style.heading} aria-rowindex={1}>
              {columns.map((column) => (
                <Heading key={column.key} column={column} />
              ))}
            </tr>
          </thead>
          <tbody className={style.body} style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start }) => {
              const securityID = order[index]
              return (
                securityID !== undefined && (
                  <WatchRow
                    key={securityID}
                    securityID={securityID}
                    index={index}
                    top={start}
                    columns={columns}
                    isSelected={securityID === selected}
                    isActive={securityID === active}
                    canBuy={canBuy}
                    canSell={canSell}
                  />
                )
              )
            })}
          </tbody>
        </table>
        {isLoading && <div className={style.skeleton} aria-hidden="true" />}
        {!isLoading && order.length === 0 && (
          <Empty
            title={t('Trading.Watch.Empty')}
            details={
              search === '' ? t('Trading.Watch.EmptyList') : t('Trading.Watch.EmptySearch', { search })
            }
          />
        )}
      </div>
    </section>
  )
}

function Heading({ column }: { column: WatchColumn }) {
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
