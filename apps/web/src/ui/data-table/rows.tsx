import { Fragment, type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../market-time.ts'
import { useColumnsWithoutRoom } from '../columns-with-room.ts'
import { rovingRows } from '../roving-rows.ts'
import { useHandler } from '../use-handler.ts'
import { useIsPhone } from '../viewport.ts'
import { useChosenColumns } from './chosen-columns.ts'
import style from './data-table.module.css'
import { GroupRow, TickBox, TickedRow } from './group-row.tsx'
import { type ChangeList, type ListState, nextSorting } from './list-state.ts'
import {
  alignOf,
  type Column,
  emptyColumns,
  type ListSource,
  type ListView,
  linkedKey,
  write,
} from './list-view.ts'
import { SortHeading } from './sort-heading.tsx'
import { type RowBehaviour, TableRow } from './table-row.tsx'
import { type Selection, tickedOf, useTicks } from './use-ticks.ts'

export interface RowsProps<Row> extends Partial<RowBehaviour<Row>> {
  readonly list: ListView<Row>
  readonly source: ListSource<Row>
  readonly state: ListState
  readonly onChange: ChangeList
  /** What is under rows that are unfolded, by the keys of the rows. */
  readonly detail?: { readonly of: readonly string[]; readonly show: (row: Row) => ReactNode }
  readonly selection?: Selection<Row>
  /** Hides the rows of a group, or shows them again. */
  readonly onToggleGroup?: (key: string) => void
}

/** The rows of a page as a table with headings and totals, or as cards on a phone. */
export function Rows<Row>(props: RowsProps<Row> & { readonly rows: readonly Row[] }) {
  const { list, source, rows, state, onChange, rowAttributes, detail, selection, onToggleGroup } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const today = useToday()
  const choice = useChosenColumns(list)
  const empty = emptyColumns(choice, rows).join()
  const chosen = useMemo(() => choice.filter(({ key }) => !empty.split(',').includes(key)), [choice, empty])
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
  const left = without.join()
  const isCard = isPhone || (list.essential ?? []).some((key) => without.includes(key))
  const columns = useMemo(
    () => (isCard ? chosen : chosen.filter(({ key }) => !left.split(',').includes(key))),
    [isCard, chosen, left],
  )
  const onOpen = useHandler((row: Row) => props.onOpen?.(row))
  const onRowKeyDown = useHandler((event: KeyboardEvent, row: Row) => props.onRowKeyDown?.(event, row))
  const { tick, tickSeveral } = useTicks(rows, list.rowKey, selection)
  const linked = linkedKey(list, state.filters)
  const body = useFocusOnLinked(rows.some((row) => list.rowKey(row) === linked) ? linked : undefined)
  const width = (isCard ? 1 : columns.length) + (selection ? 1 : 0)
  const rowOf = (row: Row) => {
    const key = list.rowKey(row)
    return (
      <Fragment key={key}>
        <TableRow
          list={list}
          columns={columns}
          isCard={isCard}
          row={row}
          isLinked={key === linked}
          isUnfolded={detail?.of.includes(key)}
          today={today}
          onOpen={onOpen}
          onRowKeyDown={onRowKeyDown}
          rowAttributes={rowAttributes}
          {...(selection && {
            isTicked: selection.keys.includes(key),
            isSelectable: selection.isSelectable,
            label: selection.label,
            onTick: tick,
          })}
        />
        {detail?.of.includes(key) && (
          <tr data-detail>
            <td colSpan={width}>{detail.show(row)}</td>
          </tr>
        )}
      </Fragment>
    )
  }
  return (
    <div ref={place} className={style.rows} aria-busy={source.isRefreshing}>
      <table className={style.table} aria-label={t(list.title)}>
        {!isCard && (
          <thead>
            <tr>
              {selection && (
                <th className={style.tick}>
                  <TickBox
                    label={t('Table.SelectAll')}
                    ticked={tickedOf(rows, list.rowKey, selection)}
                    onTick={(isTicked) => tickSeveral(rows, isTicked)}
                  />
                </th>
              )}
              {columns.map((column) => (
                <Heading key={column.key} column={column} sorting={state.sorting} onChange={onChange} />
              ))}
            </tr>
          </thead>
        )}
        <tbody ref={body}>
          {ungrouped(rows, source.groups).map(rowOf)}
          {source.groups?.map((group) => (
            <Fragment key={group.key}>
              <GroupRow
                group={group}
                columns={columns}
                isCard={isCard}
                onToggle={onToggleGroup}
                {...(selection && {
                  ticked: tickedOf(group.rows, list.rowKey, selection),
                  onTick: (isTicked: boolean) => tickSeveral(group.rows, isTicked),
                })}
              />
              {group.shown.map(rowOf)}
            </Fragment>
          ))}
        </tbody>
        {selection?.ticked && selection.ticked.length > 0 && (
          <TickedRow rows={selection.ticked} columns={columns} isCard={isCard} />
        )}
        {source.totals && (
          <tfoot>
            <tr>
              {isCard ? (
                <td>
                  <TotalsCard columns={list.columns} totals={source.totals} />
                </td>
              ) : (
                columns.map((column, at) => (
                  <Total key={column.key} column={column} totals={source.totals ?? {}} isFirst={at === 0} />
                ))
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** Anyone who follows a link to a row continues there: the row has the focus once it is shown. */
function useFocusOnLinked(key: string | undefined) {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    if (key !== undefined) body.current?.querySelector<HTMLElement>('[aria-current] [data-symbol]')?.focus()
  }, [key])
  return body
}

const SELECTION_ROOM = { key: 'selection', characters: 4 }

/** What is shown outside the groups: all rows where there are none. */
const ungrouped = <Row,>(rows: readonly Row[], groups: ListSource<Row>['groups']): readonly Row[] =>
  groups ? rows.filter((row) => !groups.some(({ shown }) => shown.includes(row))) : rows

interface HeadingProps<Row> {
  readonly column: Column<Row>
  readonly sorting: ListState['sorting']
  readonly onChange: ChangeList
}

function Heading<Row>({ column, sorting, onChange }: HeadingProps<Row>) {
  const { t } = useTranslation()
  const { key, title, sortable } = column
  const own = sorting?.find(({ by }) => by === key)
  const order = own ? (own.descending ? 'descending' : 'ascending') : 'none'
  return (
    <th scope="col" data-column={key} data-align={alignOf(column)} {...(sortable && { 'aria-sort': order })}>
      {sortable ? (
        <SortHeading
          title={t(title)}
          sorting={own}
          place={sorting && own && sorting.length > 1 ? sorting.indexOf(own) + 1 : undefined}
          onSort={(isFurther) => onChange({ sorting: nextSorting(sorting, key, isFurther) })}
        />
      ) : (
        t(title)
      )}
    </th>
  )
}

type Totals = NonNullable<ListSource<never>['totals']>

interface TotalProps<Row> {
  readonly column: Column<Row>
  readonly totals: Totals
  readonly isFirst: boolean
}

/** The sum of a column that has one, over all rows that pass the filters. */
function Total<Row>({ column, totals, isFirst }: TotalProps<Row>) {
  const { t } = useTranslation()
  const total = totals[column.key]
  return (
    <td data-align={alignOf(column)}>
      {isFirst ? t('Table.Total') : total === undefined ? null : write(column, total, t)}
    </td>
  )
}

/** The sums on a phone, which has no columns to write them under: each with its name. */
function TotalsCard<Row>({ columns, totals }: { columns: readonly Column<Row>[]; totals: Totals }) {
  const { t } = useTranslation()
  return (
    <div className={style.card}>
      <div className={style.line}>{t('Table.Total')}</div>
      {columns.map(
        (column) =>
          totals[column.key] !== undefined && (
            <div key={column.key} className={style.line}>
              <span className={style.name}>{t(column.title)}</span>
              <span className={style.field}>{write(column, totals[column.key], t)}</span>
            </div>
          ),
      )}
    </div>
  )
}
