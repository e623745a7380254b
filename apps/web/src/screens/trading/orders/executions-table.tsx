import { ExecType, Side, type WordKey } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { useExecutions } from '../../../live/use-live.ts'
import { type ColumnRoom, useColumnsWithoutRoom } from '../../../ui/columns-with-room.ts'
import { averagePrice, price, quantity, time } from '../../../ui/format.ts'
import { Empty } from '../empty.tsx'
import { rovingRows } from '../roving-rows.ts'
import cards from './cards.module.css'
import style from './table.module.css'

/** What a screen can show without losing its calm. */
export const MOST_EXECUTIONS = 200

const executionColumns: readonly ColumnRoom[] = [
  { key: 'time', characters: 18 },
  { key: 'symbol', characters: 14 },
  { key: 'side', characters: 7 },
  { key: 'event', characters: 12 },
  { key: 'quantity', characters: 12 },
  { key: 'price', characters: 11 },
  { key: 'cumQty', characters: 12 },
  { key: 'leavesQty', characters: 12 },
  { key: 'avgPx', characters: 11 },
  { key: 'account', characters: 14 },
  { key: 'reason', characters: 16 },
]
/** What is the first to be done without, where there is little room. */
const LEAVING = ['avgPx', 'cumQty', 'leavesQty', 'account', 'reason']

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
  const { ref, without } = useColumnsWithoutRoom(executionColumns, LEAVING)
  if (executions.length === 0) {
    return <Empty title={t('Trading.Executions.None')} details={t('Trading.Executions.None.details')} />
  }
  return (
    <div ref={ref} className={style.rows}>
      <table
        ref={rovingRows}
        className={`${style.table} ${cards.cards}`}
        data-without={without.join(' ')}
        aria-label={t('Trading.Executions')}
      >
        {executions.length > MOST_EXECUTIONS && (
          <caption>{t('Trading.Executions.Newest', { number: MOST_EXECUTIONS })}</caption>
        )}
        <thead>
          <tr>
            <th scope="col" data-column="time">
              {t('Trading.Column.time')}
            </th>
            <th scope="col" data-column="symbol">
              {t('Trading.Column.symbol')}
            </th>
            <th scope="col" data-column="side">
              {t('Trading.Column.side')}
            </th>
            <th scope="col" data-column="event">
              {t('Trading.Column.event')}
            </th>
            <th scope="col" data-column="quantity" data-kind="figure">
              {t('Trading.Column.quantity')}
            </th>
            <th scope="col" data-column="price" data-kind="figure">
              {t('Trading.Column.price')}
            </th>
            <th scope="col" data-column="cumQty" data-kind="figure">
              {t('Trading.Column.cumQty')}
            </th>
            <th scope="col" data-column="leavesQty" data-kind="figure">
              {t('Trading.Column.leavesQty')}
            </th>
            <th scope="col" data-column="avgPx" data-kind="figure">
              {t('Trading.Column.avgPx')}
            </th>
            <th scope="col" data-column="account">
              {t('Trading.Column.account')}
            </th>
            <th scope="col" data-column="reason">
              {t('Trading.Column.reason')}
            </th>
          </tr>
        </thead>
        <tbody>
          {executions.slice(0, MOST_EXECUTIONS).map((execution) => (
            <tr key={execution.execID}>
              <td data-column="time">{time(execution.transactTime)}</td>
              <td data-column="symbol">
                <button type="button" className={style.symbol} onClick={() => onSelect(execution.securityID)}>
                  {execution.securityID}
                </button>
              </td>
              <td data-column="side" data-tone={execution.side === Side.buy ? 'up' : 'down'}>
                {execution.side === Side.buy ? t('Trading.Buy') : t('Trading.Sell')}
              </td>
              <td data-column="event">{t(executionWords[execution.execType])}</td>
              <td data-column="quantity" data-kind="figure">
                {quantity(execution.lastQty)}
              </td>
              <td data-column="price" data-kind="figure">
                {price(execution.lastPx)}
              </td>
              <td data-column="cumQty" data-kind="figure">
                {quantity(execution.cumQty)}
              </td>
              <td data-column="leavesQty" data-kind="figure">
                {quantity(execution.leavesQty)}
              </td>
              <td data-column="avgPx" data-kind="figure">
                {execution.cumQty > 0 ? averagePrice(execution.avgPx) : price(null)}
              </td>
              <td data-column="account">{execution.account}</td>
              <td data-column="reason" className={style.reason} title={execution.text ?? undefined}>
                {execution.text}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
