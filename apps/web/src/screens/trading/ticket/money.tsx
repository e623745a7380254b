import { feeText, type Kobo, Side, settlementDate, toNaira } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { useMarketDate } from '../../../live/use-live.ts'
import { date, money, quantity } from '../../../ui/format.ts'
import type { useAccountFunds } from './account.tsx'
import type { Estimate } from './draft.ts'
import style from './ticket.module.css'

interface ChargesProps {
  /** The order may trade on a later market day, too. */
  readonly lastsLonger: boolean
  readonly estimate: Estimate | undefined
}

const naira = (amount: Kobo | undefined) => money(amount === undefined ? undefined : toNaira(amount))

/** What the order costs or brings comes of, with every charge as the contract note will print it, and when it settles. */
export function Charges({ lastsLonger, estimate }: ChargesProps) {
  const { t } = useTranslation()
  const marketDate = useMarketDate()
  return (
    <div className={style.charges}>
      <dl>
        <div>
          <dt>{t('Trading.Ticket.Value')}</dt>
          <dd>{naira(estimate?.consideration)}</dd>
        </div>
      </dl>
      <details>
        <summary>
          <span>{t('Trading.Ticket.Charges')}</span>
          <span>{naira(estimate?.totalCharges)}</span>
        </summary>
        <dl>
          {estimate?.charges.map(({ line, amount }) => (
            <div key={line}>
              <dt>{t(feeText(line))}</dt>
              <dd>{naira(amount)}</dd>
            </div>
          ))}
          {marketDate !== undefined && (
            <div>
              <dt>{t(lastsLonger ? 'Trading.Ticket.SettlesIfToday' : 'Trading.Ticket.Settles')}</dt>
              <dd>{date(settlementDate(marketDate))}</dd>
            </div>
          )}
        </dl>
      </details>
    </div>
  )
}

interface TotalProps extends Pick<ChargesProps, 'estimate'> {
  readonly side: Side
  /** A market order is calculated at its worst price. */
  readonly isMarket: boolean
}

/** What the order costs or brings in all; it stands with the button that sends, always in sight. */
export function Total({ side, isMarket, estimate }: TotalProps) {
  const { t } = useTranslation()
  const pay = isMarket ? 'Trading.Ticket.PayAtMost' : 'Trading.Ticket.Pay'
  const receive = isMarket ? 'Trading.Ticket.ReceiveAtLeast' : 'Trading.Ticket.Receive'
  return (
    <dl className={style.total}>
      <div>
        <dt>{t(side === Side.buy ? pay : receive)}</dt>
        <dd>{estimate ? `₦${naira(estimate.total)}` : naira(undefined)}</dd>
      </div>
    </dl>
  )
}

interface FundsProps extends Pick<ReturnType<typeof useAccountFunds>, 'balance' | 'holdings'> {
  readonly securityID: string | undefined
}

/** What the account can spend and owns, as far as the person may see it. */
export function Funds({ balance, holdings, securityID }: FundsProps) {
  const { t } = useTranslation()
  const owned = holdings?.find((held) => held.securityID === securityID)?.quantity ?? 0
  return (
    <dl className={style.funds}>
      {balance && (
        <div>
          <dt>{t('Trading.Ticket.BuyingPower')}</dt>
          <dd>₦{money(balance.buyingPower)}</dd>
        </div>
      )}
      {balance && balance.heldAmount > 0 && (
        <div>
          <dt>{t('Trading.Ticket.Held')}</dt>
          <dd>₦{money(balance.heldAmount)}</dd>
        </div>
      )}
      {holdings && securityID !== undefined && (
        <div>
          <dt>{t('Trading.Ticket.Owned', { symbol: securityID })}</dt>
          <dd>{quantity(owned)}</dd>
        </div>
      )}
    </dl>
  )
}
