import { orderList, Side, type StockOrder } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { useOpenedRows } from '../../ui/data-table/use-opened-rows.ts'
import { dateAndTimestamp, price } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { OrderDetail } from './order-detail.tsx'
import { reportFilters } from './report-filters.ts'

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
    { key: 'orderQty', characters: 12 },
    { key: 'cumQty', characters: 12 },
    { key: 'ordStatus', characters: 16, isKept: true },
    { key: 'reason', characters: 22, overflow: 'wrap' },
    { key: 'customerName', characters: 18, overflow: 'wrap' },
    { key: 'account', characters: 13 },
    { key: 'userName', characters: 14 },
    { key: 'clientText', characters: 28, overflow: 'ellipsis', isExtra: true },
    { key: 'avgPx', characters: 11, isExtra: true },
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
  filters: reportFilters,
  leaving: ['account', 'userName', 'cumQty', 'ordType', 'price', 'customerName'],
  card: [
    ['orderID', 'securityID', 'side', 'price'],
    ['orderQty', 'cumQty', 'ordType'],
    ['ordStatus', 'reason'],
    ['customerName', 'account'],
    ['userName', 'creationTime'],
  ],
  empty: { title: 'Reports.None', details: 'Reports.NoOrders.details' },
})

/** Every order of the firm. Opening a row unfolds all of the order, and its executions. */
const StockOrdersScreen = () => {
  const { t } = useTranslation()
  const [opened, toggle] = useOpenedRows(stockOrdersView)
  return (
    <Page title={t('Reports.Orders')} about={t('Reports.Orders.about')} isWide>
      <Section>
        <ServerTable
          call="Order/getStockOrders"
          list={stockOrdersView}
          onOpen={toggle}
          detail={{ of: opened, show: (order) => <OrderDetail order={order} list={stockOrdersView} /> }}
        />
      </Section>
    </Page>
  )
}

export default StockOrdersScreen
