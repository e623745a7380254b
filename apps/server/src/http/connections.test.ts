import { EventEmitter, once } from 'node:events'
import { Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, type Mock, test, vi } from 'vitest'
import { eventually } from '../platform/waits.fixture.ts'
import { limitConnections } from './connection-limits.ts'
import { handlersBy, partsWith } from './edge-parts.fixture.ts'
import { addressesIn } from './proxies.ts'
import { buildHttp, type Timeouts } from './server.ts'

const LONG_MS = 60_000
const SOON_MS = 100
const ASK = 'GET /Home/Configuration HTTP/1.1\r\nHost: localhost\r\n\r\n'

let app: FastifyInstance
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app?.close()
})

/** A server whose only handler answers what it is given. */
async function listen(timeouts: Timeouts, answer: () => Promise<unknown> = async () => null) {
  app = await buildHttp(partsWith({ handlers: handlersBy(() => answer) }), timeouts)
  await app.listen({ port: 0, host: '127.0.0.1' })
}

async function open(): Promise<{ socket: Socket; ended: Promise<unknown>; received: () => string }> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  socket.on('error', () => {})
  const ended = once(socket, 'close')
  const seen = once(app.server, 'connection')
  await Promise.all([once(socket, 'connect'), seen])
  return { socket, ended, received: () => received }
}

test('closing waits for no connection that never sent anything', async () => {
  await listen({ silentMs: LONG_MS, endMs: LONG_MS })
  const { ended, received } = await open()
  await app.close()
  await ended
  expect(received()).toBe('')
})

test.each([
  ['of a call that takes its time', ASK],
  ['of an address where nothing is', 'GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['of the API’s description', 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'],
])(
  'a connection that sends hundreds of requests at once is closed, and few are begun: %s',
  async (_, ask) => {
    const begun = vi.fn(() => new Promise<never>(() => {}))
    await listen({ silentMs: LONG_MS, endMs: SOON_MS }, begun)
    const answers = vi.spyOn(ServerResponse.prototype, 'writeHead')
    const { socket, ended } = await open()
    socket.write(ask.repeat(1_000))
    await ended
    expect(begun.mock.calls.length + answers.mock.calls.length).toBeLessThanOrEqual(32)
    answers.mockRestore()
  },
)

test('an address has a limited number of connections, a trusted proxy any number; one that ends makes room', () => {
  const server = new Server()
  limitConnections(server, addressesIn(['10.0.0.2']), { total: 5, perAddress: 2 })
  expect(server.maxConnections).toBe(5)
  // Node's own listener would read HTTP from anything that is not a socket.
  server.off('connection', server.listeners('connection').at(-1) as () => void)
  const connection = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroy: vi.fn(() => void socket.emit('close')),
    })
    server.emit('connection', socket)
    return socket
  }
  const isOpen = (socket: { destroy: Mock }) => socket.destroy.mock.calls.length === 0
  const [first] = [connection('10.0.0.1'), connection('10.0.0.1')]
  expect(isOpen(connection('10.0.0.1'))).toBe(false)
  expect(isOpen(connection('10.0.0.3'))).toBe(true)
  first.emit('close')
  expect(isOpen(connection('10.0.0.1'))).toBe(true)
  expect(isOpen(connection('10.0.0.1'))).toBe(false)
  expect([1, 2, 3].map(() => isOpen(connection('10.0.0.2')))).toEqual([true, true, true])
  // The addresses of one IPv6 network are those of one machine.
  const ofNetwork = [1, 2, 3].map((host) => isOpen(connection(`2001:db8:0:1::${host}`)))
  expect(ofNetwork).toEqual([true, true, false])
})

test('a reasonable number of concurrent requests are all answered', async () => {
  await listen({ silentMs: LONG_MS, endMs: LONG_MS })
  const { socket, received } = await open()
  for (const times of [16, 16, 16]) {
    const before = received().split('HTTP/1.1 200 ').length
    socket.write(ASK.repeat(times))
    await eventually(() => expect(received().split('HTTP/1.1 200 ')).toHaveLength(before + times))
  }
})

test('bytes that are not HTTP are refused after the request before them is answered', async () => {
  const call = slowCall()
  await listen({ silentMs: LONG_MS, endMs: LONG_MS }, call.answer)
  const { socket, ended, received } = await open()
  socket.write(ASK)
  await call.asked
  const refused = once(app.server, 'clientError')
  socket.write('no HTTP\r\n\r\n')
  await refused
  call.finish()
  await ended
  expect(received()).toMatch(/^HTTP\/1.1 200 .*HTTP\/1.1 400 /s)
})

test('closing waits for the answer under way, and not for its connection to be used again', async () => {
  const call = slowCall()
  await listen({ silentMs: LONG_MS, endMs: LONG_MS }, call.answer)
  const { socket, ended, received } = await open()
  socket.write(ASK)
  await call.asked
  const closed = app.close()
  call.finish()
  await closed
  await ended
  expect(received()).toMatch(/^HTTP\/1.1 200 /)
})

test('a request on an open connection while the server ends is refused with a code', async () => {
  const call = slowCall()
  await listen({ silentMs: LONG_MS, endMs: LONG_MS }, call.answer)
  const { socket, ended, received } = await open()
  socket.write(ASK)
  await call.asked
  const closed = app.close()
  await eventually(() => expect(app.server.listening).toBe(false))
  const asked = once(app.server, 'request')
  socket.write(ASK)
  await asked
  call.finish()
  await closed
  await ended
  expect(received()).toMatch(/^HTTP\/1.1 200 .*HTTP\/1.1 503 .*"code":6001/s)
})

test('an answer that never comes is abandoned when its time is over', async () => {
  const call = slowCall()
  await listen({ silentMs: LONG_MS, endMs: SOON_MS }, call.answer)
  const { socket, ended, received } = await open()
  socket.write(ASK)
  await call.asked
  await app.close()
  await ended
  expect(received()).toBe('')
})

test.each([
  ['that never sends a byte', '', /^$/],
  [
    'that stops in the middle of a request',
    'GET /Home/Configuration HTTP/1.1\r\nHost:',
    /^(HTTP\/1.1 408 |$)/,
  ],
  ['that asks nothing more after an answer', ASK, /^HTTP\/1.1 200 /],
])('a connection %s is closed', async (_, bytes, answer) => {
  await listen({ silentMs: SOON_MS, endMs: LONG_MS })
  const { socket, ended, received } = await open()
  socket.write(bytes)
  await ended
  expect(received()).toMatch(answer)
})

test('an answer that takes longer than a connection may be silent is sent', async () => {
  const call = slowCall()
  await listen({ silentMs: SOON_MS, endMs: LONG_MS }, call.answer)
  const { socket, ended, received } = await open()
  socket.write(ASK)
  await call.asked
  // Connections that were opened later, one after the other, are closed for their silence meanwhile.
  for (let opened = 0; opened < 2; opened += 1) await (await open()).ended
  call.finish()
  await ended
  expect(received()).toMatch(/^HTTP\/1.1 200 /)
})

/** A call that is answered when the test lets it. */
function slowCall() {
  let asked: () => void = () => {}
  let finish: (result: null) => void = () => {}
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  const result = new Promise<null>((resolve) => {
    finish = resolve
  })
  return {
    asked: isAsked,
    finish: () => finish(null),
    answer: () => {
      asked()
      return result
    },
  }
}
