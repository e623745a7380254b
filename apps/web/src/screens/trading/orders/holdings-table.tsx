import type { HoldingRow } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { averagePrice, direction, money, percent, price, quantity } from '../../../ui/format.ts'
import { Empty } from '../empty.tsx'
import { useAccountMeans, useTradingAccount } from '../ticket/accounts.ts'
import style from './table.module.css'
import { useCurrentValuation } from './use-current-valuation.ts'

/** What the ticket's account holds, as the server values it: at the published price. */
export function HoldingsTable({ onSelect }: { onSelect: (securityID: string) => void }) {
  const { t } = useTranslation()
  const account = useTradingAccount()
  const { holdings } = useAccountMeans(account)
  useCurrentValuation(holdings)
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
            {t('Trading.Column.publishedPx')}
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
      <td data-kind="figure">{price(holding.lastPx)}</td>
      <td data-kind="figure">{money(holding.marketValue)}</td>
      <td data-kind="figure" data-tone={direction(holding.gainLoss)}>
        {percent(holding.gainLossPercent)}
      </td>
    </tr>
  )
}
