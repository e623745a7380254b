import { sql } from 'kysely'

/** One journal line settles a whole firm: a number has room for 2^20 entries of it. */
const LINE_BITS = sql.lit(20)

/** Numbers the entries of a firm in the order in which they were posted, by their journal line and their line in it. */
export const entryNumber = sql<bigint>`(sequence << ${LINE_BITS} | line)`

/** Numbers a transfer request among the entries: by its journal line, which posts none. */
export const requestNumber = sql<bigint>`(id << ${LINE_BITS})`
