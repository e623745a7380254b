import { acceptance, isCall, isContinuous, type Phase, Side, takenInWords } from '@tradebook/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveMarket } from '../../../live/live-market.ts'
import { useMarketSession, useStatistics, useTrades } from '../../../live/use-live.ts'
import { useMarketNow } from '../../../market-time.ts'
import { change, direction, duration, minuteOfDay, price, quantity } from '../../../ui/format.ts'
import { stepsOf, useIndicativePrices } from './indicative-prices.ts'
import style from './phase-strip.module.css'
import { useSecurityPhase } from './use-security-phase.ts'

/**
 * What the market does with orders of the security now, what follows and when; in an auction, the price
 * that is forming. In continuous trading, which goes without saying, there is none, but for a while the
 * price that the auction came to.
 */
export function PhaseStrip({ securityID }: { securityID: string }) {
  // Keyed: the auction that ended was one of this security, and no other's.
  return <StripOfSecurity key={securityID} securityID={securityID} />
}

function StripOfSecurity({ securityID }: { securityID: string }) {
  const phase = useSecurityPhase(securityID)
  const ended = useEndedCall(phase)
  if (phase === undefined) return null
  if (isContinuous(phase)) return ended && <AuctionPrice {...ended} />
  return (
    <section className={style.strip} data-phase={phase}>
      <PhaseText phase={phase} />
      {isCall(phase) && <Auction securityID={securityID} />}
    </section>
  )
}

function PhaseText({ phase }: { phase: Phase }) {
  const { t } = useTranslation()
  return (
    <div className={style.text}>
      <p title={takenInWords(phase, t)}>
        <strong>{t(`Trading.Phase.${phase}`)}.</strong> {t(`Trading.PhaseText.${phase}`)}
      </p>
      <Next phase={phase} />
    </div>
  )
}

/** What follows the phase, when, and in how long by the market's clock. */
function Next({ phase }: { phase: Phase }) {
  const { t } = useTranslation()
  const session = useMarketSession()
  const now = useMarketNow()
  // What was fetched may be of the phase before, for a moment; the auction of one security has no end of its own.
  if (session?.phase !== phase || session.nextPhase === null || session.nextAt === null) return null
  const { nextAt, nextPhase } = session
  const values = { phase: t(`Trading.Phase.${nextPhase}`), time: minuteOfDay(nextAt) }
  return (
    <p className={style.next}>
      {now === undefined
        ? t('Trading.Phase.Next', values)
        : t('Trading.Phase.NextIn', { ...values, left: duration(Date.parse(nextAt) - now) })}
    </p>
  )
}

const imbalanceTexts = {
  [Side.buy]: 'Trading.Auction.MoreToBuy',
  [Side.sell]: 'Trading.Auction.MoreToSell',
} as const

/** The price that the auction would come to now, how much would trade at it, and what would be left. */
function Auction({ securityID }: { securityID: string }) {
  const { t } = useTranslation()
  const row = useStatistics(securityID)
  if (!row) return null
  const { indicativePx, indicativeQty, imbalanceSide, imbalanceQty, prevClosePx } = row
  if (indicativePx === null) return <p className={style.none}>{t('Trading.Auction.NoPrice')}</p>
  const difference = indicativePx - prevClosePx
  const isUneven = (imbalanceSide === Side.buy || imbalanceSide === Side.sell) && Boolean(imbalanceQty)
  return (
    <div className={style.auction}>
      <dl className={style.figures}>
        <div data-figure="price">
          <dt>{t('Trading.Auction.Price')}</dt>
          <dd data-tone={direction(difference)}>
            {price(indicativePx)} <small>{change(difference)}</small>
          </dd>
        </div>
        <div data-figure="quantity">
          <dt>{t('Trading.Auction.Quantity')}</dt>
          <dd>{quantity(indicativeQty)}</dd>
        </div>
        <div data-figure="imbalance">
          <dt>{t('Trading.Auction.Imbalance')}</dt>
          <dd>
            {isUneven
              ? t(imbalanceTexts[imbalanceSide], { quantity: quantity(imbalanceQty) })
              : t('Trading.Auction.Even')}
          </dd>
        </div>
      </dl>
      <Forming securityID={securityID} />
    </div>
  )
}

const WIDTH = 200
const HEIGHT = 36
/** Room for the dot at the end of the line, and for the line's own width. */
const MARGIN = 4

/** The indicative price as it forms, from the first one seen to the end of the phase. */
function Forming({ securityID }: { securityID: string }) {
  const { t } = useTranslation()
  const prices = useIndicativePrices(securityID)
  const session = useMarketSession()
  const now = useMarketNow(FORMING_STEP_MS)
  const first = prices[0]
  const last = prices.at(-1)
  if (!first || !last || now === undefined) return null
  const nextAt = session?.nextAt ? Date.parse(session.nextAt) : now
  const points = stepsOf(prices, {
    width: WIDTH,
    height: HEIGHT,
    from: first.at,
    until: Math.max(nextAt, now),
    now,
  })
  const end = points.at(-1)
  return (
    <svg
      className={style.forming}
      data-tone={direction(last.price - first.price)}
      viewBox={`${-MARGIN} ${-MARGIN} ${WIDTH + 2 * MARGIN} ${HEIGHT + 2 * MARGIN}`}
      role="img"
      aria-label={t('Trading.Auction.Forming', { first: price(first.price), now: price(last.price) })}
    >
      <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {end && <circle cx={end.x} cy={end.y} r={3} />}
    </svg>
  )
}

const FORMING_STEP_MS = 250

/** How long the price of an auction is shown after it, in milliseconds. */
const AUCTION_SHOWN_MS = 60_000

/** A call that has ended, and the time of the last trade before it, in ISO 8601; '' for none. */
interface EndedCall {
  readonly call: Phase
  readonly after: string
}

/** The call that ended while somebody was looking, for a while. */
function useEndedCall(phase: Phase | undefined): EndedCall | undefined {
  const before = useRef({ phase, after: lastTradeAt() })
  const [ended, setEnded] = useState<EndedCall>()
  useEffect(() => {
    const { phase: last, after } = before.current
    before.current = { phase, after: lastTradeAt() }
    if (last === undefined || last === phase || !isCall(last)) return setEnded(undefined)
    setEnded({ call: last, after })
    const timer = setTimeout(() => setEnded(undefined), AUCTION_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [phase])
  return ended
}

const lastTradeAt = () => liveMarket.store.trades.items.get()[0]?.mdEntryTime ?? ''

/** What the auction came to, by its own trades: the last price and the day's opening may be those of a later one. */
function AuctionPrice({ call, after }: EndedCall) {
  const { t } = useTranslation()
  const trade = useTrades().find(
    ({ tradeCondition, mdEntryTime }) => tradeCondition === acceptance[call].uncross && mdEntryTime > after,
  )
  // Later trades push those of the auction off the list: what it came to stays.
  const [tradedAt, setTradedAt] = useState<number>()
  if (trade !== undefined && tradedAt === undefined) setTradedAt(trade.mdEntryPx)
  return (
    <section className={style.strip} data-phase="continuous">
      <p className={style.text} role="status">
        {tradedAt === undefined
          ? t('Trading.Auction.NoTrade')
          : t('Trading.Auction.Traded', { price: price(tradedAt) })}
      </p>
    </section>
  )
}
