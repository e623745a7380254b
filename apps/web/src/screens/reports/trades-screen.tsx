import { type FirmTrade, firmTradeList, Side } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { useServerList } from '../../ui/data-table/server-list.ts'
import { useOpenedRows } from '../../ui/data-table/use-opened-rows.ts'
import { Page, Section } from '../../ui/page.tsx'
import { AllOf } from './all-of.tsx'
import { reportFilters } from './report-filters.ts'
import { TotalsNote } from './totals-note.tsx'

export const tradesView: ListView<FirmTrade> = listView({
  key: 'trades',
  title: 'Reports.Trades',
  of: firmTradeList,
  file: 'Order/DownloadTrades',
  rowKey: ({ execID }) => execID,
  pageSize: 50,
  columns: [
    { key: 'transactTime', characters: 16, overflow: 'wrap', isKept: true },
    { key: 'securityID', characters: 13, isKept: true, opens: true },
    { key: 'side', characters: 7, tone: ({ side }) => (side === Side.buy ? 'up' : 'down') },
    { key: 'lastQty', characters: 12 },
    { key: 'lastPx', characters: 10 },
    { key: 'value', characters: 16, isKept: true },
    { key: 'commission', characters: 14 },
    { key: 'totalFees', characters: 14 },
    { key: 'settlementDate', characters: 14 },
    {
      key: 'isCross',
      characters: 11,
      isLeftWhenEmpty: true,
      isNamed: true,
      value: ({ isCross }) => (isCross === 'true' ? isCross : null),
    },
    { key: 'customerName', characters: 18, overflow: 'wrap' },
    { key: 'account', characters: 13 },
    { key: 'userName', characters: 14 },
    { key: 'noteNumber', characters: 10 },
    { key: 'netAmount', characters: 18, isExtra: true },
    { key: 'tradeNumber', characters: 12, isExtra: true },
    { key: 'orderID', characters: 12, isExtra: true },
    { key: 'execID', characters: 14, isExtra: true },
  ],
  filters: [
    {
      key: 'isCross',
      title: 'Trading.Cross',
      kind: 'choice',
      options: [
        { value: '', title: 'Reports.Cross.all' },
        { value: 'true', title: 'Reports.Cross.only' },
        { value: 'false', title: 'Reports.Cross.none' },
      ],
      input: (value) => ({ isCross: [value] }),
    },
    ...reportFilters,
  ],
  leaving: [
    ...['tradeNumber', 'netAmount', 'execID', 'orderID', 'commission', 'isCross', 'userName', 'totalFees'],
    ...['noteNumber', 'account', 'settlementDate'],
  ],
  card: [
    ['securityID', 'side', 'value'],
    ['lastQty', 'lastPx'],
    ['commission', 'totalFees', 'settlementDate'],
    ['customerName', 'account'],
    ['userName', 'noteNumber', 'isCross'],
    ['transactTime'],
  ],
  empty: { title: 'Reports.None', details: 'Reports.NoTrades.details' },
})

/** Every trade of the firm, with whose it is, and totals. Opening a row unfolds all of the trade. */
const TradesScreen = () => {
  const { t } = useTranslation()
  const [opened, toggle] = useOpenedRows(tradesView)
  const [state, change] = useListState(tradesView)
  const { answer, ...source } = useServerList('Order/GetTrades', tradesView, state)
  return (
    <Page title={t('Reports.Trades')} about={t('Reports.Trades.about')} isWide>
      <Section>
        <DataTable
          list={tradesView}
          source={{ ...source, ...(answer && { totals: answer.totals }) }}
          state={state}
          onChange={change}
          note={<TotalsNote isOfSome={answer?.more === true} />}
          onOpen={toggle}
          detail={{ of: opened, show: (trade) => <AllOf row={trade} list={tradesView} /> }}
        />
      </Section>
    </Page>
  )
}

export default TradesScreen
