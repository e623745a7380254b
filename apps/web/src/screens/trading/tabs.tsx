import { type KeyboardEvent, type ReactNode, useId } from 'react'
import style from './tabs.module.css'

export interface Tab {
  readonly key: string
  readonly title: ReactNode
  readonly content: () => ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly selected: string
  readonly onSelect: (key: string) => void
  /** What is at the end of the bar. */
  readonly tools?: ReactNode
}

/** A panel may hold nothing but text; then the keyboard scrolls it by its own focus. */
const scrolledByKeyboard = { tabIndex: 0 } as const

/** Panels that share one place. Only the shown one exists. */
export function Tabs({ label, tabs, selected, onSelect, tools }: TabsProps) {
  const id = useId()
  const at = Math.max(
    tabs.findIndex(({ key }) => key === selected),
    0,
  )
  const shown = tabs[at]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step && tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onSelect(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <section className={style.tabs} aria-label={label} data-region={shown?.key}>
      <header className={style.bar}>
        <div role="tablist" aria-label={label} className={style.list} onKeyDown={onKeyDown}>
          {tabs.map(({ key, title }) => (
            <button
              key={key}
              type="button"
              role="tab"
              data-tab={key}
              id={`${id}-${key}`}
              className={style.tab}
              aria-selected={key === shown?.key}
              aria-controls={`${id}-panel`}
              tabIndex={key === shown?.key ? 0 : -1}
              onClick={() => onSelect(key)}
            >
              {title}
            </button>
          ))}
        </div>
        <div className={style.tools}>{tools}</div>
      </header>
      <div
        role="tabpanel"
        {...scrolledByKeyboard}
        id={`${id}-panel`}
        aria-labelledby={`${id}-${shown?.key}`}
        className={style.content}
      >
        {shown?.content()}
      </div>
    </section>
  )
}
