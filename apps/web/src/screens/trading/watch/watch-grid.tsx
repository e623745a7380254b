import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Side } from '@tradebook/contract'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { openAlert } from '../../../alerts/open-alert.ts'
import { useCan } from '../../../session.ts'
import { actionOf } from '../keymap.ts'
import { useRowHeight } from '../use-row-height.ts'
import { useTrade } from '../use-trade.ts'
import style from './market-watch.module.css'
import { useStar } from './own-lists.ts'
import type { WatchLists } from './use-watch-lists.ts'
import type { WatchColumn } from './watch-columns.ts'
import { Heading } from './watch-heading.tsx'
import type { Step, WatchEvent, WatchMark } from './watch-mark.ts'
import { rowId, WatchRow } from './watch-row.tsx'

interface WatchGridProps {
  readonly columns: readonly WatchColumn[]
  /** Takes the element that the columns have to fit in. */
  readonly place: (element: HTMLElement | null) => void
  readonly grid: RefObject<HTMLTableElement | null>
  readonly mark: WatchMark
  /** So many of the rows are on the chosen list; the others follow below a separating line. */
  readonly listed: number
  readonly lists: Pick<WatchLists, 'title' | 'own'>
  readonly selected: string | undefined
  readonly isLoading: boolean
  readonly onMark: (event: WatchEvent) => void
  readonly onSelect: (securityID: string) => void
  /** Somebody points at the rows or walks through them, or no longer does. */
  readonly onTouched: (isTouched: boolean) => void
  /** Opens the person's own lists. */
  readonly onManage: () => void
  readonly onClose: () => void
  /** What is below the headings where there are no rows. */
  readonly children: ReactNode
}

/** A table whose rows are walked through by keyboard is a grid; it takes the focus for all of them. */
const walkable = (markedRow: string | undefined) =>
  ({ role: 'grid', tabIndex: 0, 'aria-activedescendant': markedRow }) as const

/** The rows of the watch, of which those in sight exist, worked by keyboard and pointer. */
export function WatchGrid(props: WatchGridProps) {
  const { columns, place, grid, mark, listed, lists, selected, isLoading, onTouched } = props
  const { rows, marked } = mark
  const { t } = useTranslation()
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
  const rowHeight = useRowHeight()
  const divider = rows.length > listed ? listed : undefined
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
  const rowsOfPage = () =>
    Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 2)

  const layout = {
    '--columns': columns.map(({ characters }) => `minmax(${characters}ch, ${characters}fr)`).join(' '),
    '--least': `${columns.reduce((sum, { characters }) => sum + characters, 0)}ch`,
  } as CSSProperties
  const outside = t('Trading.Watch.Outside', { list: lists.title })
  return (
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
        {...useGridActions(props, rowsOfPage)}
        onPointerEnter={() => onTouched(true)}
        onPointerLeave={() => onTouched(grid.current === document.activeElement)}
        onFocus={() => onTouched(true)}
        onBlur={() => onTouched(false)}
      >
        <thead className={style.head}>
          <tr className={style.heading} aria-rowindex={1}>
            {columns.map((column) => (
              <Heading key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody className={style.body} translate="no" data-figures style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: line, start }) => {
            if (line === divider) {
              return (
                <tr key="outside" className={style.divider} style={{ top: start }}>
                  <td colSpan={columns.length}>{outside}</td>
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
                  outside={isOutside ? outside : undefined}
                  addTo={isOutside ? lists.own?.name : undefined}
                  canBuy={canBuy}
                  canSell={canSell}
                />
              )
            )
          })}
        </tbody>
      </table>
      {props.children}
    </div>
  )
}

/** What keys and clicks do in the rows. */
function useGridActions(
  { mark: { marked }, selected, onMark, onSelect, onManage, onClose }: WatchGridProps,
  rowsOfPage: () => number,
) {
  const trade = useTrade()
  const star = useStar()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (walkHeadings(event)) return
    const action = actionOf('watch', event)
    if (!action) return
    event.preventDefault()
    const actions: Partial<Record<typeof action, () => void>> = {
      open: () => marked !== undefined && onSelect(marked),
      // Without a mark there is nothing to trade: the selected security does not replace it.
      buy: () => trade(Side.buy, marked),
      sell: () => trade(Side.sell, marked),
      favourite: () => marked !== undefined && star(marked),
      alert: () => marked !== undefined && openAlert({ securityID: marked }),
      lists: onManage,
      close: onClose,
    }
    const act = actions[action]
    if (act) act()
    else onMark({ type: 'walked', step: action as Step, page: rowsOfPage(), selected })
  }
  const onClick = ({ target }: MouseEvent) => {
    const element = target as HTMLElement
    const securityID = element.closest<HTMLElement>('[data-security]')?.dataset.security
    if (securityID === undefined) return
    onMark({ type: 'pointed', securityID })
    const side = element.closest<HTMLElement>('[data-side]')?.dataset.side as Side | undefined
    if (side) trade(side, securityID)
    else if (element.closest('[data-add]')) star(securityID)
    else if (element.closest('[data-alert]')) openAlert({ securityID })
    else onSelect(securityID)
  }
  return { onKeyDown, onClick }
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
