import { type ContractNoteRow, contractNoteList, noteStates } from '@tradebook/contract'
import { securityFilter } from '../../live/security-filter.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** The contract notes of an account. Opening one unfolds the note itself. */
export const noteView: ListView<ContractNoteRow> = listView({
  key: 'notes',
  title: 'List.File.contractNotes',
  of: contractNoteList,
  file: 'BackOffice/DownloadContractNoteList',
  rowKey: ({ number }) => String(number),
  pageSize: 50,
  columns: [
    { key: 'number', characters: 11, isKept: true, opens: true, align: 'left' },
    { key: 'tradeDate', characters: 14 },
    { key: 'securityID', characters: 13, isKept: true },
    { key: 'quantity', characters: 12 },
    { key: 'averagePrice', characters: 14 },
    { key: 'consideration', characters: 18 },
    { key: 'totalFees', characters: 14 },
    { key: 'netAmount', characters: 18, isKept: true },
    { key: 'settlementDate', characters: 14, isNamed: true },
    { key: 'state', characters: 13 },
    { key: 'trades', characters: 9, isExtra: true },
    { key: 'realisedGain', characters: 16, isExtra: true },
  ],
  filters: [
    securityFilter,
    {
      key: 'state',
      title: 'List.Column.noteState',
      kind: 'choice',
      options: [
        { value: '', title: 'Note.State.all' },
        ...noteStates.map((value) => ({ value, title: `Note.State.${value}` }) as const),
      ],
    },
  ],
  leaving: [
    'trades',
    'realisedGain',
    'settlementDate',
    'state',
    'averagePrice',
    'totalFees',
    'consideration',
    'quantity',
  ],
  card: [
    ['number', 'netAmount'],
    ['tradeDate', 'securityID'],
    ['quantity', 'averagePrice'],
    ['consideration', 'totalFees'],
    ['state', 'settlementDate'],
  ],
  empty: { title: 'Notes.Empty', details: 'Notes.Empty.details' },
})
