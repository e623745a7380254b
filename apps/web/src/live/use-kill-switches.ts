import type { KillSwitchOn } from '@tradebook/contract'
import { useCall } from '../api/use-call.ts'
import { useFreshList } from '../ui/data-table/server-list.ts'
import { useKillSwitchChanges } from './use-live.ts'

/** Whose orders are refused reads it at once. */
const LAG_MS = 50

/** The kill switches that refuse the person's orders, read again whenever one was switched; none until they are known. */
export function useKillSwitches(): readonly KillSwitchOn[] {
  const changes = useKillSwitchChanges()
  const { data } = useCall('Limits/GetKillSwitchesOn', {}, { enabled: changes > 0 })
  // The first reading is not a change.
  useFreshList('Limits/GetKillSwitchesOn', Math.max(changes, 1), LAG_MS)
  return data?.items ?? []
}

/** The kill switch that refuses orders for an account; that of the account alone where no wider one does. */
export const useKillSwitchOf = (account: string | undefined): KillSwitchOn | undefined =>
  useKillSwitches().find(({ scope, account: of }) => scope !== 'account' || of === account)
