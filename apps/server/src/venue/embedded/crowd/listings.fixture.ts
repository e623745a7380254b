import { readSecurities } from '../../../demo/securities.ts'
import { type Listing, listing } from '../../listing.ts'
import type { CrowdSecurity } from './temper.ts'

/** The demo's equities on a market day on which nothing has traded yet. */
export const demoListings = (): Listing[] =>
  readSecurities().map((security) =>
    listing({
      ...security,
      board: null,
      monthlyCloses: [],
      high52Px: null,
      low52Px: null,
      averageVolume: null,
      today: null,
    }),
  )

/** A market day of the crowd's, by its seed. */
export const day = (seed: number, securities: readonly CrowdSecurity[]) => ({
  seed,
  securities,
  marketDate: '2026-11-23',
})
