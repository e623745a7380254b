import {
  type DoubtRow,
  doubtList,
  type FlaggedReportRow,
  flaggedReportList,
  type UnclaimedRow,
  unclaimedList,
} from '@tradebook/contract'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** Unusual reports of the exchange. */
export const reportsView: ListView<FlaggedReportRow> = listView({
  key: 'line-reports',
  title: 'Line.Reports',
  of: flaggedReportList,
  rowKey: ({ id }) => String(id),
  pageSize: 20,
  columns: [
    { key: 'receivedAt', kind: 'minute', characters: 14, isKept: true },
    { key: 'flag', characters: 24, overflow: 'wrap', isKept: true },
    { key: 'firm', characters: 16 },
    { key: 'orderID', characters: 12 },
    { key: 'execType', characters: 9 },
    { key: 'quantity', characters: 11 },
    { key: 'price', characters: 10 },
    { key: 'execID', characters: 16, overflow: 'wrap' },
    { key: 'details', characters: 30, overflow: 'wrap' },
    { key: 'marketDate', characters: 12, isExtra: true },
  ],
  leaving: ['execID', 'details', 'firm', 'execType'],
  card: [['flag', 'receivedAt'], ['orderID', 'firm'], ['quantity', 'price'], ['execID'], ['details']],
  empty: { title: 'Line.Reports.None', details: 'Line.Reports.None.details' },
})

/** Orders in doubt, each with what can be done about it. */
export const doubtsView = (actions: (row: DoubtRow, t: TFunction) => ReactNode): ListView<DoubtRow> =>
  listView({
    key: 'line-doubts',
    title: 'Line.Doubts',
    of: doubtList,
    rowKey: ({ orderID }) => orderID,
    pageSize: 20,
    columns: [
      { key: 'orderID', characters: 12, isKept: true },
      { key: 'why', characters: 16, overflow: 'wrap', isKept: true },
      { key: 'firm', characters: 16 },
      { key: 'account', characters: 12 },
      { key: 'securityID', characters: 12 },
      { key: 'side', characters: 8 },
      { key: 'cumQty', characters: 10 },
      { key: 'leavesQty', characters: 10 },
      { key: 'cumQtyThere', characters: 10 },
      { key: 'leavesQtyThere', characters: 10 },
      { key: 'since', kind: 'minute', characters: 14, overflow: 'wrap' },
      { key: 'proposed', characters: 14, overflow: 'wrap' },
      { key: 'proposerName', characters: 12 },
      {
        key: 'settle',
        title: 'Trading.Column.actions',
        kind: 'text',
        fileColumns: [],
        characters: 30,
        isKept: true,
        value: ({ orderID }) => orderID,
        show: actions,
      },
    ],
    leaving: ['firm', 'side', 'proposerName', 'since', 'account'],
    card: [
      ['orderID', 'why'],
      ['firm', 'account'],
      ['securityID', 'side'],
      ['cumQty', 'cumQtyThere'],
      ['leavesQty', 'leavesQtyThere'],
      ['proposed', 'proposerName'],
      ['settle'],
    ],
    empty: { title: 'Line.Doubts.None', details: 'Line.Doubts.None.details' },
  })

/** Orders that only the exchange has, each with what can be done about it. */
export const unclaimedView = (
  actions: (row: UnclaimedRow, t: TFunction) => ReactNode,
): ListView<UnclaimedRow> =>
  listView({
    key: 'line-unclaimed',
    title: 'Line.Unclaimed',
    of: unclaimedList,
    rowKey: ({ venueOrderID }) => venueOrderID,
    pageSize: 20,
    columns: [
      { key: 'venueOrderID', characters: 16, overflow: 'wrap', isKept: true },
      { key: 'orderID', characters: 12 },
      { key: 'securityID', characters: 12 },
      { key: 'side', characters: 8 },
      { key: 'price', characters: 10 },
      { key: 'cumQty', characters: 10 },
      { key: 'leavesQty', characters: 10 },
      { key: 'since', kind: 'minute', characters: 14, overflow: 'wrap' },
      { key: 'bar', characters: 16, overflow: 'wrap' },
      { key: 'rejected', characters: 20, overflow: 'wrap' },
      { key: 'proposed', characters: 14, overflow: 'wrap' },
      { key: 'firm', characters: 16 },
      { key: 'account', characters: 12 },
      { key: 'proposerName', characters: 12 },
      {
        key: 'settle',
        title: 'Trading.Column.actions',
        kind: 'text',
        fileColumns: [],
        characters: 24,
        isKept: true,
        value: ({ venueOrderID }) => venueOrderID,
        show: actions,
      },
    ],
    leaving: ['orderID', 'proposerName', 'since', 'cumQty', 'firm', 'account', 'side'],
    card: [
      ['venueOrderID', 'orderID'],
      ['securityID', 'side'],
      ['price', 'leavesQty'],
      ['bar'],
      ['rejected'],
      ['proposed', 'proposerName'],
      ['firm', 'account'],
      ['settle'],
    ],
    empty: { title: 'Line.Unclaimed.None', details: 'Line.Unclaimed.None.details' },
  })
