import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'
import styles from './notice-page.module.css'

/** A page with one message: what happened, what it means, and the way on. */
export const NoticePage = ({
  title,
  details,
  code,
  action,
}: {
  title: string
  details: string
  /** A name for support, where the failure has one. */
  code?: string | undefined
  action: ReactNode
}) => (
  <main className={styles.page}>
    <div className={styles.notice} role="alert">
      <Mark size={32} />
      <h1>{title}</h1>
      <p>{details}</p>
      {code && <code>{code}</code>}
      {action}
    </div>
  </main>
)
