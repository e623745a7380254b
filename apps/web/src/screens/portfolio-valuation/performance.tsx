import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfAccount } from '../../accounts/portal-page.tsx'
import { useCall } from '../../api/use-call.ts'
import { useTheme } from '../../preferences.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './portfolio-valuation-screen.module.css'

/** Without the days before the account had anything: a line of nothing, and then a wall, shows no gain. */
const sinceFirst = <Day extends { readonly totalValue: number }>(days: readonly Day[] | undefined) =>
  days?.slice(
    Math.max(
      0,
      days.findIndex(({ totalValue }) => totalValue !== 0),
    ),
  )

/** What an account was worth at the end of each of the days, as a line. */
export function Performance({ input }: Pick<OfAccount, 'input'>) {
  const { t } = useTranslation()
  const theme = useTheme(({ name }) => name)
  const days = useCall('BackOffice/GetPortfolioPerformance', input, { staleTime: 0 })
  const code = useQuery({
    queryKey: ['the code that draws a line of days'],
    queryFn: () => import(/* webpackChunkName: "day-line" */ '../../market/chart/day-line.tsx'),
    structuralSharing: false,
  })
  const items = days.data?.items
  const points = useMemo(
    () => sinceFirst(items)?.map(({ date, totalValue }) => ({ marketDate: date, value: totalValue })),
    [items],
  )
  if (days.isError || code.isError)
    return <EmptyState title={t('Valuation.Performance.Failed')} details={t('Table.Failed.details')} />
  // One point is not a line: the axis would show fractions of a kobo around it.
  const isNew = points !== undefined && items !== undefined && points.length < items.length
  if (points && points.length < 2)
    return (
      <EmptyState
        title={t(points.length === 0 ? 'Valuation.Performance.None' : 'Valuation.Performance.One')}
        details={t(isNew ? 'Valuation.Performance.New.details' : 'Valuation.Performance.None.details')}
      />
    )
  const Line = code.data?.DayLine
  if (!Line || !points) return <div className={styles.waiting} aria-busy="true" />
  return (
    <div className={styles.line}>
      <Line key={theme} days={points} theme={theme} label={t('Valuation.Performance.Line')} />
    </div>
  )
}
