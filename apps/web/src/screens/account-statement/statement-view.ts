import { type StatementLine, statementList } from '@tradebook/contract'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** A note opens to its trades, and what was posted by hand to its reversal, unless it is one of a reversed pair. */
const opensOf = ({ noteNumber, entry, reverses, reversedBy }: StatementLine): boolean =>
  noteNumber !== null || (entry !== null && reverses === null && reversedBy === null)

/** A line for each contract note, which opens to its trades, and for each entry of cash. */
export const statementView: ListView<StatementLine> = listView({
  key: 'statement',
  title: 'Statement.Title',
  of: statementList,
  file: 'BackOffice/DownloadAccountStatement',
  rowKey: ({ id }) => id,
  pageSize: 50,
  columns: [
    { key: 'date', characters: 14, isKept: true },
    { key: 'valueDate', characters: 14 },
    { key: 'reference', characters: 22, opens: opensOf },
    { key: 'narration', characters: 36, overflow: 'wrap' },
    { key: 'entry', characters: 10, isExtra: true },
    { key: 'debit', characters: 18 },
    { key: 'credit', characters: 18 },
    { key: 'balance', characters: 18, isKept: true },
  ],
  leaving: ['valueDate', 'reference'],
  card: [['date', 'reference'], ['narration'], ['debit', 'credit'], ['balance']],
  empty: { title: 'Statement.Empty', details: 'Statement.Empty.details' },
})
