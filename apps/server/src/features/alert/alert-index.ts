import { type AlertConditionName, alertConditions, changeInHundredths, hasReached } from '@tradebook/contract'

/** A waiting alert, as it was judged: each change creates another revision of it. */
export interface WaitingAlert {
  readonly tenantId: number
  readonly id: number
  readonly revision: number
  readonly securityID: string
  readonly condition: AlertConditionName
  /** Kobo, or hundredths of a percent; null: any news. */
  readonly level: number | null
  /**
   * The market day whose high or low had reached the level before the alert was set: they do not count for that day.
   */
  readonly reachedOn: string | null
  /** The number of the last news item when it was set. */
  readonly afterNews: bigint
}

/** A security's prices of the day, in kobo; those of a day without a trade are null. */
export interface DayPrices {
  readonly last: number | null
  readonly high: number | null
  readonly low: number | null
  readonly reference: number
}

/** An alert whose condition holds: the figure that reached its level, in the level's unit, or the number of the news. */
export interface Hit {
  readonly alert: WaitingAlert
  readonly value: bigint
}

type PricedCondition = Exclude<AlertConditionName, 'news'>
const pricedConditions = ['atOrAbove', 'atOrBelow', 'riseOf', 'fallOf'] as const satisfies PricedCondition[]

/** The figure of a price that a condition is about. */
export const figureOf = (condition: PricedCondition, price: number, reference: number): number =>
  alertConditions[condition].of === 'price' ? price : changeInHundredths(price, reference)

/**
 * The prices that decide whether a condition holds, the last one first: a high or low beyond the last price shows that
 * the level was reached in between.
 *
 * @param extremes the day's high and low, where they count.
 */
const decisivePrices = (
  condition: PricedCondition,
  last: number | null,
  { high, low }: Pick<DayPrices, 'high' | 'low'>,
): readonly number[] =>
  [last, alertConditions[condition].direction === 1 ? high : low].filter((price) => price !== null)

/** The figure with which an alert has reached its level; `undefined` if it has not. */
export function reachedFigure(
  { condition, level }: Pick<WaitingAlert, 'condition' | 'level'>,
  prices: DayPrices,
  extremes: Pick<DayPrices, 'high' | 'low'>,
): number | undefined {
  if (condition === 'news' || level === null) return undefined
  const { direction } = alertConditions[condition]
  return decisivePrices(condition, prices.last, extremes)
    .map((price) => figureOf(condition, price, prices.reference))
    .find((figure) => hasReached(direction, level, figure))
}

/**
 * The alerts that wait, by their security. Of each condition those whose level is reached next are at the end of a sorted
 * array: an update that fires nothing compares four of them, whatever their number, and setting or removing one finds
 * its place by binary search.
 */
export class AlertIndex {
  readonly #pricesOf: (securityID: string) => DayPrices | undefined
  readonly #watched = new Map<string, Watched>()
  readonly #alerts = new Map<string, WaitingAlert>()
  /** The last news of each security since the index began. */
  readonly #news = new Map<string, bigint>()

  constructor(pricesOf: (securityID: string) => DayPrices | undefined) {
    this.#pricesOf = pricesOf
  }

  get size(): number {
    return this.#alerts.size
  }

  /**
   * Adds a waiting alert, which replaces its earlier revision.
   *
   * @param missedNews the first news since it was set that was before the index began.
   * @returns the hit when its condition holds: then it does not wait.
   */
  add(alert: WaitingAlert, marketDate: string, missedNews: bigint | null = null): Hit | undefined {
    const before = this.#alerts.get(keyOf(alert))
    if (before && before.revision >= alert.revision) return undefined
    if (before) this.remove(before)
    const value = this.#valueNow(alert, marketDate, missedNews)
    if (value !== undefined) return { alert, value }
    this.#alerts.set(keyOf(alert), alert)
    let watched = this.#watched.get(alert.securityID)
    if (!watched) {
      watched = new Watched(this.#pricesOf(alert.securityID))
      this.#watched.set(alert.securityID, watched)
    }
    watched.add(alert)
    return undefined
  }

  remove(named: Pick<WaitingAlert, 'tenantId' | 'id'>): void {
    const alert = this.#alerts.get(keyOf(named))
    if (!alert) return
    this.#alerts.delete(keyOf(alert))
    const watched = this.#watched.get(alert.securityID)
    watched?.remove(alert)
    if (watched?.isEmpty) this.#watched.delete(alert.securityID)
  }

  /** The prices of a security may have changed. @returns the alerts that this fires, which no longer wait. */
  moved(securityID: string): Hit[] {
    const watched = this.#watched.get(securityID)
    const prices = watched && this.#pricesOf(securityID)
    return prices ? this.#taken(securityID, watched, watched.moved(prices)) : []
  }

  /** There is news about these securities. @returns the alerts that this fires, which no longer wait. */
  appeared(securityIDs: readonly string[], newsID: bigint): Hit[] {
    return securityIDs.flatMap((securityID) => {
      this.#news.set(securityID, newsID)
      const watched = this.#watched.get(securityID)
      if (!watched) return []
      const hits = watched.takeOfNews().map((alert) => ({ alert, value: newsID }))
      return this.#taken(securityID, watched, hits)
    })
  }

  #taken(securityID: string, watched: Watched, hits: Hit[]): Hit[] {
    for (const { alert } of hits) this.#alerts.delete(keyOf(alert))
    if (watched.isEmpty) this.#watched.delete(securityID)
    return hits
  }

  #valueNow(alert: WaitingAlert, marketDate: string, missedNews: bigint | null): bigint | undefined {
    if (alert.condition === 'news') {
      const newest = this.#news.get(alert.securityID)
      return missedNews ?? (newest !== undefined && newest > alert.afterNews ? newest : undefined)
    }
    const prices = this.#pricesOf(alert.securityID)
    if (!prices) return undefined
    const extremes = alert.reachedOn === marketDate ? noExtremes : prices
    const figure = reachedFigure(alert, prices, extremes)
    return figure === undefined ? undefined : BigInt(figure)
  }
}

const noExtremes = { high: null, low: null }

const keyOf = ({ tenantId, id }: Pick<WaitingAlert, 'tenantId' | 'id'>): string => `${tenantId} ${id}`

/** The alerts of one security. */
class Watched {
  readonly #waiting: Readonly<Record<PricedCondition, WaitingAlert[]>> = {
    atOrAbove: [],
    atOrBelow: [],
    riseOf: [],
    fallOf: [],
  }
  readonly #ofNews = new Map<string, WaitingAlert>()
  #before: DayPrices | undefined

  constructor(prices: DayPrices | undefined) {
    this.#before = prices
  }

  get isEmpty(): boolean {
    return this.#ofNews.size === 0 && pricedConditions.every((name) => this.#waiting[name].length === 0)
  }

  add(alert: WaitingAlert): void {
    if (alert.condition === 'news') this.#ofNews.set(keyOf(alert), alert)
    else {
      const waiting = this.#waiting[alert.condition]
      waiting.splice(placeOf(waiting, alert), 0, alert)
    }
  }

  remove(alert: WaitingAlert): void {
    if (alert.condition === 'news') this.#ofNews.delete(keyOf(alert))
    else {
      const waiting = this.#waiting[alert.condition]
      waiting.splice(placeOf(waiting, alert), 1)
    }
  }

  takeOfNews(): WaitingAlert[] {
    const alerts = [...this.#ofNews.values()]
    this.#ofNews.clear()
    return alerts
  }

  /** Of the day's high and low only what is new counts: an older one was there before some of the alerts. */
  moved(prices: DayPrices): Hit[] {
    const { high: oldHigh = null, low: oldLow = null } = this.#before ?? {}
    const { high, low } = prices
    const extremes = {
      high: high !== null && (oldHigh === null || high > oldHigh) ? high : null,
      low: low !== null && (oldLow === null || low < oldLow) ? low : null,
    }
    this.#before = prices
    const hits: Hit[] = []
    for (const name of pricedConditions) {
      const waiting = this.#waiting[name]
      for (let next = waiting.at(-1); next; next = waiting.at(-1)) {
        const figure = reachedFigure(next, prices, extremes)
        if (figure === undefined) break
        waiting.pop()
        hits.push({ alert: next, value: BigInt(figure) })
      }
    }
    return hits
  }
}

/** Negative: `a` is reached after `b`. No two alerts are equal. */
function compare(a: WaitingAlert, b: WaitingAlert): number {
  const direction = alertConditions[a.condition].direction
  return direction * ((b.level ?? 0) - (a.level ?? 0)) || b.tenantId - a.tenantId || b.id - a.id
}

/** Where an alert is, or belongs, by binary search. */
function placeOf(waiting: readonly WaitingAlert[], alert: WaitingAlert): number {
  let [from, to] = [0, waiting.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (compare(waiting[middle] as WaitingAlert, alert) < 0) from = middle + 1
    else to = middle
  }
  return from
}
