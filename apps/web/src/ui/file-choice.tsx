import { type ChangeEvent, type ReactNode, useId } from 'react'
import styles from './file-choice.module.css'

interface FileChoiceProps {
  readonly label: string
  readonly icon: ReactNode
  readonly accept: string
  /** Opens this camera of a phone; elsewhere files. */
  readonly capture?: 'user' | 'environment'
  readonly isBusy: boolean
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly className?: string | undefined
}

/** The browser's own control for files, drawn as a button. */
export const FileChoice = ({ label, icon, isBusy, className, ...input }: FileChoiceProps) => {
  const id = useId()
  return (
    <span className={[styles.file, className].filter(Boolean).join(' ')}>
      <input id={id} type="file" disabled={isBusy} {...input} />
      <label htmlFor={id}>
        {icon} {label}
      </label>
    </span>
  )
}
