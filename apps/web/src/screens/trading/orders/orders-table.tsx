import type { StockOrder } from '@tradebook/contract'
import { Button, Modal } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOrders } from '../../../live/use-live.ts'
import { useCan } from '../../../session.ts'
import { Empty } from '../empty.tsx'
import { FilterChips } from './filter-chips.tsx'
import { EVERYTHING, filterOrders, isEverything, isOpen, type OrderFilter } from './order-filter.ts'
import { OrderRow } from './order-row.tsx'
import { orderSaid } from './order-words.ts'
import { ReplaceOrder } from './replace-order.tsx'
import { cancelOrders } from './requests.ts'
import style from './table.module.css'

/** What a screen can show without losing its calm; the filters reach the rest. */
const MOST_ROWS = 200

interface OrdersTableProps {
  readonly selected: string | undefined
  readonly onSelect: (securityID: string) => void
}

/** The day's orders, newest first, each with what may be asked of it. */
export function OrdersTable({ selected, onSelect }: OrdersTableProps) {
  const { t } = useTranslation()
  const orders = useOrders()
  const [filter, setFilter] = useState<OrderFilter>(EVERYTHING)
  const [replacing, setReplacing] = useState<StockOrder>()
  const [cancelling, setCancelling] = useState<readonly StockOrder[]>()
  const shown = useMemo(() => filterOrders(orders, filter, selected), [orders, filter, selected])
  const open = shown.filter(isOpen)
  const hidden = orders.length - shown.length
  const isNew = useNewcomers(orders)
  const mayTrade = [useCan('BUY'), useCan('SELL')].some(Boolean)

  return (
    <div className={style.orders}>
      <div className={style.tools}>
        <FilterChips filter={filter} selected={selected} onChange={setFilter} />
        {hidden > 0 && (
          <span className={style.hidden}>
            {t('Trading.Orders.Hidden', { number: hidden })}
            <Button size="small" type="link" onClick={() => setFilter(EVERYTHING)}>
              {t('Trading.Orders.ShowAll')}
            </Button>
          </span>
        )}
        <Button
          size="small"
          danger
          className={style.cancelAll}
          disabled={open.length === 0 || !mayTrade}
          onClick={() => setCancelling(open)}
        >
          {t('Trading.Orders.CancelAll')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <Empty
          title={isEverything(filter) ? t('Trading.Orders.None') : t('Trading.Orders.NoMatch')}
          details={
            isEverything(filter) ? t('Trading.Orders.None.details') : t('Trading.Orders.NoMatch.details')
          }
        />
      ) : (
        <div className={style.rows}>
          <table className={style.table} aria-label={t('Trading.Orders')}>
            <thead>
              <tr>
                <th scope="col">{t('Trading.Column.actions')}</th>
                <th scope="col">{t('Trading.Column.symbol')}</th>
                <th scope="col">{t('Trading.Column.side')}</th>
                <th scope="col" data-kind="figure">
                  {t('Trading.Column.filledOf')}
                </th>
                <th scope="col" data-kind="figure">
                  {t('Trading.Column.price')}
                </th>
                <th scope="col" data-kind="figure">
                  {t('Trading.Column.avgPx')}
                </th>
                <th scope="col">{t('Trading.Column.status')}</th>
                <th scope="col">{t('Trading.Column.account')}</th>
                <th scope="col" data-kind="figure">
                  {t('Trading.Column.time')}
                </th>
                <th scope="col">{t('Trading.Column.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.slice(0, MOST_ROWS).map((order) => (
                <OrderRow
                  key={order.id}
                  order={order}
                  isNew={isNew(order)}
                  mayTrade={mayTrade}
                  onSelect={onSelect}
                  onReplace={setReplacing}
                  onCancel={setCancelling}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {replacing && <ReplaceOrder order={replacing} onClose={() => setReplacing(undefined)} />}
      {cancelling && <CancelOrders orders={cancelling} onClose={() => setCancelling(undefined)} />}
    </div>
  )
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

/** What exactly will be cancelled, before it is. */
function CancelOrders({ orders, onClose }: { orders: readonly StockOrder[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [first] = orders
  const isOne = orders.length === 1
  const cancel = async () => {
    setBusy(true)
    await cancelOrders(orders)
    onClose()
  }
  return (
    <Modal
      open
      title={isOne ? t('Trading.Cancel.One') : t('Trading.Cancel.Many', { number: orders.length })}
      okText={
        isOne ? t('Trading.Cancel.Confirm') : t('Trading.Cancel.ConfirmMany', { number: orders.length })
      }
      okButtonProps={{ danger: true, loading: isBusy, autoFocus: true }}
      cancelText={t('Trading.Cancel.Keep')}
      onOk={() => void cancel()}
      onCancel={onClose}
    >
      {isOne && first ? (
        <p>{t('Trading.Cancel.Text', { order: orderSaid(first, t), customer: first.customerName })}</p>
      ) : (
        <ul className={style.list}>
          {orders.map((order) => (
            <li key={order.id}>
              {orderSaid(order, t)} · {order.customerName}
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
