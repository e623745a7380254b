import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import style from './data-table.module.css'
import type { Sorting } from './list-view.ts'

interface SortHeadingProps {
  readonly title: string
  /** Of this column; the list is not sorted by it without. */
  readonly sorting: Sorting | undefined
  /** Which of several columns it is that the list is sorted by, from 1. */
  readonly place?: number | undefined
  /** @param isFurther in addition to the columns that the list is sorted by. */
  readonly onSort: (isFurther: boolean) => void
}

/** A column's heading that sorts: up, down, and back to how the list comes; with Shift in addition to other columns. */
export const SortHeading = ({ title, sorting, place, onSort }: SortHeadingProps) => (
  <button
    type="button"
    className={style.sort}
    data-sorted={sorting !== undefined || undefined}
    onClick={({ shiftKey }) => onSort(shiftKey)}
  >
    {title}
    {place !== undefined && <sup>{place}</sup>}
    {sorting?.descending ? <CaretDownOutlined aria-hidden /> : <CaretUpOutlined aria-hidden />}
  </button>
)
