import { type CustomerRow, type MovementRow, movementKinds, movementList } from '@tradebook/contract'
import { ReversalButton } from '../../accounts/reversal.tsx'
import { securityFilter } from '../../live/security-filter.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** What was posted manually and was not taken back, nor takes anything back. */
const isReversible = (row: MovementRow): row is MovementRow & { readonly entry: number } =>
  row.entry !== null && row.reverses === null && row.reversedBy === null

/** What moved the shares of an account, in the order in which it was posted. */
export const movementView = (account: CustomerRow): ListView<MovementRow> =>
  listView({
    key: 'movement',
    title: 'Movement.Title',
    of: movementList,
    file: 'BackOffice/DownloadPortfolioMovement',
    rowKey: ({ id }) => id,
    pageSize: 50,
    columns: [
      { key: 'date', characters: 14, isKept: true },
      { key: 'securityID', characters: 13 },
      { key: 'kind', characters: 13 },
      { key: 'reference', characters: 20, overflow: 'ellipsis' },
      { key: 'narration', characters: 34, overflow: 'wrap' },
      { key: 'quantityIn', characters: 12 },
      { key: 'quantityOut', characters: 12 },
      { key: 'price', characters: 12 },
      { key: 'valueIn', characters: 17 },
      { key: 'valueOut', characters: 17 },
      { key: 'balance', characters: 13, isKept: true },
      { key: 'cost', characters: 18, isExtra: true },
      { key: 'valueDate', characters: 14, isExtra: true },
      {
        key: 'reverse',
        title: 'Trading.Column.actions',
        kind: 'text',
        fileColumns: [],
        characters: 16,
        isLeftWhenEmpty: true,
        value: (row) => (isReversible(row) ? row.entry : null),
        show: (row) =>
          isReversible(row) ? (
            <ReversalButton
              {...{ account, entry: row.entry, narration: row.narration, amount: null }}
              isWaiting={row.reversalWaits}
            />
          ) : null,
      },
    ],
    filters: [
      securityFilter,
      {
        key: 'kind',
        title: 'List.Column.movementKind',
        kind: 'choice',
        options: [
          { value: '', title: 'Movement.Kind.all' },
          ...movementKinds.map((value) => ({ value, title: `Movement.Kind.${value}` }) as const),
        ],
      },
    ],
    leaving: ['cost', 'valueDate', 'reference', 'price', 'kind', 'valueIn', 'valueOut', 'narration'],
    card: [
      ['date', 'securityID'],
      ['narration'],
      ['quantityIn', 'quantityOut'],
      ['valueIn', 'valueOut'],
      ['balance', 'price'],
      ['reference', 'kind'],
    ],
    empty: { title: 'Movement.Empty', details: 'Movement.Empty.details' },
  })
