import type { BookEntry, MarketTrade, Statistics } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import type { DeskEvent } from './desk-events.ts'
import { MarketPicture, TRADES_KEPT } from './market-picture.ts'

const listed = (securityID: string, lastPx: number | null = null) =>
  ({ target: 'addMarketStatistics', argument: { securityID, lastPx, openPx: null } as Statistics }) as const
const cleared = (securityID: string, rptSeq: number, epoch: number) =>
  ({ target: 'clearAllOrderBook', argument: { securityID, rptSeq, epoch } }) as const
const entry = (securityID: string, rptSeq: number, mdEntryPx: number, epoch = 1): BookEntry => ({
  mdEntryID: `e${rptSeq}`,
  securityID,
  mdEntryType: '0',
  mdEntryPx,
  mdEntrySize: 100,
  mdEntryTime: `2026-03-02T09:30:00.${String(rptSeq).padStart(3, '0')}Z`,
  rptSeq,
  epoch,
})
const added = (argument: BookEntry) => ({ target: 'addOrderBook', argument }) as const
const traded = (mdEntryID: string, securityID: string) =>
  ({ target: 'onMarketTrade', argument: { mdEntryID, securityID } as MarketTrade }) as const

function pictureOf(...events: DeskEvent[]): MarketPicture {
  const picture = new MarketPicture()
  picture.apply({ epoch: 1, batch: 1, events })
  return picture
}

describe('the market picture', () => {
  test('knows nothing before the first batch', () => {
    const picture = new MarketPicture()
    expect(picture.baseline()).toEqual({
      epoch: 0,
      batch: 0,
      statistics: [],
      books: new Map(),
      owners: [],
      trades: [],
      venue: undefined,
    })
    expect(picture.book('GTCO')).toBeUndefined()
    expect(picture.statistics()).toEqual([])
    expect(picture.trades()).toEqual([])
    expect(picture.venue()).toBeUndefined()
  })

  test('folds book events in priority order', () => {
    const low = entry('GTCO', 1, 45)
    const high = entry('GTCO', 2, 46)
    const picture = pictureOf(listed('GTCO'), cleared('GTCO', 0, 1), added(low), added(high))
    expect(picture.book('GTCO')).toEqual({ items: [high, low], rptSeq: 2, epoch: 1 })
  })

  test('a rebuild clears a book into a new epoch', () => {
    const picture = pictureOf(cleared('GTCO', 0, 1), added(entry('GTCO', 1, 45)))
    const kept = entry('GTCO', 1, 44, 2)
    picture.apply({ epoch: 2, batch: 1, events: [cleared('GTCO', 0, 2), added(kept)] })
    expect(picture.book('GTCO')).toEqual({ items: [kept], rptSeq: 1, epoch: 2 })
  })

  test('a hole in the book events is a defect', () => {
    const picture = pictureOf(cleared('GTCO', 0, 1))
    const skipped = { epoch: 1, batch: 2, events: [added(entry('GTCO', 2, 45))] }
    expect(() => picture.apply(skipped)).toThrow('addOrderBook of GTCO has rptSeq 2 in epoch 1 after 0 in 1')
  })

  test.each([
    ['a batch was skipped', { epoch: 1, batch: 3 }],
    ['a batch is repeated', { epoch: 1, batch: 1 }],
    ['an epoch is not received from its first batch', { epoch: 2, batch: 2 }],
    ['an epoch is over', { epoch: 0, batch: 1 }],
  ])('refuses a batch when %s', (_, at) => {
    const picture = pictureOf(listed('GTCO'))
    expect(() => picture.apply({ ...at, events: [] })).toThrow(
      `batch ${at.batch} of epoch ${at.epoch} was received after batch 1 of epoch 1`,
    )
  })

  test('statistics keep listing order, merge changes and can be replaced completely', () => {
    const picture = pictureOf(listed('GTCO', 45), listed('ABCTRANS', 1))
    picture.apply({
      epoch: 1,
      batch: 2,
      events: [
        { target: 'updateMarketStatsSession', argument: { securityID: 'GTCO', openPx: 44 } },
        listed('ABCTRANS', 2),
      ],
    })
    expect(picture.statistics()).toEqual([
      { securityID: 'GTCO', lastPx: 45, openPx: 44 },
      { securityID: 'ABCTRANS', lastPx: 2, openPx: null },
    ])
    expect(picture.statisticsOf('GTCO')?.openPx).toBe(44)
  })

  test('a change of a security never listed is a defect', () => {
    const change = { target: 'updateMarketStatsSession', argument: { securityID: 'GHOST' } } as const
    expect(() => pictureOf(change)).toThrow('GHOST')
  })

  test('keeps the last trades, newest first, and a quiet security keeps its own', () => {
    const busy = Array.from({ length: 3 * TRADES_KEPT.market }, (_, n) => traded(`t${n}`, 'GTCO'))
    const picture = pictureOf(traded('quiet', 'ABCTRANS'), ...busy)
    expect(picture.trades()).toHaveLength(TRADES_KEPT.market)
    expect(picture.trades()[0]?.mdEntryID).toBe(`t${busy.length - 1}`)
    expect(picture.trades('GTCO')).toHaveLength(TRADES_KEPT.security)
    expect(picture.trades('ABCTRANS').map((trade) => trade.mdEntryID)).toEqual(['quiet'])
    expect(picture.trades('GHOST')).toEqual([])
  })

  test('has the connection of the venue as it was last published', () => {
    const open = {
      connected: true,
      venue: 'embedded',
      phase: 'continuous' as const,
      opensAt: null,
      tradingSessionSubID: '3',
      marketDate: '2026-11-20',
      text: '',
      time: '',
    }
    expect(pictureOf({ target: 'onNseConnection', argument: open }).venue()).toEqual(open)
  })
})
