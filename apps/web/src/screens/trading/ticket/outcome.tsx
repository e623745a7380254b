import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useOrders } from '../../../live/use-live.ts'
import { orderWords } from '../orders/order-words.ts'
import type { Sending } from './sending.ts'

/** What became of the order that was sent, kept current by its events. */
export function Outcome({ sending }: { sending: Sending }) {
  const { t } = useTranslation()
  const orders = useOrders()
  if (sending.phase === 'refused') {
    return <Alert type="error" showIcon title={sending.title} description={sending.details} />
  }
  if (sending.phase === 'unknown') {
    return <Alert type="warning" showIcon title={sending.title} description={t('Trading.Ticket.Unknown')} />
  }
  if (sending.phase === 'slow')
    return <Alert type="warning" showIcon title={t('Trading.Ticket.Slow.details')} />
  const order = sending.phase === 'answered' && orders.find(({ id }) => id === sending.id)
  if (!order) return null
  const { title, details, tone } = orderWords(order, t)
  return <Alert type={tone} showIcon title={title} description={details} />
}
