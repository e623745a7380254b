import type { PairFacts } from '@tradebook/contract'
import { sql } from 'kysely'

/** One journal line settles a whole firm: a number has room for 2^20 entries of it. */
const LINE_BITS = sql.lit(20)

/** Numbers the entries of a firm in the order in which they were posted, by their journal line and their line in it. */
export const entryNumber = sql<bigint>`(sequence << ${LINE_BITS} | line)`

/** Numbers a transfer request among the entries: by its journal line, which posts none. */
export const requestNumber = sql<bigint>`(id << ${LINE_BITS})`

const BY_HAND = sql`('deposit', 'withdrawal', 'transferIn', 'transferOut')`

/** The number of an entry that was posted manually, which its journal line is the only entry of: as people name it to reverse it. */
export const entryByHand = sql<bigint | null>`(CASE WHEN kind IN ${BY_HAND} THEN sequence END)`

/** Of the reversal of such an entry: the entry that it takes back. Corrections of trades have words of their own. */
export const takesBack = sql<bigint | null>`(CASE WHEN kind IN ${BY_HAND} THEN reverses END)`

/** The reversal of such an entry. */
export const reversedBy = sql<bigint | null>`(SELECT reversal.sequence FROM ledger_entries AS reversal
  WHERE reversal.reverses = ledger_entries.sequence AND reversal.kind IN ${BY_HAND})`

/** Whether a reversal of such an entry waits for approval. */
export const reversalWaits = sql<boolean>`(kind IN ${BY_HAND} AND EXISTS (SELECT FROM transfer_requests
  WHERE transfer_requests.account = ledger_entries.account AND transfer_requests.state = 'pending'
    AND transfer_requests.type = 'reversal' AND transfer_requests.details ->> 'reverses' = ledger_entries.sequence::text))`

export const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value))

/** How a row of an entry is linked. */
export const pairOf = (row: {
  readonly takes_back: bigint | null
  readonly reversed_by: bigint | null
}): PairFacts => ({ reverses: numberOf(row.takes_back), reversedBy: numberOf(row.reversed_by) })
