import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { english, type KillSwitchOn } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../i18n.ts'
import { liveMarket } from '../live/live-market.ts'
import { useSession } from '../session.ts'
import { KillSwitchBar } from './kill-switch-bar.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../api/client.ts', () => ({ call }))

const ofUser: KillSwitchOn = { scope: 'user', account: '', cause: 'person', reason: 'Training', since: '' }
const ofAccount: KillSwitchOn = { ...ofUser, scope: 'account', account: 'A1', cause: 'rate', reason: '' }

beforeEach(() => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
})
afterEach(() => {
  cleanup()
  liveMarket.store.reset()
})

async function show(permissions: readonly string[], items: readonly KillSwitchOn[]) {
  call.mockReset().mockResolvedValue({ items })
  useSession.setState({ permissions: new Set(permissions) })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KillSwitchBar />
    </QueryClientProvider>,
  )
  await act(async () => {
    liveMarket.store.take.killSwitchChanged({ scope: 'user' })
    await vi.waitFor(() => expect(call).toHaveBeenCalled())
  })
}

test('a user whose orders are refused sees the reason; once the switch is off, the bar disappears', async () => {
  await show(['BUY'], [ofUser])
  const words = 'Your trading is stopped: Training. Open orders can be cancelled.'
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  await act(async () => {
    call.mockResolvedValue({ items: [] })
    liveMarket.store.take.killSwitchChanged({ scope: 'user' })
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})

test('an account’s kill switch is shown to its owner; a user who trades for many accounts sees it in the ticket', async () => {
  await show(['BUY'], [ofAccount])
  expect((await screen.findByRole('alert')).textContent).toContain('account A1')
  cleanup()
  await show(['BUY', 'TRADE_ALL_ACCOUNTS'], [ofAccount, ofUser])
  expect((await screen.findByRole('alert')).textContent).not.toContain('A1')
})
