import { Side, type StockOrder } from '@tradebook/contract'
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveMarket } from '../../../live/live-market.ts'
import { useOrders } from '../../../live/use-live.ts'
import { price, quantity } from '../../../ui/format.ts'
import { coloursOf, fontFamily, type ThemeName } from '../../../ui/theme.ts'
import { afterTrade, type Bar, type Interval, tradesAfter } from './bars.ts'
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
        current = afterTrade(current, trade, interval)
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
    // Every drawing is the whole canvas anew, and the eye follows a candle more slowly than a price.
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

  useOwnOrderLines(drawn?.candles, securityID, theme)

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
    autoSize: true,
    layout: {
      background: { color: colours.panel },
      textColor: colours.textSecondary,
      fontFamily,
      fontSize: 11,
      // The licence of the chart asks for its mark to stay visible.
      attributionLogo: true,
    },
    grid: { vertLines: { color: colours.line }, horzLines: { color: colours.line } },
    rightPriceScale: { borderColor: colours.line, scaleMargins: { top: 0.08, bottom: VOLUME_SHARE + 0.04 } },
    timeScale: { borderColor: colours.line, timeVisible: interval !== '1d', rightOffset: 4 },
    localization: { priceFormatter: price },
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

function useOwnOrderLines(candles: Drawn['candles'] | undefined, securityID: string, theme: ThemeName): void {
  const { t } = useTranslation()
  const orders = useOrders()
  const open = useMemo(() => orders.filter((order) => isOnChart(order, securityID)), [orders, securityID])
  useEffect(() => {
    if (!candles) return
    const colours = coloursOf(theme)
    const lines = open.map(({ side, price: at, leavesQty }) => {
      const isBuy = side === Side.buy
      return candles.createPriceLine({
        price: at ?? 0,
        color: isBuy ? colours.up : colours.down,
        lineWidth: 1,
        title: `${isBuy ? t('Trading.Buy') : t('Trading.Sell')} ${quantity(leavesQty)}`,
      })
    })
    return () => {
      for (const line of lines) candles.removePriceLine(line)
    }
  }, [candles, open, theme, t])
}

const isOnChart = (order: StockOrder, securityID: string): boolean =>
  order.securityID === securityID && order.leavesQty > 0 && order.price !== null
