import { OrdStatus, orderList, ordStatuses, Side, type StockOrder } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { choiceFilter } from '../../ui/data-table/choice-filter.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { useServerList } from '../../ui/data-table/server-list.ts'
import { useOpenedRows } from '../../ui/data-table/use-opened-rows.ts'
import { dateAndTimestamp, money, price } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { OrderDetail } from './order-detail.tsx'
import { reportFilters } from './report-filters.ts'
import { TotalsNote } from './totals-note.tsx'

/** The states in which orders are found: the others last no longer than a request. */
const {
  [OrdStatus.pendingNew]: _new,
  [OrdStatus.pendingCancel]: _cancel,
  [OrdStatus.pendingReplace]: _replace,
  ...lastingStates
} = ordStatuses

export const stockOrdersView: ListView<StockOrder> = listView({
  key: 'stockOrders',
  title: 'Reports.Orders',
  of: orderList,
  file: 'Order/DownloadStockOrders',
  rowKey: ({ id }) => id,
  pageSize: 50,
  columns: [
    {
      key: 'creationTime',
      characters: 16,
      overflow: 'wrap',
      isKept: true,
      // So that orders of one minute differ.
      show: ({ creationTime }) => dateAndTimestamp(creationTime),
    },
    { key: 'orderID', characters: 10, isKept: true, opens: true },
    { key: 'securityID', characters: 13, isKept: true },
    { key: 'side', characters: 7, tone: ({ side }) => (side === Side.buy ? 'up' : 'down') },
    {
      key: 'ordType',
      fileColumns: ['ordType', 'stopPx'],
      characters: 14,
      overflow: 'wrap',
      show: ({ ordType, stopPx }, t) =>
        [
          t(`Trading.OrdType.${ordType}`),
          stopPx !== null && t('Trading.Terms.Stop', { price: price(stopPx) }),
        ]
          .filter(Boolean)
          .join(', '),
    },
    { key: 'price', characters: 10 },
    { key: 'orderQty', characters: 11 },
    { key: 'cumQty', characters: 11 },
    { key: 'avgPx', characters: 11 },
    { key: 'ordStatus', characters: 13, isKept: true, overflow: 'wrap' },
    { key: 'reason', characters: 16, overflow: 'wrap' },
    { key: 'customerName', characters: 18, overflow: 'wrap' },
    { key: 'account', characters: 13 },
    { key: 'userName', characters: 14 },
    { key: 'clientText', characters: 28, overflow: 'ellipsis', isExtra: true },
    { key: 'leavesQty', characters: 12, isExtra: true },
    { key: 'stopPx', characters: 10, isExtra: true },
    { key: 'timeInForce', characters: 12, isExtra: true },
    { key: 'expireDate', characters: 12, isExtra: true },
    { key: 'execInst', characters: 14, isExtra: true },
    { key: 'minQty', characters: 12, isExtra: true },
    { key: 'displayQty', characters: 12, isExtra: true },
    { key: 'holdAmount', characters: 14, isExtra: true },
    { key: 'cscsAccount', characters: 13, isExtra: true },
    { key: 'clOrdID', characters: 24, overflow: 'ellipsis', isExtra: true },
    { key: 'transactTime', characters: 29, isExtra: true },
  ],
  filters: [
    choiceFilter('ordStatus', 'Trading.Filter.Standing', 'Trading.Filter.all', lastingStates),
    ...reportFilters,
  ],
  leaving: ['account', 'userName', 'ordType', 'price', 'customerName', 'reason'],
  card: [
    ['orderID', 'securityID', 'side', 'price'],
    ['orderQty', 'cumQty', 'avgPx', 'ordType'],
    ['ordStatus', 'reason'],
    ['customerName', 'account'],
    ['userName', 'creationTime'],
  ],
  empty: { title: 'Reports.None', details: 'Reports.NoOrders.details' },
})

/** Every order of the firm, with totals. Opening a row unfolds all of the order, and its executions. */
const StockOrdersScreen = () => {
  const { t } = useTranslation()
  const [opened, toggle] = useOpenedRows(stockOrdersView)
  const [state, change] = useListState(stockOrdersView)
  const { answer, ...source } = useServerList('Order/getStockOrders', stockOrdersView, state, {
    withTotals: true,
  })
  const { filledValue, ...totals } = answer?.totals ?? {}
  return (
    <Page title={t('Reports.Orders')} about={t('Reports.Orders.about')} isWide>
      <Section>
        <DataTable
          list={stockOrdersView}
          source={{ ...source, ...(answer?.totals && { totals }) }}
          state={state}
          onChange={change}
          note={
            <TotalsNote isOfSome={answer?.more === true}>
              {filledValue !== undefined && t('Reports.Filled', { value: money(filledValue) })}
            </TotalsNote>
          }
          onOpen={toggle}
          detail={{ of: opened, show: (order) => <OrderDetail order={order} list={stockOrdersView} /> }}
        />
      </Section>
    </Page>
  )
}

export default StockOrdersScreen
