import type { HoldingRow } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { type ColumnRoom, useColumnsWithoutRoom } from '../../../ui/columns-with-room.ts'
import { averagePrice, direction, money, percent, price, quantity } from '../../../ui/format.ts'
import { Empty } from '../empty.tsx'
import { rovingRows } from '../roving-rows.ts'
import { useAccountFunds, useTradingAccount } from '../ticket/accounts.ts'
import style from './table.module.css'
import { useCurrentValuation } from './use-current-valuation.ts'

const holdingColumns: readonly ColumnRoom[] = [
  { key: 'symbol', characters: 13 },
  { key: 'quantity', characters: 12 },
  { key: 'availableQuantity', characters: 13 },
  { key: 'unsettled', characters: 11 },
  { key: 'averageCost', characters: 14 },
  { key: 'publishedPx', characters: 13 },
  { key: 'marketValue', characters: 17 },
  { key: 'gain', characters: 11 },
]
/** What is the first to be done without, where there is little room. */
const LEAVING = ['unsettled', 'averageCost', 'availableQuantity', 'publishedPx', 'gain']

/** What the ticket's account holds, as the server values it: at the published price. */
export function HoldingsTable({ onSelect }: { onSelect: (securityID: string) => void }) {
  const { t } = useTranslation()
  const account = useTradingAccount()
  const { holdings } = useAccountFunds(account)
  useCurrentValuation(holdings)
  const { ref, without } = useColumnsWithoutRoom(holdingColumns, LEAVING)
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
    <div ref={ref} className={style.rows}>
      <table
        ref={rovingRows}
        className={style.table}
        data-without={without.join(' ')}
        aria-label={t('Trading.Holdings')}
        aria-busy={holdings === undefined}
      >
        <caption>
          {t('Trading.Holdings.Of', { customer: account.customerName, account: account.accountNumber })}
        </caption>
        <thead>
          <tr>
            <th scope="col" data-column="symbol">
              {t('Trading.Column.symbol')}
            </th>
            <th scope="col" data-column="quantity" data-kind="figure">
              {t('Trading.Column.quantity')}
            </th>
            <th scope="col" data-column="availableQuantity" data-kind="figure">
              {t('Trading.Column.availableQuantity')}
            </th>
            <th scope="col" data-column="unsettled" data-kind="figure">
              {t('Trading.Column.unsettled')}
            </th>
            <th scope="col" data-column="averageCost" data-kind="figure">
              {t('Trading.Column.averageCost')}
            </th>
            <th scope="col" data-column="publishedPx" data-kind="figure">
              {t('Trading.Column.publishedPx')}
            </th>
            <th scope="col" data-column="marketValue" data-kind="figure">
              {t('Trading.Column.marketValue')}
            </th>
            <th scope="col" data-column="gain" data-kind="figure">
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
    </div>
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
      <td data-column="quantity" data-kind="figure">
        {quantity(holding.quantity)}
      </td>
      <td data-column="availableQuantity" data-kind="figure">
        {quantity(holding.availableQuantity)}
      </td>
      <td data-column="unsettled" data-kind="figure">
        {quantity(holding.unsettledIn - holding.unsettledOut)}
      </td>
      <td data-column="averageCost" data-kind="figure">
        {averagePrice(holding.averageCost)}
      </td>
      <td data-column="publishedPx" data-kind="figure">
        {price(holding.lastPx)}
      </td>
      <td data-column="marketValue" data-kind="figure">
        {money(holding.marketValue)}
      </td>
      <td data-column="gain" data-kind="figure" data-tone={direction(holding.gainLoss)}>
        {percent(holding.gainLossPercent)}
      </td>
    </tr>
  )
}
