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

/** A list's usual question. Names and limits are ABP's; at most 1,000 rows an answer. */
export const paging = {
  skipCount: z.number().int().min(0).max(MAX_PAGED_ROWS).default(0),
  maxResultCount: z.number().int().min(1).max(1000).default(10),
  sorting: soughtText(200).optional(),
  keyword: soughtText(200).optional(),
}

export const items = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })
export const page = <T extends z.ZodType>(item: T) => z.object({ totalCount: count, items: z.array(item) })
/** A page of a list with filters. Rows are counted up to `MAX_PAGED_ROWS`; with `more` there are rows beyond those that were counted or looked at. */
export const listPage = <T extends z.ZodType>(item: T) => page(item).extend({ more: z.boolean() })
