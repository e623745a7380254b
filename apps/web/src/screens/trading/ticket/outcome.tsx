import { useTranslation } from 'react-i18next'
import { useOrders } from '../../../live/use-live.ts'
import { orderWords } from '../orders/order-words.ts'
import type { Sending } from './sending.ts'
import style from './ticket.module.css'

/** What became of the order that was sent, kept current by its events. */
export function Outcome({ sending }: { sending: Sending }) {
  const { t } = useTranslation()
  const orders = useOrders()
  switch (sending.phase) {
    case 'idle':
    case 'sending':
      return null
    case 'slow':
      return (
        <Notice tone="warning" title={t('Trading.Ticket.Slow')} details={t('Trading.Ticket.Slow.details')} />
      )
    case 'unknown':
      return <Notice tone="warning" title={sending.title} details={t('Trading.Ticket.Unknown')} />
    case 'refused':
      return <Notice tone="down" title={t('Trading.Ticket.Refused', sending)} details={sending.details} />
    case 'answered': {
      const order = orders.find(({ id }) => id === sending.id)
      return order ? <Notice {...orderWords(order, t)} /> : null
    }
  }
}

interface NoticeProps {
  readonly tone: 'up' | 'down' | 'warning' | 'information'
  readonly title: string
  readonly details: string
}

const Notice = ({ tone, title, details }: NoticeProps) => (
  <div className={style.outcome} data-tone={tone}>
    <strong>{title}</strong>
    <p>{details}</p>
  </div>
)
