import type { BookEntry, BookSnapshot, MarketTrade, Statistics, StockOrder } from '@tradebook/contract'
import { Frames } from './frames.ts'
import { MarketStore } from './market-store.ts'
import { UNSELECTED_PAUSE_MS } from './statistics-board.ts'

/** A store whose frames come when the test runs them. */
export function storeOnDemand() {
  const waiting: (() => void)[] = []
  let [now, framesNow] = [0, 0]
  const frames = new Frames(
    (show) => waiting.push(show),
    () => framesNow,
  )
  const store = new MarketStore(frames, () => now)
  const nextFrame = (afterMs = UNSELECTED_PAUSE_MS) => {
    framesNow += afterMs
    for (const show of waiting.splice(0)) show()
  }
  const wait = (milliseconds: number) => {
    now += milliseconds
  }
  return { store, nextFrame, wait, framesWaiting: () => waiting.length }
}

export const entry = (
  mdEntryID: string,
  price: number,
  rptSeq: number,
  over: Partial<BookEntry> = {},
): BookEntry => ({
  mdEntryID,
  securityID: 'GTCO',
  mdEntryType: '0',
  mdEntryPx: price,
  mdEntrySize: 100,
  mdEntryTime: '2026-11-20T09:00:00.000Z',
  rptSeq,
  epoch: 1,
  ...over,
})

export const snapshot = (rptSeq: number, items: BookEntry[] = [], epoch = 1): BookSnapshot => ({
  items,
  rptSeq,
  epoch,
})

export const order = (id: string, version: number, over: Partial<StockOrder> = {}) =>
  ({
    id,
    orderID: id,
    version,
    ordStatus: '0',
    creationTime: `2026-11-20T09:00:0${id}.000Z`,
    ...over,
  }) as StockOrder

export const statistics = (securityID: string, lastPx: number) =>
  ({ securityID, symbol: securityID, lastPx }) as Statistics

export const trade = (mdEntryID: string, securityID = 'GTCO') =>
  ({ mdEntryID, securityID, mdEntryTime: `2026-11-20T09:00:0${mdEntryID}.000Z` }) as MarketTrade
