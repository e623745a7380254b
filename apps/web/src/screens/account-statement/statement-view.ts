import { type StatementLine, statementList } from '@tradebook/contract'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

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
    { key: 'reference', characters: 22, opens: ({ noteNumber }) => noteNumber !== null },
    { key: 'narration', characters: 36, overflow: 'wrap' },
    { key: 'debit', characters: 18 },
    { key: 'credit', characters: 18 },
    { key: 'balance', characters: 18, isKept: true },
  ],
  leaving: ['valueDate', 'reference'],
  card: [['date', 'reference'], ['narration'], ['debit', 'credit'], ['balance']],
  empty: { title: 'Statement.Empty', details: 'Statement.Empty.details' },
})
