import { useTranslation } from 'react-i18next'
import { money, quantity } from '../../../ui/format.ts'
import type { useAccountMeans } from './accounts.ts'
import style from './ticket.module.css'

interface MeansProps extends Pick<ReturnType<typeof useAccountMeans>, 'balance' | 'holdings'> {
  readonly securityID: string | undefined
}

/** What the account can spend and owns, as far as the person may see it. */
export function Means({ balance, holdings, securityID }: MeansProps) {
  const { t } = useTranslation()
  const owned = holdings?.find((held) => held.securityID === securityID)?.quantity ?? 0
  return (
    <dl className={style.means}>
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
