import { useState } from 'react'
import type { ListView } from './list-view.ts'

/** The keys of a list's rows that are unfolded, and what unfolds one or folds it again. */
export function useOpenedRows<Row>({ rowKey }: Pick<ListView<Row>, 'rowKey'>) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const toggle = (row: Row) => {
    const key = rowKey(row)
    setOpened((keys) => (keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]))
  }
  return [opened, toggle] as const
}
