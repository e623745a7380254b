import { type StatementLine, statementList } from '@tradebook/contract'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** Whether a line stands for a wrong entry and its reversal: any other has an amount on one side only. */
const isPair = ({ debit, credit }: StatementLine): boolean => debit !== null && credit !== null

/** A note opens to its trades, a reversed pair to its entries, and what else was posted manually to its reversal. */
const opensOf = (line: StatementLine): boolean =>
  line.noteNumber !== null ||
  isPair(line) ||
  (line.entry !== null && line.reverses === null && line.reversedBy === null)

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
