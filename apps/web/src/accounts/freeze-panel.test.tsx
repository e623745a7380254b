import { screen } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { useSession } from '../session.ts'
import { openScreen, setUpScreen } from '../ui/screen.fixture.tsx'
import { FreezePanel } from './freeze-panel.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../api/client.ts', () => ({ call, download: vi.fn() }))

setUpScreen()

test.each([
  ['a customer', 'CUSTOMER', english['Freeze.Frozen.own']],
  ['staff who may not know why', 'BROKER', english['Freeze.Frozen.staff']],
])('%s with a frozen account sees whom to contact', async (_, role, words) => {
  call.mockReset().mockResolvedValue({ isFrozen: true, items: [], openOrders: null })
  useSession.setState({ roles: new Set([role]), permissions: new Set() })
  await openScreen(<FreezePanel account={{ accountNumber: 'A1', cscsAccount: '0000000001' }} />)
  expect(screen.getByText(english['Freeze.Frozen'])).toBeDefined()
  expect(screen.getByText(words)).toBeDefined()
  for (const other of [english['Freeze.Frozen.own'], english['Freeze.Frozen.staff']])
    if (other !== words) expect(screen.queryByText(other)).toBeNull()
})
