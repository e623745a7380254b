import { trendIntervals } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import type { Interval } from '../../market/chart/bars.ts'
import { PriceChart } from '../../market/chart/price-chart.tsx'
import { Choice } from './choice.tsx'
import { arrange, useArrangement } from './preferences.ts'

/** The chart with candles of the length that the person chose. */
export const ChosenChart = ({ securityID }: { securityID: string }) => (
  <PriceChart securityID={securityID} interval={useChartInterval()} />
)

/** How long a candle lasts, for the bar above the chart. */
export function ChartIntervals() {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('Trading.Chart.Interval')}
      value={useChartInterval()}
      onChange={(chartInterval) => arrange({ chartInterval })}
      options={trendIntervals.map((value) => ({ value, label: value }))}
    />
  )
}

const useChartInterval = (): Interval => {
  const chosen = useArrangement(({ chartInterval }) => chartInterval)
  return trendIntervals.find((known) => known === chosen) ?? '1d'
}
