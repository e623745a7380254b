import { z } from 'zod'
import { count } from './wire-fields.ts'

/** Lists that a user may keep. */
export const MOST_WATCHLISTS = 20

export const watchlist = z.object({ id: count, name: z.string(), securityIDs: z.array(z.string()) })
export type Watchlist = z.infer<typeof watchlist>
