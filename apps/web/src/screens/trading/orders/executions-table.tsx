import { ExecType, Side, type WordKey } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { useExecutions } from '../../../live/use-live.ts'
import { averagePrice, price, quantity, time } from '../../../ui/format.ts'
import { Empty } from '../empty.tsx'
import style from './table.module.css'

const MOST_ROWS = 200

/** What a report says happened. */
const executionWords: Readonly<Record<ExecType, WordKey>> = {
  [ExecType.new]: 'Trading.Exec.new',
  [ExecType.canceled]: 'Trading.Exec.canceled',
  [ExecType.replaced]: 'Trading.Exec.replaced',
  [ExecType.rejected]: 'Trading.Exec.rejected',
  [ExecType.restated]: 'Trading.Exec.restated',
  [ExecType.expired]: 'Trading.Exec.expired',
  [ExecType.trade]: 'Trading.Exec.trade',
}

/** Every report of the person's orders, newest first. */
export function ExecutionsTable({ onSelect }: { onSelect: (securityID: string) => void }) {
  const { t } = useTranslation()
  const executions = useExecutions()
  if (executions.length === 0) {
    return <Empty title={t('Trading.Executions.None')} details={t('Trading.Executions.None.details')} />
  }
  return (
    <table className={style.table} aria-label={t('Trading.Executions')}>
      <thead>
        <tr>
          <th scope="col">{t('Trading.Column.time')}</th>
          <th scope="col">{t('Trading.Column.symbol')}</th>
          <th scope="col">{t('Trading.Column.side')}</th>
          <th scope="col">{t('Trading.Column.event')}</th>
          <th scope="col" data-kind="figure">
            {t('Trading.Column.quantity')}
          </th>
          <th scope="col" data-kind="figure">
            {t('Trading.Column.price')}
          </th>
          <th scope="col" data-kind="figure">
            {t('Trading.Column.cumQty')}
          </th>
          <th scope="col" data-kind="figure">
            {t('Trading.Column.leavesQty')}
          </th>
          <th scope="col" data-kind="figure">
            {t('Trading.Column.avgPx')}
          </th>
          <th scope="col">{t('Trading.Column.account')}</th>
          <th scope="col">{t('Trading.Column.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {executions.slice(0, MOST_ROWS).map((execution) => (
          <tr key={execution.execID}>
            <td>{time(execution.transactTime)}</td>
            <td>
              <button type="button" className={style.symbol} onClick={() => onSelect(execution.securityID)}>
                {execution.securityID}
              </button>
            </td>
            <td data-tone={execution.side === Side.buy ? 'up' : 'down'}>
              {execution.side === Side.buy ? t('Trading.Buy') : t('Trading.Sell')}
            </td>
            <td>{t(executionWords[execution.execType])}</td>
            <td data-kind="figure">{quantity(execution.lastQty)}</td>
            <td data-kind="figure">{price(execution.lastPx)}</td>
            <td data-kind="figure">{quantity(execution.cumQty)}</td>
            <td data-kind="figure">{quantity(execution.leavesQty)}</td>
            <td data-kind="figure">{execution.cumQty > 0 ? averagePrice(execution.avgPx) : price(null)}</td>
            <td>{execution.account}</td>
            <td className={style.reason}>{execution.text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
