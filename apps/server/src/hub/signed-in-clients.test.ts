import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import type { Caller } from '../platform/caller.ts'
import { type Client, SignedInClients } from './signed-in-clients.ts'

const RECHECK_MS = 1_000
const caller = { userName: 'broker', sessionId: 's', roles: ['BROKER'] as readonly string[] } as Caller
const client = { user: caller, close: vi.fn() } as unknown as Client
const request = { url: '/signalr-realtime?access_token=broker', headers: {} } as IncomingMessage

/** Clients of sessions that answer as `authenticate` does, in a firm with realtime connections. */
const clientsOf = (authenticate: (token: string) => Promise<Caller | null>, more: object = {}) =>
  new SignedInClients({
    sessions: {
      authenticate,
      authenticateEncrypted: async () => null,
      onEnded: () => () => {},
      onInvalidated: () => () => {},
    },
    tenants: { featuresOf: async () => ({ SignalR: 'true' }) },
    log: { info: () => {}, error: () => {} },
    ...more,
  })

test('a client that disconnects while its rights are checked again is not admitted again', async () => {
  vi.useFakeTimers()
  const answers: ((caller: Caller) => void)[] = []
  const authenticate = () => new Promise<Caller>((resolve) => answers.push(resolve))
  const clients = clientsOf(authenticate, { recheckMs: RECHECK_MS })
  const admit = vi.fn()
  const added = clients.add(client, request, admit)
  answers[0]?.(caller)
  expect(await added).toBe(true)
  expect(admit).toHaveBeenCalledTimes(1)

  await vi.advanceTimersByTimeAsync(RECHECK_MS)
  answers[1]?.(caller)
  await vi.advanceTimersByTimeAsync(RECHECK_MS)
  expect(admit).toHaveBeenCalledTimes(2)

  clients.remove(client)
  answers[2]?.(caller)
  await vi.advanceTimersByTimeAsync(RECHECK_MS)
  expect(admit).toHaveBeenCalledTimes(2)
  expect(client.close).not.toHaveBeenCalled()
  clients.stop()
  vi.useRealTimers()
})

test('a user without a role is not admitted, and a user who loses the last one is disconnected', async () => {
  vi.useFakeTimers()
  let roles: readonly string[] = []
  const clients = clientsOf(async () => ({ ...caller, roles }))
  expect(await clients.authenticate(request)).toBeUndefined()
  const stranger = { user: caller, close: vi.fn() } as unknown as Client
  expect(await clients.add(stranger, request, () => {})).toBe(false)
  expect(stranger.close).toHaveBeenCalled()

  roles = ['CUSTOMER']
  const member = { user: caller, close: vi.fn() } as unknown as Client
  expect(await clients.add(member, request, () => {})).toBe(true)
  roles = []
  await vi.advanceTimersByTimeAsync(5_000)
  expect(member.close).toHaveBeenCalled()
  clients.stop()
  vi.useRealTimers()
})

test('a user with a required step is not admitted, and is disconnected when the step becomes due', async () => {
  vi.useFakeTimers()
  let due: Caller['due'] = 'secondFactor'
  const clients = clientsOf(async () => ({ ...caller, due }))
  expect(await clients.authenticate(request)).toBeUndefined()
  due = null
  const member = { user: caller, close: vi.fn() } as unknown as Client
  expect(await clients.add(member, request, () => {})).toBe(true)
  due = 'newPassword'
  await vi.advanceTimersByTimeAsync(5_000)
  expect(member.close).toHaveBeenCalled()
  clients.stop()
  vi.useRealTimers()
})

test('one client whose session is answered late keeps no other from its new rights', async () => {
  vi.useFakeTimers()
  let isSlow = false
  const clients = clientsOf(
    (token) => (isSlow && token === 'c0' ? new Promise<never>(() => {}) : Promise.resolve(caller)),
    { recheckMs: RECHECK_MS },
  )
  const admitted = Array.from({ length: 100 }, () => vi.fn())
  for (const [at, admit] of admitted.entries()) {
    const its = { url: `/signalr-realtime?access_token=c${at}`, headers: {} } as IncomingMessage
    await clients.add({ user: caller, close: vi.fn() } as unknown as Client, its, admit)
  }
  isSlow = true
  await vi.advanceTimersByTimeAsync(RECHECK_MS)
  expect(admitted.map((admit) => admit.mock.calls.length)).toEqual([1, ...Array(99).fill(2)])
  clients.stop()
  vi.useRealTimers()
})

test('a firm without the feature SignalR is refused, and its connections end when it is taken away', async () => {
  vi.useFakeTimers()
  const features = new Map([
    [1, 'true'],
    [2, 'true'],
    [3, 'false'],
  ])
  const people: Record<string, Caller> = {}
  for (const tenantId of features.keys())
    people[`firm${tenantId}`] = { ...caller, sessionId: `s${tenantId}`, tenantId }
  const clients = clientsOf(async (token) => people[token] ?? null, {
    tenants: { featuresOf: async (id: number) => ({ SignalR: features.get(id) ?? '' }) },
  })
  const requestOf = (id: number) => ({ ...request, url: `/signalr-realtime?access_token=firm${id}` })
  const connected = async (id: number) => {
    const its = { user: people[`firm${id}`], close: vi.fn() } as unknown as Client
    await clients.add(its, requestOf(id) as IncomingMessage, () => {})
    return its
  }
  expect(await clients.authenticate(requestOf(3) as IncomingMessage)).toBeUndefined()
  expect(await clients.authenticate(requestOf(1) as IncomingMessage)).toBe(people.firm1)
  const [first, second] = [await connected(1), await connected(2)]

  features.set(1, 'false')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(first.close).toHaveBeenCalled()
  expect(second.close).not.toHaveBeenCalled()
  expect(await clients.authenticate(requestOf(1) as IncomingMessage)).toBeUndefined()
  clients.stop()
  vi.useRealTimers()
})
