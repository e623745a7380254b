import {
  type EntryKind,
  type Kobo,
  kobo,
  narrationOf,
  noteNarrationOf,
  type Period,
  Side,
  type StatementLine,
  shares,
  toNaira,
  withLink,
} from '@tradebook/contract'
import { type RawBuilder, sql } from 'kysely'
import type { CallContext } from '../../http/handlers.ts'
import type { Tx } from '../../store/scope.ts'
import { cashBefore } from './account-record.ts'
import { correctedNoteOf } from './corrected-notes.ts'
import {
  entryByHand,
  entryNumber,
  numberOf,
  pairOf,
  reversalWaits,
  reversedBy,
  takesBack,
} from './entry-number.ts'

type Translate = CallContext['translate']

/** Whose statement it is, of which days, and what the account had before them. */
export interface StatementOf {
  readonly account: string
  readonly period: Period
  readonly opening: Kobo
}

/** A line as the database has it. What a contract note has and an entry has not is null, and the other way round. */
export interface LineRow {
  readonly date: string
  readonly value_date: string
  /** Orders the lines of a day. */
  readonly key: bigint
  readonly number: number | null
  readonly trades: number | null
  readonly kind: EntryKind | null
  readonly side: Side | null
  readonly security_id: string | null
  readonly quantity: bigint | null
  readonly consideration: bigint | null
  readonly price: bigint | null
  readonly reference: string | null
  readonly narration: string | null
  /** Of an entry that was posted manually; with the next two the journal lines of a reversed pair. */
  readonly entry: bigint | null
  readonly takes_back: bigint | null
  readonly reversed_by: bigint | null
  readonly reversal_waits: boolean
  readonly amount: bigint
  readonly balance: bigint
}

/**
 * The lines of an account's statement. What a correction changed after its note was final is a line of its own, so that
 * the note that replaces another one is none. A contract note stands for trades of a whole day, so that the
 * lines of a day have no common order in time: entries of cash come first as they were posted, then sales,
 * then purchases, each by the numbers of their notes. So no purchase is before the money that paid for it.
 */
const lines = ({ account, period: { from, to } }: StatementOf): RawBuilder<LineRow> => sql`
  SELECT trade_date AS date, settlement_date AS value_date,
    (CASE side WHEN ${Side.sell} THEN 1 ELSE 2 END)::bigint << 60 | number AS key,
    number, trades, NULL AS kind, side, security_id, quantity, consideration, NULL::bigint AS price,
    NULL AS reference, NULL AS narration, NULL::bigint AS entry, NULL::bigint AS takes_back,
    NULL::bigint AS reversed_by, false AS reversal_waits, net_amount AS amount
  FROM contract_notes WHERE account = ${account} AND replaces IS NULL AND trade_date BETWEEN ${from}::date AND ${to}::date
  UNION ALL
  SELECT entry_date, value_date, ${entryNumber}, NULL, NULL, kind, side, security_id, quantity, NULL, price,
    reference, narration, ${entryByHand}, ${takesBack}, ${reversedBy}, ${reversalWaits}, (postings -> 'NGN' ->> 'customer')::bigint
  FROM ledger_entries WHERE account = ${account} AND entry_date BETWEEN ${from}::date AND ${to}::date
    AND balance IS NOT NULL AND note_number IS NULL`

export interface Sums {
  readonly lines: bigint
  readonly debit: bigint
  readonly credit: bigint
}

/** The number of lines, and the sums of their debits and credits; a debit is below zero. */
export async function sumsOf(tx: Tx, statement: StatementOf): Promise<Sums> {
  const { rows } = await sql<Sums>`
    SELECT count(*) AS lines, coalesce(sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS debit,
      coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS credit
    FROM (${lines(statement)}) AS lines`.execute(tx)
  return rows[0] as Sums
}

/** The lines with the balance after each. */
const balancedLines = (statement: StatementOf): RawBuilder<LineRow> => sql`
  SELECT lines.*, (${statement.opening}::bigint + sum(amount) OVER (ORDER BY date, key))::bigint AS balance
  FROM (${lines(statement)}) AS lines`

/** Which of the lines: all of them without `most`. */
interface Some {
  readonly skip?: number
  readonly most?: number
  readonly isNewestFirst?: boolean
}

/** Some of the lines. */
export async function linesOf(
  tx: Tx,
  statement: StatementOf,
  { skip = 0, most, isNewestFirst = false }: Some = {},
): Promise<readonly LineRow[]> {
  const direction = sql.raw(isNewestFirst ? 'DESC' : 'ASC')
  const { rows } = await sql<LineRow>`
    SELECT * FROM (${balancedLines(statement)}) AS balanced
    ORDER BY date ${direction}, key ${direction} LIMIT ${most ?? null}::bigint OFFSET ${skip}`.execute(tx)
  return rows
}

/** The balances after some lines of an account, by the keys that order them: only lines of their days are read. */
export async function balancesAfter(
  tx: Tx,
  account: string,
  entries: readonly { readonly date: string; readonly number: bigint }[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const days = entries.map(({ date }) => date).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return new Map()
  const statement = { account, period: { from, to }, opening: await cashBefore(tx, account, from) }
  const { rows } = await sql<Pick<LineRow, 'key' | 'balance'>>`
    SELECT key, balance FROM (${balancedLines(statement)}) AS balanced
    WHERE key = ANY(${`{${entries.map(({ number }) => number)}}`}::bigint[])`.execute(tx)
  return new Map(rows.map(({ key, balance }) => [key, balance]))
}

/** On which side of a statement an amount stands. */
export const sidesOf = (amount: bigint): Pick<StatementLine, 'debit' | 'credit'> => ({
  debit: amount < 0n ? toNaira(kobo(-amount)) : null,
  credit: amount < 0n ? null : toNaira(kobo(amount)),
})

/** A line as its reader sees it. */
export function toLine(row: LineRow, translate: Translate): StatementLine {
  const { number, amount } = row
  return {
    id: String(row.key),
    date: row.date,
    valueDate: row.value_date,
    reference: referenceOf(row, translate),
    narration: withLink(wordsOf(row, translate), pairOf(row), translate),
    ...sidesOf(amount),
    balance: toNaira(kobo(row.balance)),
    noteNumber: number,
    trades: row.trades,
    entry: numberOf(row.entry),
    ...pairOf(row),
    reversalWaits: row.reversal_waits,
  }
}

/** The note of a trade and of its correction; of anything else what the entry says. */
function referenceOf(row: LineRow, translate: Translate): string {
  const number = row.number ?? correctedNoteOf(row)
  return number === null ? (row.reference ?? '') : translate('Statement.Note', { number })
}

function wordsOf(row: LineRow, translate: Translate): string {
  const { kind, side, security_id: securityID, quantity, consideration, price, narration } = row
  if (kind !== null) {
    return narrationOf(
      {
        kind,
        side,
        securityID,
        narration,
        noteNumber: correctedNoteOf(row),
        quantity: quantity === null ? null : shares(quantity),
        price: price === null ? null : kobo(price),
      },
      translate,
    )
  }
  return noteNarrationOf(
    {
      side: side as Side,
      securityID: securityID ?? '',
      quantity: shares(quantity ?? 0n),
      consideration: kobo(consideration ?? 0n),
    },
    translate,
  )
}
