import { lagosDate } from '@tradebook/contract'

/** Midnight in the market's zone before a moment. Lagos keeps UTC+1 all year. */
export const startOfMarketDay = (moment: Date): Date =>
  new Date(`${lagosDate(moment.getTime())}T00:00:00+01:00`)
