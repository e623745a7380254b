import type { StatisticsChange } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StatisticsConflation } from './statistics-conflation.ts'

let sent: StatisticsChange[]
let conflation: StatisticsConflation

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  conflation = new StatisticsConflation(100, (change) => sent.push(change))
})
afterEach(() => {
  vi.useRealTimers()
})

function batch(...changes: StatisticsChange[]): void {
  for (const change of changes) conflation.add(change)
  conflation.flush()
}

test('after a pause a change is sent at once', () => {
  batch({ securityID: 'GTCO', lastPx: 45 })
  expect(sent).toEqual([{ securityID: 'GTCO', lastPx: 45 }])
})

test('changes of a security that come close together are sent as one', () => {
  batch({ securityID: 'GTCO', lastPx: 45 })
  sent.length = 0
  batch({ securityID: 'GTCO', lastPx: 46, lastQty: 10 })
  batch({ securityID: 'MTNN', lastPx: 200 }, { securityID: 'GTCO', lastPx: 47 })
  vi.advanceTimersByTime(99)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toEqual([
    { securityID: 'GTCO', lastPx: 47, lastQty: 10 },
    { securityID: 'MTNN', lastPx: 200 },
  ])
  vi.advanceTimersByTime(100)
  expect(sent).toHaveLength(2)
})

test('a change is not sent after its security’s complete statistics', () => {
  batch({ securityID: 'GTCO', lastPx: 45 })
  sent.length = 0
  batch({ securityID: 'GTCO', lastPx: 46 })
  conflation.drop('GTCO')
  vi.advanceTimersByTime(100)
  expect(sent).toEqual([])
})

test('nothing is sent after the end', () => {
  batch({ securityID: 'GTCO', lastPx: 45 })
  batch({ securityID: 'GTCO', lastPx: 46 })
  conflation.stop()
  vi.advanceTimersByTime(100)
  expect(sent).toHaveLength(1)
})
