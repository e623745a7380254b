import { useMemo } from 'react'
import { type Density, useArrangement } from './preferences.ts'

/** The theme's token of each density. */
const tokens: Readonly<Record<Density, string>> = {
  compact: '--tb-row-compact',
  standard: '--tb-row',
  comfortable: '--tb-row-comfortable',
}

/** The height of a data row in pixels at the chosen density, for lists that place their own rows. */
export function useRowHeight(): number {
  const density = useArrangement((arrangement) => arrangement.density)
  return useMemo(() => {
    const theme = getComputedStyle(document.documentElement)
    return Number.parseFloat(theme.getPropertyValue(tokens[density]))
  }, [density])
}
