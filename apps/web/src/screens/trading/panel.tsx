import type { ReactNode } from 'react'
import style from './panel.module.css'

interface PanelProps {
  readonly title: string
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** A titled part of the screen whose content scrolls by itself. */
export const Panel = ({ title, tools, children }: PanelProps) => (
  <section className={style.panel} aria-label={title}>
    <header className={style.bar}>
      <h2 className={style.title}>{title}</h2>
      {tools}
    </header>
    <div className={style.content}>{children}</div>
  </section>
)
