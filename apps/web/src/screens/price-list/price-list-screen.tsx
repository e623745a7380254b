import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useAllStatistics, useMarketDate, useMarketSummary } from '../../live/use-live.ts'
import { withLiveFigures } from '../../market/live-figures.ts'
import { COMPANY_PRICES, securityAt } from '../../paths.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { useFreshList, useServerList } from '../../ui/data-table/server-list.ts'
import { date } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { useUntouched } from '../../ui/use-untouched.ts'
import { priceListView } from './price-list-view.ts'

/** How long the order of the rows may lag behind the market, in milliseconds. Their figures follow it each second. */
const ORDER_LAG_MS = 15_000

/** What every security did on a market day; while the day is today's, its figures move with the market. */
const PriceListScreen = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [state, change] = useListState(priceListView)
  const source = useServerList('MarketData/GetPriceList', priceListView, state)
  const day = source.rows?.[0]?.marketDate
  const today = useMarketDate()
  const isToday = today === day
  const statistics = useAllStatistics()
  const trades = useMarketSummary()?.numberOfTrades
  const [order, touched] = useUntouched(isToday ? trades : undefined)
  useFreshList('MarketData/GetPriceList', order, ORDER_LAG_MS)
  const rows = source.rows && withLiveFigures(source.rows, statistics, today)
  return (
    <Page title={t('Prices.Title')} about={t('Prices.About')} isWide>
      <Section {...touched}>
        <DataTable
          list={priceListView}
          source={{ ...source, rows }}
          state={state}
          onChange={change}
          onOpen={({ securityID }) => navigate(securityAt(COMPANY_PRICES, securityID))}
          note={day && t(isToday ? 'Prices.OfToday' : 'Prices.OfDay', { date: date(day) })}
        />
      </Section>
    </Page>
  )
}

export default PriceListScreen
