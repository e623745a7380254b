import {
  type Kobo,
  type LimitLevel,
  type OrderLimits,
  type PriceKobo,
  type Quantity,
  type Refusal,
  type RefusalValues,
  refuse,
  type Shares,
} from '@tradebook/contract'
import type { LimitedLevel } from './firm-limits.ts'

/** What a request would bring, as limits look at it. */
export interface NewRisk {
  readonly account: string
  readonly securityID: string
  readonly orderQty: Quantity
  /** The limit; `null` for a market order, which has no collar. */
  readonly price: PriceKobo | null
  /** Kobo that the whole order is worth at its worst price. */
  readonly value: Kobo
  /** Kobo that the turnover of the day grows by. */
  readonly turnover: Kobo
  /**
   * What the same request has brought before it to the firm and the user: the other side of a cross, or the orders before
   * it in a basket; these may be of the same account.
   */
  readonly before?: { readonly orders: number; readonly turnover: Kobo; readonly ofAccount?: Kobo }
  /** Of a replace of another user's order: who entered it, and the levels whose turnover grows. */
  readonly enteredBy?: { readonly userName: string; readonly levels: readonly LimitedLevel[] }
  /** When the same order was entered last, in milliseconds of wall time; absent where none was, and of a replace. */
  readonly enteredAt?: number | undefined
}

/** What the market shows of the security of a request. */
export interface RiskMarket {
  readonly publishedPx: PriceKobo
  /** Shares traded on the market day so far. */
  readonly dayVolume: Shares
  /** Shares traded on an average day; `null` where that is not known. */
  readonly averageVolume: Shares | null
}

const BPS = 10_000
const MS_PER_SECOND = 1_000

/**
 * Why limits do not admit a request: the first rule that is broken, with the tightest of the limits that
 * hold for it. What is exactly at a limit passes.
 *
 * @param at wall time, milliseconds.
 */
export function refusalByLimits(
  risk: NewRisk,
  levels: readonly LimitedLevel[],
  market: () => RiskMarket,
  at: number,
): Refusal | undefined {
  return (
    checkValue(risk, levels) ??
    checkQuantity(risk, levels) ??
    checkVolumeShare(risk, levels, market) ??
    checkCollar(risk, levels, market) ??
    checkTurnover(risk, levels) ??
    checkDuplicate(risk, levels, at) ??
    checkRate(risk, levels, at)
  )
}

function checkValue({ value, account }: NewRisk, levels: readonly LimitedLevel[]): Refusal | undefined {
  const tightest = tightestOf(levels, ({ orderValue }) => orderValue)
  if (!tightest || value <= tightest.most) return undefined
  const words = { value: nairaInWords(value), most: nairaInWords(tightest.most), ...of(tightest, account) }
  return refuse('orderValueAboveLimit', words)
}

function checkQuantity({ orderQty, account }: NewRisk, levels: readonly LimitedLevel[]): Refusal | undefined {
  const tightest = tightestOf(levels, (limits) => limits.orderQty)
  if (!tightest || orderQty <= tightest.most) return undefined
  const words = { quantity: grouped(orderQty), most: grouped(tightest.most), ...of(tightest, account) }
  return refuse('orderQtyAboveLimit', words)
}

/** The day's volume is what was traded so far or, where that is more, what an average day trades. */
function checkVolumeShare(
  { orderQty, account, securityID }: NewRisk,
  levels: readonly LimitedLevel[],
  market: () => RiskMarket,
): Refusal | undefined {
  const tightest = tightestOf(levels, ({ volumeShareBps }) => volumeShareBps)
  if (!tightest) return undefined
  const { dayVolume, averageVolume } = market()
  const volume = averageVolume !== null && averageVolume > dayVolume ? averageVolume : dayVolume
  const ofVolume = BigInt(orderQty) * BigInt(BPS)
  // Of a security that never traded no share can be said.
  if (volume === 0n || ofVolume <= BigInt(tightest.most) * volume) return undefined
  return refuse('volumeShareAboveLimit', {
    securityID,
    volume: grouped(volume),
    ...of(tightest, account),
    percent: percentInWords(dividedUp(ofVolume, volume)),
    most: percentInWords(tightest.most),
  })
}

function checkCollar(
  { price, account, securityID }: NewRisk,
  levels: readonly LimitedLevel[],
  market: () => RiskMarket,
): Refusal | undefined {
  const tightest = price === null ? undefined : tightestOf(levels, ({ collarBps }) => collarBps)
  if (price === null || !tightest) return undefined
  const { publishedPx } = market()
  const away = BigInt(Math.abs(price - publishedPx)) * BigInt(BPS)
  if (away <= BigInt(tightest.most) * BigInt(publishedPx)) return undefined
  return refuse('priceOutsideCollar', {
    securityID,
    price: nairaInWords(BigInt(price)),
    published: nairaInWords(BigInt(publishedPx)),
    percent: percentInWords(dividedUp(away, BigInt(publishedPx))),
    most: percentInWords(tightest.most),
    ...of(tightest, account),
  })
}

/** The turnover of an order counts for the user who entered it, no matter who raises it. */
function checkTurnover(
  { turnover, before, account, enteredBy }: NewRisk,
  levels: readonly LimitedLevel[],
): Refusal | undefined {
  for (const limited of enteredBy?.levels ?? levels) {
    const { level, limits, counts } = limited
    const most = limits.dailyTurnover
    if (most === null) continue
    const sooner = level === 'account' ? before?.ofAccount : before?.turnover
    const value = counts.turnover + turnover + (sooner ?? 0n)
    if (value <= most) continue
    return refuse('turnoverAboveLimit', {
      value: nairaInWords(value),
      most: nairaInWords(most),
      ...of(limited, account),
      ...(level === 'user' && enteredBy && { userName: enteredBy.userName }),
    })
  }
  return undefined
}

function checkDuplicate(
  { enteredAt, account }: NewRisk,
  levels: readonly LimitedLevel[],
  at: number,
): Refusal | undefined {
  if (enteredAt === undefined) return undefined
  const tightest = tightestOf(levels, ({ duplicateSeconds }) => duplicateSeconds, 'greatest')
  const ago = at - enteredAt
  if (!tightest || ago < 0 || ago >= tightest.most * MS_PER_SECOND) return undefined
  return refuse('orderEnteredTwice', {
    ago: Math.floor(ago / MS_PER_SECOND),
    seconds: tightest.most,
    ...of(tightest, account),
  })
}

function checkRate(
  { before, account }: NewRisk,
  levels: readonly LimitedLevel[],
  at: number,
): Refusal | undefined {
  for (const limited of levels) {
    const { level, limits, counts } = limited
    const most = limits.ordersPerSecond
    if (most === null) continue
    const count = counts.sent.count(at) + 1 + (level === 'account' ? 0 : (before?.orders ?? 0))
    if (count <= most) continue
    return refuse('tooManyOrders', { count: grouped(count), most: grouped(most), ...of(limited, account) })
  }
  return undefined
}

interface Tightest<Limit> {
  readonly level: LimitLevel
  readonly most: Limit
}

/** The least of the limits of one kind, or the greatest where more is tighter. */
function tightestOf<Limit extends number | bigint>(
  levels: readonly LimitedLevel[],
  limitOf: (limits: OrderLimits) => Limit | null,
  tighter: 'least' | 'greatest' = 'least',
): Tightest<Limit> | undefined {
  let tightest: Tightest<Limit> | undefined
  for (const { level, limits } of levels) {
    const most = limitOf(limits)
    if (most === null) continue
    const isTighter = !tightest || (tighter === 'least' ? most < tightest.most : most > tightest.most)
    if (isTighter) tightest = { level, most }
  }
  return tightest
}

/** Whose limit it is. */
const of = ({ level }: { readonly level: LimitLevel }, account: string): RefusalValues => ({ level, account })

const grouped = (number: number | bigint): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',')

/** Naira of an amount in kobo that is not negative, with its kobo: `12,000,000.00`. */
const nairaInWords = (amount: bigint): string =>
  `${grouped(amount / 100n)}.${String(amount % 100n).padStart(2, '0')}`

/** Rounded up, for it is shown next to a limit that it is above. */
const dividedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/** Basis points as percent with two decimals. */
const percentInWords = (bps: number | bigint): string => nairaInWords(BigInt(bps))
