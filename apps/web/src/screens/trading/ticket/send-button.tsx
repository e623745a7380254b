import { Side } from '@tradebook/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useArrangement } from '../preferences.ts'
import type { ReadyOrder } from './draft.ts'
import { intentWords } from './intent-words.ts'
import { isUnderway } from './sending.ts'
import style from './ticket.module.css'
import { review, useTicket } from './ticket-store.ts'

interface SendButtonProps {
  readonly side: Side
  readonly symbol: string
  /** Absent while something stands against sending. */
  readonly order: ReadyOrder | undefined
  /** Why it can not be pressed, or what to mind before it is. */
  readonly why: string | undefined
  readonly isWarning: boolean
}

/** The one button that sends, named by what it does; what it is doing while it does it. */
export function SendButton({ side, symbol, order, why, isWarning }: SendButtonProps) {
  const { t } = useTranslation()
  const words = useButtonWords(side, symbol, order)
  const isReviewing = useTicket((ticket) => ticket.isReviewing)
  const isBusy = useTicket(({ sending }) => isUnderway(sending))
  return (
    <div className={style.send}>
      <Button
        block
        type="primary"
        htmlType="submit"
        danger={side === Side.sell}
        loading={isBusy}
        disabled={!order && !isBusy}
        // The second half of a double click must not confirm what nobody has read.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {words}
      </Button>
      {isReviewing && (
        <Button block type="text" onClick={() => review(false)}>
          {t('Trading.Ticket.Back')}
        </Button>
      )}
      <p className={style.why} data-warning={isWarning || undefined}>
        {why}
      </p>
    </div>
  )
}

function useButtonWords(side: Side, symbol: string, order: ReadyOrder | undefined): string {
  const { t } = useTranslation()
  const wantsReview = useArrangement((arrangement) => arrangement.review)
  const { isReviewing, sending } = useTicket()
  if (sending.phase === 'sending') return t('Trading.Ticket.Sending')
  if (sending.phase === 'slow') return t('Trading.Ticket.Slow')
  if (!order)
    return t(side === Side.buy ? 'Trading.Ticket.BuySymbol' : 'Trading.Ticket.SellSymbol', { symbol })
  const said = intentWords(order, symbol, t)
  if (sending.phase === 'unknown') return t('Trading.Ticket.SendAgain', { order: said })
  return wantsReview && isReviewing ? t('Trading.Ticket.Confirm', { order: said }) : said
}
