import { z } from 'zod'
import { type MarketRules, marketRules, minutesOf } from '../../rules/market-rules.ts'

export { type MarketRules, marketRules }

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, HH:MM')
const bps = z.number().int().min(1).max(9_999)
const shares = z.number().int().min(1).max(1_000_000_000)
const minutes = z.number().int().min(1).max(600)

const { timetable, minMoveQty, breaker } = marketRules

/** The file of an installation's market rules: each that is left out keeps its usual value. */
const marketRulesInput = z.strictObject({
  timetable: z
    .strictObject({
      preOpen: timeOfDay.default(timetable.preOpen),
      preOpenImbalance: timeOfDay.default(timetable.preOpenImbalance),
      continuous: timeOfDay.default(timetable.continuous),
      preClose: timeOfDay.default(timetable.preClose),
      preCloseImbalance: timeOfDay.default(timetable.preCloseImbalance),
      closed: timeOfDay.default(timetable.closed),
    })
    .refine(isAscending, 'each phase must begin after the one before it')
    .default(timetable),
  dailyLimitBps: bps.default(marketRules.dailyLimitBps),
  minMoveQty: z
    .strictObject({
      A: shares.default(minMoveQty.A),
      B: shares.default(minMoveQty.B),
      C: shares.default(minMoveQty.C),
    })
    .default(minMoveQty),
  minMoveQtyOfFunds: shares.default(marketRules.minMoveQtyOfFunds),
  indicativeDuringCollection: z.boolean().default(marketRules.indicativeDuringCollection),
  longestOrderDays: z.number().int().min(1).max(366).default(marketRules.longestOrderDays),
  breaker: z
    .strictObject({
      triggerBps: bps.default(breaker.triggerBps),
      from: timeOfDay.default(breaker.from),
      until: timeOfDay.default(breaker.until),
      haltMinutes: minutes.default(breaker.haltMinutes),
      closesAtTrigger: z.number().int().min(1).max(10).default(breaker.closesAtTrigger),
    })
    .refine(({ from, until }) => from <= until, 'must not end before it begins')
    .default(breaker),
  indexBasePoints: z.number().int().min(1).max(1_000_000).default(marketRules.indexBasePoints),
  reopeningMinutes: minutes.default(marketRules.reopeningMinutes),
})

/**
 * The market rules of an installation from its parsed file.
 *
 * @returns the rules; or each rule that is refused, by its name and the reason.
 */
export function readMarketRules(file: unknown): { rules: MarketRules } | { refused: string[] } {
  const parsed = marketRulesInput.safeParse(file)
  if (parsed.success) return { rules: parsed.data }
  return { refused: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
}

/** The rows of a timetable are in the order of the day. */
function isAscending(times: MarketRules['timetable']): boolean {
  const begin = (Object.keys(timetable) as (keyof typeof times)[]).map((phase) => minutesOf(times[phase]))
  return begin.every((time, index) => index === 0 || time > (begin[index - 1] ?? 0))
}
