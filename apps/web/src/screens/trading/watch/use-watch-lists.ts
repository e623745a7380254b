import type { Statistics } from '@tradebook/contract'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { liveMarket } from '../../../live/live-market.ts'
import { useSecurityIDs } from '../../../live/use-live.ts'
import { useArrangement } from '../preferences.ts'
import { ALL, chooseList, keyOf, useOwnLists } from './own-lists.ts'

/** Is among the lists, but opens them to be changed. */
export const MANAGE = 'manage'

/** The lists of the watch: everything, the person's own, and the sectors. */
export function useWatchLists() {
  const { t } = useTranslation()
  const kept = useArrangement(({ watchList }) => watchList)
  const { lists, isLoading } = useOwnLists()
  const securityIDs = useSecurityIDs()
  const sectors = useMemo(() => {
    const all = securityIDs.map((securityID) => liveMarket.store.statistics.latest(securityID)?.sector ?? '')
    return [...new Set(all)].filter((sector) => sector !== '').sort()
  }, [securityIDs])
  const own = lists.find((list) => keyOf(list) === kept)
  // A list that was deleted on another device, or a sector that is gone, shows everything.
  const chosen = own || sectors.includes(kept) ? kept : ALL
  const listed = useMemo(() => own && new Set(own.securityIDs), [own])

  const isListed = useCallback(
    ({ securityID, sector }: Statistics) =>
      listed ? listed.has(securityID) : chosen === ALL || sector === chosen,
    [chosen, listed],
  )
  return useMemo(
    () => ({
      chosen,
      /** As the chosen list is called. */
      title: own?.name ?? chosen,
      own,
      isLoading,
      options: [
        { value: ALL, label: t('Trading.Watch.All') },
        {
          label: t('Trading.Lists'),
          options: [
            ...lists.map((list) => ({ value: keyOf(list), label: list.name })),
            { value: MANAGE, label: t('Trading.Lists.Manage') },
          ],
        },
        {
          label: t('Trading.Watch.Sectors'),
          options: sectors.map((sector) => ({ value: sector, label: sector })),
        },
      ],
      isListed,
      choose: chooseList,
    }),
    [t, chosen, own, lists, isLoading, sectors, isListed],
  )
}

export type WatchLists = ReturnType<typeof useWatchLists>
