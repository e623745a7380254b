import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { liveMarket } from '../../live/live-market.ts'
import { useIsFresh, useIsSelectedStale } from '../../live/use-live.ts'
import { useTheme } from '../../preferences.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { barsOf, type Interval } from './bars.ts'
import style from './price-chart.module.css'

interface PriceChartProps {
  readonly securityID: string
  /** How long a candle lasts. */
  readonly interval: Interval
}

/** Candles and volume of one security, the last candle living, the person's own orders as lines. */
export function PriceChart({ securityID, interval }: PriceChartProps) {
  const { t } = useTranslation()
  const theme = useTheme(({ name }) => name)
  // Asked for once prices are live, and again after each outage: what was traded while the line was
  // down is in no event.
  const isFresh = useIsFresh()
  const isStale = useIsSelectedStale()
  const trend = useCall(
    'MarketData/GetPriceTrend',
    { security: securityID, interval },
    { staleTime: 0, enabled: isFresh },
  )
  const { data, refetch } = trend
  const bars = useMemo(() => data && barsOf(data.items, interval), [data, interval])
  // The first prices and the book come before the code that draws candles.
  const code = useQuery({
    queryKey: ['the code that draws the chart'],
    queryFn: () => import(/* webpackChunkName: "chart" */ './drawing.tsx'),
    enabled: isFresh,
    structuralSharing: false,
  })
  const isEmpty = bars?.length === 0
  useEffect(() => {
    if (!isEmpty) return
    const { items } = liveMarket.store.trades
    return items.subscribe(() => {
      if (items.get().length > 0) void refetch()
    })
  }, [isEmpty, refetch])

  const Drawing = code.data?.Drawing
  const isError = trend.isError || code.isError
  const isPending = !isError && (trend.isPending || code.isPending)

  return (
    <div className={style.chart} data-stale={isStale || undefined}>
      {Drawing && bars && bars.length > 0 && (
        <Drawing
          key={`${securityID} ${interval} ${theme}`}
          securityID={securityID}
          interval={interval}
          theme={theme}
          bars={bars}
          lastTradeID={trend.data?.lastTradeID ?? null}
          onNewBar={() => void refetch()}
        />
      )}
      {isEmpty && <EmptyState title={t('Trading.Chart.Empty')} details={t('Trading.Chart.Empty.details')} />}
      {isPending && <div className={style.skeleton} aria-busy="true" />}
      {isError && (
        <EmptyState title={t('Trading.Chart.Failed')} details={t('Trading.Chart.Failed.details')} />
      )}
    </div>
  )
}
