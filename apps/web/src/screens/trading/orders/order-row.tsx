import { orderCan, Side, type StockOrder } from '@tradebook/contract'
import { type CSSProperties, type KeyboardEvent, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { averagePrice, NOTHING, price, quantity, time } from '../../../ui/format.ts'
import { reasonOf, statusWords } from './order-words.ts'
import style from './table.module.css'

interface OrderRowProps {
  readonly order: StockOrder
  /** It came just now. */
  readonly isNew: boolean
  readonly mayTrade: boolean
  readonly onSelect: (securityID: string) => void
  readonly onReplace: (order: StockOrder) => void
  readonly onCancel: (orders: readonly StockOrder[]) => void
}

export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, mayTrade, onSelect, onReplace, onCancel } = props
  const { t } = useTranslation()
  // New once: the row goes on being drawn, the flash does not.
  const [isNew] = useState(props.isNew)
  const { ordStatus, side, orderQty, cumQty, avgPx } = order
  const isBuy = side === Side.buy
  const why = (request: 'replace' | 'cancel') => {
    if (!mayTrade) return t('Trading.Orders.MayNot')
    if (!orderCan(request, ordStatus))
      return t('Trading.Orders.Cannot', { status: t(statusWords[ordStatus]).toLowerCase() })
    return undefined
  }
  const reason = reasonOf(order, t)
  const whyNotReplace = why('replace')
  const whyNotCancel = why('cancel')
  /** Single keys work while the focus is in the row, and nowhere else (WCAG 2.1.4). */
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return
    if (key === 'r' && whyNotReplace === undefined) onReplace(order)
    if (key === 'x' && whyNotCancel === undefined) onCancel([order])
  }
  return (
    <tr data-new={isNew || undefined} data-order={order.orderID} data-status={ordStatus}>
      <td className={style.actions}>
        <button
          type="button"
          disabled={whyNotReplace !== undefined}
          title={whyNotReplace ?? t('Trading.Orders.Replace')}
          onClick={() => onReplace(order)}
          onKeyDown={onKeyDown}
        >
          {t('Trading.Orders.Replace')}
        </button>
        <button
          type="button"
          disabled={whyNotCancel !== undefined}
          title={whyNotCancel ?? t('Trading.Orders.Cancel')}
          onClick={() => onCancel([order])}
          onKeyDown={onKeyDown}
        >
          {t('Trading.Orders.Cancel')}
        </button>
      </td>
      <td>
        <button
          type="button"
          className={style.symbol}
          onClick={() => onSelect(order.securityID)}
          onKeyDown={onKeyDown}
        >
          {order.securityID}
        </button>
      </td>
      <td data-tone={isBuy ? 'up' : 'down'}>{isBuy ? t('Trading.Buy') : t('Trading.Sell')}</td>
      <td
        data-kind="figure"
        className={style.filled}
        style={{ '--filled': `${orderQty === 0 ? 0 : (100 * cumQty) / orderQty}%` } as CSSProperties}
      >
        {quantity(cumQty)} / {quantity(orderQty)}
      </td>
      <td data-kind="figure">{order.price === null ? t('Trading.Orders.Market') : price(order.price)}</td>
      <td data-kind="figure">{cumQty > 0 ? averagePrice(avgPx) : NOTHING}</td>
      <td>
        <span className={style.status} data-status={ordStatus}>
          {t(statusWords[ordStatus])}
        </span>
      </td>
      <td title={`${order.customerName} · ${order.userName}`}>{order.customerName || order.account}</td>
      <td data-kind="figure" title={time(order.transactTime)}>
        {time(order.creationTime)}
      </td>
      <td className={style.reason} title={reason}>
        {reason}
      </td>
    </tr>
  )
})
