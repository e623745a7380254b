import { type FirmTrade, firmTradeList, Side } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { reportFilters } from './report-filters.ts'

const tradesView: ListView<FirmTrade> = listView({
  key: 'trades',
  title: 'Reports.Trades',
  of: firmTradeList,
  file: 'Order/DownloadTrades',
  rowKey: ({ execID }) => execID,
  pageSize: 50,
  columns: [
    { key: 'transactTime', characters: 29, isKept: true },
    { key: 'securityID', characters: 13, isKept: true },
    { key: 'side', characters: 7, tone: ({ side }) => (side === Side.buy ? 'up' : 'down') },
    { key: 'lastQty', characters: 12 },
    { key: 'lastPx', characters: 10 },
    { key: 'value', characters: 18, isKept: true },
    { key: 'customerName', characters: 26, overflow: 'ellipsis' },
    { key: 'account', characters: 13 },
    { key: 'userName', characters: 14 },
    { key: 'noteNumber', characters: 10 },
    { key: 'tradeNumber', characters: 12 },
    { key: 'orderID', characters: 12, isExtra: true },
    { key: 'execID', characters: 14, isExtra: true },
  ],
  filters: reportFilters,
  leaving: ['tradeNumber', 'account', 'userName', 'noteNumber', 'customerName', 'lastPx', 'lastQty'],
  card: [
    ['securityID', 'side', 'value'],
    ['lastQty', 'lastPx'],
    ['customerName', 'account'],
    ['userName', 'noteNumber'],
    ['transactTime', 'tradeNumber'],
  ],
  empty: { title: 'Reports.None', details: 'Reports.NoTrades.details' },
})

/** Every trade of the firm, with whose it is. */
const TradesScreen = () => {
  const { t } = useTranslation()
  return (
    <Page title={t('Reports.Trades')} about={t('Reports.Trades.about')} isWide>
      <Section>
        <ServerTable call="Order/GetTrades" list={tradesView} />
      </Section>
    </Page>
  )
}

export default TradesScreen
