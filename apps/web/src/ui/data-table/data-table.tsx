import { MAX_PAGED_ROWS } from '@tradebook/contract'
import { Button, Pagination, Skeleton } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../empty-state.tsx'
import { quantity } from '../format.ts'
import { usePrintedRows } from '../printing.ts'
import style from './data-table.module.css'
import { ListTools } from './list-tools.tsx'
import { PrintedRows } from './printed-rows.tsx'
import { Rows, type RowsProps } from './rows.tsx'

export interface DataTableProps<Row> extends RowsProps<Row> {
  /** What the list's file is asked besides its filters. */
  readonly fileInput?: Readonly<Record<string, unknown>>
  /** Buttons at the end of the bar above the rows. */
  readonly tools?: ReactNode
  /** What the list is of, where the part of the page that holds it has no heading. */
  readonly heading?: string
  /** A note about the whole list, next to its filters. */
  readonly note?: ReactNode
  /** What is between the bar and the rows. */
  readonly children?: ReactNode
  /** Instead of the list's own words for having no rows at all. */
  readonly empty?: { readonly title: string; readonly details: string }
}

/**
 * A list as a table: filters, sorting and page in the address, columns by choice and by room, cards
 * on a phone. It is one tab stop: arrows walk the rows and what can be asked of them, Enter opens.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, source, state, onChange, tools, note, children } = props
  const { rows, isFailed, refusal, retry, total } = source
  const { t } = useTranslation()
  const lastPage = Math.max(1, Math.ceil(total / list.pageSize))
  const printed = usePrintedRows(source.all)
  const isBeyond = rows?.length === 0 && total > 0 && state.page > lastPage
  // Rows may go away, and an old link may name a page that is no longer there.
  useEffect(() => {
    if (isBeyond) onChange({ page: lastPage })
  }, [isBeyond, lastPage, onChange])
  return (
    <div className={style.list}>
      <ListTools
        list={list}
        source={source}
        state={state}
        onChange={onChange}
        heading={props.heading}
        note={note}
        tools={tools}
        fileInput={props.fileInput}
      />
      {children}
      {rows !== undefined && source.isOffline && (
        <p role="status" className={style.offline}>
          {t('Table.OfflineRows')}
        </p>
      )}
      {refusal ? (
        <EmptyState {...refusal} />
      ) : isFailed ? (
        <EmptyState
          title={t('Table.Failed')}
          details={t('Table.Failed.details')}
          action={<Button onClick={retry}>{t('Chunk.Retry')}</Button>}
        />
      ) : rows === undefined && source.isOffline ? (
        <EmptyState title={t('Table.Offline')} details={t('Table.Offline.details')} />
      ) : rows === undefined || isBeyond ? (
        <Waiting />
      ) : rows.length === 0 && !source.groups?.length ? (
        <NoRows {...props} />
      ) : (
        <div className={`${style.place} ${printed ? style.unprinted : ''}`}>
          <Rows {...props} rows={rows} />
        </div>
      )}
      {printed && <PrintedRows list={list} rows={printed} totals={source.totals} />}
      {!printed && rows !== undefined && rows.length < total && (
        <p data-print-only>{t('Print.Partly', { rows: rows.length, total })}</p>
      )}
      {source.isTotalBounded && (
        <p className={style.more}>{t('Table.More', { most: quantity(MAX_PAGED_ROWS) })}</p>
      )}
      <Pages list={list} source={source} state={state} onChange={onChange} />
    </div>
  )
}

const WAITING_ROWS = 6

const Waiting = () => (
  <div className={style.waiting} aria-busy>
    <Skeleton title={false} paragraph={{ rows: WAITING_ROWS, width: '100%' }} active />
  </div>
)

function NoRows<Row>({ list, state, empty }: DataTableProps<Row>) {
  const { t } = useTranslation()
  const isFiltered = Object.keys(state.filters).length > 0
  if (!isFiltered) {
    return (
      <EmptyState
        title={empty?.title ?? t(list.empty.title)}
        details={empty?.details ?? t(list.empty.details)}
      />
    )
  }
  return (
    <EmptyState
      title={t(list.noMatch?.title ?? 'Table.NoMatch')}
      details={t(list.noMatch?.details ?? 'Table.NoMatch.details')}
    />
  )
}

function Pages<Row>({
  list,
  source: { total, isTotalBounded },
  state: { page },
  onChange,
}: DataTableProps<Row>) {
  const { t } = useTranslation()
  if (total <= list.pageSize) return null
  return (
    <nav className={style.pages} aria-label={t('Table.Pages')}>
      <Pagination
        size="small"
        simple={{ readOnly: true }}
        current={Math.min(page, Math.ceil(total / list.pageSize))}
        pageSize={list.pageSize}
        total={total}
        showSizeChanger={false}
        showTotal={(all, [from, to]) =>
          t(isTotalBounded ? 'Table.RangeOfMore' : 'Table.Range', { from, to, total: all })
        }
        onChange={(next) => onChange({ page: next })}
      />
    </nav>
  )
}
