import { trendIntervals } from '@tradebook/contract'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCall } from '../../api/use-call.ts'
import { SecurityChoice } from '../../live/security-choice.tsx'
import {
  useAllStatistics,
  useIsFresh,
  useMarketDate,
  useNews,
  useSecurityIDs,
  useSelectedSecurity,
  useStatistics,
} from '../../live/use-live.ts'
import { PriceChart } from '../../market/chart/price-chart.tsx'
import { Company } from '../../market/company.tsx'
import { exDayText } from '../../market/day-columns.ts'
import { withLiveFigures } from '../../market/live-figures.ts'
import { SecurityNews } from '../../market/news.tsx'
import { useSelection } from '../../market/selection.ts'
import { HOME, securityAt } from '../../paths.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { useFreshList, useServerList } from '../../ui/data-table/server-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { change, direction, percent, price } from '../../ui/format.ts'
import { Columns, Page, Section } from '../../ui/page.tsx'
import { useAddressChoice } from '../../ui/use-address-choice.ts'
import styles from './company-prices-screen.module.css'
import { historyView } from './history-view.ts'

/** One security in full: its days as a list and as a chart, its key figures and its news. */
const CompanyPricesScreen = () => {
  const { t } = useTranslation()
  const [securityID, select] = useSelection()
  const securityIDs = useSecurityIDs()
  useSelectedSecurity(securityID)
  const isUnknown = securityID !== undefined && securityIDs.length > 0 && !securityIDs.includes(securityID)
  const title = t('CompanyPrices.Security')
  return (
    <Page
      title={t('CompanyPrices.Title')}
      about={t('CompanyPrices.About')}
      tools={
        <SecurityChoice
          title={title}
          value={securityID ?? ''}
          onChoose={(next) => select(next || undefined)}
        />
      }
      isWide
    >
      {securityID === undefined || isUnknown ? (
        <Section>
          <EmptyState
            title={t(isUnknown ? 'CompanyPrices.Unknown' : 'CompanyPrices.None', { securityID })}
            details={t('CompanyPrices.None.details')}
          />
        </Section>
      ) : (
        <CompanyPrices key={securityID} securityID={securityID} />
      )}
    </Page>
  )
}

interface OfSecurity {
  readonly securityID: string
}

const CompanyPrices = ({ securityID }: OfSecurity) => {
  const { t } = useTranslation()
  const [interval, chooseInterval] = useAddressChoice('interval', CHART_INTERVALS)
  return (
    <>
      <Standing securityID={securityID} />
      <Section
        heading={t('CompanyPrices.Chart')}
        tools={
          <Segmented
            size="small"
            aria-label={t('Trading.Chart.Interval')}
            value={interval}
            options={[...trendIntervals]}
            onChange={chooseInterval}
          />
        }
      >
        <div className={styles.chart}>
          <PriceChart securityID={securityID} interval={interval} />
        </div>
      </Section>
      <Columns>
        <Section heading={t('CompanyPrices.Figures')}>
          <div className={styles.figures}>
            <Company securityID={securityID} />
          </div>
        </Section>
        <Section heading={t('CompanyPrices.News')}>
          <div className={styles.figures}>
            <SecurityNews securityID={securityID} />
          </div>
        </Section>
      </Columns>
      <History securityID={securityID} />
    </>
  )
}

/** The chart begins with days. */
const CHART_INTERVALS = ['1d', '1h', '15m', '5m', '1m'] as const

/** What the security is and costs now, and the way to trade it. */
const Standing = ({ securityID }: OfSecurity) => {
  const { t } = useTranslation()
  const row = useStatistics(securityID)
  const isFresh = useIsFresh()
  if (!row) return null
  const tone = direction(row.change)
  return (
    <div className={styles.standing} data-stale={!isFresh || undefined}>
      <h2>{row.symbol}</h2>
      <span className={styles.name}>{row.securityDesc}</span>
      <span className={styles.price} translate="no" data-figures>
        {price(row.lastPx ?? row.prevClosePx)}
      </span>
      <span data-tone={tone} translate="no" data-figures>
        {ARROWS[tone]} {change(row.change)} ({percent(row.changePercent)})
      </span>
      <ExDay securityID={securityID} />
      <Link to={securityAt(HOME, securityID)}>{t('CompanyPrices.Trade', { symbol: row.symbol })}</Link>
    </div>
  )
}

/** The ex-day that today is, or the next that is announced; each announcement is a news item, which reads it again. */
const ExDay = ({ securityID }: OfSecurity) => {
  const { t } = useTranslation()
  const { data } = useCall(
    'MarketData/GetPriceHistory',
    { security: securityID, maxResultCount: 1 },
    { staleTime: 0 },
  )
  useFreshList('MarketData/GetPriceHistory', useNews()[0]?.id)
  const [newest] = data?.items ?? []
  return newest?.exDate ? <span className={styles.exDay}>{exDayText(newest, t)}</span> : null
}

const ARROWS = { up: '▲', down: '▼', flat: '' } as const

const History = ({ securityID }: OfSecurity) => {
  const { t } = useTranslation()
  const [state, onChange] = useListState(historyView)
  const input = { security: securityID }
  const source = useServerList('MarketData/GetPriceHistory', historyView, state, input)
  const statistics = useAllStatistics()
  const today = useMarketDate()
  const rows = source.rows && withLiveFigures(source.rows, statistics, today)
  return (
    <Section>
      <DataTable
        list={historyView}
        source={{ ...source, rows }}
        state={state}
        onChange={onChange}
        fileInput={input}
        heading={t('CompanyPrices.History')}
      />
    </Section>
  )
}

export default CompanyPricesScreen
