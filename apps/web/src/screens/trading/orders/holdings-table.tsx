import type { HoldingRow } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { useStatistics } from '../../../live/use-live.ts'
import { averagePrice, direction, money, percent, price, quantity } from '../../../ui/format.ts'
import { Empty } from '../empty.tsx'
import { useAccountMeans, useTradingAccount } from '../ticket/accounts.ts'
import style from './table.module.css'

/** What the ticket's account holds, at the last price. */
export function HoldingsTable({ onSelect }: { onSelect: (securityID: string) => void }) {
  const { t } = useTranslation()
  const account = useTradingAccount()
  const { holdings } = useAccountMeans(account)
  if (!account)
    return <Empty title={t('Trading.Holdings.NoAccount')} details={t('Trading.Holdings.NoAccount.details')} />
  if (holdings?.length === 0) {
    return (
      <Empty
        title={t('Trading.Holdings.None')}
        details={t('Trading.Holdings.None.details', { customer: account.customerName })}
      />
    )
  }
  return (
    <table className={style.table} aria-label={t('Trading.Holdings')} aria-busy={holdings === undefined}>
      <caption>
        {t('Trading.Holdings.Of', { customer: account.customerName, account: account.accountNumber })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('Trading.Column.symbol')}</th>
          <th scope="col" data-kind="figure">
            {t('Trading.Column.quantity')}
          </th>
          <th scope="col" data-kind="figure">
            {t('Trading.Column.availableQuantity')}
          </th>
          <th scope="col" data-kind="figure">
            {t('Trading.Column.unsettled')}
          </th>
          <th scope="col" data-kind="figure">
            {t('Trading.Column.averageCost')}
          </th>
          <th scope="col" data-kind="figure">
            {t('Trading.Column.lastPx')}
          </th>
          <th scope="col" data-kind="figure">
            {t('Trading.Column.marketValue')}
          </th>
          <th scope="col" data-kind="figure">
            {t('Trading.Column.gain')}
          </th>
        </tr>
      </thead>
      <tbody>
        {holdings?.map((holding) => (
          <Holding key={holding.securityID} holding={holding} onSelect={onSelect} />
        ))}
      </tbody>
    </table>
  )
}

function Holding({ holding, onSelect }: { holding: HoldingRow; onSelect: (securityID: string) => void }) {
  const lastPx = useStatistics(holding.securityID)?.lastPx ?? holding.lastPx
  const gain = holding.averageCost === 0 ? null : (100 * (lastPx - holding.averageCost)) / holding.averageCost
  return (
    <tr>
      <td>
        <button type="button" className={style.symbol} onClick={() => onSelect(holding.securityID)}>
          {holding.securityID}
        </button>
      </td>
      <td data-kind="figure">{quantity(holding.quantity)}</td>
      <td data-kind="figure">{quantity(holding.availableQuantity)}</td>
      <td data-kind="figure">{quantity(holding.unsettledIn - holding.unsettledOut)}</td>
      <td data-kind="figure">{averagePrice(holding.averageCost)}</td>
      <td data-kind="figure">{price(lastPx)}</td>
      <td data-kind="figure">{money(holding.quantity * lastPx)}</td>
      <td data-kind="figure" data-tone={direction(gain)}>
        {percent(gain)}
      </td>
    </tr>
  )
}
