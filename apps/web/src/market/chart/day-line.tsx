import { AreaSeries, createChart, type ISeriesApi } from 'lightweight-charts'
import { useEffect, useRef, useState } from 'react'
import { money } from '../../ui/format.ts'
import { coloursOf, type ThemeName } from '../../ui/theme.ts'
import { chartOptions, tickMark } from './chart-options.ts'
import styles from './day-line.module.css'

/** A figure at the end of a market day. */
interface Day {
  readonly marketDate: string
  readonly value: number
}

interface DayLineProps {
  /** Oldest first. */
  readonly days: readonly Day[]
  /** The value of the current market day. */
  readonly now?: Day | undefined
  readonly theme: ThemeName
  readonly label: string
}

const pointOf = ({ marketDate, value }: Day) => ({ time: marketDate, value })

/** A figure as a line, a point a market day; the last one follows the market. */
export function DayLine({ days, now, theme, label }: DayLineProps) {
  const place = useRef<HTMLElement>(null)
  const [series, setSeries] = useState<ISeriesApi<'Area'>>()
  useEffect(() => {
    if (!place.current) return
    const colours = coloursOf(theme)
    const chart = createChart(place.current, {
      ...chartOptions(colours),
      rightPriceScale: { borderColor: colours.line },
      timeScale: { borderColor: colours.line, tickMarkFormatter: tickMark },
      localization: { priceFormatter: money },
      // The page scrolls under the wheel, not the chart.
      handleScroll: { mouseWheel: false },
      handleScale: { mouseWheel: false },
    })
    const line = chart.addSeries(AreaSeries, {
      lineColor: colours.primary,
      topColor: colours.upTint,
      bottomColor: colours.panel,
      lineWidth: 2,
    })
    line.setData(days.map(pointOf))
    chart.timeScale().fitContent()
    setSeries(line)
    return () => {
      setSeries(undefined)
      chart.remove()
    }
  }, [days, theme])
  const { marketDate, value } = now ?? {}
  const last = days.at(-1)?.marketDate
  useEffect(() => {
    // A day before the last one that was fetched is in the line already.
    if (marketDate === undefined || value === undefined || marketDate < (last ?? '')) return
    series?.update(pointOf({ marketDate, value }))
  }, [series, marketDate, value, last])
  return <figure ref={place} className={styles.line} aria-label={label} />
}
