import { type CashRequest, cashRequestList, transferStates } from '@tradebook/contract'
import { Button } from 'antd'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import styles from './cash-approvals-screen.module.css'

/** A decision that a person is about to make. */
export interface Decision {
  readonly request: CashRequest
  readonly approves: boolean
}

/** What was posted by hand, and what waits: each with the ways to decide it. */
export const cashApprovalsView = (onDecide: (decision: Decision) => void): ListView<CashRequest> =>
  listView({
    key: 'cash',
    title: 'Cash.List',
    of: cashRequestList,
    file: 'BackOffice/DownloadCashApprovals',
    rowKey: ({ id }) => String(id),
    pageSize: 20,
    columns: [
      {
        key: 'decide',
        title: 'Trading.Column.actions',
        kind: 'text',
        fileColumns: [],
        characters: 24,
        isKept: true,
        show: (request, t) => {
          const { id, state, isOwn } = request
          if (state !== 'pending') return null
          if (isOwn) return t('Cash.Own')
          return (
            <span className={styles.decide}>
              <Button
                size="small"
                aria-label={t('Cash.Approve.of', { id })}
                onClick={() => onDecide({ request, approves: true })}
              >
                {t('Cash.Approve')}
              </Button>
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
      { key: 'state', characters: 22, isKept: true },
      { key: 'customerName', characters: 22 },
      { key: 'account', characters: 13 },
      { key: 'type', characters: 13 },
      { key: 'amount', characters: 18, isKept: true },
      { key: 'quantity', characters: 14 },
      { key: 'securityID', characters: 14 },
      { key: 'unitCost', characters: 14, isExtra: true },
      { key: 'reference', characters: 18 },
      { key: 'narration', characters: 28, overflow: 'wrap' },
      { key: 'makerName', characters: 14 },
      { key: 'madeAt', characters: 22 },
      { key: 'deciderName', characters: 14 },
      { key: 'reason', characters: 24, overflow: 'wrap', isExtra: true },
      { key: 'decidedAt', characters: 22, isExtra: true },
      { key: 'id', characters: 12, isExtra: true },
    ],
    filters: [
      {
        key: 'state',
        title: 'Movement.State',
        kind: 'choice',
        options: [
          { value: '', title: 'Movement.All' },
          ...Object.entries(transferStates).map(([value, title]) => ({ value, title })),
        ],
        input: (value) => ({ state: [value] }),
      },
      { key: 'keyword', title: 'Cash.Search', kind: 'text' },
    ],
    leaving: [
      'deciderName',
      'narration',
      'account',
      'madeAt',
      'makerName',
      'reference',
      'type',
      'securityID',
      'quantity',
    ],
    card: [
      ['customerName', 'amount'],
      ['type', 'state'],
      ['quantity', 'securityID'],
      ['reference', 'narration'],
      ['makerName', 'madeAt'],
      ['decide'],
    ],
    empty: { title: 'Cash.Empty', details: 'Cash.Empty.details' },
  })
