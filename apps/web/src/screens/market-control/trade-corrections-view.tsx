import { type TradeCorrectionRow, tradeCorrectionList } from '@tradebook/contract'
import { Button } from 'antd'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** A decision that a person is about to make. */
export interface CorrectionDecision {
  readonly request: TradeCorrectionRow
  readonly approves: boolean
}

/** The requests to cancel and correct trades, each that waits with the ways to decide it. */
export const tradeCorrectionsView = (
  onDecide: (decision: CorrectionDecision) => void,
): ListView<TradeCorrectionRow> =>
  listView({
    key: 'corrections',
    title: 'Control.Trades',
    of: tradeCorrectionList,
    rowKey: ({ id }) => String(id),
    pageSize: 20,
    columns: [
      { key: 'state', characters: 12, isKept: true },
      { key: 'tradeNumber', characters: 12, isKept: true },
      { key: 'kind', characters: 12 },
      { key: 'securityID', characters: 12 },
      { key: 'marketDate', characters: 12 },
      { key: 'quantity', characters: 11 },
      { key: 'price', characters: 10 },
      { key: 'newQuantity', characters: 11 },
      { key: 'newPrice', characters: 10 },
      { key: 'reason', characters: 24, overflow: 'wrap' },
      { key: 'makerName', characters: 12 },
      { key: 'madeAt', kind: 'minute', characters: 14, overflow: 'wrap' },
      { key: 'deciderName', characters: 12 },
      { key: 'decidedAt', kind: 'minute', characters: 14, isExtra: true },
      { key: 'decidedWhy', characters: 24, overflow: 'wrap', isExtra: true },
      {
        key: 'decide',
        title: 'Trading.Column.actions',
        kind: 'text',
        fileColumns: [],
        characters: 20,
        isKept: true,
        isLeftWhenEmpty: true,
        value: ({ state }) => (state === 'pending' ? state : null),
        show: (request, t) => {
          if (request.state !== 'pending') return null
          const number = request.tradeNumber
          return (
            <>
              {!request.isOwn && (
                <Button
                  size="small"
                  aria-label={t('Control.Trades.Approve.of', { number })}
                  onClick={() => onDecide({ request, approves: true })}
                >
                  {t('Control.Trades.Approve')}
                </Button>
              )}
              <Button
                size="small"
                aria-label={t('Control.Trades.Reject.of', { number })}
                onClick={() => onDecide({ request, approves: false })}
              >
                {t('Control.Trades.Reject')}
              </Button>
            </>
          )
        },
      },
    ],
    leaving: ['deciderName', 'marketDate', 'madeAt', 'makerName', 'reason'],
    card: [
      ['tradeNumber', 'state'],
      ['kind', 'securityID'],
      ['newQuantity', 'newPrice'],
      ['reason'],
      ['makerName'],
      ['decide'],
    ],
    empty: { title: 'Control.Trades.None', details: 'Control.Trades.None.details' },
  })
