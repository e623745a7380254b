import {
  type CallInput,
  type CorporateActionType,
  type EntitlementRow,
  entitlementList,
} from '@tradebook/contract'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** The terms of which an effect is shown. */
export type Terms = CallInput<'BackOffice/PostCorporateAction'>

/** What a dividend pays to the firm's accounts, or the shares that a bonus or a split gives them. */
export const entitlementsView = (type: CorporateActionType): ListView<EntitlementRow> =>
  listView({
    key: 'entitlements',
    title: 'CorporateAction.Effect',
    of: entitlementList,
    rowKey: ({ account }) => account,
    pageSize: 10,
    columns: [
      { key: 'account', characters: 12, isKept: true },
      { key: 'customerName', characters: 24, overflow: 'ellipsis' },
      { key: 'quantity', characters: 13, isKept: true },
      ...(type === 'dividend'
        ? ([
            { key: 'gross', characters: 16 },
            { key: 'tax', characters: 14 },
            { key: 'net', characters: 16, isKept: true },
          ] as const)
        : ([{ key: 'shares', characters: 13, isKept: true }] as const)),
    ],
    filters: [],
    leaving: type === 'dividend' ? ['tax', 'gross', 'customerName'] : ['customerName'],
    card: [
      ['account', 'customerName'],
      ['quantity', ...(type === 'dividend' ? (['gross', 'tax', 'net'] as const) : (['shares'] as const))],
    ],
    empty: { title: 'CorporateAction.Effect.None', details: 'CorporateAction.Effect.None.details' },
  })
