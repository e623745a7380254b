import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type Agent, request, type Server } from 'node:https'
import { type AddressInfo, connect as connectOpenly, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect, type TLSSocket } from 'node:tls'
import { HUB_PATH } from '@tradebook/contract'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { HubOnAPracticeMarket } from '../hub/hub.fixture.ts'
import { type MadeCertificate, makeCertificate } from './certificate.fixture.ts'
import { Certificate } from './certificate.ts'
import { handlersBy, partsWith } from './edge-parts.fixture.ts'
import type { CallContext } from './handlers.ts'
import { BOUNDARY, bodyOf, file, PDF } from './multipart.fixture.ts'
import { buildHttp, type Timeouts } from './server.ts'

/** The edge over TLS, with certificates whose issuer the clients know. */

const LONG_MS = 60_000
const SOON_MS = 100
const ASK = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'

const issuer = makeCertificate({ name: 'Issuer of tests' })
const intermediate = makeCertificate({ name: 'Intermediate issuer', issuer })
const chained = (): MadeCertificate => {
  const own = makeCertificate({ issuer: intermediate })
  return { ...own, cert: own.cert + intermediate.cert }
}

let folder: string
let app: FastifyInstance
let hub: HubOnAPracticeMarket
let look: () => Promise<void>
let answer: (context: CallContext) => Promise<unknown>
const sockets: Socket[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tradebook-https-'))
  answer = async () => null
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await hub?.hubs.close()
  await app?.close()
  await rm(folder, { recursive: true })
})

async function write({ cert, key }: MadeCertificate): Promise<void> {
  await writeFile(join(folder, 'cert.pem'), cert)
  await writeFile(join(folder, 'key.pem'), key)
}

async function listen(timeouts: Timeouts = { silentMs: LONG_MS, endMs: LONG_MS }): Promise<void> {
  await write(chained())
  const certificate = await Certificate.open({
    files: { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') },
    publicUrl: undefined,
    now: () => Date.UTC(2026, 10, 26),
    log: { info: vi.fn(), error: vi.fn() },
  })
  hub = new HubOnAPracticeMarket()
  hub.person('broker', 3)
  const handlers = handlersBy(() => (_, context) => answer(context))
  app = await buildHttp(partsWith({ handlers, hubs: hub.hubs, certificate }), timeouts)
  await app.listen({ port: 0, host: '127.0.0.1' })
  certificate.follow(app.server as Server, (_, work) => {
    look = async () => void (await work())
    return () => {}
  })
}

const port = () => (app.server.address() as AddressInfo).port

function ask(
  path: string,
  options: { method?: string; headers?: object; body?: Buffer; agent?: Agent } = {},
) {
  const { body, headers, ...more } = options
  const asked = request({
    ...{ host: 'localhost', port: port(), path, ca: issuer.cert, agent: false as const },
    ...more,
    headers: { ...headers },
  })
  asked.end(body)
  return once(asked, 'response').then(async ([response]) => ({
    status: response.statusCode as number,
    headers: response.headers as Record<string, string>,
    cookies: response.headers['set-cookie'] as string[],
    body: await text(response),
  }))
}

async function open(options: object = {}): Promise<TLSSocket> {
  const socket = connect({ port: port(), host: 'localhost', ca: issuer.cert, ...options })
  sockets.push(socket)
  await once(socket, 'secureConnect')
  return socket
}

async function answerOn(socket: TLSSocket): Promise<string> {
  socket.write(ASK)
  const [bytes] = await once(socket, 'data')
  return String(bytes)
}

test('a client that knows the issuer is answered, through the chain of the file, with HSTS', async () => {
  await listen()
  const { status, headers } = await ask('/health/live')
  expect(status).toBe(200)
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
  expect(app.listeningOrigin).toBe(`https://127.0.0.1:${port()}`)
})

test('cookies that a call sets are Secure', async () => {
  answer = async ({ reply }) => {
    reply.setCookie('a', 'b', { path: '/' })
    return null
  }
  await listen()
  expect((await ask('/Home/Configuration')).cookies).toEqual([expect.stringMatching(/^a=b;.*; Secure/)])
})

test('files arrive complete', async () => {
  const sizes = vi.fn()
  answer = async ({ files }) => void sizes(files.map(({ bytes }) => bytes.length))
  await listen()
  const content = Buffer.concat([PDF, Buffer.alloc(700_000, 'a')])
  const { status } = await ask('/api/services/app/Customer/CustomerRegister', {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: bodyOf(
      { name: 'accountType', content: 'individual' },
      { ...file('id.pdf', content, 'application/pdf'), name: 'idDocument' },
    ),
  })
  expect(status).toBe(200)
  expect(sizes).toHaveBeenCalledWith([content.length])
})

test('the hub accepts WebSockets over TLS', async () => {
  await listen()
  const socket = new WebSocket(`wss://localhost:${port()}${HUB_PATH}?access_token=broker`, {
    ca: issuer.cert,
  })
  await once(socket, 'open')
  const [first] = await Promise.all([
    once(socket, 'message'),
    socket.send('{"protocol":"json","version":1}\u001e'),
  ])
  expect(String(first[0])).toBe('{}\u001e')
  socket.terminate()
})

test.each(['TLSv1', 'TLSv1.1'] as const)('%s is refused', async (version) => {
  await listen()
  const old = open({ minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' })
  await expect(old).rejects.toThrow(/protocol version|unsupported protocol/)
})

test.each(['TLSv1.2', 'TLSv1.3'] as const)('%s is spoken', async (version) => {
  await listen()
  const socket = await open({ minVersion: version, maxVersion: version })
  expect(socket.getProtocol()).toBe(version)
  expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 200 /)
})

test.each([
  ['a request', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a password in the open', 'POST /api/TokenAuth/Authenticate HTTP/1.1\r\nHost: a\r\n\r\n{"password":"b"}'],
  ['anything else', 'no TLS'],
])('plain HTTP on the port gets an explanation, and is read no further: %s', async (_, bytes) => {
  const asked = vi.fn(async () => null)
  answer = asked
  await listen()
  const socket = connectOpenly(port(), '127.0.0.1')
  sockets.push(socket)
  socket.write(bytes)
  const received = await text(socket)
  expect(received).toMatch(/^HTTP\/1.1 400 .*connection: close.*This port is for HTTPS only.*https:\/\//s)
  expect(received).not.toMatch(/location:/i)
  expect(asked).not.toHaveBeenCalled()
})

test('a connection that never begins TLS is closed', async () => {
  await listen({ silentMs: SOON_MS, endMs: LONG_MS })
  const socket = connectOpenly(port(), '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'close')
})

test('a renewed certificate applies to new connections; an open one and its hub continue', async () => {
  await listen()
  const before = await open()
  const old = before.getPeerCertificate().fingerprint256
  const socket = new WebSocket(`wss://localhost:${port()}${HUB_PATH}?access_token=broker`, {
    ca: issuer.cert,
  })
  await once(socket, 'open')
  await write(chained())
  await look()
  const after = await open()
  expect(after.getPeerCertificate().fingerprint256).not.toBe(old)
  expect(await answerOn(before)).toMatch(/^HTTP\/1.1 200 /)
  const [first] = await Promise.all([
    once(socket, 'message'),
    socket.send('{"protocol":"json","version":1}\u001e'),
  ])
  expect(String(first[0])).toBe('{}\u001e')
  socket.terminate()
})

test('files that cannot be used leave new connections the old certificate', async () => {
  await listen()
  const old = (await open()).getPeerCertificate().fingerprint256
  await writeFile(join(folder, 'cert.pem'), 'words')
  await look()
  expect((await open()).getPeerCertificate().fingerprint256).toBe(old)
})

test('closing waits for no connection on which nothing came after its handshake', async () => {
  await listen()
  const seen = once(app.server, 'secureConnection')
  const socket = await open()
  await seen
  const ended = once(socket, 'close')
  await app.close()
  await ended
})
