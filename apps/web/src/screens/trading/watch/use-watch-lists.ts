import type { Statistics } from '@tradebook/contract'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { liveMarket } from '../../../live/live-market.ts'
import { useSecurityIDs } from '../../../live/use-live.ts'
import { arrange, useArrangement } from '../preferences.ts'

/** The list of every security. */
export const ALL = 'all'
const FAVOURITES = 'favourites'

/** The lists of the watch: everything, the person's favourites, and the sectors. */
export function useWatchLists() {
  const { t } = useTranslation()
  const chosen = useArrangement(({ watchList }) => watchList)
  const favourites = useArrangement((arrangement) => arrangement.favourites)
  const securityIDs = useSecurityIDs()
  const sectors = useMemo(() => {
    const all = securityIDs.map((securityID) => liveMarket.store.statistics.latest(securityID)?.sector ?? '')
    return [...new Set(all)].filter((sector) => sector !== '').sort()
  }, [securityIDs])

  const isListed = useCallback(
    ({ securityID, sector }: Statistics) =>
      chosen === ALL || (chosen === FAVOURITES ? favourites.includes(securityID) : sector === chosen),
    [chosen, favourites],
  )
  return useMemo(
    () => ({
      chosen,
      /** As the chosen list is called. */
      title: chosen === FAVOURITES ? t('Trading.Watch.Favourites') : chosen,
      isFavourites: chosen === FAVOURITES,
      options: [
        { value: ALL, label: t('Trading.Watch.All') },
        { value: FAVOURITES, label: t('Trading.Watch.Favourites') },
        {
          label: t('Trading.Watch.Sectors'),
          options: sectors.map((sector) => ({ value: sector, label: sector })),
        },
      ],
      isListed,
      choose: (watchList: string) => arrange({ watchList }),
    }),
    [t, chosen, sectors, isListed],
  )
}

export type WatchLists = ReturnType<typeof useWatchLists>

export const toggleFavourite = (securityID: string): void => {
  const { favourites } = useArrangement.getState()
  arrange({
    favourites: favourites.includes(securityID)
      ? favourites.filter((other) => other !== securityID)
      : [...favourites, securityID],
  })
}
