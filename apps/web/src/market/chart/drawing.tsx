import { Side } from '@tradebook/contract'
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveMarket } from '../../live/live-market.ts'
import { useOrders } from '../../live/use-live.ts'
import { price, quantity } from '../../ui/format.ts'
import { coloursOf, type ThemeName } from '../../ui/theme.ts'
import { afterTrade, type Bar, type Interval, tradesAfter } from './bars.ts'
import { chartOptions, tickMark } from './chart-options.ts'
import { ownLines } from './own-lines.ts'
import style from './price-chart.module.css'

/** How often at most the living candle is drawn. */
const REDRAW_MS = 250

interface DrawingProps {
  readonly securityID: string
  readonly interval: Interval
  readonly theme: ThemeName
  readonly bars: readonly Bar[]
  /** The last trade that the bars hold. */
  readonly lastTradeID: string | null
  /** A candle has closed: what is fetched now holds it to the last share. */
  readonly onNewBar: () => void
}

interface Drawn {
  readonly chart: IChartApi
  readonly candles: ISeriesApi<'Candlestick'>
  readonly volume: ISeriesApi<'Histogram'>
}

/** The candles as they are drawn. Its library is half of the chart's weight, so it comes by itself. */
export function Drawing({ securityID, interval, theme, bars, lastTradeID, onNewBar }: DrawingProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  const [drawn, setDrawn] = useState<Drawn>()
  const [last, setLast] = useState<Bar>()

  const newBarCallback = useRef(onNewBar)
  newBarCallback.current = onNewBar
  const announcedAt = useRef(0)
  useEffect(() => {
    if (!drawn) return
    drawn.candles.setData(bars.map(candleOf))
    drawn.volume.setData(bars.map((bar) => volumeOf(bar, theme)))
    const fetched = bars.at(-1)
    let current = fetched
    const { trades } = liveMarket.store
    let counted = lastTradeID
    const follow = () => {
      for (const trade of tradesAfter(trades.items.get(), counted, securityID)) {
        current = afterTrade(current, trade, interval, liveMarket.store.day.get()?.marketDate)
        counted = trade.mdEntryID
      }
      setLast(current)
      if (!current || !fetched) return
      drawn.candles.update(candleOf(current))
      drawn.volume.update(volumeOf(current, theme))
      // Once for each new candle, however long the server needs to have it too.
      if (current.time > Math.max(fetched.time, announcedAt.current)) {
        announcedAt.current = current.time
        newBarCallback.current()
      }
    }
    follow()
    // Every drawing is the whole canvas again, and the eye follows a candle more slowly than a price.
    let due: ReturnType<typeof setTimeout> | undefined
    const followSoon = () => {
      due ??= setTimeout(() => {
        due = undefined
        follow()
      }, REDRAW_MS)
    }
    const stop = trades.items.subscribe(followSoon)
    return () => {
      stop()
      clearTimeout(due)
    }
  }, [drawn, bars, lastTradeID, interval, securityID, theme])

  useOwnOrderLines(drawn, securityID, theme)

  // Last, so that it is taken away after everything that is drawn on it.
  useEffect(() => {
    if (!place.current) return
    const made = draw(place.current, theme, interval)
    setDrawn(made)
    return () => made.chart.remove()
  }, [theme, interval])

  const legend = last && {
    open: price(last.open),
    high: price(last.high),
    low: price(last.low),
    close: price(last.close),
    volume: quantity(last.volume),
  }
  return (
    <>
      <p className={style.legend}>{legend && t('Trading.Chart.Legend', legend)}</p>
      <figure
        ref={place}
        className={style.drawing}
        aria-label={t('Trading.Chart.Label', { securityID, interval })}
      />
    </>
  )
}

const candleOf = ({ time, open, high, low, close }: Bar) => ({
  time: time as UTCTimestamp,
  open,
  high,
  low,
  close,
})

const volumeOf = ({ time, open, close, volume }: Bar, theme: ThemeName) => {
  const { upTint, downTint } = coloursOf(theme)
  return { time: time as UTCTimestamp, value: volume, color: close >= open ? upTint : downTint }
}

/** The share of the height that volume takes at the foot of the candles. */
const VOLUME_SHARE = 0.2

function draw(place: HTMLElement, theme: ThemeName, interval: Interval): Drawn {
  const colours = coloursOf(theme)
  const chart = createChart(place, {
    ...chartOptions(colours),
    rightPriceScale: { borderColor: colours.line, scaleMargins: { top: 0.08, bottom: VOLUME_SHARE + 0.04 } },
    timeScale: {
      borderColor: colours.line,
      timeVisible: interval !== '1d',
      rightOffset: 4,
      tickMarkFormatter: tickMark,
    },
    // The page's language: that of the browser may be no language tag.
    localization: { locale: document.documentElement.lang || 'en', priceFormatter: price },
  })
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: colours.up,
    downColor: colours.down,
    wickUpColor: colours.up,
    wickDownColor: colours.down,
    borderVisible: false,
  })
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volume.priceScale().applyOptions({ scaleMargins: { top: 1 - VOLUME_SHARE, bottom: 0 } })
  return { chart, candles, volume }
}

/** Room for the label of a line: so many pixels a character, and so many around them. */
const LABEL_CHARACTER_PX = 6.5
const LABEL_MARGIN_PX = 14

/** Draws the person's open orders as lines. Their labels stand right of the last candle, not over it. */
function useOwnOrderLines(drawn: Drawn | undefined, securityID: string, theme: ThemeName): void {
  const { t } = useTranslation()
  const orders = useOrders()
  const lines = useMemo(
    () =>
      ownLines(orders, securityID).map(({ side, price: at, quantity: open, waitsAs }) => ({
        side,
        price: at,
        title: [
          `${t(side === Side.buy ? 'Trading.Buy' : 'Trading.Sell')} ${quantity(open)}`,
          ...(waitsAs ? [t(waitsAs)] : []),
        ].join(' · '),
        lineStyle: waitsAs ? LineStyle.Dashed : LineStyle.Solid,
      })),
    [orders, securityID, t],
  )
  const longest = Math.max(0, ...lines.map(({ title }) => title.length))
  useEffect(() => {
    if (!drawn || longest === 0) return
    const timeScale = drawn.chart.timeScale()
    const position = timeScale.scrollPosition()
    timeScale.applyOptions({ rightOffsetPixels: longest * LABEL_CHARACTER_PX + LABEL_MARGIN_PX })
    // Who has scrolled into the past stays there.
    if (position < 0) timeScale.scrollToPosition(position, false)
  }, [drawn, longest])
  useEffect(() => {
    if (!drawn) return
    const { candles } = drawn
    const { up, down } = coloursOf(theme)
    const shown = lines.map(({ side, ...line }) =>
      candles.createPriceLine({ ...line, color: side === Side.buy ? up : down, lineWidth: 1 }),
    )
    return () => {
      for (const line of shown) candles.removePriceLine(line)
    }
  }, [drawn, lines, theme])
}
