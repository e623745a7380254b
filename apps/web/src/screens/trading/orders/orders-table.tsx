import type { StockOrder } from '@tradebook/contract'
import { Button } from 'antd'
import { Fragment, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOrders, useOrdersNotFetched } from '../../../live/use-live.ts'
import { useCan } from '../../../session.ts'
import { type ColumnRoom, useColumnsWithoutRoom } from '../../../ui/columns-with-room.ts'
import { Empty } from '../empty.tsx'
import { arrange, useArrangement } from '../preferences.ts'
import { rovingRows } from '../roving-rows.ts'
import { CancelOrders } from './cancel-orders.tsx'
import cards from './cards.module.css'
import { FilterChips } from './filter-chips.tsx'
import { EVERYTHING, filterOrders, isEverything, isOpen, type OrderFilter } from './order-filter.ts'
import { OrderRow } from './order-row.tsx'
import { ReplaceOrder } from './replace-order.tsx'
import style from './table.module.css'

/**
 * What a screen can show without losing its calm; the filters reach the rest. An open order always
 * has its row: it can still trade, and cancelling all includes it.
 */
const MOST_ROWS = 200

const orderColumns: readonly ColumnRoom[] = [
  { key: 'actions', characters: 16 },
  { key: 'symbol', characters: 13 },
  { key: 'side', characters: 8 },
  { key: 'filledOf', characters: 16 },
  { key: 'price', characters: 10 },
  { key: 'avgPx', characters: 10 },
  { key: 'status', characters: 26 },
  { key: 'account', characters: 18 },
  { key: 'time', characters: 14 },
  { key: 'reason', characters: 12 },
]
/** What is the first to be done without, where there is little room: whose order it is, where all are one's own. */
const LEAVING = {
  ofMany: ['time', 'avgPx', 'reason', 'account'],
  own: ['account', 'time', 'avgPx', 'reason'],
}

interface OrdersTableProps {
  readonly selected: string | undefined
  readonly onSelect: (securityID: string) => void
}

/** Kept for the person, also over a reload: what it hides is counted above the table. */
const showOnly = (orderFilter: OrderFilter): void => arrange({ orderFilter })

/** What is asked at the moment: of one order beside its row, of several above the table. */
interface Asked {
  readonly request: 'replace' | 'cancel'
  readonly orders: readonly StockOrder[]
  readonly at: 'row' | 'table'
}

/** The day's orders, newest first, each with what may be asked of it. */
export function OrdersTable({ selected, onSelect }: OrdersTableProps) {
  const { t } = useTranslation()
  const orders = useOrders()
  const filter = useArrangement(({ orderFilter }) => orderFilter)
  const [asked, setAsked] = useState<Asked>()
  const place = useRef<HTMLDivElement>(null)
  useFocusBack(place, asked)
  const inRow = asked?.at === 'row' ? asked.orders[0] : undefined
  // What is being asked about stays in sight, also when it no longer passes the filters.
  const shown = useMemo(() => {
    const passing = new Set(filterOrders(orders, filter, selected))
    return orders.filter((order) => passing.has(order) || order.id === inRow?.id)
  }, [orders, filter, selected, inRow?.id])
  const open = shown.filter(isOpen)
  const drawn = useMemo(() => drawnOf(shown, inRow?.id), [shown, inRow?.id])
  const notListed = shown.length - drawn.length
  const notFetched = useOrdersNotFetched()
  const hidden = orders.length - shown.length
  const isNew = useNewcomers(orders)
  const askInRow = useCallback(
    (request: Asked['request'], order: StockOrder) => setAsked({ request, orders: [order], at: 'row' }),
    [],
  )
  const leaveAsked = useCallback(() => setAsked(undefined), [])
  const mayTrade = [useCan('BUY'), useCan('SELL')].some(Boolean)

  const seesOthers = useCan('VIEW_ALL_ORDERS')
  const { ref, without } = useColumnsWithoutRoom(orderColumns, seesOthers ? LEAVING.ofMany : LEAVING.own)

  return (
    <div ref={place} className={style.orders}>
      <div className={style.tools}>
        <FilterChips filter={filter} selected={selected} onChange={showOnly} />
        {hidden > 0 && (
          <span className={style.hidden}>
            {t('Trading.Orders.Hidden', { number: hidden })}
            <Button size="small" type="link" onClick={() => showOnly(EVERYTHING)}>
              {t('Trading.Orders.ShowAll')}
            </Button>
          </span>
        )}
        {notListed > 0 && (
          <span className={style.hidden}>{t('Trading.Orders.NotListed', { number: notListed })}</span>
        )}
        {notFetched > 0 && (
          <span className={style.hidden}>{t('Trading.Orders.NotFetched', { number: notFetched })}</span>
        )}
        <Button
          size="small"
          danger
          className={style.cancelAll}
          disabled={open.length === 0 || !mayTrade}
          data-cancel-all
          onClick={() => setAsked({ request: 'cancel', orders: open, at: 'table' })}
        >
          {t('Trading.Orders.CancelAll')}
        </Button>
      </div>
      {asked?.at === 'table' && <CancelOrders orders={asked.orders} onClose={leaveAsked} />}
      {shown.length === 0 ? (
        <Empty
          title={isEverything(filter) ? t('Trading.Orders.None') : t('Trading.Orders.NoMatch')}
          details={
            isEverything(filter) ? t('Trading.Orders.None.details') : t('Trading.Orders.NoMatch.details')
          }
        />
      ) : (
        <div ref={ref} className={style.rows}>
          <table
            ref={rovingRows}
            className={`${style.table} ${cards.cards}`}
            data-without={without.join(' ')}
            aria-label={t('Trading.Orders')}
          >
            <thead>
              <tr>
                <th scope="col" data-column="actions">
                  {t('Trading.Column.actions')}
                </th>
                <th scope="col" data-column="symbol">
                  {t('Trading.Column.symbol')}
                </th>
                <th scope="col" data-column="side">
                  {t('Trading.Column.side')}
                </th>
                <th scope="col" data-column="filledOf" data-kind="figure">
                  {t('Trading.Column.filledOf')}
                </th>
                <th scope="col" data-column="price" data-kind="figure">
                  {t('Trading.Column.price')}
                </th>
                <th scope="col" data-column="avgPx" data-kind="figure">
                  {t('Trading.Column.avgPx')}
                </th>
                <th scope="col" data-column="status">
                  {t('Trading.Column.status')}
                </th>
                <th scope="col" data-column="account">
                  {t('Trading.Column.account')}
                </th>
                <th scope="col" data-column="time" data-kind="figure">
                  {t('Trading.Column.time')}
                </th>
                <th scope="col" data-column="reason">
                  {t('Trading.Column.reason')}
                </th>
              </tr>
            </thead>
            <tbody>
              {drawn.map((order) => (
                <Fragment key={order.id}>
                  <OrderRow
                    order={order}
                    isNew={isNew(order)}
                    mayTrade={mayTrade}
                    onSelect={onSelect}
                    onAsk={askInRow}
                  />
                  {asked && order.id === inRow?.id && (
                    <tr className={style.asked}>
                      <td colSpan={orderColumns.length}>
                        {asked.request === 'replace' ? (
                          <ReplaceOrder key={order.id} order={order} onClose={leaveAsked} />
                        ) : (
                          <CancelOrders key={order.id} orders={asked.orders} onClose={leaveAsked} />
                        )}
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

/** Of orders newest first those with a row: all that are open or asked about, and the newest of the others. */
function drawnOf(orders: readonly StockOrder[], asked: string | undefined): readonly StockOrder[] {
  if (orders.length <= MOST_ROWS) return orders
  const isKept = (order: StockOrder) => isOpen(order) || order.id === asked
  let room = Math.max(0, MOST_ROWS - orders.filter(isKept).length)
  return orders.filter((order) => isKept(order) || room-- > 0)
}

/** Orders that came after the screen was there flash once. */
function useNewcomers(orders: readonly StockOrder[]): (order: StockOrder) => boolean {
  const known = useRef<Set<string>>(undefined)
  known.current ??= new Set(orders.map(({ id }) => id))
  const before = known.current
  useEffect(() => {
    // A row says it is new when it is first drawn; from then on it is known.
    for (const { id } of orders) before.add(id)
  }, [orders, before])
  return ({ id }) => !before.has(id)
}

/** When nothing is asked any more the focus goes back to where the question came from. */
function useFocusBack(place: RefObject<HTMLDivElement | null>, asked: Asked | undefined): void {
  const before = useRef<Asked>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = asked
    if (asked || !last) return
    const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector)
    const row = last.at === 'row' ? `tr[data-order="${last.orders[0]?.orderID}"]` : undefined
    const goal = row ? find(`${row} button[data-symbol]`) : find('[data-cancel-all]:enabled')
    // Where the row is gone, the filters hide it or nothing is open any more, the first row is near.
    const near = goal ?? find('tr[data-order] button[data-symbol]') ?? find('input, button:enabled')
    near?.focus()
  }, [place, asked])
}
