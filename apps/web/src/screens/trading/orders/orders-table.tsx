import { isOpenInMarket, type StockOrder, type TextKey } from '@tradebook/contract'
import { Button } from 'antd'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/use-call.ts'
import { useLink, useOrders, useOrdersNotFetched } from '../../../live/use-live.ts'
import { useCan } from '../../../session.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useClosedGroups } from '../../../ui/data-table/groups.ts'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { linkedKey } from '../../../ui/data-table/list-view.ts'
import { localList } from '../../../ui/data-table/local-list.ts'
import { announce } from '../announcement.ts'
import { actionOf } from '../keymap.ts'
import { useRepeat } from '../use-trade.ts'
import { CancelOrders } from './cancel-orders.tsx'
import { isOpen, orderText } from './order-texts.ts'
import { orderView } from './order-view.tsx'
import style from './orders.module.css'
import { ReplaceOrder } from './replace-order.tsx'
import type { RowRequest } from './row-actions.tsx'
import { conditionsNow, useRequestConditions, whyNot, whyNotNow } from './why-not.ts'

interface OrdersTableProps {
  readonly selected: string | undefined
  readonly onSelect: (securityID: string) => void
}

/** What is asked at the moment: of one order under its row, of several above the table. */
interface Asked {
  readonly request: 'replace' | 'cancel'
  readonly orders: readonly StockOrder[]
  readonly at: 'row' | 'table'
}

/** The day's orders and every open one, newest first, each with what may be asked of it. */
export function OrdersTable({ selected, onSelect }: OrdersTableProps) {
  const { t } = useTranslation()
  const orders = useOrders()
  const conditions = useRequestConditions()
  const whyNoCancel = whyNotNow('cancel', conditions, t)
  const seesOthers = useCan('VIEW_ALL_ORDERS')
  const areOfSeveral = orders.some(({ account }) => account !== orders[0]?.account)
  const repeat = useRepeat()
  const [asked, setAsked] = useState<Asked>()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const place = useRef<HTMLDivElement>(null)
  useFocusBack(place, asked)
  const leaveAsked = useCallback(() => setAsked(undefined), [])
  const askInRow = useCallback(
    (request: RowRequest, order: StockOrder) => {
      if (request === 'repeat') repeat(order)
      else setAsked({ request, orders: [order], at: 'row' })
    },
    [repeat],
  )
  const list = useMemo(
    () => orderView({ selected, seesOthers, areOfSeveral, onAsk: askInRow }),
    [selected, seesOthers, areOfSeveral, askInRow],
  )
  const [state, change] = useListState(list)
  const [closed, toggleGroup] = useClosedGroups()
  const inRow = asked?.at === 'row' ? asked.orders[0] : undefined
  const notFetched = useOrdersNotFetched()
  const isOffline = useLink().state === 'offline'
  const past = usePastOrder(orders, notFetched === undefined ? undefined : linkedKey(list, state.filters))
  const source = useMemo(() => {
    if (notFetched === undefined) return { ...localList(list, undefined, state), isOffline }
    const shown = localList(list, past ? [...orders, past] : orders, state, isOpen, { t, closed })
    return inRow ? withRow(shown, orders, inRow.id) : shown
  }, [list, orders, past, notFetched, isOffline, state, inRow, closed, t])
  const open = useMemo(() => source.passing.filter(isOpenInMarket), [source])
  // What is ticked stays so on other pages and behind other filters; an order that ended is no longer meant.
  const chosen = useMemo(
    () => orders.filter((order) => isOpenInMarket(order) && ticked.includes(order.id)),
    [orders, ticked],
  )
  const askOf = (several: readonly StockOrder[]) =>
    setAsked({ request: 'cancel', orders: several, at: 'table' })
  const newcomers = useNewcomers(orders)

  /** Single keys work while the focus is in the row, and nowhere else (WCAG 2.1.4). */
  const onRowKeyDown = (event: KeyboardEvent, order: StockOrder) => {
    const request = actionOf('order', event)
    if (request === undefined) return
    const why = whyNot(request, order, conditionsNow(order), t)
    if (why !== undefined) return announce(why)
    // The key has done its work: it is not typed into the field that opens.
    event.preventDefault()
    askInRow(request, order)
  }
  const rowAttributes = useCallback(
    (order: StockOrder) => ({
      'data-order': order.orderID,
      'data-status': order.ordStatus,
      'data-new': newcomers.has(order.id) || undefined,
      className: style.order,
      onAnimationEnd: () => newcomers.delete(order.id),
    }),
    [newcomers],
  )
  const isSelectable = useCallback(
    (order: StockOrder) => whyNot('cancel', order, conditions, t) === undefined,
    [conditions, t],
  )
  const label = useCallback(
    (order: StockOrder) => t('Trading.Orders.Select', { order: orderText(order, t) }),
    [t],
  )
  return (
    <div ref={place} className={style.orders} tabIndex={-1}>
      <DataTable
        list={list}
        source={source}
        state={state}
        onChange={change}
        onOpen={({ securityID }) => onSelect(securityID)}
        fileInput={CURRENT}
        onRowKeyDown={onRowKeyDown}
        rowAttributes={rowAttributes}
        selection={{ keys: ticked, onChange: setTicked, isSelectable, label, ticked: chosen }}
        onToggleGroup={toggleGroup}
        detail={{
          of: inRow ? [inRow.id] : [],
          show: (order) =>
            asked?.request === 'replace' ? (
              <ReplaceOrder order={order} onClose={leaveAsked} />
            ) : (
              <CancelOrders orders={asked?.orders ?? []} onClose={leaveAsked} />
            ),
        }}
        note={(notFetched ?? 0) > 0 && t('Trading.Orders.NotFetched', { number: notFetched })}
        tools={
          // Each has its own button and place: none turns into the other under the hand.
          <>
            {chosen.length > 0 && (
              <Button
                size="small"
                danger
                disabled={whyNoCancel !== undefined}
                title={whyNoCancel}
                onClick={() => askOf(chosen)}
              >
                {t('Trading.Orders.CancelSelected', { number: chosen.length })}
              </Button>
            )}
            <Button
              size="small"
              danger
              disabled={open.length === 0 || whyNoCancel !== undefined}
              title={whyNoCancel}
              onClick={() => askOf(open)}
            >
              {t(cancelAllText(open.length, orders), { number: open.length })}
            </Button>
          </>
        }
      >
        {asked?.at === 'table' && <CancelOrders orders={asked.orders} onClose={leaveAsked} />}
      </DataTable>
    </div>
  )
}

/** The order that a link leads to, where it is not among the current ones that the page has. */
function usePastOrder(orders: readonly StockOrder[], orderID: string | undefined): StockOrder | undefined {
  const isCurrent = orders.some((order) => order.orderID === orderID)
  const { data } = useCall(
    'Order/getStockOrders',
    { orderID: orderID ?? '', maxResultCount: 1 },
    { enabled: orderID !== undefined && !isCurrent },
  )
  return orderID === undefined || isCurrent ? undefined : data?.items[0]
}

/** How far the button goes: every page of what passes the filters, which may be all that is open. */
function cancelAllText(number: number, orders: readonly StockOrder[]): TextKey {
  if (number === 0) return 'Trading.Orders.CancelNone'
  return number === orders.filter(isOpenInMarket).length
    ? 'Trading.Orders.CancelAll'
    : 'Trading.Orders.CancelFound'
}

/** The file holds the orders that the page does: those of the day and every open one. */
const CURRENT = { status: 'current' }

/** What is being asked about stays in sight, also when it no longer passes the filters. */
function withRow<Source extends { readonly rows: readonly StockOrder[] | undefined }>(
  source: Source,
  orders: readonly StockOrder[],
  id: string,
): Source {
  if (source.rows?.some((order) => order.id === id)) return source
  const order = orders.find((other) => other.id === id)
  return order ? { ...source, rows: [order, ...(source.rows ?? [])] } : source
}

/** Orders that came after the screen was there, until their row has flashed. */
function useNewcomers(orders: readonly StockOrder[]): Set<string> {
  const [newcomers] = useState(() => new Set<string>())
  const known = useRef<Set<string>>(undefined)
  known.current ??= new Set(orders.map(({ id }) => id))
  for (const { id } of orders) {
    if (known.current.has(id)) continue
    known.current.add(id)
    newcomers.add(id)
  }
  return newcomers
}

/** When nothing is asked any more the focus goes back to the list, and to no button that cancels. */
function useFocusBack(place: RefObject<HTMLDivElement | null>, asked: Asked | undefined): void {
  const before = useRef<Asked>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = asked
    if (asked || !last) return
    const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector)
    const row = `tr[data-order="${last.orders[0]?.orderID}"]`
    const goal = last.at === 'row' ? find(`${row} button[data-symbol]`) : place.current
    // Where the row is gone or the filters hide it, the first row is near.
    const near = goal ?? find('tr[data-order] button[data-symbol]') ?? place.current
    near?.focus()
  }, [place, asked])
}
