import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { useMarketDate, useMarketSummary } from '../../live/use-live.ts'
import { useTheme } from '../../preferences.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { change, direction, money, percent } from '../../ui/format.ts'
import styles from './dashboard-screen.module.css'

const ARROWS = { up: '▲', down: '▼', flat: '' } as const

/** The all-share index: its value now, and a line of its days that ends with it. */
export const MarketIndex = () => {
  const { t } = useTranslation()
  const index = useMarketSummary()?.index
  const tone = direction(index?.change)
  return (
    <>
      {index && (
        <p className={styles.index}>
          <strong>{money(index.value)}</strong>
          <span data-tone={tone}>
            {ARROWS[tone]} {change(index.change)} ({percent(index.changePercent)})
          </span>
          <span className={styles.range}>
            {t('Dashboard.Index.Range', { low: money(index.low), high: money(index.high) })}
          </span>
        </p>
      )}
      <div className={styles.history}>
        <History value={index?.value} />
      </div>
    </>
  )
}

const History = ({ value }: { readonly value: number | undefined }) => {
  const { t } = useTranslation()
  const today = useMarketDate()
  const theme = useTheme(({ name }) => name)
  // A new market day has one more day behind it.
  const history = useCall('MarketData/GetIndexHistory', {}, { staleTime: 0 })
  const code = useQuery({
    queryKey: ['the code that draws a line of days'],
    queryFn: () => import(/* webpackChunkName: "day-line" */ '../../market/chart/day-line.tsx'),
    structuralSharing: false,
  })
  if (history.isError || code.isError) {
    return <EmptyState title={t('Dashboard.Index.Failed')} details={t('Table.Failed.details')} />
  }
  const Line = code.data?.DayLine
  if (!Line || !history.data) return <div className={styles.waiting} aria-busy="true" />
  return (
    <Line
      key={theme}
      days={history.data.items}
      now={today === undefined || value === undefined ? undefined : { marketDate: today, value }}
      theme={theme}
      label={t('Dashboard.Index.Line')}
    />
  )
}
