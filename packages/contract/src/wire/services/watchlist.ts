import { z } from 'zod'
import { INT32_LIMIT } from '../../rules/money.ts'
import { byHand, call } from '../call.ts'
import { items } from '../paging.ts'
import { code, lineOfText } from '../schemas/shown-text.ts'
import { watchlist } from '../watchlists.ts'

/** Of one list. */
const MOST_SECURITIES = 500

const id = z
  .number()
  .int()
  .min(1)
  .max(INT32_LIMIT - 1)

export const watchlistCalls = {
  'Watchlist/GetAll': call({
    summary: "The user's own watchlists, by name",
    needs: 'member',
    input: z.object({}),
    output: items(watchlist),
  }),
  'Watchlist/Save': call({
    summary: 'Save a watchlist: a new one or, with `id`, a changed one',
    needs: 'member',
    limit: byHand,
    once: 'transaction',
    input: z.object({
      id: id.optional(),
      name: lineOfText(64),
      securityIDs: z.array(code(32)).max(MOST_SECURITIES),
    }),
    output: watchlist,
  }),
  'Watchlist/Delete': call({
    summary: "Delete one of the user's watchlists",
    needs: 'member',
    limit: byHand,
    input: z.object({ id }),
    output: z.object({}),
  }),
}
