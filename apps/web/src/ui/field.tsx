import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

interface FieldProps {
  readonly label: string
  readonly help?: string | undefined
  /** What is wrong with the value, in words. */
  readonly error?: string | undefined
  /** The control, given what ties it to its label and its words. */
  readonly children: (ties: {
    readonly id: string
    readonly 'aria-invalid': boolean
    readonly 'aria-describedby': string | undefined
  }) => ReactNode
}

/** A labelled control: the label above, help or the error below and tied to it for screen readers. */
export const Field = ({ label, help, error, children }: FieldProps) => {
  const id = useId()
  const note = error ?? help
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': note && `${id}-note` })}
      {note && (
        <p id={`${id}-note`} className={error ? styles.error : styles.help} aria-live="polite">
          {note}
        </p>
      )}
    </div>
  )
}
