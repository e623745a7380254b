import type { CustomerRow } from '@tradebook/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useKnownOrders } from '../../../live/use-live.ts'
import { averagePrice, change, direction, naira, percent, quantity } from '../../../ui/format.ts'
import { isOpen } from '../orders/order-texts.ts'
import { useCurrentValuation } from '../orders/use-current-valuation.ts'
import type { useAccountFunds } from './account.tsx'
import style from './ticket.module.css'

interface AccountStripProps extends Pick<ReturnType<typeof useAccountFunds>, 'balance' | 'holdings'> {
  readonly account: CustomerRow | undefined
  readonly securityID: string | undefined
}

interface Line {
  readonly title: string
  readonly figure: string
  /** What the colour of a gain or a loss follows. */
  readonly gain?: number | null
}

/** What the account can spend, has open and owns of the security, as far as the person may see it. */
export function AccountStrip({ account, balance, holdings, securityID }: AccountStripProps) {
  const { t } = useTranslation()
  const held = useMemo(
    () => holdings?.filter((holding) => holding.securityID === securityID),
    [holdings, securityID],
  )
  useCurrentValuation(held)
  const open = useKnownOrders()?.filter((order) => order.account === account?.accountNumber && isOpen(order))
  const holding = held?.[0]
  const lines: readonly (Line | false | undefined)[] = [
    balance && { title: t('Trading.Ticket.BuyingPower'), figure: naira(balance.buyingPower) },
    balance &&
      balance.heldAmount > 0 && { title: t('Trading.Ticket.Held'), figure: naira(balance.heldAmount) },
    account &&
      open &&
      open.length > 0 && { title: t('Trading.Ticket.OpenOrders'), figure: quantity(open.length) },
    held &&
      securityID !== undefined && {
        title: t('Trading.Ticket.Owned', { symbol: securityID }),
        figure: holding
          ? t('Trading.Ticket.OwnedAt', {
              shares: quantity(holding.quantity),
              price: averagePrice(holding.averageCost),
            })
          : quantity(0),
      },
    holding && {
      title: t('Trading.Ticket.DayGain'),
      figure: change(holding.dayGainLoss),
      gain: holding.dayGainLoss,
    },
    holding && {
      title: t('Trading.Ticket.Gain'),
      figure: `${change(holding.gainLoss)} (${percent(holding.gainLossPercent)})`,
      gain: holding.gainLoss,
    },
  ]
  return (
    <dl className={style.funds} aria-label={t('Trading.Ticket.AccountStrip')}>
      {lines.map(
        (line) =>
          line && (
            <div key={line.title}>
              <dt>{line.title}</dt>
              <dd data-direction={line.gain === undefined ? undefined : direction(line.gain)}>
                {line.figure}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
