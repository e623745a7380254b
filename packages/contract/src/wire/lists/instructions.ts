import { instructionMedia, instructionStates } from '../../rules/instructions.ts'
import type { Instruction } from '../instruction-shapes.ts'
import { list } from '../list.ts'
import { account, code, securityID, side } from './columns.ts'

/** Clients' instructions: `Instruction/GetAll`. Without a sorting, the most urgent come first: those that are marked, then by their last day. */
export const instructionList = list<Instruction>()({
  title: 'Instruction.Title',
  key: 'id',
  sorting: 'isUrgent desc,until asc',
  columns: {
    isUrgent: code('isUrgent', 'Instruction.Urgent', {
      yes: 'Instruction.Urgent.yes',
      no: 'Instruction.Urgent.no',
    }),
    until: { title: 'Instruction.Until', kind: 'date', sortable: true },
    customerName: { title: 'List.Column.customerName', kind: 'name', sortable: true, searched: true },
    account,
    side,
    securityID,
    orderQty: { title: 'Trading.Column.quantity', kind: 'quantity', sortable: true },
    price: { title: 'Instruction.Limit', kind: 'price', sortable: true },
    filledQty: { title: 'Trading.Column.cumQty', kind: 'quantity' },
    workingQty: { title: 'Instruction.Working', kind: 'quantity' },
    state: code('state', 'List.Column.state', instructionStates),
    takenBy: { title: 'Instruction.TakenBy', kind: 'text', sortable: true },
    medium: code('medium', 'Instruction.Medium', instructionMedia),
    reference: { title: 'Instruction.Reference', kind: 'text' },
    text: { title: 'List.Column.clientText', kind: 'text' },
    userName: { title: 'List.Column.userName', kind: 'text', sortable: true },
    creationTime: { title: 'List.Column.entered', kind: 'time', sortable: true },
    closedBecause: { title: 'Instruction.ClosedBecause', kind: 'text' },
    id: { title: 'Instruction.Number', kind: 'id', sortable: true },
  },
})
