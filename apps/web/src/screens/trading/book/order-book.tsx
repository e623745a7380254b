import { Side } from '@tradebook/contract'
import { type CSSProperties, memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useBook, useOrders } from '../../../live/use-live.ts'
import { price, quantity } from '../../../ui/format.ts'
import { Choice } from '../choice.tsx'
import { Empty } from '../empty.tsx'
import { Panel } from '../panel.tsx'
import { arrange, useArrangement } from '../preferences.ts'
import { openTicket } from '../ticket/ticket-store.ts'
import { type BookLine, bookLines } from './book-lines.ts'
import style from './order-book.module.css'

/** Enough to see the market by; the totals count every order. */
const MOST_LINES = 40

/** Both sides of the selected security. A click takes the price and the other side to the ticket. */
export function OrderBookPanel() {
  const { t } = useTranslation()
  const view = useBook()
  const by = useArrangement(({ bookBy }) => bookBy)
  const own = useOwnEntries()
  const bids = useMemo(() => bookLines(view.bids, by, own), [view.bids, by, own])
  const offers = useMemo(() => bookLines(view.offers, by, own), [view.offers, by, own])
  const bidTotal = bids.at(-1)?.totalQuantity ?? 0
  const offerTotal = offers.at(-1)?.totalQuantity ?? 0
  const deepest = Math.max(bidTotal, offerTotal, 1)
  const isEmpty = bids.length === 0 && offers.length === 0
  return (
    <Panel
      title={t('Trading.Book')}
      tools={
        <Choice
          label={t('Trading.Book.By')}
          value={by}
          onChange={(bookBy) => arrange({ bookBy })}
          options={[
            { value: 'order', label: t('Trading.Book.ByOrder') },
            { value: 'price', label: t('Trading.Book.ByPrice') },
          ]}
        />
      }
    >
      <div className={style.book} data-stale={!view.right || undefined}>
        <div className={style.sides}>
          <BookSide side={Side.buy} lines={bids} deepest={deepest} />
          <BookSide side={Side.sell} lines={offers} deepest={deepest} />
        </div>
        {isEmpty && view.right && (
          <Empty title={t('Trading.Book.Empty')} details={t('Trading.Book.Empty.details')} />
        )}
        <Balance bids={bidTotal} offers={offerTotal} />
      </div>
    </Panel>
  )
}

interface BookSideProps {
  readonly side: Side
  readonly lines: readonly BookLine[]
  /** The larger side's whole quantity: both sides' bars are drawn against it. */
  readonly deepest: number
}

function BookSide({ side, lines, deepest }: BookSideProps) {
  const { t } = useTranslation()
  const isBid = side === Side.buy
  const headings = [
    t('Trading.Book.Total'),
    t('Trading.Book.Quantity'),
    isBid ? t('Trading.Book.Bid') : t('Trading.Book.Offer'),
  ]
  return (
    <table
      className={style.side}
      data-side={side}
      aria-label={isBid ? t('Trading.Book.Bids') : t('Trading.Book.Offers')}
    >
      <thead>
        <tr>
          {(isBid ? headings : headings.toReversed()).map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody style={{ '--deepest': deepest } as CSSProperties}>
        {lines.slice(0, MOST_LINES).map((line) => (
          <Line key={line.key} line={line} isBid={isBid} />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  readonly line: BookLine
  readonly isBid: boolean
}

const Line = memo(
  function Line({ line, isBid }: LineProps) {
    const { t } = useTranslation()
    const { orders, isOwn } = line
    // Who clicks a bid wants to sell to it; who clicks an offer wants to buy it.
    const [takes, takeWord] = isBid
      ? ([Side.sell, 'Trading.Book.SellAt'] as const)
      : ([Side.buy, 'Trading.Book.BuyAt'] as const)
    const total = (
      <td key="total" className={style.total}>
        {quantity(line.totalQuantity)}
      </td>
    )
    const size = (
      <td key="size">
        {isOwn && <span className={style.own}>{t('Trading.Book.Own')}</span>}
        {orders > 1 && <span className={style.orders}>{t('Trading.Book.Orders', { number: orders })}</span>}
        {quantity(line.quantity)}
      </td>
    )
    const at = (
      <td key="price" className={style.price}>
        <button
          type="button"
          className={style.take}
          title={t(takeWord, { price: price(line.price) })}
          onClick={() => openTicket({ side: takes, price: line.price })}
        >
          {price(line.price)}
        </button>
      </td>
    )
    return (
      <tr
        data-price={line.price}
        data-own={isOwn || undefined}
        className={style.line}
        style={{ '--sum': line.totalQuantity } as CSSProperties}
      >
        {isBid ? [total, size, at] : [at, size, total]}
      </tr>
    )
  },
  (before, after) => sameLine(before.line, after.line),
)

const sameLine = (a: BookLine, b: BookLine): boolean =>
  a.price === b.price &&
  a.quantity === b.quantity &&
  a.totalQuantity === b.totalQuantity &&
  a.orders === b.orders &&
  a.isOwn === b.isOwn

/** How the quantities wanted and offered compare. */
function Balance({ bids, offers }: { bids: number; offers: number }) {
  const { t } = useTranslation()
  if (bids + offers === 0) return null
  const share = (100 * bids) / (bids + offers)
  return (
    <footer className={style.balance} style={{ '--share': `${share.toFixed(1)}%` } as CSSProperties}>
      <span className={style.wanted}>{t('Trading.Book.Wanted', { quantity: quantity(bids) })}</span>
      <span className={style.bar} aria-hidden="true" />
      <span className={style.offered}>{t('Trading.Book.Offered', { quantity: quantity(offers) })}</span>
    </footer>
  )
}

/** The book entries of the orders the person may see. */
function useOwnEntries(): ReadonlySet<string> {
  const orders = useOrders()
  return useMemo(
    () =>
      new Set(orders.flatMap(({ mdEntryID, leavesQty }) => (mdEntryID && leavesQty > 0 ? mdEntryID : []))),
    [orders],
  )
}
