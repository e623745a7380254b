import type { ReactNode } from 'react'
import styles from './page.module.css'

/** A page of text and tables: its title, one line of what it is, then what it has to show. */
export const Page = ({ title, about, children }: { title: string; about: string; children: ReactNode }) => (
  <main className={styles.page}>
    <header>
      <h1>{title}</h1>
      <p>{about}</p>
    </header>
    {children}
  </main>
)
