import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import type { Caller } from '../http/handlers.ts'
import { type Client, SignedInClients } from './signed-in-clients.ts'

const RECHECK_MS = 1_000
const caller = { userName: 'broker', sessionId: 's' } as Caller
const client = { user: caller, close: vi.fn() } as unknown as Client
const request = { url: '/signalr-realtime?access_token=broker', headers: {} } as IncomingMessage

test('a client that disconnects while its rights are checked again is not admitted again', async () => {
  vi.useFakeTimers()
  const answers: ((caller: Caller) => void)[] = []
  const authenticate = () => new Promise<Caller>((resolve) => answers.push(resolve))
  const clients = new SignedInClients({
    sessions: { authenticate, authenticateEncrypted: async () => null, onEnded: () => () => {} },
    log: { info: () => {}, error: () => {} },
    recheckMs: RECHECK_MS,
  })
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
