import type { ReactNode } from 'react'
import style from './ticket.module.css'

interface FieldProps {
  readonly label: string
  readonly htmlFor: string
  /** What is wrong, in words. */
  readonly note?: string | undefined
  readonly hint?: string | undefined
  readonly children: ReactNode
}

/** A labelled part of the ticket; what is wrong with it stands beside it, not somewhere else. */
export const Field = ({ label, htmlFor, note, hint, children }: FieldProps) => (
  <div className={style.field}>
    <label htmlFor={htmlFor}>
      {label}
      {hint && <span className={style.hint}>{hint}</span>}
    </label>
    {children}
    {note && (
      <p id={`${htmlFor}-note`} className={style.note}>
        {note}
      </p>
    )}
  </div>
)
