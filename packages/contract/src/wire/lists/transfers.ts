import { paymentChannels } from '../../rules/payment-requests.ts'
import type { TextKey } from '../../words/words.ts'
import type { CashMovement, CashRequest } from '../cash-shapes.ts'
import { list } from '../list.ts'
import { account, code, period, range, securityID } from './columns.ts'
import { transferStates } from './transfer-states.ts'

/** Where money of an account stands that came from outside or goes there. */
export const movementStates = {
  posted: 'List.Transfer.posted',
  pending: 'List.Transfer.pending',
  rejected: 'List.Transfer.rejected',
} as const satisfies Record<string, TextKey>

export const cashTypes = {
  deposit: 'Entry.deposit',
  withdrawal: 'Entry.withdrawal',
} as const satisfies Record<string, TextKey>

/** What moves money of an account from the outside, or to it. */
const movementKinds: Readonly<Record<CashMovement['kind'], TextKey>> = {
  deposit: 'Movement.Kind.deposit',
  withdrawal: 'Movement.Kind.withdrawal',
  directSettlement: 'Movement.Kind.directSettlement',
  dividend: 'Movement.Kind.dividend',
  withholdingTax: 'Movement.Kind.withholdingTax',
}

/** What people post manually. */
export const postingTypes = {
  ...cashTypes,
  transferIn: 'Movement.Kind.transferIn',
  transferOut: 'Movement.Kind.transferOut',
  cashTerms: 'Movement.Kind.cashTerms',
  freeze: 'Freeze.Title',
  unfreeze: 'Freeze.Lift',
  reversal: 'Reversal.Title',
  charges: 'Fees.Change',
} as const satisfies Record<string, TextKey>

/** Money that came into an account from outside, or went there: `BackOffice/GetAccountInflow` and `GetAccountOutflow`. */
const movementList = (title: TextKey) =>
  list<CashMovement>()({
    title,
    key: 'id',
    sorting: 'date desc',
    columns: {
      date: { title: 'List.Column.date', kind: 'date', sortable: true, filter: period },
      valueDate: { title: 'List.Column.valueDate', kind: 'date', sortable: true },
      kind: code('kind', 'List.Column.type', movementKinds),
      channel: { title: 'Movement.Channel', kind: 'code', codes: paymentChannels },
      bank: { title: 'Payment.Bank', kind: 'text' },
      payee: { title: 'Payment.Payee', kind: 'text' },
      reference: { title: 'List.Column.reference', kind: 'text', sortable: true, searched: true },
      narration: { title: 'List.Column.narration', kind: 'text' },
      amount: { title: 'List.Column.amount', kind: 'money', sortable: true, filter: range('amount') },
      balance: { title: 'List.Column.balance', kind: 'money' },
      state: code('state', 'List.Column.state', movementStates),
    },
  })
export const inflowList = movementList('List.File.inflow')
export const outflowList = movementList('List.File.outflow')

/** What people asked the ledger to post, cash and shares: `BackOffice/GetCashApprovals`. What waits comes first. */
export const cashRequestList = list<CashRequest>()({
  title: 'List.File.cashRequests',
  key: 'id',
  sorting: 'state asc, id desc',
  columns: {
    madeAt: { title: 'List.Column.entered', kind: 'time', sortable: true },
    customerName: { title: 'List.Column.customerName', kind: 'name', sortable: true, searched: true },
    account,
    type: code('type', 'List.Column.type', postingTypes),
    securityID,
    quantity: { title: 'Trading.Column.quantity', kind: 'quantity', sortable: true },
    unitCost: { title: 'List.Column.unitCost', kind: 'money' },
    amount: { title: 'List.Column.amount', kind: 'money', sortable: true, filter: range('amount') },
    payee: { title: 'Payment.Payee', kind: 'text' },
    balanceAfter: { title: 'List.Column.balanceAfter', kind: 'money' },
    worth: { title: 'Trading.Column.tradeValue', kind: 'money' },
    reference: { title: 'List.Column.reference', kind: 'text', searched: true },
    narration: { title: 'List.Column.narration', kind: 'text' },
    state: code('state', 'List.Column.state', transferStates),
    makerName: { title: 'List.Column.userName', kind: 'name', sortable: true },
    deciderName: { title: 'List.Column.deciderName', kind: 'name' },
    decidedAt: { title: 'List.Column.decidedAt', kind: 'time' },
    reason: { title: 'List.Column.reason', kind: 'text' },
    id: { title: 'List.Column.postingNumber', kind: 'id', sortable: true },
  },
})
