import type { TableColumnType } from 'antd'
import { Button, Pagination, Skeleton, Table } from 'antd'
import type { TFunction } from 'i18next'
import { type HTMLAttributes, type KeyboardEvent, type ReactNode, useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useColumnsWithoutRoom } from '../columns-with-room.ts'
import { EmptyState } from '../empty-state.tsx'
import { rovingRows } from '../roving-rows.ts'
import { useIsPhone } from '../viewport.ts'
import { Cell } from './cell.tsx'
import { useChosenColumns } from './chosen-columns.ts'
import style from './data-table.module.css'
import { type ChangeList, type ListState, nextSorting } from './list-state.ts'
import { ListTools } from './list-tools.tsx'
import { alignOf, type Column, type ListSource, type ListView, write } from './list-view.ts'
import { RowCard } from './row-card.tsx'
import { SortHeading } from './sort-heading.tsx'

interface DataTableProps<Row> {
  readonly list: ListView<Row>
  readonly source: ListSource<Row>
  readonly state: ListState
  readonly onChange: ChangeList
  /** What opening a row does: a press on its opening cell, or Enter there. */
  readonly onOpen?: (row: Row) => void
  /** Keys of their own that work while the focus is in a row. */
  readonly onRowKeyDown?: (event: KeyboardEvent, row: Row) => void
  readonly rowAttributes?: (
    row: Row,
  ) => HTMLAttributes<HTMLElement> & Readonly<Record<`data-${string}`, unknown>>
  /** What stands under rows that are unfolded, by the keys of the rows. */
  readonly detail?: { readonly of: readonly string[]; readonly show: (row: Row) => ReactNode }
  readonly selection?: {
    readonly keys: readonly string[]
    readonly onChange: (keys: readonly string[]) => void
    readonly isSelectable: (row: Row) => boolean
    readonly label: (row: Row) => string
  }
  /** What the list's file is asked besides its filters. */
  readonly fileInput?: Readonly<Record<string, unknown>>
  /** Buttons at the end of the bar above the rows. */
  readonly tools?: ReactNode
  /** What is said about the whole list, beside its filters. */
  readonly note?: ReactNode
  /** What stands between the bar and the rows. */
  readonly children?: ReactNode
  readonly caption?: string
  /** Instead of the list's own words for having no rows at all. */
  readonly empty?: { readonly title: string; readonly details: string }
}

/**
 * A list as a table: filters, sorting and page in the address, columns by choice and by room, cards
 * on a phone. It is one tab stop: arrows walk the rows and what can be asked of them, Enter opens.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { list, source, state, onChange, tools, note, children } = props
  const { rows, isFailed, retry, total } = source
  const { t } = useTranslation()
  const lastPage = Math.max(1, Math.ceil(total / list.pageSize))
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
        note={note}
        tools={tools}
        fileInput={props.fileInput}
      />
      {children}
      {isFailed ? (
        <EmptyState
          title={t('Table.Failed')}
          details={t('Table.Failed.details')}
          action={<Button onClick={retry}>{t('Chunk.Retry')}</Button>}
        />
      ) : rows === undefined || isBeyond ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <NoRows {...props} />
      ) : (
        <Rows {...props} rows={rows} />
      )}
      <Pages list={list} source={source} state={state} onChange={onChange} />
    </div>
  )
}

function Rows<Row extends object>(props: DataTableProps<Row> & { readonly rows: readonly Row[] }) {
  const { list, source, rows, state, onChange, onOpen, onRowKeyDown, rowAttributes, detail, selection } =
    props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const chosen = useChosenColumns(list)
  const { ref, without } = useColumnsWithoutRoom(
    selection ? [...chosen, SELECTION_ROOM] : chosen,
    list.leaving,
  )
  const place = useCallback(
    (element: HTMLElement | null) => {
      const table = element?.querySelector('table')
      const release = table ? rovingRows(table) : undefined
      ref(element)
      return () => {
        ref(null)
        release?.()
      }
    },
    [ref],
  )
  const { sorting } = state
  const columns: TableColumnType<Row>[] = isPhone
    ? [
        {
          key: 'card',
          title: t(list.title),
          render: (_, row) => <RowCard list={list} columns={chosen} row={row} onOpen={onOpen} />,
        },
      ]
    : chosen
        .filter(({ key }) => !without.includes(key))
        .map((column) => ({
          key: column.key,
          align: alignOf(column),
          title: column.sortable ? (
            <SortHeading
              title={t(column.title)}
              sorting={sorting?.by === column.key ? sorting : undefined}
              onSort={() => onChange({ sorting: nextSorting(sorting, column.key) })}
            />
          ) : (
            t(column.title)
          ),
          onHeaderCell: () => ({ 'data-column': column.key, ...ariaSort(column, sorting) }),
          onCell: (row) => cellAttributes(column, row, t),
          render: (_, row) => <Cell column={column} row={row} onOpen={onOpen} />,
          shouldCellUpdate: (row, before) => row !== before,
        }))
  const keys = detail?.of ?? NONE
  return (
    <div ref={place} className={style.rows} aria-busy={source.isRefreshing}>
      <Table<Row>
        className={style.table}
        size="small"
        aria-label={t(list.title)}
        {...(props.caption !== undefined && { caption: props.caption })}
        rowKey={list.rowKey}
        columns={columns}
        dataSource={rows}
        pagination={false}
        showHeader={!isPhone}
        onRow={(row) => ({
          ...rowAttributes?.(row),
          ...(onRowKeyDown && { onKeyDown: (event) => onRowKeyDown(event, row) }),
        })}
        {...(detail && {
          expandable: {
            showExpandColumn: false,
            expandedRowKeys: keys,
            expandedRowRender: (row: Row) => detail.show(row),
            expandedRowClassName: () => style.detail ?? '',
          },
        })}
        {...(selection && {
          rowSelection: {
            selectedRowKeys: [...selection.keys],
            preserveSelectedRowKeys: true,
            onChange: (selected) => selection.onChange(selected.map(String)),
            columnWidth: SELECTION_WIDTH,
            getTitleCheckboxProps: () => ({ 'aria-label': t('Table.SelectAll') }),
            getCheckboxProps: (row) => ({
              disabled: !selection.isSelectable(row),
              'aria-label': selection.label(row),
            }),
          },
        })}
        {...(source.totals &&
          !isPhone && {
            summary: () => <Totals columns={columns} list={list} totals={source.totals ?? {}} />,
          })}
      />
    </div>
  )
}

const NONE: readonly string[] = []
const SELECTION_WIDTH = 32
const SELECTION_ROOM = { key: 'selection', characters: 4 }

const ariaSort = <Row,>({ key, sortable }: Column<Row>, sorting: ListState['sorting']) =>
  sortable
    ? {
        'aria-sort':
          sorting?.by !== key
            ? ('none' as const)
            : sorting.descending
              ? ('descending' as const)
              : ('ascending' as const),
      }
    : {}

const cellAttributes = <Row,>(column: Column<Row>, row: Row, t: TFunction) => ({
  'data-column': column.key,
  'data-tone': column.tone?.(row),
  // The opening cell's button carries its hint.
  title: column.opens ? undefined : column.hint?.(row, t),
})

interface TotalsProps<Row> {
  readonly list: ListView<Row>
  readonly columns: readonly TableColumnType<Row>[]
  readonly totals: Readonly<Record<string, unknown>>
}

/** The sums of the columns that have one, under all rows that pass the filters. */
function Totals<Row>({ list, columns, totals }: TotalsProps<Row>) {
  const { t } = useTranslation()
  const byKey = new Map(list.columns.map((column) => [column.key, column]))
  return (
    <Table.Summary.Row>
      {columns.map(({ key }, index) => {
        const column = byKey.get(String(key))
        const total = totals[String(key)] as string | number | undefined
        return (
          <Table.Summary.Cell key={String(key)} index={index} {...(column && { align: alignOf(column) })}>
            {index === 0 ? t('Table.Total') : column && total !== undefined ? write(column, total, t) : null}
          </Table.Summary.Cell>
        )
      })}
    </Table.Summary.Row>
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
