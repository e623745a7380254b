import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListView, shown } from '../../ui/data-table/list-view.ts'
import { NOTHING } from '../../ui/format.ts'
import { Facts, OpenedRow } from '../../ui/opened-row.tsx'

interface AllOfProps<Row> {
  readonly row: Row
  /** The list that it is in: what the list's columns have no room for is read here. */
  readonly list: ListView<Row>
  readonly children?: ReactNode
}

/** All columns of a row, with what else is known of it below. */
export function AllOf<Row>({ row, list, children }: AllOfProps<Row>) {
  const { t } = useTranslation()
  return (
    <OpenedRow>
      <Facts
        of={list.columns.map((column) => [t(column.title), shown(column, row, t) || NOTHING] as const)}
      />
      {children}
    </OpenedRow>
  )
}
