import {
  type CallOutput,
  type EntryKind,
  type Kobo,
  type ListQuery,
  type MovementRow,
  movementKinds,
  movementList,
  narrationOf,
  type Shares,
  type Side,
  type TextKey,
  toNaira,
  withLink,
} from '@tradebook/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { ListSource } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { LedgerEntries } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'
import { correctedNoteOf } from './corrected-notes.ts'
import { entryByHand, numberOf, pairOf, reversalWaits, reversedBy, takesBack } from './entry-number.ts'

const sequence = sql.ref('ledger_entries.sequence')

const storedMovements: StoredList<(typeof movementList)['columns']> = {
  list: movementList,
  key: sequence,
  columns: {
    // What moves shares is one entry of its journal line, and lines are numbered in the order of their days.
    id: { value: sequence, order: sequence },
    date: stored('ledger_entries.entry_date'),
    valueDate: stored('ledger_entries.value_date'),
    securityID: stored('ledger_entries.security_id'),
    kind: stored('ledger_entries.kind'),
    price: stored('ledger_entries.price'),
    balance: stored('ledger_entries.holding'),
    cost: stored('ledger_entries.cost'),
  },
}

type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

/** What moved the shares of an account, with what it owned and what that had cost after it, as they were posted. */
export const movementSource = (
  account: string,
  input: ListQuery,
  translate: Translate,
): ListSource<MovedRow, MovementRow> => ({
  parts: (tx) => [{ rows: filtered(movements(tx, account), storedMovements, input) }],
  order: rowOrder(storedMovements, input.sorting),
  item: (row) => toItem(row, translate),
})

/** What came in and went out by the entries that pass the filters, of all securities together: values are exact. */
export async function movementTotals(
  tx: Tx,
  account: string,
  input: ListQuery,
): Promise<CallOutput<'BackOffice/GetPortfolioMovement'>['totals']> {
  const sums = await filtered(movements(tx, account), storedMovements, input)
    .clearSelect()
    .select([
      sql<bigint>`coalesce(sum(quantity) filter (where ${isIn}), 0)::bigint`.as('quantity_in'),
      sql<bigint>`coalesce(sum(quantity) filter (where not ${isIn}), 0)::bigint`.as('quantity_out'),
      sql<bigint>`coalesce(sum(quantity * price) filter (where ${isIn}), 0)::bigint`.as('value_in'),
      sql<bigint>`coalesce(sum(quantity * price) filter (where not ${isIn}), 0)::bigint`.as('value_out'),
    ])
    .executeTakeFirstOrThrow()
  return {
    quantityIn: Number(sums.quantity_in),
    quantityOut: Number(sums.quantity_out),
    valueIn: toNaira(sums.value_in as Kobo),
    valueOut: toNaira(sums.value_out as Kobo),
  }
}

/** The kinds whose shares come in; of trades the purchases do. */
const kindsIn: readonly EntryKind[] = ['transferIn', 'bonus', 'split']

/** What is taken back of what came in goes out, and the other way round. */
const isIn = sql`((kind in (${sql.join(kindsIn)}) and reverses is null) or (kind = 'transferOut' and reverses is not null)
  or side is not distinct from case kind when 'tradeCanceled' then '2' else '1' end)`

type MovedRow = Selectable<LedgerEntries> & {
  readonly entry: bigint | null
  readonly takes_back: bigint | null
  readonly reversed_by: bigint | null
  readonly reversal_waits: boolean
}

const movements = (tx: Tx, account: string) =>
  tx
    .selectFrom('ledger_entries')
    .selectAll('ledger_entries')
    .select([
      entryByHand.as('entry'),
      takesBack.as('takes_back'),
      reversedBy.as('reversed_by'),
      reversalWaits.as('reversal_waits'),
    ])
    .where('ledger_entries.account', '=', account)
    .where('ledger_entries.kind', 'in', [...movementKinds])

function toItem(row: MovedRow, translate: Translate): MovementRow {
  const kind = row.kind as MovementRow['kind']
  const side = row.side as Side | null
  const cameIn =
    kind === 'transferIn' || kind === 'transferOut'
      ? (kind === 'transferIn') === (row.reverses === null)
      : kindsIn.includes(kind) || side === (kind === 'tradeCanceled' ? '2' : '1')
  const noteNumber = row.note_number ?? correctedNoteOf(row)
  const quantity = Number(row.quantity)
  const price = row.price as Kobo | null
  const value = price === null ? null : toNaira(((row.quantity ?? 0n) * price) as Kobo)
  const facts = {
    kind: kind satisfies EntryKind,
    securityID: row.security_id,
    side,
    quantity: row.quantity as Shares | null,
    price,
    noteNumber,
    narration: row.narration,
  }
  return {
    id: String(row.sequence),
    date: row.entry_date,
    valueDate: row.value_date,
    securityID: row.security_id ?? '',
    kind,
    reference:
      noteNumber === null ? (row.reference ?? '') : translate('Statement.Note', { number: noteNumber }),
    narration: withLink(narrationOf(facts, translate), pairOf(row), translate),
    quantityIn: cameIn ? quantity : 0,
    quantityOut: cameIn ? 0 : quantity,
    price: price === null ? null : toNaira(price),
    valueIn: cameIn ? value : null,
    valueOut: cameIn ? null : value,
    balance: Number(row.holding),
    cost: toNaira((row.cost ?? 0n) as Kobo),
    entry: numberOf(row.entry),
    ...pairOf(row),
    reversalWaits: row.reversal_waits,
  }
}
