import { type CashRequest, cashRequestList, postingTypes, transferStates } from '@tradebook/contract'
import { Button } from 'antd'
import { choiceFilter } from '../../ui/data-table/choice-filter.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { money, quantity as written } from '../../ui/format.ts'
import styles from './cash-approvals-screen.module.css'

/** A decision that a person is about to make. */
export interface Decision {
  readonly request: CashRequest
  readonly approves: boolean
}

/** What was posted manually, and what waits: each with the ways to decide it, for the person who approves, and to withdraw it, for its maker. */
export const cashApprovalsView = (
  onDecide: (decision: Decision) => void,
  approves: boolean,
): ListView<CashRequest> =>
  listView({
    key: 'cash',
    title: 'Cash.List',
    of: cashRequestList,
    file: 'BackOffice/DownloadCashApprovals',
    rowKey: ({ id }) => String(id),
    pageSize: 20,
    columns: [
      { key: 'state', characters: 12, overflow: 'wrap', isKept: true },
      { key: 'madeAt', kind: 'minute', characters: 14, overflow: 'wrap', isKept: true },
      { key: 'makerName', characters: 12, overflow: 'wrap', isKept: true },
      { key: 'customerName', characters: 16, overflow: 'wrap' },
      { key: 'account', characters: 13 },
      {
        key: 'type',
        fileColumns: ['type', 'quantity', 'securityID'],
        characters: 16,
        overflow: 'wrap',
        show: ({ type, quantity, securityID }, t) =>
          [t(postingTypes[type]), quantity !== null && `${written(quantity)} ${securityID ?? ''}`]
            .filter(Boolean)
            .join(' '),
      },
      { key: 'worth', characters: 17, isKept: true },
      { key: 'amount', characters: 17, isExtra: true },
      { key: 'quantity', characters: 17, isExtra: true },
      { key: 'securityID', characters: 12, isExtra: true },
      { key: 'unitCost', characters: 14, isExtra: true },
      { key: 'payee', characters: 24, overflow: 'wrap', isExtra: true },
      { key: 'balanceAfter', characters: 17, isExtra: true },
      { key: 'reference', characters: 18, isExtra: true },
      {
        key: 'narration',
        fileColumns: ['payee', 'reference', 'narration'],
        characters: 26,
        overflow: 'wrap',
        // Of a withdrawal it begins with where the money goes, whatever the person who posted it wrote; of a reversal it warns of what was spent.
        show: ({ payee, reference, narration, balanceAfter }, t) =>
          [
            payee === null ? '' : `${t('Payment.Payee')}: ${payee}`,
            [reference, narration].filter(Boolean).join(': '),
            balanceAfter !== null && balanceAfter < 0
              ? t('Reversal.Overdrawn', { amount: money(-balanceAfter) })
              : '',
          ]
            .filter(Boolean)
            .join('. '),
      },
      { key: 'deciderName', characters: 14 },
      { key: 'reason', characters: 24, overflow: 'wrap', isExtra: true },
      { key: 'decidedAt', kind: 'minute', characters: 22, isExtra: true },
      { key: 'id', characters: 12, isExtra: true },
      {
        key: 'decide',
        title: 'Trading.Column.actions',
        kind: 'text',
        fileColumns: [],
        characters: 18,
        overflow: 'wrap',
        isKept: true,
        isLeftWhenEmpty: true,
        value: ({ state }) => (state === 'pending' ? state : null),
        show: (request, t) => {
          const { id, state, isOwn, approvalRefused } = request
          if (state !== 'pending') return null
          if (isOwn)
            return (
              <span className={styles.decide}>
                {t('Cash.Own')}
                <Button
                  size="small"
                  aria-label={t('Cash.Withdraw.of', { id })}
                  onClick={() => onDecide({ request, approves: false })}
                >
                  {t('Cash.Withdraw')}
                </Button>
              </span>
            )
          if (!approves) return null
          return (
            <span className={styles.decide}>
              {approvalRefused ?? (
                <Button
                  size="small"
                  aria-label={t('Cash.Approve.of', { id })}
                  onClick={() => onDecide({ request, approves: true })}
                >
                  {t('Cash.Approve')}
                </Button>
              )}
              <Button
                size="small"
                aria-label={t('Cash.Reject.of', { id })}
                onClick={() => onDecide({ request, approves: false })}
              >
                {t('Cash.Reject')}
              </Button>
            </span>
          )
        },
      },
    ],
    filters: [
      choiceFilter('state', 'Movement.State', 'Movement.All', transferStates),
      { key: 'keyword', title: 'Cash.Search', kind: 'text' },
    ],
    // The narration says why a reversal or the end of a freeze is asked for.
    leaving: ['account', 'deciderName', 'narration', 'type', 'customerName'],
    essential: ['narration', 'type', 'customerName'],
    card: [['customerName', 'worth'], ['type', 'state'], ['narration'], ['makerName', 'madeAt'], ['decide']],
    empty: { title: 'Cash.Empty', details: 'Cash.Empty.details' },
  })
