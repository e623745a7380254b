import { z } from 'zod'
import { killSwitchScopes, LONGEST_SWITCH_REASON, limitLevels, mostLimits } from '../../rules/limits.ts'
import { INT32_LIMIT } from '../../rules/money.ts'
import { lineOfText, soughtText } from './shown-text.ts'

/** Naira, to the kobo. */
const naira = z.number().min(0.01).max(10_000_000_000_000).multipleOf(0.01).nullable()
/** Percent, with two decimals. */
const percent = (most: number) => z.number().min(0.01).max(most).multipleOf(0.01).nullable()
const wholeUpTo = (most: number) => z.number().int().min(1).max(most).nullable()

/** A user name or an account number; empty for the firm itself. */
const whom = soughtText(256)

/** Limits as the wire has them; null is not a limit. */
export const limitValues = {
  orderValue: naira,
  orderQty: wholeUpTo(INT32_LIMIT - 1),
  volumePercent: percent(100_000),
  collarPercent: percent(100),
  ordersPerSecond: wholeUpTo(mostLimits.ordersPerSecond),
  duplicateSeconds: wholeUpTo(mostLimits.duplicateSeconds),
  dailyTurnover: naira,
}

/** What is changed of the limits of one firm, user or account: null takes a limit away, what is left out stays. */
export const limitsInput = z.object({
  level: z.enum(limitLevels),
  id: whom.default(''),
  ...z.object(limitValues).partial().shape,
})

/** Who is stopped, or let go on, and why. */
export const killSwitchInput = z.object({
  scope: z.enum(killSwitchScopes),
  /** A user name or an account number of the firm; of a firm its tenancy name, which the host alone gives. */
  id: whom.default(''),
  on: z.boolean(),
  reason: lineOfText(LONGEST_SWITCH_REASON),
})
