import { percentOfPpm } from '@tradebook/contract'

/** A rate as notes print it: without the sign that differences have. */
export const percentText = (ppm: number): string => `${percentOfPpm(ppm)}%`

/** What a change of charges makes stale. */
export const CHARGES = ['Fees/Get'] as const
