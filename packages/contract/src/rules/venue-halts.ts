import type { TextKey } from '../words/words.ts'

/**
 * Why trading was halted or resumed that an exchange on a line halts and resumes, as it is stored: the key of the words.
 * A person of market control gives words of their own.
 */
export const venueHaltReasons = {
  halt: 'Trading.Halt.ByVenue',
  resume: 'Trading.Halt.EndedByVenue',
} as const satisfies Readonly<Record<'halt' | 'resume', TextKey>>

type VenueHaltReason = (typeof venueHaltReasons)[keyof typeof venueHaltReasons]

const reasons: ReadonlySet<string> = new Set(Object.values(venueHaltReasons))

/** Whether it was the exchange that halted or resumed trading, and no person here. */
export const isVenueHaltReason = (reason: string): reason is VenueHaltReason => reasons.has(reason)

/** Why trading was halted or resumed, in words. */
export const haltReasonInWords = <Reason extends string | null>(
  reason: Reason,
  translate: (key: TextKey) => string,
): Reason | string => (reason !== null && isVenueHaltReason(reason) ? translate(reason) : reason)
