import { addDays, type Phase, type Statistics, type StockOrder } from '@tradebook/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isMember, session, useSession } from '../session.ts'
import type { Readable } from './frames.ts'
import { liveMarket } from './live-market.ts'
import { isFresh } from './market-store.ts'
import type { BookView } from './selected-book.ts'

/** The feature of a firm that switches its live updates on. */
const REALTIME_FEATURE = 'SignalR'

const { store } = liveMarket

/** Subscribes to a value of the live market. */
export const useLive = <T>(value: Readable<T>): T => useSyncExternalStore(value.subscribe, value.get)

/** Subscribes to one fact of a value: renders again when the fact changes. `pick` answers a primitive. */
const useFact = <T, Fact extends string | number | boolean | null | undefined>(
  value: Readable<T>,
  pick: (value: T) => Fact,
): Fact => useSyncExternalStore(value.subscribe, () => pick(value.get()))

export const useLink = () => useLive(store.link)
export const useVenue = () => useLive(store.venue)

/** The index and the whole market in a few figures. */
export const useMarketSummary = () => useLive(store.summary)
/** Where the market is in its day: what comes next, and when. */
export const useMarketSession = () => useLive(store.session)
export const useMarketPhase = (): Phase | undefined => useFact(store.day, (day) => day?.phase)
/** 'YYYY-MM-DD': the day that trades now, or trades next. */
export const useMarketDate = (): string | undefined => useFact(store.day, (day) => day?.marketDate)
/** The latest day that an order may name as its last, 'YYYY-MM-DD'. */
export function useLatestExpireDate(): string | undefined {
  const marketDate = useMarketDate()
  const longest = useFact(store.session, (session) => session?.longestOrderDays)
  return marketDate === undefined || longest === undefined ? undefined : addDays(marketDate, longest)
}
export const useBook = () => useLive(store.book.view)
export const useTrades = () => useLive(store.trades.items)
/** Whether the trades of the selected security have been fetched. */
export const useAreTradesFetched = () => useLive(store.trades.isFetched)
export const useNews = () => useLive(store.news.items)
export const useOrders = () => useLive(store.orders.items)
/** The current orders; `undefined` until they have been fetched, when there may be more than have been received. */
export function useKnownOrders(): readonly StockOrder[] | undefined {
  const orders = useOrders()
  return useOrdersNotFetched() === undefined ? undefined : orders
}
export const useOrdersNotFetched = () => useLive(store.ordersNotFetched)
export const useExecutions = () => useLive(store.executions.items)
/** How often notifications may have changed; 0 until the page is connected. */
export const useNotificationChanges = () => useLive(store.notificationChanges)
/** How often kill switches may have been switched; 0 until the page is connected. */
export const useKillSwitchChanges = () => useLive(store.killSwitchChanges)
export const useSecurityIDs = () => useLive(store.statistics.securityIDs)
/** One security's statistics: repaints when that security changes, and only then. */
export const useStatistics = (securityID: string) => useLive(store.statistics.row(securityID))
/** How often a list of many securities is drawn again, in milliseconds. */
const LIST_PACE_MS = 1_000

/** The statistics of every security, in the server's order, as of the last second; empty until they came. */
export function useAllStatistics(): readonly Statistics[] {
  const securityIDs = useSecurityIDs()
  const [rows, setRows] = useState(() => store.statistics.latestOfAll())
  useEffect(() => {
    void securityIDs
    const read = () => setRows(store.statistics.latestOfAll())
    read()
    const timer = setInterval(read, LIST_PACE_MS)
    return () => clearInterval(timer)
  }, [securityIDs])
  return rows
}

/** One fact of a security, where the rest of it is of no interest. */
export const useStatistic = <Fact extends string | number | boolean | null | undefined>(
  securityID: string,
  pick: (row: Statistics | undefined) => Fact,
): Fact => useFact(store.statistics.row(securityID), pick)
/** Whether what is shown may be traded on. */
export const useIsFresh = (): boolean => useFact(store.link, isFresh)
/** One fact of the selected book, where the rest of it is of no interest. */
export const useBookFact = <Fact extends string | number | boolean | null | undefined>(
  pick: (book: BookView) => Fact,
): Fact => useFact(store.book.view, pick)
/** Whether the selected book holds everything it should. */
export const useIsBookRight = (): boolean => useFact(store.book.view, ({ right }) => right)

/** Whether the prices of the selected security may be old: the line is down, or its book has a hole. */
export const useIsSelectedStale = (): boolean => [useIsFresh(), useIsBookRight()].includes(false)

/** Keeps the market live while the component is mounted and somebody is signed in. */
export function useLiveConnection(): void {
  const isSignedIn = useSession(({ user }) => user !== null)
  const isRealtime = useSession(({ features }) => features[REALTIME_FEATURE] === true)
  useEffect(() => (isSignedIn ? liveMarket.hold(isRealtime) : undefined), [isSignedIn, isRealtime])
}

/**
 * Connects before the first screen is there, for a member who has nothing else to do first: on a slow line the market
 * arrives together with the code that shows it.
 */
export function connectAhead(): void {
  const { user, features, ...more } = session()
  if (user && user.due === null && isMember(more))
    liveMarket.connectAhead(features[REALTIME_FEATURE] === true)
}

/** Subscribes to the book and the trades of one security while the component is mounted. */
export function useSelectedSecurity(securityID: string | undefined): void {
  useEffect(() => {
    liveMarket.select(securityID)
  }, [securityID])
  useEffect(() => () => liveMarket.select(undefined), [])
}
