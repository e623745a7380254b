import { OrdType, orderCan, Side, type StockOrder } from '@tradebook/contract'
import { type CSSProperties, type KeyboardEvent, memo, useState } from 'react'
import { averagePrice, NOTHING, price, quantity, time } from '../../../ui/format.ts'
import { useSay } from '../../../words.ts'
import { announce } from '../announcement.ts'
import { actionOf } from '../keymap.ts'
import { outcomeOf, statusWords, termsSaid } from './order-words.ts'
import { failureStanding, useFailedRequests } from './requests.ts'
import style from './table.module.css'

interface OrderRowProps {
  readonly order: StockOrder
  /** It came just now. */
  readonly isNew: boolean
  readonly mayTrade: boolean
  readonly onSelect: (securityID: string) => void
  readonly onAsk: (request: 'replace' | 'cancel', order: StockOrder) => void
}

export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, mayTrade, onSelect, onAsk } = props
  const say = useSay()
  const failed = useFailedRequests((requests) => failureStanding(order, requests[order.id]))
  // New once: the row goes on being drawn, the flash does not.
  const [isNew] = useState(props.isNew)
  const { ordStatus, side, orderQty, cumQty, avgPx } = order
  const isBuy = side === Side.buy
  const why = (request: 'replace' | 'cancel') => {
    if (!mayTrade) return say('Trading.Orders.MayNot')
    if (!orderCan(request, ordStatus))
      return say('Trading.Orders.Cannot', { status: say(statusWords[ordStatus]).toLowerCase() })
    return undefined
  }
  const outcome = outcomeOf(order, say, failed)
  // The kind of an order stands in the place of its price; its duration wherever it is not the day.
  const terms = termsSaid({ ordType: OrdType.limit, timeInForce: order.timeInForce }, say)
  const whyNotReplace = why('replace')
  const whyNotCancel = why('cancel')
  /** Single keys work while the focus is in the row, and nowhere else (WCAG 2.1.4). */
  const onKeyDown = (event: KeyboardEvent) => {
    const asked = actionOf('order', event)
    const isReplace = asked === 'replace' && whyNotReplace === undefined
    const isCancel = asked === 'cancel' && whyNotCancel === undefined
    const whyNot = asked === 'replace' ? whyNotReplace : asked === 'cancel' ? whyNotCancel : undefined
    if (whyNot !== undefined) announce(whyNot)
    if (!isReplace && !isCancel) return
    // The key has done its work: it is not typed into the field that opens.
    event.preventDefault()
    onAsk(isReplace ? 'replace' : 'cancel', order)
  }
  return (
    <tr data-new={isNew || undefined} data-order={order.orderID} data-status={ordStatus}>
      <td className={style.actions} data-column="actions">
        <button
          type="button"
          disabled={whyNotReplace !== undefined}
          title={whyNotReplace ?? say('Trading.Orders.Replace')}
          onClick={() => onAsk('replace', order)}
          onKeyDown={onKeyDown}
        >
          {say('Trading.Orders.Replace')}
        </button>
        <button
          type="button"
          disabled={whyNotCancel !== undefined}
          title={whyNotCancel ?? say('Trading.Orders.Cancel')}
          onClick={() => onAsk('cancel', order)}
          onKeyDown={onKeyDown}
        >
          {say('Trading.Orders.Cancel')}
        </button>
      </td>
      <td data-column="symbol">
        <button
          type="button"
          className={style.symbol}
          data-symbol
          title={whyNotCancel}
          onClick={() => onSelect(order.securityID)}
          onKeyDown={onKeyDown}
        >
          {order.securityID}
        </button>
      </td>
      <td data-column="side" data-tone={isBuy ? 'up' : 'down'}>
        {isBuy ? say('Trading.Buy') : say('Trading.Sell')}{' '}
        {terms && <span className={style.terms}>{terms}</span>}
      </td>
      <td
        data-column="filledOf"
        data-kind="figure"
        className={style.filled}
        style={{ '--filled': `${orderQty === 0 ? 0 : (100 * cumQty) / orderQty}%` } as CSSProperties}
      >
        {quantity(cumQty)} / {quantity(orderQty)}
      </td>
      <td data-column="price" data-kind="figure">
        {order.price === null ? say('Trading.Orders.Market') : price(order.price)}
      </td>
      <td data-column="avgPx" data-kind="figure">
        {cumQty > 0 ? averagePrice(avgPx) : NOTHING}
      </td>
      <td data-column="status">
        <span className={style.status} data-status={ordStatus}>
          {outcome.what}
        </span>
        {/* Here it is never left out for want of room. */}
        {outcome.hasFailed && <span className={style.failed}>{outcome.why}</span>}
      </td>
      <td data-column="account" title={`${order.customerName} · ${order.userName}`}>
        {order.customerName || order.account}
      </td>
      <td data-column="time" data-kind="figure" title={time(order.transactTime)}>
        {time(order.creationTime)}
      </td>
      <td data-column="reason" className={style.reason} title={outcome.hasFailed ? undefined : outcome.why}>
        {!outcome.hasFailed && outcome.why}
      </td>
    </tr>
  )
})
