import { isOpenInMarket, isPending, Side, takesOrders } from '@tradebook/contract'
import { type CSSProperties, memo, type RefCallback, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBook, useOrders, useStatistic, useVenue } from '../../../live/use-live.ts'
import { isHalted } from '../../../market/halted.ts'
import { useCan } from '../../../session.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { price, quantity } from '../../../ui/format.ts'
import { rovingRows } from '../../../ui/roving-rows.ts'
import { Choice } from '../choice.tsx'
import { statusTexts } from '../orders/order-texts.ts'
import { Panel } from '../panel.tsx'
import { useSecurityPhase } from '../phase/use-security-phase.ts'
import { arrange, useArrangement } from '../preferences.ts'
import { onPress } from '../press.ts'
import { openTicket } from '../ticket/ticket-store.ts'
import { useRowsInSight } from '../use-rows-in-sight.ts'
import { bookColumns, type FittedColumn } from './book-columns.ts'
import { type BookLine, type BookMarks, bookLines } from './book-lines.ts'
import style from './order-book.module.css'

/** What a line of the book is. */
const bookGroupings = [
  { by: 'order', text: 'Trading.Book.ByOrder' },
  { by: 'price', text: 'Trading.Book.ByPrice' },
] as const
type Grouping = (typeof bookGroupings)[number]['by']

/** Enough to see the market by; the totals count every order. */
const MOST_LINES = 40

/** Both sides of the selected security. A press takes the price and the other side to the ticket. */
export function OrderBookPanel() {
  const { t } = useTranslation()
  const by = useArrangement(({ bookBy }) => bookBy)
  const [scroller, rows] = useRowsInSight()
  return (
    <Panel
      region="book"
      title={t('Trading.Book')}
      scroller={scroller}
      tools={
        <Choice
          label={t('Trading.Book.By')}
          value={by}
          onChange={(bookBy) => arrange({ bookBy })}
          options={bookGroupings.map(({ by: value, text }) => ({ value, label: t(text) }))}
        />
      }
    >
      <Book by={by} rows={rows} />
    </Panel>
  )
}

interface BookProps {
  readonly by: Grouping
  /** So many lines of a side are drawn; room is kept for the others. */
  readonly rows: number
}

/** The part of the panel that each order changes. */
function Book({ by, rows }: BookProps) {
  const { securityID, bids, offers, bidQuantity, offerQuantity, right, owners } = useBook()
  const own = useOwnEntries()
  const marks = useMemo(() => ({ ...own, owners }), [own, owners])
  const bidLines = useMemo(() => bookLines(bids, by, marks, MOST_LINES), [bids, by, marks])
  const offerLines = useMemo(() => bookLines(offers, by, marks, MOST_LINES), [offers, by, marks])
  const [probe, room] = useRoom()
  const drawn = { bids: bidLines.slice(0, rows), offers: offerLines.slice(0, rows) }
  const seesUsers = useCan('VIEW_USERID_MARKET_WATCH')
  const columns = bookColumns({ by, seesUsers }, [...drawn.bids, ...drawn.offers], room)
  const deepest = Math.max(bidQuantity, offerQuantity, 1)
  const longest = Math.max(bidLines.length, offerLines.length)
  return (
    <div className={style.book} data-stale={!right || undefined}>
      <div
        ref={takesPresses}
        className={style.sides}
        data-figures
        style={{ '--rows': longest } as CSSProperties}
      >
        <BookSide side={Side.buy} lines={drawn.bids} columns={columns} deepest={deepest} />
        <BookSide side={Side.sell} lines={drawn.offers} columns={columns} deepest={deepest} />
      </div>
      {longest === 0 && right && <NothingBidOrOffered securityID={securityID} />}
      <Balance bids={bidQuantity} offers={offerQuantity} />
      <span ref={probe} className={style.probe} aria-hidden="true">
        0
      </span>
    </div>
  )
}

function NothingBidOrOffered({ securityID }: { securityID: string | undefined }) {
  const { t } = useTranslation()
  const phase = useSecurityPhase(securityID)
  const isStopped = useStatistic(securityID ?? '', (row) => row !== undefined && isHalted(row))
  const isTaken = phase !== undefined && takesOrders(phase) && !isStopped
  // Without the exchange nobody knows whether there are bids and offers.
  if (useVenue()?.connected === false)
    return <EmptyState title={t('Trading.Book.Unknown')} details={t('Trading.Ticket.Away')} />
  return (
    <EmptyState
      title={t('Trading.Book.Empty')}
      details={t(isTaken ? 'Trading.Book.Empty.details' : 'Trading.Book.Empty.closed')}
    />
  )
}

/** Who presses a bid wants to sell to it; who presses an offer wants to buy it. */
const takes = {
  [Side.buy]: { side: Side.sell, text: 'Trading.Book.SellAt' },
  [Side.sell]: { side: Side.buy, text: 'Trading.Book.BuyAt' },
} as const

/** The ticket that the line under a pointer asks for. */
function ticketFor(target: Element) {
  const line = target.closest<HTMLElement>('[data-price]')
  const side = line?.closest<HTMLElement>('[data-side]')?.dataset.side
  if (!line || (side !== Side.buy && side !== Side.sell)) return undefined
  return { side: takes[side].side, price: Number(line.dataset.price) }
}

/** A busy book is repainted between press and release: the price that was pressed is the one meant. */
const takesPresses: RefCallback<HTMLElement> = (sides) =>
  sides ? onPress(sides, ticketFor, openTicket) : undefined

/** How many digits stand side by side in one side of the book: the probe is one of them wide. */
function useRoom(): readonly [RefCallback<HTMLElement>, number] {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const probe = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { width } = element.getBoundingClientRect()
      const side = element.parentElement?.getBoundingClientRect().width ?? 0
      if (width > 0) setRoom(side / 2 / width)
    })
    observer.observe(element)
    if (element.parentElement) observer.observe(element.parentElement)
    return () => observer.disconnect()
  }, [])
  return [probe, room]
}

interface BookSideProps {
  readonly side: Side
  readonly lines: readonly BookLine[]
  /** From the middle of the book outwards. */
  readonly columns: readonly FittedColumn[]
  /** The larger side's whole quantity: both sides' bars are drawn against it. */
  readonly deepest: number
}

function BookSide({ side, lines, columns, deepest }: BookSideProps) {
  const { t } = useTranslation()
  const isBid = side === Side.buy
  // Offers mirror the bids: prices meet in the middle of the book.
  const ordered = isBid ? columns.toReversed() : columns
  const whole = columns.reduce((sum, { width }) => sum + width, 0)
  return (
    <table
      ref={rovingRows}
      className={style.side}
      data-side={side}
      aria-label={isBid ? t('Trading.Book.Bids') : t('Trading.Book.Offers')}
    >
      <thead>
        <tr>
          {ordered.map(({ key, title, details, width }) => (
            <th
              key={key}
              scope="col"
              data-column={key}
              title={details && t(details)}
              style={{ width: `${((100 * width) / whole).toFixed(2)}%` }}
            >
              {t(title ?? (isBid ? 'Trading.Book.Bid' : 'Trading.Book.Offer'))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            side={side}
            columns={ordered}
            percent={Math.round((100 * line.totalQuantity) / deepest)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  readonly line: BookLine
  readonly side: Side
  readonly columns: readonly FittedColumn[]
  /** From the best price to here, of all that is on the deeper side. */
  readonly percent: number
}

const Line = memo(
  function Line({ line, side, columns, percent }: LineProps) {
    const { isOwn, pendingAs, users } = line
    return (
      <tr
        data-price={line.price}
        data-own={isOwn || undefined}
        className={style.line}
        style={{ backgroundSize: `${percent}% 100%` }}
      >
        {columns.map(({ key, text }) => (
          <td
            key={key}
            data-column={key}
            title={key === 'users' && users.length > 0 ? text(line) : undefined}
          >
            {key === 'quantity' && isOwn && <Own users={users.join(', ')} pendingAs={pendingAs} />}
            {key === 'price' ? <Take side={side} at={line.price} /> : text(line)}
          </td>
        ))}
      </tr>
    )
  },
  (before, after) =>
    sameLine(before.line, after.line) &&
    sameColumns(before.columns, after.columns) &&
    before.percent === after.percent,
)

/** The price of a line, as what can be pressed in it by keyboard; a pointer may press all of the line. */
const Take = memo(function Take({ side, at }: { side: Side; at: number }) {
  const { t } = useTranslation()
  const text = price(at)
  return (
    <button type="button" className={style.take} title={t(takes[side].text, { price: text })}>
      {text}
    </button>
  )
})

/** @param users Who entered the orders; empty where that may not be known. */
function Own({ users, pendingAs }: { users: string; pendingAs: BookLine['pendingAs'] }) {
  const { t } = useTranslation()
  const whose = users ? t('Trading.Book.OwnBy', { users }) : t('Trading.Book.Own')
  const text = pendingAs === undefined ? whose : `${whose} · ${t(statusTexts[pendingAs])}`
  return (
    <span className={style.own} data-pending={pendingAs !== undefined || undefined} title={text}>
      {text}
    </span>
  )
}

const sameLine = (a: BookLine, b: BookLine): boolean =>
  a.price === b.price &&
  a.quantity === b.quantity &&
  a.totalQuantity === b.totalQuantity &&
  a.orders === b.orders &&
  a.isOwn === b.isOwn &&
  a.pendingAs === b.pendingAs &&
  a.users.join() === b.users.join()

const sameColumns = (a: readonly FittedColumn[], b: readonly FittedColumn[]): boolean =>
  a.length === b.length && a.every(({ key }, at) => key === b[at]?.key)

/** How the quantities wanted and offered compare. */
function Balance({ bids, offers }: { bids: number; offers: number }) {
  const { t } = useTranslation()
  if (bids + offers === 0) return null
  const share = (100 * bids) / (bids + offers)
  return (
    <footer
      className={style.balance}
      data-figures
      style={{ '--share': `${share.toFixed(1)}%` } as CSSProperties}
    >
      <span className={style.wanted}>{t('Trading.Book.Wanted', { quantity: quantity(bids) })}</span>
      <span className={style.bar} aria-hidden="true" />
      <span className={style.offered}>{t('Trading.Book.Offered', { quantity: quantity(offers) })}</span>
    </footer>
  )
}

/** The book entries of the orders the person may see, and those of them that are pending. */
function useOwnEntries(): Pick<BookMarks, 'own' | 'pending'> {
  const orders = useOrders()
  return useMemo(() => {
    const open = orders.filter(isOpenInMarket)
    const pending = open.flatMap(({ mdEntryID, ordStatus }) =>
      mdEntryID !== null && isPending(ordStatus) ? [[mdEntryID, ordStatus] as const] : [],
    )
    return { own: new Set(open.flatMap(({ mdEntryID }) => mdEntryID ?? [])), pending: new Map(pending) }
  }, [orders])
}
