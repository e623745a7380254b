import { feeText, type OrderPreview, Side, settlementDate } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { useMarketDate } from '../../../live/use-live.ts'
import { averagePrice, date, money, naira, quantity } from '../../../ui/format.ts'
import type { Expected } from './at-once.ts'
import style from './ticket.module.css'
import type { Previewed } from './use-preview.ts'

interface ChargesProps {
  /** The order may trade on a later market day, too. */
  readonly lastsLonger: boolean
  readonly previewed: Previewed<OrderPreview>
  /** An order without a limit is calculated at the limit of the day, for which cash is reserved. */
  readonly isMarket: boolean
}

const known = (previewed: Previewed<OrderPreview>): OrderPreview | undefined =>
  previewed.status === 'known' ? previewed.preview : undefined

/** What the order costs or brings comes of, with every charge as the contract note will print it, and when it settles. */
export function Charges({ lastsLonger, previewed, isMarket }: ChargesProps) {
  const { t } = useTranslation()
  const preview = known(previewed)
  const marketDate = useMarketDate()
  return (
    <div className={style.charges} data-figures aria-busy={previewed.status === 'pending'}>
      <dl>
        <div>
          <dt>{t(isMarket ? 'Trading.Ticket.ValueAtLimit' : 'Trading.Ticket.Value')}</dt>
          <dd>{money(preview?.consideration)}</dd>
        </div>
      </dl>
      <details>
        <summary>
          <span>{t('Trading.Ticket.Charges')}</span>
          <span>{money(preview?.totalFees)}</span>
        </summary>
        <dl>
          {preview?.fees.map(({ name, amount }) => (
            <div key={name}>
              <dt>{t(feeText(name))}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
          {preview && preview.holdAmount > 0 && (
            <div>
              <dt>{t('Trading.Ticket.Holds')}</dt>
              <dd>{money(preview.holdAmount)}</dd>
            </div>
          )}
          {preview && preview.availableAfter !== null && (
            <div>
              <dt>{t('Trading.Ticket.Remains')}</dt>
              <dd>{money(preview.availableAfter)}</dd>
            </div>
          )}
          {marketDate !== undefined && (
            <div>
              <dt>{t(lastsLonger ? 'Trading.Ticket.SettlesIfToday' : 'Trading.Ticket.Settles')}</dt>
              <dd>{date(settlementDate(marketDate))}</dd>
            </div>
          )}
        </dl>
      </details>
      {previewed.status === 'failed' && <p className={style.hint}>{t('Trading.Ticket.PreviewFailed')}</p>}
    </div>
  )
}

interface TotalProps extends Pick<ChargesProps, 'previewed' | 'isMarket'> {
  readonly side: Side
  readonly orderQty?: number | undefined
  /** What a market order would trade now. */
  readonly expected?: Expected | undefined
}

/** What the order costs or brings in all; it stands with the button that sends, always in sight. */
export function Total({ side, isMarket, previewed, orderQty, expected }: TotalProps) {
  const { t } = useTranslation()
  const preview = known(previewed)
  const pay = isMarket ? 'Trading.Ticket.PayAtMost' : 'Trading.Ticket.Pay'
  const receive = isMarket ? 'Trading.Ticket.ReceiveAtLeast' : 'Trading.Ticket.Receive'
  // What is reserved is what the balance goes down by, also where less is held than the order could cost.
  const amount = isMarket && side === Side.buy ? preview?.holdAmount : preview?.total
  return (
    <dl className={style.total} data-figures>
      {expected && (
        <div data-expected>
          <dt>
            {t(expected.filled === orderQty ? 'Trading.Ticket.Expected' : 'Trading.Ticket.ExpectedPart', {
              filled: quantity(expected.filled),
              price: averagePrice(expected.average),
            })}
          </dt>
          <dd>₦{money(expected.value)}</dd>
        </div>
      )}
      <div>
        <dt>{t(side === Side.buy ? pay : receive)}</dt>
        <dd>{naira(amount)}</dd>
      </div>
    </dl>
  )
}
