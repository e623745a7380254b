import { isoTime, lagosInstant } from '@tradebook/contract'
import { picksDay } from './date-filter.tsx'
import type { Filter } from './list-view.ts'

const MINUTES_OF_DAY = 24 * 60

/** The days between which the times of a list lie, both included, as the clocks in Lagos count them. */
export const periodFilters: readonly Filter[] = [
  {
    key: 'from',
    title: 'Filter.From',
    ...picksDay,
    input: (day) => ({ from: isoTime(lagosInstant(day, 0)) }),
  },
  {
    key: 'to',
    title: 'Filter.To',
    ...picksDay,
    // Up to the end of that day.
    input: (day) => ({ to: isoTime(lagosInstant(day, MINUTES_OF_DAY)) }),
  },
]
