import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../platform/waits.fixture.ts'
import { handlersBy, partsWith } from './edge-parts.fixture.ts'
import type { CallContext } from './handlers.ts'
import { addressesIn } from './proxies.ts'
import { REFUSAL_MS } from './read-throttle.ts'
import { buildHttp } from './server.ts'

/** Who asks through a proxy, and how the connections of those who ask too much are read. */

const SIGN_IN = '/api/TokenAuth/Authenticate'

let app: FastifyInstance
let askedFrom: string | undefined
let now = 0
/** What is done when its time has come. */
let tasks: (() => void)[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app?.close()
})

async function build(trustedProxies: string[]): Promise<void> {
  now = 0
  tasks = []
  const answer = async (_: unknown, context: CallContext) => {
    askedFrom = context.clientIpAddress
    return null
  }
  app = await buildHttp(
    partsWith({ handlers: handlersBy(() => answer), perMinute: 1, trustedProxies }),
    undefined,
    {
      now: () => now,
      later: (task) => tasks.push(task),
    },
  )
}

const ask = async (remoteAddress: string, forwardedFor?: string) => {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  const payload = { userNameOrEmailAddress: 'a', password: 'b' }
  const { statusCode } = await app.inject({ method: 'POST', url: SIGN_IN, remoteAddress, headers, payload })
  return statusCode
}

describe('through a proxy that is trusted', () => {
  test('each caller is limited and kept by its own address', async () => {
    await build(['10.0.0.0/8'])
    expect(await ask('10.1.1.1', '203.0.113.7')).toBe(200)
    expect(askedFrom).toBe('203.0.113.7')
    expect(await ask('10.1.1.1', '203.0.113.7')).toBe(429)
    expect(await ask('10.1.1.1', '203.0.113.8')).toBe(200)
  })

  test('addresses that a caller adds to those of the proxy are not trusted', async () => {
    await build(['10.0.0.0/8'])
    await ask('10.1.1.1', '198.51.100.1, 203.0.113.7, 10.2.2.2')
    expect(askedFrom).toBe('203.0.113.7')
  })
})

test('headers from anyone but a trusted proxy are ignored', async () => {
  await build([])
  expect(await ask('10.1.1.1', '203.0.113.7')).toBe(200)
  expect(askedFrom).toBe('10.1.1.1')
  expect(await ask('10.1.1.1', '203.0.113.8')).toBe(429)
})

test.each([
  ['10.0.0.5', '10.0.0.5', true],
  ['10.0.0.5', '10.0.0.6', false],
  ['10.0.0.0/8', '10.9.9.9', true],
  ['10.0.0.0/8', '::ffff:10.9.9.9', true],
  ['fd00::/8', 'fd12::1', true],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['fd00::/8', 'unknown', false],
  ['fd00::/8', undefined, false],
])('in %s is %s: %s', (block, address, isIn) => {
  expect(addressesIn([block]).has(address)).toBe(isIn)
})

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'fd00::/129', ''])(
  '%j is neither an address nor a block',
  (item) => {
    expect(() => addressesIn([item])).toThrow('neither an address nor a block')
  },
)

const post = (path: string, body: object) => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
}

const signIn = post(SIGN_IN, { userNameOrEmailAddress: 'a', password: 'b' })

/** What is refused after a sign-in: another within the minute, and what cannot be read. */
const refused = { 429: signIn, 400: post('/api/services/app/Account/IsTenantAvailable', { tenancyName: 1 }) }

/** A connection whose second request was refused, as both ends see it. */
async function refusedConnection(status: keyof typeof refused) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const accepted = once(app.server, 'connection')
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  const [serverSide] = (await accepted) as [Socket]
  const statuses = () => [...received.matchAll(/HTTP\/1.1 (\d+) /g)].map(([, status]) => status)
  // Pipelined: the second is sent before the first is answered.
  socket.write(signIn + refused[status])
  await eventually(() => expect(statuses()).toEqual(['200', `${status}`]))
  return { socket, serverSide, statuses }
}

test.each([429, 400] as const)(
  'a connection that was answered %s is read later, and then continues',
  async (status) => {
    await build([])
    const { socket, serverSide, statuses } = await refusedConnection(status)
    await eventually(() => expect(tasks).toHaveLength(1))
    expect(serverSide.isPaused()).toBe(true)
    const again = once(app.server, 'request')
    socket.write(signIn)
    now += REFUSAL_MS
    for (let task = tasks.shift(); task; task = tasks.shift()) task()
    await again
    await eventually(() => expect(statuses()).toHaveLength(3))
  },
)

test('the connection of a trusted proxy, which carries everyone’s requests, is always read', async () => {
  await build(['127.0.0.1'])
  const { socket, serverSide, statuses } = await refusedConnection(429)
  socket.write(signIn)
  await eventually(() => expect(statuses()).toEqual(['200', '429', '429']))
  expect(serverSide.isPaused()).toBe(false)
  expect(tasks).toEqual([])
})
