import { useMemo } from 'react'
import type { PickerProps } from '../ui/data-table/list-view.ts'
import { PickedSelect } from '../ui/data-table/picked-select.tsx'
import { liveMarket } from './live-market.ts'
import { useSecurityIDs } from './use-live.ts'

/** Every listed security by its symbol and its name, as a select offers it. */
export function useSecurityOptions(): readonly { value: string; label: string }[] {
  const securityIDs = useSecurityIDs()
  return useMemo(
    () =>
      securityIDs.map((securityID) => {
        const row = liveMarket.store.statistics.latest(securityID)
        return { value: securityID, label: `${row?.symbol ?? securityID} · ${row?.securityDesc ?? ''}` }
      }),
    [securityIDs],
  )
}

/** Picks a security by typing a part of its symbol or name. */
export const SecurityChoice = (props: PickerProps) => (
  <PickedSelect {...props} options={useSecurityOptions()} style={{ width: '28ch', maxWidth: '100%' }} />
)
