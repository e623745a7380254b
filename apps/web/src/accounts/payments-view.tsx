import { type PaymentRequest, paymentList, paymentStates } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { choiceFilter } from '../ui/data-table/choice-filter.ts'
import { type ListView, listView } from '../ui/data-table/list-view.ts'

interface PaymentsViewParts {
  /** Names the list in the address. */
  readonly key: string
  /** Of one account the list does not say whose it is. */
  readonly isOfFirm: boolean
  /** What can be done with a request. */
  readonly actions: (request: PaymentRequest, t: TFunction) => ReactNode
}

/** What customers reported and requested, each with what can be done with it. */
export const paymentsView = ({ key, isOfFirm, actions }: PaymentsViewParts): ListView<PaymentRequest> => {
  const extra = isOfFirm ? {} : ({ isExtra: true } as const)
  return listView({
    key,
    title: 'Payment.List',
    of: paymentList,
    rowKey: ({ id }) => String(id),
    pageSize: 20,
    columns: [
      { key: 'state', characters: 14, overflow: 'wrap', isKept: true },
      { key: 'madeAt', kind: 'minute', characters: 14, overflow: 'wrap', isKept: true },
      { key: 'customerName', characters: 16, overflow: 'wrap', ...extra },
      { key: 'account', characters: 13, ...extra },
      { key: 'type', characters: 13, ...extra },
      { key: 'amount', characters: 17, isKept: true },
      { key: 'channel', characters: 14, overflow: 'wrap', isLeftWhenEmpty: true },
      {
        key: 'bank',
        fileColumns: ['bank', 'bankAccount'],
        characters: 20,
        overflow: 'wrap',
        isLeftWhenEmpty: true,
        show: ({ bank, bankAccount }) => [bank, bankAccount].filter(Boolean).join(' '),
      },
      { key: 'paidOn', characters: 13, isLeftWhenEmpty: true, isNamed: true },
      { key: 'reference', characters: 16, overflow: 'wrap' },
      { key: 'reason', characters: 22, overflow: 'wrap', isLeftWhenEmpty: true, isNamed: true },
      { key: 'makerName', characters: 14, isExtra: true },
      { key: 'decidedAt', kind: 'minute', characters: 22, isExtra: true },
      { key: 'id', characters: 12, isExtra: true },
      {
        key: 'do',
        title: 'Trading.Column.actions',
        kind: 'text',
        fileColumns: [],
        characters: 18,
        overflow: 'wrap',
        isKept: true,
        isLeftWhenEmpty: true,
        value: ({ state }) => (state === 'waiting' ? state : null),
        show: (request, t) => (request.state === 'waiting' ? actions(request, t) : null),
      },
    ],
    filters: [choiceFilter('state', 'Movement.State', 'Movement.All', paymentStates)],
    leaving: [
      ...['decidedAt', 'makerName', 'id', 'account', 'reason', 'reference', 'bank', 'type'],
      // How and when the customer paid is what staff look for at the bank.
      ...['paidOn', 'channel'],
    ],
    essential: ['bank', 'type', 'paidOn', 'channel'],
    card: [
      isOfFirm ? ['customerName', 'amount'] : ['madeAt', 'amount'],
      ['type', 'state'],
      ['channel', 'bank', 'paidOn'],
      ['reference'],
      // Alone in its line it is at the left.
      ['reason'],
      isOfFirm ? ['account', 'madeAt', 'do'] : ['do'],
    ],
    empty: { title: 'Payment.None', details: 'Payment.None.details' },
  })
}
