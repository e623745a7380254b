import {
  acceptance,
  haltReasonInWords,
  isCall,
  isContinuous,
  type Phase,
  Side,
  sumOfNaira,
  type TradingHalt,
  takenInWords,
} from '@tradebook/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveMarket } from '../../../live/live-market.ts'
import { useMarketSession, useStatistic, useStatistics, useTrades } from '../../../live/use-live.ts'
import { useHaltOf } from '../../../market/halts.ts'
import { useMarketNow, useMoment } from '../../../market-time.ts'
import { change, direction, duration, price, quantity } from '../../../ui/format.ts'
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
  const halt = useHaltOf(securityID)
  const next = useNext(phase, halt)
  if (phase === undefined) return null
  if (halt?.cause === 'marketControl') return <HaltText securityID={securityID} halt={halt} />
  if (isContinuous(phase)) return ended && <AuctionPrice {...ended} />
  return (
    <section className={style.strip} data-phase={phase}>
      <PhaseText phase={phase} halt={halt} next={next} />
      {isCall(phase) && <Auction securityID={securityID} until={next?.dueMs} />}
    </section>
  )
}

/** A halt by market control: since when, why, and that it lasts until it is ended. */
function HaltText({ securityID, halt }: { securityID: string; halt: TradingHalt }) {
  const { t } = useTranslation()
  const symbol = useStatistic(securityID, (row) => row?.symbol) ?? securityID
  const since = useMoment(halt.since)
  const text = halt.securityID === null ? 'Trading.Halt.Market' : 'Trading.Halt.Security'
  return (
    <section className={style.strip} data-phase="halted">
      <div className={style.text}>
        <p title={takenInWords('halted', t)}>
          <strong>{t(text, { symbol, since })}</strong> {haltReasonInWords(halt.reason, t)}
        </p>
        <p className={style.next}>{t('Trading.PhaseText.halted')}</p>
      </div>
    </section>
  )
}

interface NextPhase {
  readonly phase: Phase
  /** ISO 8601. */
  readonly at: string
  /** What the page's market clock shows then, in milliseconds: a demo leaves out the night before it. */
  readonly dueMs: number
}

/** What follows the phase that orders of a security meet, and when; `undefined` where nothing follows by the timetable. */
function useNext(phase: Phase | undefined, halt: TradingHalt | undefined): NextPhase | undefined {
  const session = useMarketSession()
  if (halt?.cause === 'reopening') {
    const { until: at } = halt
    return at === null ? undefined : { phase: 'continuous', at, dueMs: Date.parse(at) }
  }
  // What was fetched may be of the phase before, for a moment.
  if (!session || session.phase !== phase) return undefined
  const { nextPhase, nextAt, nextInMs, marketTime } = session
  if (nextPhase === null || nextAt === null || nextInMs === null) return undefined
  return { phase: nextPhase, at: nextAt, dueMs: Date.parse(marketTime) + nextInMs }
}

interface PhaseTextProps {
  readonly phase: Phase
  readonly halt: TradingHalt | undefined
  readonly next: NextPhase | undefined
}

function PhaseText({ phase, halt, next }: PhaseTextProps) {
  const { t } = useTranslation()
  const isBreaker = halt?.cause === 'circuitBreaker'
  const text = isBreaker ? 'Trading.Halt.Breaker' : (`Trading.PhaseText.${phase}` as const)
  return (
    <div className={style.text}>
      <p title={takenInWords(phase, t)}>
        <strong>{t(`Trading.Phase.${phase}`)}.</strong> {t(text)}
      </p>
      {next && <Next {...next} />}
    </div>
  )
}

/** What follows, when, and in how long by the market's clock. */
function Next({ phase, at, dueMs }: NextPhase) {
  const { t } = useTranslation()
  const now = useMarketNow()
  const values = { phase: t(`Trading.Phase.${phase}`), time: useMoment(at) }
  return (
    <p className={style.next}>
      {now === undefined
        ? t('Trading.Phase.Next', values)
        : t('Trading.Phase.NextIn', { ...values, left: duration(dueMs - now) })}
    </p>
  )
}

const imbalanceTexts = {
  [Side.buy]: 'Trading.Auction.MoreToBuy',
  [Side.sell]: 'Trading.Auction.MoreToSell',
} as const

interface CallProps {
  readonly securityID: string
  /** When the call ends by the page's market clock, in milliseconds, as far as it is known. */
  readonly until: number | undefined
}

/** The price that the auction would come to now, how much would trade at it, and what would be left. */
function Auction({ securityID, until }: CallProps) {
  const { t } = useTranslation()
  const row = useStatistics(securityID)
  if (!row) return null
  const { indicativePx, indicativeQty, imbalanceSide, imbalanceQty, prevClosePx } = row
  if (indicativePx === null) return <p className={style.none}>{t('Trading.Auction.NoPrice')}</p>
  const difference = sumOfNaira(indicativePx, -prevClosePx)
  const isUneven = (imbalanceSide === Side.buy || imbalanceSide === Side.sell) && Boolean(imbalanceQty)
  return (
    <div className={style.auction} data-figures>
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
      <Forming securityID={securityID} until={until} />
    </div>
  )
}

const WIDTH = 200
const HEIGHT = 36
/** Room for the dot at the end of the line, and for the line's own width. */
const MARGIN = 4

/** The indicative price as it forms, from the first one seen to the end of the call. */
function Forming({ securityID, until }: CallProps) {
  const { t } = useTranslation()
  const prices = useIndicativePrices(securityID)
  const now = useMarketNow(FORMING_STEP_MS)
  const first = prices[0]
  const last = prices.at(-1)
  if (!first || !last || now === undefined) return null
  const points = stepsOf(prices, {
    width: WIDTH,
    height: HEIGHT,
    from: first.at,
    until: Math.max(until ?? now, now),
    now,
  })
  const tip = points.at(-1)
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
      {tip && <circle cx={tip.x} cy={tip.y} r={3} />}
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
