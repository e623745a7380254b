import { type RawBuilder, sql } from 'kysely'

/** The number of the note that a correction of a trade is of, which its entry refers to; `null` of any other entry. */
export const correctedNoteOf = ({
  kind,
  reference,
}: {
  readonly kind: string | null
  readonly reference: string | null
}): number | null => (kind === 'tradeCanceled' || kind === 'tradeCorrected' ? Number(reference) : null)

/**
 * The sequences of the entries that posted the trades of a note, as the note prints them: of one that replaces others,
 * the trades of these that no correction has taken back until then. A trade was taken back on the note itself while that
 * was provisional, or by an entry that refers to a note that this one replaces.
 *
 * @param number of the note; `replaces` as its row has it.
 */
export const tradesOfNote = (
  account: RawBuilder<string>,
  number: RawBuilder<number>,
  replaces: RawBuilder<number | null>,
): RawBuilder<{ readonly sequence: bigint }> => sql`(
  SELECT e.tenant_id, e.account, e.sequence
  FROM (SELECT CASE WHEN ${replaces} IS NULL THEN ARRAY[]::int[] ELSE ARRAY(${replacedBy(replaces)}) END AS before) AS notes,
    LATERAL (
      SELECT tenant_id, account, sequence FROM ledger_entries
      WHERE note_number = ANY (notes.before || ${number}) AND account = ${account} AND kind IN ('trade', 'tradeCorrected')
      UNION ALL
      SELECT tenant_id, account, sequence FROM ledger_entries
      WHERE ${replaces} IS NOT NULL AND account = ${account} AND kind = 'tradeCorrected' AND note_number IS NULL
        AND reference = ANY (notes.before::text[])
    ) AS e
  WHERE NOT EXISTS (
    SELECT FROM ledger_entries AS r
    WHERE r.tenant_id = e.tenant_id AND r.account = e.account AND r.reverses = e.sequence AND r.kind = 'tradeCanceled'
      AND (r.note_number IS NOT NULL OR r.reference = ANY (notes.before::text[]))))`

/** The numbers of a note that was replaced, and of those that it had replaced itself. */
const replacedBy = (number: RawBuilder<number | null>) => sql`
  WITH RECURSIVE chain AS (
    SELECT n.number, n.replaces FROM contract_notes AS n WHERE n.number = ${number}
    UNION ALL SELECT n.number, n.replaces FROM contract_notes AS n JOIN chain ON n.number = chain.replaces)
  SELECT number FROM chain`
