import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renewRights, useSession } from '../session.ts'
import { openHub } from './hub.ts'
import { pollMarket } from './polling.ts'
import { connectAhead, useLiveConnection } from './use-live.ts'

const link = { invoke: () => new Promise<never>(() => {}), close: vi.fn() }
vi.mock('../session.ts', async (original) => ({
  ...(await original<typeof import('../session.ts')>()),
  renewRights: vi.fn(),
}))
vi.mock('./hub.ts', () => ({ openHub: vi.fn(() => link) }))
vi.mock('./polling.ts', () => ({ pollMarket: vi.fn(() => link) }))

const signedOut = useSession.getState()
const user = {
  id: 1,
  name: 'Ada',
  surname: 'Okafor',
  userName: 'ada',
  emailAddress: 'ada@example.com',
  roles: [],
  due: null,
}

beforeEach(() => vi.clearAllMocks())
afterEach(() => useSession.setState(signedOut, true))

test.each([
  { who: 'nobody', signedIn: false, feature: true, hubs: 0, polls: 0 },
  { who: 'a person of a firm with the feature', signedIn: true, feature: true, hubs: 1, polls: 0 },
  { who: 'a person of a firm without the feature', signedIn: true, feature: false, hubs: 0, polls: 1 },
])('$who: $hubs realtime connections', ({ signedIn, feature, hubs, polls }) => {
  useSession.setState({ user: signedIn ? user : null, features: { SignalR: feature } })
  const { unmount } = renderHook(useLiveConnection)
  expect(vi.mocked(openHub)).toHaveBeenCalledTimes(hubs)
  expect(vi.mocked(pollMarket)).toHaveBeenCalledTimes(polls)
  unmount()
  expect(link.close).toHaveBeenCalledTimes(hubs + polls)
})

test.each([
  { who: 'a member', is: {}, hubs: 1 },
  { who: 'nobody', is: { user: null }, hubs: 0 },
  {
    who: 'a person without a role, whose account request is open',
    is: { roles: new Set<string>() },
    hubs: 0,
  },
  { who: 'a person who must change the password first', is: { user: { ...user, due: 'password' } }, hubs: 0 },
] as const)('$who: $hubs connections ahead of the first screen, which then has no other', ({ is, hubs }) => {
  useSession.setState({ user, roles: new Set(['BROKER']), features: { SignalR: true }, ...is } as never)
  connectAhead()
  expect(vi.mocked(openHub)).toHaveBeenCalledTimes(hubs)
  if (hubs === 0) return
  const { unmount } = renderHook(useLiveConnection)
  expect(vi.mocked(openHub)).toHaveBeenCalledOnce()
  unmount()
  expect(link.close).toHaveBeenCalledOnce()
})

test('a connection that comes back after an outage reads the rights again, the first one does not', () => {
  useSession.setState({ user, features: { SignalR: true } })
  const { unmount } = renderHook(useLiveConnection)
  const [[listener]] = vi.mocked(openHub).mock.calls as [Parameters<typeof openHub>]
  listener.linkIs('connected')
  expect(renewRights).not.toHaveBeenCalled()
  listener.linkIs('reconnecting')
  listener.linkIs('connected')
  expect(renewRights).toHaveBeenCalledTimes(1)
  unmount()
})
