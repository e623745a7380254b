import { type MarketTrade, Side, type StockOrder, trendIntervals } from '@tradebook/contract'
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
import { useCall } from '../../../api/use-call.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { useIsFresh, useOrders } from '../../../live/use-live.ts'
import { useTheme } from '../../../preferences.ts'
import { price, quantity } from '../../../ui/format.ts'
import { coloursOf, fontFamily, type ThemeName } from '../../../ui/theme.ts'
import { Choice } from '../choice.tsx'
import { Empty } from '../empty.tsx'
import { arrange, useArrangement } from '../preferences.ts'
import { afterTrade, type Bar, barsOf, type Interval } from './bars.ts'
import style from './price-chart.module.css'

/** Candles and volume of one security, the last candle living, the person's own orders as lines. */
export function PriceChart({ securityID }: { securityID: string }) {
  const { t } = useTranslation()
  const interval = useInterval()
  const theme = useTheme(({ name }) => name)
  const { data, refetch, isPending, isError } = useCall(
    'MarketData/GetPriceTrend',
    { security: securityID, interval },
    { silent: true, staleTime: 0 },
  )
  const bars = useMemo(() => data && barsOf(data.items, interval), [data, interval])

  const isFresh = useIsFresh()
  const wasFresh = useRef(isFresh)
  useEffect(() => {
    // What was traded while the line was down is in no event.
    if (isFresh && !wasFresh.current) void refetch()
    wasFresh.current = isFresh
  }, [isFresh, refetch])

  return (
    <div className={style.chart}>
      {bars && bars.length > 0 && (
        <Drawing
          key={`${securityID} ${interval} ${theme}`}
          securityID={securityID}
          interval={interval}
          theme={theme}
          bars={bars}
          onNewBar={() => void refetch()}
        />
      )}
      {bars?.length === 0 && (
        <Empty title={t('Trading.Chart.Empty')} details={t('Trading.Chart.Empty.details')} />
      )}
      {isPending && <div className={style.skeleton} aria-busy="true" />}
      {isError && <Empty title={t('Trading.Chart.Failed')} details={t('Trading.Chart.Failed.details')} />}
    </div>
  )
}

/** How long a candle lasts, for the bar above the chart. */
export function ChartIntervals() {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('Trading.Chart.Interval')}
      value={useInterval()}
      onChange={(chartInterval) => arrange({ chartInterval })}
      options={trendIntervals.map((value) => ({ value, label: value }))}
    />
  )
}

const useInterval = (): Interval => {
  const chosen = useArrangement(({ chartInterval }) => chartInterval)
  return trendIntervals.find((known) => known === chosen) ?? '1d'
}

interface DrawingProps {
  readonly securityID: string
  readonly interval: Interval
  readonly theme: ThemeName
  readonly bars: readonly Bar[]
  /** A candle has closed: what is fetched now holds it to the last share. */
  readonly onNewBar: () => void
}

interface Drawn {
  readonly chart: IChartApi
  readonly candles: ISeriesApi<'Candlestick'>
  readonly volume: ISeriesApi<'Histogram'>
}

function Drawing({ securityID, interval, theme, bars, onNewBar }: DrawingProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  const [drawn, setDrawn] = useState<Drawn>()
  const [last, setLast] = useState<Bar>()

  const tellNewBar = useRef(onNewBar)
  tellNewBar.current = onNewBar
  const toldAt = useRef(0)
  useEffect(() => {
    if (!drawn) return
    drawn.candles.setData(bars.map(candleOf))
    drawn.volume.setData(bars.map((bar) => volumeOf(bar, theme)))
    const fetched = bars.at(-1)
    let current = fetched
    const { trades, statistics } = liveMarket.store
    const asOf = statistics.latest(securityID)?.lastUpdateTime ?? ''
    let seen: ReadonlySet<string> = new Set()
    const follow = () => {
      const tape = trades.items.get()
      for (const trade of unseen(tape, seen, securityID)) {
        current = afterTrade(current, trade, interval, asOf)
      }
      seen = new Set(tape.map(({ mdEntryID }) => mdEntryID))
      setLast(current)
      if (!current || !fetched) return
      drawn.candles.update(candleOf(current))
      drawn.volume.update(volumeOf(current, theme))
      // Once for each new candle, however long the server needs to have it too.
      if (current.time > Math.max(fetched.time, toldAt.current)) {
        toldAt.current = current.time
        tellNewBar.current()
      }
    }
    follow()
    return trades.items.subscribe(follow)
  }, [drawn, bars, interval, securityID, theme])

  useOwnOrderLines(drawn?.candles, securityID, theme)

  // Last, so that it is taken away after everything that is drawn on it.
  useEffect(() => {
    if (!place.current) return
    const made = draw(place.current, theme, interval)
    setDrawn(made)
    return () => made.chart.remove()
  }, [theme, interval])

  const spoken = last && {
    open: price(last.open),
    high: price(last.high),
    low: price(last.low),
    close: price(last.close),
    volume: quantity(last.volume),
  }
  return (
    <>
      <p className={style.legend}>{spoken && t('Trading.Chart.Legend', spoken)}</p>
      <figure
        ref={place}
        className={style.drawing}
        aria-label={t('Trading.Chart.Label', { securityID, interval })}
      />
    </>
  )
}

/** Trades that came since, oldest first. */
const unseen = (
  trades: readonly MarketTrade[],
  seen: ReadonlySet<string>,
  securityID: string,
): MarketTrade[] =>
  trades.filter((trade) => trade.securityID === securityID && !seen.has(trade.mdEntryID)).toReversed()

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
