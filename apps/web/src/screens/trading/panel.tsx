import type { ReactNode, Ref } from 'react'
import style from './panel.module.css'

interface PanelProps {
  readonly title: string
  /** The name by which keys lead to it. */
  readonly region?: string
  readonly tools?: ReactNode
  readonly children: ReactNode
  /** It holds only text: without a control inside, the keyboard scrolls it by its own focus. */
  readonly isText?: boolean
  /** The element that scrolls. */
  readonly scroller?: Ref<HTMLDivElement>
}

const scrolledByKeyboard = { tabIndex: 0 } as const

/** A titled part of the screen whose content scrolls by itself. */
export const Panel = ({ title, region, tools, children, isText, scroller }: PanelProps) => (
  <section className={style.panel} aria-label={title} data-region={region}>
    <header className={style.bar}>
      <h2 className={style.title}>{title}</h2>
      {tools}
    </header>
    <div ref={scroller} className={style.content} {...(isText && scrolledByKeyboard)}>
      {children}
    </div>
  </section>
)
