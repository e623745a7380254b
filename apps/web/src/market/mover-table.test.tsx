import { screen } from '@testing-library/react'
import type { Statistics } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { liveMarket } from '../live/live-market.ts'
import { openScreen, rendered, setUpScreen } from '../ui/screen.fixture.tsx'
import { MoverTable } from './mover-table.tsx'
import { moverView } from './mover-view.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../api/client.ts', () => ({ call }))

const view = moverView('gainers', 'Movers.Gainers')
const moved = (securityID: string, changePercent: number) =>
  ({ securityID, symbol: securityID, changePercent, change: changePercent, tradeValue: 1 }) as Statistics

setUpScreen()

beforeEach(() => {
  liveMarket.store.reset()
  call.mockReset().mockResolvedValue({ items: [moved('UBA', 3)] })
})

test.each([
  ['MarketData/GetTopStatistics', { asc: false, count: 5 }],
  ['MarketData/GetTopTrades', { by: 'value', count: 5 }],
] as const)('while nothing arrives live, the server picks the movers by %s', async (name, rule) => {
  await openScreen(<MoverTable view={view} rule={rule} />)
  await rendered()
  expect(call.mock.calls.map(([called, input]) => [called, input])).toEqual([[name, rule]])
  expect(screen.getAllByText('UBA')).not.toEqual([])
})
