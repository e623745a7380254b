import { z } from 'zod'
import { soughtText } from './schemas/shown-text.ts'
import { count } from './wire-fields.ts'

/**
 * Only so many of a list's first rows are counted and paged through: the database reads the rows that it
 * counts and skips. A filter or an order of orders and executions that has no index is of the first so many
 * rows, too: by time, of the period, and of the account, the security or the keyword that is given. Who needs
 * another row filters the list by these, sorts it the other way or downloads it.
 */
export const MAX_PAGED_ROWS = 10_000

/**
 * The rows that one answer holds at most. A client that asks for no page is sent as many: nobody takes the first ten
 * rows for all there are. `totalCount` tells whether there are more.
 */
export const MAX_ANSWER_ROWS = 1_000

/** A list's usual question, by ABP's names. */
export const paging = {
  skipCount: z.number().int().min(0).max(MAX_PAGED_ROWS).default(0),
  maxResultCount: z
    .number()
    .int()
    .min(1)
    .max(MAX_ANSWER_ROWS)
    .default(MAX_ANSWER_ROWS)
    .describe(
      `Rows of the page. Without it, all rows from \`skipCount\` on, at most ${MAX_ANSWER_ROWS}; \`totalCount\` counts all.`,
    ),
  sorting: soughtText(200).optional(),
  keyword: soughtText(200).optional(),
}

export const items = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })
export const page = <T extends z.ZodType>(item: T) => z.object({ totalCount: count, items: z.array(item) })
/** A page of a list with filters. Rows are counted up to `MAX_PAGED_ROWS`; with `more` there are rows beyond those that were counted or looked at. */
export const listPage = <T extends z.ZodType>(item: T) => page(item).extend({ more: z.boolean() })
