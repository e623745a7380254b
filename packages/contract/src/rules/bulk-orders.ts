/** The most accounts of one bulk order: all of it is decided in one turn, for which everyone else waits. */
export const MOST_BULK_ACCOUNTS = 100

/**
 * How what a bulk order trades is allocated. `proRata`: in proportion to what each account ordered, as soon as the order
 * is over. `list`: by the list that a dealer gives; what is not allocated when the market closes is allocated pro rata.
 */
export const allocationRules = ['proRata', 'list'] as const
export type AllocationRule = (typeof allocationRules)[number]
