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

/** Whether the last of the figures is below the first. */
export const isFallingOver = (days: readonly Day[], now?: number): boolean => {
  const [first, last] = [days[0]?.value, now ?? days.at(-1)?.value]
  return first !== undefined && last !== undefined && last < first
}

/** A line that ends lower than it begins has the colour of what falls. */
export const lineColours = (theme: ThemeName, isFalling: boolean) => {
  const { up, upTint, down, downTint } = coloursOf(theme)
  return isFalling ? { lineColor: down, topColor: downTint } : { lineColor: up, topColor: upTint }
}

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
      // The page's language: that of the browser may be no language tag.
      localization: { locale: document.documentElement.lang || 'en', priceFormatter: money },
      // The page scrolls under the wheel, not the chart.
      handleScroll: { mouseWheel: false },
      handleScale: { mouseWheel: false },
    })
    const line = chart.addSeries(AreaSeries, { bottomColor: colours.panel, lineWidth: 2 })
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
  const isFalling = isFallingOver(days, value)
  useEffect(() => series?.applyOptions(lineColours(theme, isFalling)), [series, theme, isFalling])
  return <figure ref={place} className={styles.line} aria-label={label} />
}
