import { type NoteTrade, noteTradeList } from '@tradebook/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../ui/data-table/data-table.tsx'
import type { ListState } from '../ui/data-table/list-state.ts'
import { type ListView, listView } from '../ui/data-table/list-view.ts'
import { useServerList } from '../ui/data-table/server-list.ts'

const noteTradesView: ListView<NoteTrade> = listView({
  key: 'trades',
  title: 'List.File.noteTrades',
  of: noteTradeList,
  file: 'BackOffice/DownloadContractNoteTrades',
  rowKey: ({ execID }) => execID,
  pageSize: 20,
  columns: [
    { key: 'transactTime', characters: 29, isKept: true },
    { key: 'quantity', characters: 12 },
    { key: 'price', characters: 12 },
    { key: 'consideration', characters: 18 },
    { key: 'orderID', characters: 14, isNamed: true },
    { key: 'tradeNumber', characters: 12, isExtra: true },
    { key: 'execID', characters: 14, isExtra: true },
  ],
  leaving: ['orderID', 'consideration'],
  card: [['transactTime'], ['quantity', 'price'], ['consideration', 'orderID']],
  empty: { title: 'Statement.Trades.None', details: 'Statement.Trades.None.details' },
})

interface NoteTradesProps {
  readonly cscsAcct: string
  readonly number: number
}

/** The trades of one contract note. Their pages are of this note, and not of the address. */
export const NoteTrades = (input: NoteTradesProps) => {
  const { t } = useTranslation()
  const [state, setState] = useState<ListState>({ page: 1, filters: {} })
  const source = useServerList('BackOffice/GetContractNoteTrades', noteTradesView, state, input)
  return (
    <DataTable
      list={noteTradesView}
      source={source}
      state={state}
      fileInput={{ ...input }}
      onChange={(changed) => setState((before) => ({ ...before, page: 1, ...changed }))}
      heading={t('Statement.Trades', { number: input.number })}
    />
  )
}
