import { isBulkOrder, isPart, type StockOrder } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { isOpen } from './order-texts.ts'
import style from './orders.module.css'
import { useRequestConditions, whyNot } from './why-not.ts'

/** What is asked of an order by its row. */
export type RowRequest = 'replace' | 'cancel' | 'repeat'
export type AskInRow = (request: RowRequest, order: StockOrder) => void

/** What can be asked of an order, and nothing of a part of a bulk order: an open order is replaced or cancelled; one that has ended can be entered again as a new one. */
export function RowActions({ order, onAsk }: { order: StockOrder; onAsk: AskInRow }) {
  const { t } = useTranslation()
  const conditions = useRequestConditions(order.securityID)
  // Neither a part of a bulk order nor a bulk order can be entered again as an order of one account.
  if (isPart(order) || (isBulkOrder(order) && !isOpen(order))) return null
  if (!isOpen(order)) {
    return (
      <span className={style.actions}>
        <button type="button" disabled={!conditions.mayTrade} onClick={() => onAsk('repeat', order)}>
          {t('Trading.Orders.Repeat')}
        </button>
      </span>
    )
  }
  const whyNotReplace = whyNot('replace', order, conditions, t)
  const whyNotCancel = whyNot('cancel', order, conditions, t)
  return (
    <span className={style.actions}>
      <button
        type="button"
        disabled={whyNotReplace !== undefined}
        title={whyNotReplace ?? t('Trading.Orders.Replace')}
        onClick={() => onAsk('replace', order)}
      >
        {t('Trading.Orders.Replace')}
      </button>
      <button
        type="button"
        disabled={whyNotCancel !== undefined}
        title={whyNotCancel ?? t('Trading.Orders.Cancel')}
        onClick={() => onAsk('cancel', order)}
      >
        {t('Trading.Orders.Cancel')}
      </button>
    </span>
  )
}
