import { Empty } from 'antd'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly title: string
  /** What to do next. */
  readonly details: string
  readonly action?: ReactNode
}

/** What stands where rows or a picture would, when there are none: why, and what to do next. */
export const EmptyState = ({ title, details, action }: EmptyStateProps) => (
  <Empty
    className={styles.empty}
    // A panel of a desk is too low for a picture.
    styles={{ image: { display: 'none' } }}
    description={
      <>
        <strong>{title}</strong>
        <p>{details}</p>
      </>
    }
  >
    {action}
  </Empty>
)
