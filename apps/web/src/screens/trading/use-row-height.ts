import { useMemo } from 'react'
import { useIsPhone } from '../../ui/viewport.ts'
import { type Density, useArrangement } from './preferences.ts'

/** The theme's token of each density. */
const tokens: Readonly<Record<Density, string>> = {
  compact: '--tb-row-compact',
  standard: '--tb-row',
  comfortable: '--tb-row-comfortable',
}

/** How high data rows are: the person's choice, and high enough for a finger on a phone. */
export function useDensity(): Density {
  const chosen = useArrangement(({ density }) => density)
  return useIsPhone() ? 'comfortable' : chosen
}

/** The height of a data row in pixels at the chosen density, for lists that place their own rows. */
export function useRowHeight(): number {
  const density = useDensity()
  return useMemo(() => rowHeightOf(density), [density])
}

/** The height of a data row of a density in pixels. */
export const rowHeightOf = (density: Density): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(tokens[density]))
