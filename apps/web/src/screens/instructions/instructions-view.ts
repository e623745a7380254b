import { type Instruction, instructionList, instructionStates } from '@tradebook/contract'
import { securityFilter } from '../../live/security-filter.ts'
import { choiceFilter } from '../../ui/data-table/choice-filter.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** Customers' instructions as dealers work through them: most urgent first. */
export const instructionsView: ListView<Instruction> = listView({
  key: 'instructions',
  title: 'Instruction.Title',
  of: instructionList,
  rowKey: ({ id }) => String(id),
  pageSize: 50,
  columns: [
    { key: 'id', characters: 8, isKept: true, opens: true },
    { key: 'isUrgent', characters: 9, tone: ({ isUrgent }) => (isUrgent === 'yes' ? 'down' : undefined) },
    { key: 'until', characters: 12 },
    { key: 'customerName', characters: 22, isKept: true },
    { key: 'account', characters: 11 },
    { key: 'side', characters: 6, isKept: true },
    { key: 'securityID', characters: 12, isKept: true },
    { key: 'orderQty', characters: 11, isKept: true },
    { key: 'price', characters: 12 },
    { key: 'filledQty', characters: 10 },
    { key: 'workingQty', characters: 10 },
    { key: 'state', characters: 10 },
    { key: 'takenBy', characters: 12 },
    { key: 'medium', characters: 14, isExtra: true },
    { key: 'creationTime', kind: 'minute', characters: 18, isExtra: true },
  ],
  filters: [
    choiceFilter('state', 'List.Column.state', 'Instruction.All', instructionStates),
    securityFilter,
    { key: 'keyword', title: 'Instruction.Search', kind: 'text' },
  ],
  leaving: ['account', 'workingQty', 'price', 'until'],
  card: [
    ['id', 'isUrgent', 'state'],
    ['customerName', 'account'],
    ['side', 'securityID', 'orderQty'],
    ['price', 'until'],
    ['filledQty', 'workingQty', 'takenBy'],
  ],
  empty: { title: 'Instruction.Empty', details: 'Instruction.Empty.details' },
})
