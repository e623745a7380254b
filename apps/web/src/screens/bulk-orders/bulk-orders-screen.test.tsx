import { cleanup, screen } from '@testing-library/react'
import type { BulkOrderParts } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../session.ts'
import { openScreen, setUpScreen } from '../../ui/screen.fixture.tsx'
import { BulkOrderDetails } from './bulk-order-details.tsx'
import BulkOrdersScreen from './bulk-orders-screen.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const partlyFilled = {
  ...{ orderID: '7', side: '1', securityID: 'GTCO', price: 58.4, userName: 'dealer', ordStatus: '1' },
  ...{ orderQty: 1_000, cumQty: 400, leavesQty: 600, avgPx: 58.4, allocatedQty: 100, allocation: 'proRata' },
  parts: [],
} as unknown as BulkOrderParts

setUpScreen()
beforeEach(() => {
  call.mockReset().mockResolvedValue({ items: [], totalCount: 0 })
})

const CHANGES = ['Send bulk order', 'Allocate 300 shares pro rata', 'Cancel the rest']
const offered = () => {
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
  return CHANGES.filter((name) => buttons.includes(name))
}

test.each([
  [['TRADE_ALL_ACCOUNTS', 'BUY'], ['Send bulk order'], ['Allocate 300 shares pro rata', 'Cancel the rest']],
  // A user who may not trade allocates what others traded.
  [['TRADE_ALL_ACCOUNTS'], [], ['Allocate 300 shares pro rata']],
] as const)('with %j the buttons are those of calls that the server accepts', async (held, sent, decided) => {
  useSession.setState({ permissions: new Set<string>(held) as never })
  await openScreen(<BulkOrdersScreen />)
  expect(offered()).toEqual(sent)
  cleanup()
  await openScreen(<BulkOrderDetails bulkOrder={partlyFilled} />)
  expect(offered()).toEqual(decided)
})
