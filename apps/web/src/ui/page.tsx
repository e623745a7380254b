import type { HTMLAttributes, ReactNode } from 'react'
import styles from './page.module.css'

interface PageProps {
  readonly title: string
  readonly about: string
  /** Its tables use all the room there is. */
  readonly isWide?: boolean
  /** What can be chosen for all of it, next to the title. */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** A page of text and tables: its title, one line of what it is, then what it has to show. */
export const Page = ({ title, about, isWide, tools, children }: PageProps) => (
  <main className={styles.page} data-wide={isWide || undefined}>
    <header>
      <div>
        <h1>{title}</h1>
        <p>{about}</p>
      </div>
      {tools}
    </header>
    {children}
  </main>
)

interface SectionProps extends HTMLAttributes<HTMLElement> {
  /** Its heading; without one, what it holds has a name of its own. */
  readonly heading?: string | undefined
  /** What can be chosen, next to the heading. */
  readonly tools?: ReactNode
}

/** A part of a page on a ground of its own. */
export const Section = ({ heading, tools, children, ...others }: SectionProps) => (
  <section className={styles.section} aria-label={heading} {...others}>
    {(heading || tools) && (
      <div className={styles.heading}>
        {heading && <Heading>{heading}</Heading>}
        {tools}
      </div>
    )}
    {children}
  </section>
)

/** The heading of a part that is a list: it is in the list's own bar. */
export const Heading = ({ children }: { readonly children: ReactNode }) => (
  <h2 className={styles.title}>{children}</h2>
)

/** Parts next to each other where there is room, under each other where there is not. */
export const Columns = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.columns}>{children}</div>
)
