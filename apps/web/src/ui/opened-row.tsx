import type { ReactNode } from 'react'
import styles from './opened-row.module.css'

/** What is under a row that was opened: its parts below each other. */
export const OpenedRow = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.opened}>{children}</div>
)

/** Facts with their names, as many next to each other as there is room for. */
export const Facts = ({ of }: { readonly of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

interface InnerTableProps {
  readonly label?: string
  readonly children: ReactNode
}

/** A small table inside of an opened row. */
export const InnerTable = ({ label, children }: InnerTableProps) => (
  <table className={styles.table} aria-label={label}>
    {children}
  </table>
)
