import type { ReactNode } from 'react'
import style from './empty.module.css'

interface EmptyProps {
  readonly title: string
  /** What to do next. */
  readonly details: string
  readonly action?: ReactNode
}

/** Nothing to show, and what to do about it. */
export const Empty = ({ title, details, action }: EmptyProps) => (
  <div className={style.empty}>
    <p className={style.title}>{title}</p>
    <p className={style.details}>{details}</p>
    {action}
  </div>
)
