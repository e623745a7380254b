import { feeText, type Kobo, Side, settlementDate, toNaira } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { useMarketDate } from '../../../live/use-live.ts'
import { date, money, quantity } from '../../../ui/format.ts'
import type { useAccountFunds } from './account.tsx'
import type { Estimate } from './draft.ts'
import style from './ticket.module.css'

interface ChargesProps {
  readonly side: Side
  /** A market order is calculated at its worst price. */
  readonly isMarket: boolean
  readonly estimate: Estimate | undefined
}

const naira = (amount: Kobo | undefined) => money(amount === undefined ? undefined : toNaira(amount))

/** What the order costs or brings and when, with every charge as the contract note will print it. */
export function Charges({ side, isMarket, estimate }: ChargesProps) {
  const { t } = useTranslation()
  const marketDate = useMarketDate()
  const isBuy = side === Side.buy
  const total = isBuy
    ? t(isMarket ? 'Trading.Ticket.PayAtMost' : 'Trading.Ticket.Pay')
    : t(isMarket ? 'Trading.Ticket.ReceiveAtLeast' : 'Trading.Ticket.Receive')
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
              <dt>{t('Trading.Ticket.Settles')}</dt>
              <dd>{date(settlementDate(marketDate))}</dd>
            </div>
          )}
        </dl>
      </details>
      <dl className={style.total}>
        <div>
          <dt>{total}</dt>
          <dd>{estimate ? `₦${naira(estimate.total)}` : naira(undefined)}</dd>
        </div>
      </dl>
    </div>
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
