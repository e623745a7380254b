import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type CallInput, compareNames, type Watchlist } from '@tradebook/contract'
import { t } from 'i18next'
import { useCallback, useEffect, useRef } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call, type FailureKind } from '../../../api/client.ts'
import { callKey, useCall } from '../../../api/use-call.ts'
import { useSecurityIDs } from '../../../live/use-live.ts'
import { arrange, useArrangement } from '../preferences.ts'

/**
 * The person's own lists of securities, which the server keeps. A change reads the lists first and
 * is made one after the other in all tabs of the browser, so that no tab undoes what another added.
 */

/** The choice of every security. */
export const ALL = 'all'

/** What the chosen list is kept as: the id stays when the list is renamed. */
export const keyOf = ({ id }: Pick<Watchlist, 'id'>): string => `own:${id}`

export function chooseList(key: string): void {
  const id = /^own:(\d+)$/.exec(key)?.[1]
  arrange({ watchList: key, ...(id && { ownList: Number(id) }) })
}

const NAME = 'Watchlist/GetAll'
const KEY = callKey(NAME, {})
const NONE: readonly Watchlist[] = []

/** The lists by name; none until they are fetched. */
export function useOwnLists() {
  const { data, isPending } = useCall(NAME, {}, { isSharedByDevices: true })
  return { lists: data?.items ?? NONE, isLoading: isPending }
}

/** The list that the star adds to: the one chosen last, else the first; `undefined` where there is none yet. */
export function useStarredList(): Watchlist | undefined {
  const { lists } = useOwnLists()
  const last = useArrangement(({ ownList }) => ownList)
  return starredOf(lists, last)
}

const starredOf = (lists: readonly Watchlist[], last: number | null): Watchlist | undefined =>
  lists.find(({ id }) => id === last) ?? lists[0]

/** Adds a security to the starred list or takes it out; without any list, the first is made. */
export function useStar(): (securityID: string) => void {
  const queries = useQueryClient()
  return useCallback((securityID) => void star(queries, securityID), [queries])
}

async function star(queries: QueryClient, securityID: string): Promise<void> {
  const { ownList } = useArrangement.getState()
  const shown = starredOf(queries.getQueryData<Answer>(KEY)?.items ?? NONE, ownList)
  // As it looked to the person: another tab may have done the same meanwhile.
  const isAdded = !shown?.securityIDs.includes(securityID)
  await change(queries, (lists) => {
    const list = starredOf(lists, shown?.id ?? ownList)
    const others = list?.securityIDs.filter((other) => other !== securityID) ?? []
    return { ...namedAs(list), securityIDs: isAdded ? [...others, securityID] : others }
  })
}

interface Answer {
  readonly items: readonly Watchlist[]
}

const namedAs = (list: Watchlist | undefined) =>
  list ? { id: list.id, name: list.name } : { name: t('Trading.Watch.Favourites') }

type Saved = CallInput<'Watchlist/Save'>

/**
 * Reads the lists and saves one of them, new or changed.
 * @throws ApiError as any call; the failure is notified as that of any call is.
 */
export const saveList = (
  queries: QueryClient,
  changed: (lists: readonly Watchlist[]) => Saved,
  options: { readonly failure?: FailureKind } = {},
): Promise<Watchlist> =>
  inTurn(async () => {
    const { items } = await call(NAME, {}, options)
    const saved = await call('Watchlist/Save', changed(items), options)
    const others = items.filter(({ id }) => id !== saved.id)
    queries.setQueryData<Answer>(KEY, { items: [...others, saved].sort(byName) })
    publishChange()
    return saved
  })

/** The same where nothing waits for the outcome: a failure has been shown, and the lists are fetched again. */
async function change(
  queries: QueryClient,
  changed: (lists: readonly Watchlist[]) => Saved,
): Promise<Watchlist | undefined> {
  try {
    return await saveList(queries, changed)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    void queries.invalidateQueries({ queryKey: KEY })
    return undefined
  }
}

const byName = (a: Watchlist, b: Watchlist): number => compareNames(a.name, b.name)

/** One change after the other, over all tabs where the browser has locks; it has them only over a secure connection. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(CHANNEL, work) : work()

const CHANNEL = 'Tradebook.Watchlists'

/** Lets the other tabs of the browser know that they show old lists. */
export function publishChange(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** Fetches the lists again when another tab has changed them. */
export function useChangesOfOtherTabs(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = () => void queries.invalidateQueries({ queryKey: KEY })
    return () => channel.close()
  }, [queries])
}

/** Moves, once, what an earlier release kept as favourites in this browser to a list of that name. */
export function useMovedFavourites(): void {
  const queries = useQueryClient()
  const securityIDs = useSecurityIDs()
  const favourites = useArrangement((arrangement) => arrangement.favourites)
  const { isLoading } = useOwnLists()
  const isReady = favourites !== undefined && !isLoading && securityIDs.length > 0
  const isTried = useRef(false)
  useEffect(() => {
    if (!isReady || isTried.current) return
    isTried.current = true
    const listed = favourites.filter((id) => securityIDs.includes(id))
    void moveFavourites(queries, listed)
  }, [isReady, queries, favourites, securityIDs])
}

async function moveFavourites(queries: QueryClient, favourites: readonly string[]): Promise<void> {
  const wasChosen = useArrangement.getState().watchList === 'favourites'
  arrange({ favourites: undefined })
  if (favourites.length === 0) return
  const name = t('Trading.Watch.Favourites')
  const saved = await change(queries, (lists) => {
    const list = lists.find((other) => other.name.toLowerCase() === name.toLowerCase())
    return { ...namedAs(list), securityIDs: [...new Set([...(list?.securityIDs ?? []), ...favourites])] }
  })
  // What could not be moved is kept for the next start.
  if (!saved) arrange({ favourites })
  else if (wasChosen) chooseList(keyOf(saved))
}
