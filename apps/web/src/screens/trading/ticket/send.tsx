import { type CustomerRow, ExecInst, Side, type TextKey, TimeInForce } from '@tradebook/contract'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarketDate, useOrders } from '../../../live/use-live.ts'
import { date, quantity } from '../../../ui/format.ts'
import { type Outcome as OutcomeTexts, orderText, outcomeOf } from '../orders/order-texts.ts'
import { useRepeat } from '../use-trade.ts'
import type { ReadyOrder } from './draft.ts'
import type { Objection } from './sanity.ts'
import {
  type Intent,
  isOrderOf,
  isUnderway,
  maySend,
  type Undecided,
  undecidedLike,
  untradedOf,
  wantedOf,
} from './sending.ts'
import style from './ticket.module.css'
import { dismiss, review, sendAgain, useTicket } from './ticket-store.ts'

interface ReviewProps {
  readonly order: ReadyOrder
  readonly account: CustomerRow | undefined
  readonly sanity: readonly Objection[]
  /** Until when the exchange keeps an order that is good till cancelled. */
  readonly latestExpireDate: string | undefined
}

/** What exactly will be sent, for whom, and what is unusual about it. */
export function Review({ order, account, sanity, latestExpireDate }: ReviewProps) {
  const { t } = useTranslation()
  const { timeInForce, expireDate, execInst, displayQty, minQty } = order
  // All or none decides at entry, whatever duration the market's rules let it have.
  const waits = execInst !== ExecInst.allOrNone
  return (
    <div className={style.review}>
      <p>
        {t('Trading.Ticket.ReviewText', {
          order: orderText(wantedOf(order), t),
          customer: account?.customerName ?? '',
        })}
      </p>
      {waits && timeInForce !== TimeInForce.day && (
        <p>
          {t('Trading.Ticket.ReviewTerms', {
            time: t(`Trading.TimeInForce.${timeInForce}`),
            details: t(`Trading.TimeInForce.${timeInForce}.details`, { date: date(latestExpireDate) }),
          })}
        </p>
      )}
      {waits && expireDate !== undefined && (
        <p>{t('Trading.Ticket.ReviewUntil', { date: date(expireDate) })}</p>
      )}
      {displayQty !== undefined && (
        <p>{t('Trading.Ticket.ReviewDisplay', { quantity: quantity(displayQty) })}</p>
      )}
      {minQty !== undefined && <p>{t('Trading.Ticket.ReviewMinimum', { quantity: quantity(minQty) })}</p>}
      {order.text !== undefined && <p>{t('Trading.Ticket.ReviewCarried', { text: order.text })}</p>}
      {!waits && <p>{t('Trading.Ticket.AllOrNone.details')}</p>}
      {sanity.length > 0 && (
        <div className={style.sanity}>
          <strong>{t('Trading.Ticket.Check')}</strong>
          <ul>
            {sanity.map(({ text, values }) => (
              <li key={text}>{t(text, { ...values })}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

interface SendButtonProps {
  readonly side: Side
  readonly symbol: string
  /** Absent while something prevents sending. */
  readonly order: ReadyOrder | undefined
  /** What stands most against it. */
  readonly objection: Objection | undefined
  /** Why it cannot be pressed, or what to mind before it is. */
  readonly why: string | undefined
}

/** The one button that sends, named by what it does; what it is doing while it does it. */
export function SendButton({ side, symbol, order, objection, why }: SendButtonProps) {
  const { t } = useTranslation()
  const words = useButtonText({ side, symbol, order, objection })
  const isReviewing = useTicket((ticket) => ticket.isReviewing)
  const isBusy = useTicket(({ sending }) => isUnderway(sending))
  const isBlocked = useIsBlockedByUndecided(order)
  return (
    <>
      <Button
        block
        type="primary"
        htmlType="submit"
        danger={side === Side.sell}
        loading={isBusy}
        disabled={(!order || isBlocked) && !isBusy}
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
      <p className={style.why} data-warning={objection === undefined || undefined}>
        {why}
      </p>
    </>
  )
}

/** Whether the order is like an undecided one of an earlier market day, which is not sent again. */
function useIsBlockedByUndecided(order: ReadyOrder | undefined): boolean {
  const marketDate = useMarketDate()
  const undecided = useTicket((ticket) => ticket.undecided)
  const again = order && undecidedLike(order, { undecided })
  return again !== undefined && !maySend(again.intent, marketDate)
}

/** The reasons that no change of the draft removes are shown on the button itself. */
const blockedTexts: Partial<Record<TextKey, TextKey>> = {
  'Trading.Ticket.NotLive': 'Trading.Ticket.Button.NotLive',
  'Trading.Ticket.Away': 'Trading.Ticket.Button.Away',
  'Trading.Ticket.Closed': 'Trading.Ticket.Button.Closed',
  'Trading.Ticket.MarketHalted': 'Trading.Ticket.Button.MarketHalted',
  'Trading.Ticket.Halted': 'Trading.Ticket.Button.Halted',
}

function useButtonText({ side, symbol, order, objection }: Omit<SendButtonProps, 'why'>): string {
  const { t } = useTranslation()
  const { isReviewing, sending, undecided } = useTicket()
  const isBlocked = useIsBlockedByUndecided(order)
  if (isUnderway(sending)) {
    const underway = orderText(wantedOf(sending.intent.order), t)
    return t(sending.status === 'slow' ? 'Trading.Ticket.Slow' : 'Trading.Ticket.Sending', {
      order: underway,
    })
  }
  const blocked = objection && blockedTexts[objection.text]
  if (blocked) return t(blocked, { symbol })
  if (!order)
    return t(side === Side.buy ? 'Trading.Ticket.BuySymbol' : 'Trading.Ticket.SellSymbol', { symbol })
  if (isBlocked) return t('Trading.Ticket.LookFirst')
  const text = orderText(wantedOf(order), t)
  if (undecidedLike(order, { undecided })) return t('Trading.Ticket.SendAgain', { order: text })
  return isReviewing ? t('Trading.Ticket.Confirm', { order: text }) : text
}

/** What became of the orders sent from here, kept current by their events. */
export function Outcome() {
  const { t } = useTranslation()
  const { sending, undecided } = useTicket()
  return (
    <>
      {sending.status === 'slow' && (
        <Notice
          tone="warning"
          title={t('Trading.Ticket.Slow', { order: orderText(wantedOf(sending.intent.order), t) })}
          why={t('Trading.Ticket.Slow.details')}
        />
      )}
      {sending.status === 'refused' && (
        <Notice
          {...outcomeOf(untradedOf(sending.intent.order), t, { request: 'enter', ...sending.failure })}
        />
      )}
      {sending.status === 'answered' && <Answered id={sending.id} />}
      {undecided.map((each) => (
        <UndecidedNotice key={each.intent.clOrdID} {...each} />
      ))}
    </>
  )
}

function Answered({ id }: { id: string }) {
  const { t } = useTranslation()
  const order = useOrders().find((other) => other.id === id)
  return order ? <Notice {...outcomeOf(order, t)} /> : null
}

/** On the market day it was sent on it may be sent again, as it was, whatever is in the ticket by now. */
function UndecidedNotice({ intent, failure }: Undecided) {
  const { t } = useTranslation()
  const repeat = useRepeat()
  const isBusy = useTicket(({ sending }) => isUnderway(sending))
  const mayRepeat = maySend(intent, useMarketDate())
  const outcome = outcomeOf(untradedOf(intent.order), t, { request: 'enter', ...failure })
  return (
    <div role="alert">
      <Notice {...outcome} why={mayRepeat ? outcome.why : t('Trading.Ticket.LookFirst.details')}>
        {mayRepeat ? (
          <Button size="small" disabled={isBusy} onClick={() => void sendAgain(intent)}>
            {t('Trading.Ticket.Again')}
          </Button>
        ) : (
          <Button
            size="small"
            onClick={() => {
              dismiss(intent)
              repeat(wantedOf(intent.order))
            }}
          >
            {t('Trading.Ticket.EnterAgain')}
          </Button>
        )}
        <Button size="small" type="text" onClick={() => dismiss(intent)}>
          {t('Trading.Ticket.Dismiss')}
        </Button>
      </Notice>
    </div>
  )
}

interface NoticeProps extends Pick<OutcomeTexts, 'tone' | 'title' | 'why'> {
  readonly children?: ReactNode
}

const Notice = ({ tone, title, why, children }: NoticeProps) => (
  <div className={style.outcome} data-tone={tone}>
    <strong>{title}</strong>
    {why && <p>{why}</p>}
    {children && <div className={style.answers}>{children}</div>}
  </div>
)

/** The refusal of the order sent last, unless it is among the orders, where its row shows the same. */
export function useUnkeptRefusal(): OutcomeTexts | undefined {
  const { t } = useTranslation()
  const orders = useOrders()
  const refused = useTicket(({ sending }) => (sending.status === 'refused' ? sending : undefined))
  if (!refused || isKept(refused.intent, orders)) return undefined
  return outcomeOf(untradedOf(refused.intent.order), t, { request: 'enter', ...refused.failure })
}

const isKept = (intent: Intent, orders: ReturnType<typeof useOrders>): boolean =>
  orders.some((order) => isOrderOf(intent, order))
