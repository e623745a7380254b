import { type Execution, executionList, type StockOrder } from '@tradebook/contract'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { alignOf, type ListView, listView, shown } from '../../ui/data-table/list-view.ts'
import { dateAndTimestamp, quantity } from '../../ui/format.ts'
import { InnerTable } from '../../ui/opened-row.tsx'
import { AllOf } from './all-of.tsx'

/** What became of an order, event by event. */
const eventsView: ListView<Execution> = listView({
  key: 'orderEvents',
  title: 'Trading.Executions',
  of: executionList,
  rowKey: ({ execID }) => execID,
  pageSize: 1_000,
  columns: [
    { key: 'transactTime', characters: 29, show: ({ transactTime }) => dateAndTimestamp(transactTime) },
    { key: 'execType', characters: 9 },
    { key: 'lastQty', characters: 10 },
    { key: 'lastPx', characters: 8 },
    { key: 'cumQty', characters: 11 },
    { key: 'leavesQty', characters: 11 },
    { key: 'reason', characters: 26 },
  ],
  leaving: [],
  card: [],
  empty: { title: 'Trading.Executions.None', details: 'Trading.Executions.None.details' },
})

interface OrderDetailProps {
  readonly order: StockOrder
  /** The list that it is in: what the list's columns have no room for is read here. */
  readonly list: ListView<StockOrder>
}

/** All that is known of an order, and its executions, oldest first. */
export function OrderDetail({ order, list }: OrderDetailProps) {
  return (
    <AllOf row={order} list={list}>
      <Events orderID={order.orderID} />
    </AllOf>
  )
}

function Events({ orderID }: Pick<StockOrder, 'orderID'>) {
  const { t } = useTranslation()
  const { columns, title, empty, rowKey, pageSize } = eventsView
  const { data, isError } = useCall(
    'Order/GetExecutions',
    { orderID, maxResultCount: pageSize },
    { staleTime: 0 },
  )
  if (isError) return <p>{t('Table.Failed')}</p>
  if (!data) return <Skeleton title={false} active />
  if (data.items.length === 0) return <p>{t(empty.title)}</p>
  return (
    <>
      <InnerTable label={t(title)}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={alignOf(column)}>
                {t(column.title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.items.map((event) => (
            <tr key={rowKey(event)}>
              {columns.map((column) => (
                <td key={column.key} data-align={alignOf(column)}>
                  {shown(column, event, t)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </InnerTable>
      {data.more && <p>{t('Table.More', { most: quantity(pageSize) })}</p>}
    </>
  )
}
