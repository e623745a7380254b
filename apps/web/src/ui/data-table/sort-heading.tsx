import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import style from './data-table.module.css'
import type { Sorting } from './list-view.ts'

interface SortHeadingProps {
  readonly title: string
  /** Of this column; the list is not sorted by it without. */
  readonly sorting: Sorting | undefined
  readonly onSort: () => void
}

/** A column's heading that sorts: up, down, and back to how the list comes. */
export const SortHeading = ({ title, sorting, onSort }: SortHeadingProps) => (
  <button
    type="button"
    className={style.sort}
    data-sorted={sorting !== undefined || undefined}
    onClick={onSort}
  >
    {title}
    {sorting?.descending ? <CaretDownOutlined aria-hidden /> : <CaretUpOutlined aria-hidden />}
  </button>
)
