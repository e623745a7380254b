import { paymentChannels, paymentStates } from '../../rules/payment-requests.ts'
import { list } from '../list.ts'
import type { PaymentRequest } from '../payment-shapes.ts'
import { account, code, range } from './columns.ts'
import { cashTypes } from './transfers.ts'

/** What customers report and request: `BackOffice/GetPaymentRequests`. What waits comes first. */
export const paymentList = list<PaymentRequest>()({
  title: 'Payment.List',
  key: 'id',
  sorting: 'state asc, id desc',
  columns: {
    madeAt: { title: 'List.Column.entered', kind: 'time', sortable: true },
    customerName: { title: 'List.Column.customerName', kind: 'text', sortable: true, searched: true },
    account,
    type: code('type', 'List.Column.type', cashTypes),
    amount: { title: 'List.Column.amount', kind: 'money', sortable: true, filter: range('amount') },
    channel: { title: 'Payment.Channel', kind: 'code', codes: paymentChannels },
    bank: { title: 'Payment.Bank', kind: 'text' },
    bankAccount: { title: 'Terms.BankAccount', kind: 'text' },
    paidOn: { title: 'Payment.PaidOn', kind: 'date', sortable: true },
    reference: { title: 'List.Column.reference', kind: 'text', searched: true },
    state: code('state', 'List.Column.state', paymentStates),
    decidedAt: { title: 'List.Column.decidedAt', kind: 'time' },
    reason: { title: 'List.Column.reason', kind: 'text' },
    makerName: { title: 'List.Column.userName', kind: 'text' },
    id: { title: 'Payment.Number', kind: 'id', sortable: true },
  },
})
