import type { Statistics } from '@tradebook/contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { liveMarket } from '../../../live/live-market.ts'
import { useSecurityIDs } from '../../../live/use-live.ts'
import { useArrangement } from '../preferences.ts'
import { watchColumns } from './watch-columns.ts'
import { type WatchRows, watchOrder } from './watch-order.ts'

/** How often rows may change places while nobody points at them, in milliseconds. */
const REORDER_MS = 1_000

interface OrderQuestion {
  readonly search: string
  readonly isListed: (row: Statistics) => boolean
  /** Somebody points at the rows or walks through them: they stay where they are. */
  readonly isFrozen: boolean
}

/** The securities in the order the person chose, re-sorted once a second but never under the hand. */
export function useWatchOrder({ search, isListed, isFrozen }: OrderQuestion): WatchRows {
  const { column, descending } = useArrangement(({ watchSort }) => watchSort)
  const securityIDs = useSecurityIDs()
  const [turn, setTurn] = useState(0)
  const orderNow = useCallback(() => {
    const rows = securityIDs.flatMap((securityID) => liveMarket.store.statistics.latest(securityID) ?? [])
    const sortBy = watchColumns.find(({ key }) => key === column)?.value ?? ((row: Statistics) => row.symbol)
    return watchOrder(rows, { search, isListed, sortBy, descending })
  }, [securityIDs, search, isListed, column, descending])
  const order = useMemo(() => {
    void turn
    return orderNow()
  }, [orderNow, turn])
  useEffect(() => {
    if (isFrozen) return
    const timer = setInterval(() => {
      // Where nothing changes places, nothing is drawn.
      if (!isSameOrder(orderNow(), order)) setTurn((before) => before + 1)
    }, REORDER_MS)
    return () => clearInterval(timer)
  }, [isFrozen, orderNow, order])
  return order
}

const isSameOrder = (a: WatchRows, b: WatchRows): boolean =>
  isSameList(a.listed, b.listed) && isSameList(a.outside, b.outside)

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((securityID, at) => securityID === b[at])
