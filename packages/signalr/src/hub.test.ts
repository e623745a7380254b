import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net'
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  type Connection,
  Hub,
  HubError,
  type HubLimits,
  type HubOptions,
  HubServer,
  type HubServerLimits,
  hubMethod,
} from './index.ts'

interface User {
  readonly name: string
}
type Client = Connection<User>

const none = () => [] as const
const one = (given: readonly unknown[]): readonly [string] => {
  const [text] = given
  if (given.length !== 1 || typeof text !== 'string') throw new TypeError('expects one text')
  return [text]
}

const gate = Promise.withResolvers<string>()
const methods = {
  Echo: hubMethod<Client, readonly [string]>({ bind: one, run: (_client, text) => text }),
  Nothing: hubMethod<Client, readonly []>({ bind: none, run: () => {} }),
  Later: hubMethod<Client, readonly []>({ bind: none, run: () => gate.promise }),
  Fail: hubMethod<Client, readonly []>({
    bind: none,
    run: () => {
      throw new Error('the password of the database')
    },
  }),
  Refuse: hubMethod<Client, readonly []>({
    bind: none,
    run: async () => {
      throw new HubError('no such book')
    },
  }),
  Forbidden: hubMethod<Client, readonly []>({ bind: none, run: () => {}, allows: () => false }),
  Join: hubMethod<Client, readonly [string]>({ bind: one, run: (client, group) => client.join(group) }),
  Leave: hubMethod<Client, readonly [string]>({ bind: one, run: (client, group) => client.leave(group) }),
}

let server: Server
let hub: Hub<User>
/** On the same server. */
let otherHub: Hub<User>
let hubServer: HubServer
let revoked: Set<string>
let failures: unknown[]
const opened: { stop(): unknown }[] = []

type TestOptions = Partial<Omit<HubOptions<User>, 'limits'>> & {
  readonly limits?: Partial<HubLimits & HubServerLimits>
  readonly headers?: Record<string, string>
}

const hubWith = (options: TestOptions): Hub<User> =>
  new Hub<User>({
    authenticate: async (request) => {
      const name = /[?&]user=(\w+)/.exec(request.url ?? '')?.[1]
      return name && !revoked.has(name) ? { name } : undefined
    },
    userIdOf: (user) => user.name,
    allowsOrigin: (request) => request.headers.origin !== 'https://evil.example',
    methods,
    log: { info: () => {}, error: (facts) => failures.push(facts) },
    ...options,
  })

async function serve(options: TestOptions = {}): Promise<void> {
  hub = hubWith(options)
  otherHub = hubWith(options)
  hubServer = new HubServer({
    hubs: [
      { path: '/hub', hub },
      { path: '/Other', hub: otherHub },
    ],
    ...options,
  })
  server = createServer((request, response) => void hubServer.handle(request, response))
  hubServer.attach(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
}

beforeEach(() => {
  revoked = new Set()
  failures = []
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.stop()))
  await hubServer.close()
  await new Promise((closed) => server.close(closed))
})

const url = (path = '', protocol = 'http', hubPath = '/hub') =>
  `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}${hubPath}${path}`

async function connect(user = 'ada', reconnects = false): Promise<HubConnection> {
  const builder = new HubConnectionBuilder()
    .withUrl(url(`?user=${user}`), { transport: HttpTransportType.WebSockets })
    .configureLogging(LogLevel.None)
  const client = (reconnects ? builder.withAutomaticReconnect([0]) : builder).build()
  opened.push(client)
  await client.start()
  return client
}

const connectionsOf = (name: string): Client[] =>
  [...hub.connections].filter(({ user }) => user.name === name)

/** A client that sends and receives the protocol's messages itself. */
class Raw {
  readonly socket: WebSocket
  readonly closed: Promise<number>
  #records: string[] = []
  #wake: (() => void) | undefined

  constructor(query = '?user=ada', hubPath?: string) {
    this.socket = new WebSocket(url(query, 'ws', hubPath))
    this.socket.on('message', (data) => {
      this.#records.push(...String(data).split('\x1e').slice(0, -1))
      this.#wake?.()
    })
    this.closed = new Promise((resolve) => this.socket.on('close', resolve))
    this.socket.on('error', () => {})
    opened.push({ stop: () => this.socket.terminate() })
  }

  static async open(query?: string, hubPath?: string): Promise<Raw> {
    const raw = new Raw(query, hubPath)
    await new Promise((resolve) => raw.socket.once('open', resolve))
    return raw
  }

  /** Connects and completes the handshake. */
  static async ready(query?: string, hubPath?: string): Promise<Raw> {
    const raw = await Raw.open(query, hubPath)
    raw.send({ protocol: 'json', version: 1 })
    expect(await raw.next()).toEqual({})
    return raw
  }

  send(...messages: unknown[]): void {
    this.socket.send(messages.map((message) => `${JSON.stringify(message)}\x1e`).join(''))
  }

  async next(): Promise<unknown> {
    while (this.#records.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return JSON.parse(this.#records.shift()!)
  }
}

const nextClose = (client: HubConnection) =>
  new Promise<Error | undefined>((resolve) => client.onclose(resolve))

describe('negotiation', () => {
  beforeEach(() => serve())
  const post = (query: string, headers = {}) =>
    fetch(url(`/negotiate?user=ada${query}`), { method: 'POST', headers })
  const negotiated = async (query: string) =>
    (await (await post(query)).json()) as { connectionId: string; connectionToken: string }

  test('in version 1 the token differs from the id', async () => {
    const answer = await negotiated('&negotiateVersion=1')
    expect(answer).toEqual({
      negotiateVersion: 1,
      connectionId: expect.stringMatching(/^[\w-]{22}$/),
      connectionToken: expect.stringMatching(/^[\w-]{22}$/),
      availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text', 'Binary'] }],
    })
    expect(answer.connectionToken).not.toBe(answer.connectionId)
  })

  test('version 0 connects with the id', async () => {
    const answer = await negotiated('')
    expect(answer).toMatchObject({ negotiateVersion: 0 })
    expect(answer).not.toHaveProperty('connectionToken')
    const raw = await Raw.ready(`?user=ada&id=${answer.connectionId}`)
    expect([...hub.connections][0]?.id).toBe(answer.connectionId)
    expect(raw.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('a newer version is answered with the newest known, a wrong one with an error', async () => {
    expect(await (await post('&NegotiateVersion=7')).json()).toMatchObject({ negotiateVersion: 1 })
    expect(await (await post('&negotiateVersion=x')).json()).toEqual({
      error: "The client requested an invalid protocol version 'x'",
    })
  })

  test('is refused without a user, from another origin or by another method', async () => {
    const answer = await fetch(url('/negotiate'), { method: 'POST' })
    expect([answer.status, answer.statusText]).toEqual([401, 'Unauthorized'])
    expect((await post('', { origin: 'https://evil.example' })).status).toBe(403)
    expect((await fetch(url('/negotiate?user=ada'))).status).toBe(405)
  })

  test('the official client reads the refusal', async () => {
    revoked.add('ada')
    await expect(connect()).rejects.toThrow("Unauthorized: Status code '401'")
  })

  test.each([
    ['GET', '?user=ada', 400, 'Connection ID required'],
    ['GET', '?user=ada&id=no member', 404, 'No Connection with that ID'],
    ['PUT', '?user=ada', 405, ''],
  ])('%s %s answers %d', async (method, query, status, text) => {
    const answer = await fetch(url(query), { method })
    expect([answer.status, await answer.text()]).toEqual([status, text])
  })

  test('a transport that is not offered is refused by name', async () => {
    const { connectionToken } = await negotiated('&negotiateVersion=1')
    const at = url(`?user=ada&id=${connectionToken}`)
    const stream = await fetch(at, { headers: { accept: 'text/event-stream' } })
    expect(await stream.text()).toBe('ServerSentEvents transport not supported by this end point type')
    expect(await (await fetch(at)).text()).toBe('LongPolling transport not supported by this end point type')
    expect((await fetch(at, { method: 'POST', body: '' })).status).toBe(405)
    expect((await fetch(at, { method: 'DELETE' })).status).toBe(400)
  })

  test.each([
    ['without a user', '', 401],
    ['with an unknown id', '?user=ada&id=no member', 404],
  ])('an upgrade %s is refused', async (_case, query, status) => {
    const raw = new Raw(query)
    const refusal = new Promise((resolve) =>
      raw.socket.on('unexpected-response', (_request, response) => resolve(response.statusCode)),
    )
    expect(await refusal).toBe(status)
  })

  test('a token is valid for the user who negotiated it, once', async () => {
    const { connectionToken } = await negotiated('&negotiateVersion=1')
    const statusOf = (query: string) =>
      new Promise((resolve) =>
        new Raw(query).socket.on('unexpected-response', (_request, response) => resolve(response.statusCode)),
      )
    expect(await statusOf(`?user=eve&id=${connectionToken}`)).toBe(403)
    await Raw.ready(`?user=ada&id=${connectionToken}`)
    expect(await statusOf(`?user=ada&id=${connectionToken}`)).toBe(409)
  })
})

describe('one user', () => {
  const limits = { connectionsOfUser: 2, connectsOfUser: { burst: 4, perSecond: 0.5 } }
  const negotiate = (user: string) => fetch(url(`/negotiate?user=${user}`), { method: 'POST' })
  const refusalOf = (query: string) =>
    new Promise((resolve) =>
      new Raw(query).socket.on('unexpected-response', (_request, response) => resolve(response.statusCode)),
    )

  test('has a bounded number of connections, and may connect again when one has ended', async () => {
    await serve({ limits })
    const [first] = [await Raw.ready(), await Raw.ready()]
    const refused = await negotiate('ada')
    expect([refused.status, await refused.text()]).toEqual([429, 'A user has at most 2 connections at once.'])
    expect(await refusalOf('?user=ada')).toBe(429)
    expect((await negotiate('bola')).status).toBe(200)
    first.socket.close()
    await first.closed
    expect((await negotiate('ada')).status).toBe(200)
  })

  test('that connects too often is answered 429 with Retry-After', async () => {
    await serve({ limits })
    for (let n = 0; n < 4; n++) expect((await negotiate('ada')).status).toBe(200)
    const refused = await negotiate('ada')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
    expect(await refusalOf('?user=ada')).toBe(429)
    expect((await negotiate('bola')).status).toBe(200)
  })

  test('consumes budget by WebSocket pings, too', async () => {
    await serve({ limits: { budget: { burst: 20, perSecond: 0 }, overBudgetMs: 20, checkMs: 5 } })
    const raw = await Raw.ready()
    for (let n = 0; n < 100; n++) raw.socket.ping()
    expect(await raw.next()).toEqual({
      type: 7,
      error: 'Connection closed with an error. The client keeps asking for more than it may.',
    })
    expect(await raw.closed).toBe(1000)
    // A new connection with a full budget is not available at once.
    expect((await negotiate('ada')).status).toBe(429)
    expect((await negotiate('bola')).status).toBe(200)
  })
})

describe('several hubs on one server', () => {
  const refusalOf = (query: string, hubPath?: string) =>
    new Promise((resolve) =>
      new Raw(query, hubPath).socket.on('unexpected-response', (_request, { statusCode }) =>
        resolve(statusCode),
      ),
    )

  test('have connections, groups and broadcasts of their own', async () => {
    await serve()
    const [here, there] = [await Raw.ready(), await Raw.ready('?user=ada', '/other')]
    expect([hub.connections.size, otherHub.connections.size]).toEqual([1, 1])
    hub.send('everyone', { target: 'say', arguments: ['here'] })
    otherHub.send('everyone', { target: 'say', arguments: ['there'] })
    expect(await here.next()).toMatchObject({ arguments: ['here'] })
    expect(await there.next()).toMatchObject({ arguments: ['there'] })
  })

  test('share the limits of a user, but a token is valid for one of them', async () => {
    await serve({ limits: { connectionsOfUser: 2, reattachMs: 1_000 } })
    const negotiated = await fetch(url('/negotiate?user=ada&negotiateVersion=1'), { method: 'POST' })
    const { connectionToken } = (await negotiated.json()) as { connectionToken: string }
    const query = `?user=ada&id=${connectionToken}`
    expect(await refusalOf(query, '/other')).toBe(404)
    await Raw.ready(query)
    expect(await refusalOf(query, '/other')).toBe(404)
    await Raw.ready('?user=ada', '/other')
    expect(await refusalOf('?user=ada', '/other')).toBe(429)
    expect((await fetch(url('/negotiate?user=ada'), { method: 'POST' })).status).toBe(429)
  })

  test('are found by their exact path; any other path is answered 404', async () => {
    await serve()
    expect((await fetch(url('/negotiate?user=ada', 'http', '/nowhere'), { method: 'POST' })).status).toBe(404)
    expect((await fetch(url('/negotiate/negotiate?user=ada'), { method: 'POST' })).status).toBe(404)
    expect(await refusalOf('?user=ada', '/hub/below')).toBe(404)
  })
})

describe('every answer', () => {
  /** Sends raw request text. Returns the response once the server has closed the socket. */
  const responseTo = (request: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connectSocket((server.address() as AddressInfo).port, '127.0.0.1')
      let response = ''
      socket.setEncoding('utf8').on('data', (text: string) => {
        response += text
      })
      socket.on('end', () => resolve(response))
      socket.on('error', reject)
      // The client keeps its side open: the server has to destroy the socket.
      socket.write(request)
    })
  const upgrade = (path: string, what: string) =>
    `GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: ${what}\r\n\r\n`

  test.each([
    ['/nowhere', 'websocket', 404],
    ['/', 'h2c', 404],
    ['/hub?user=ada', 'h2c', 400],
    ['/hub', 'websocket', 401],
  ])(
    'an upgrade at %s to %s is answered and its socket destroyed, even with another listener',
    async (path, what, status) => {
      await serve({ headers: { 'x-frame-options': 'DENY' } })
      const sockets = new Set<Socket>()
      server.on('connection', (socket) => sockets.add(socket))
      server.on('upgrade', () => {})
      const answer = await responseTo(upgrade(path, what))
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      const [socket] = sockets
      if (!socket?.destroyed) await new Promise((closed) => socket?.once('close', closed))
    },
  )

  test('has the configured headers', async () => {
    await serve({ headers: { 'x-frame-options': 'DENY' } })
    const negotiated = await fetch(url('/negotiate?user=ada'), { method: 'POST' })
    expect(negotiated.headers.get('x-frame-options')).toBe('DENY')
    expect((await fetch(url('?user=ada'))).headers.get('x-frame-options')).toBe('DENY')
    for (const path of ['/nowhere', '/hub?user=ada'])
      expect(await responseTo(upgrade(path, 'websocket'))).toMatch(/\r\nx-frame-options: DENY\r\n/)
  })
})

describe('the handshake', () => {
  test.each([
    [{ protocol: 'smoke', version: 1 }, "The protocol 'smoke' is not supported."],
    [{ protocol: '__proto__', version: 1 }, "The protocol '__proto__' is not supported."],
    [{ protocol: 'json', version: 3 }, "The server does not support version 3 of the 'json' protocol."],
    [{ hello: 'there' }, 'Handshake was canceled.'],
  ])('%j is refused', async (request, error) => {
    await serve()
    const raw = await Raw.open()
    raw.send(request)
    expect(await raw.next()).toEqual({ error })
    expect(await raw.closed).toBe(1000)
  })

  test('is awaited only so long', async () => {
    await serve({ limits: { handshakeMs: 20, checkMs: 5 } })
    const raw = await Raw.open()
    expect(await raw.next()).toEqual({ error: 'Handshake was canceled.' })
  })

  test('may share its bytes with messages, and a message may span frames', async () => {
    await serve()
    const raw = await Raw.open()
    const call = { type: 1, target: 'Echo', invocationId: '1', arguments: ['a'] }
    raw.send({ protocol: 'json', version: 1 }, call)
    expect(await raw.next()).toEqual({})
    expect(await raw.next()).toEqual({ type: 3, invocationId: '1', result: 'a' })

    const text = `${JSON.stringify(call)}\x1e`
    raw.socket.send(text.slice(0, 20))
    raw.socket.send(text.slice(20))
    expect(await raw.next()).toEqual({ type: 3, invocationId: '1', result: 'a' })
  })
})

describe('calls', () => {
  test('return results, whatever the case of the name', async () => {
    await serve()
    const client = await connect()
    expect(await client.invoke('Echo', 'naira ₦')).toBe('naira ₦')
    expect(await client.invoke('eCHO', 'b')).toBe('b')
    expect(await client.invoke('Nothing')).toBeNull()
  })

  test.each([
    ['Missing', [], "Unknown hub method 'Missing'"],
    ['Forbidden', [], "Failed to invoke 'Forbidden' because user is unauthorized"],
    ['Echo', [1], "Failed to invoke 'Echo' due to an error on the server."],
    ['Echo', [], "Failed to invoke 'Echo' due to an error on the server."],
    ['Fail', [], "An unexpected error occurred invoking 'Fail' on the server."],
    [
      'Refuse',
      [],
      "An unexpected error occurred invoking 'Refuse' on the server. HubException: no such book",
    ],
  ])('%s %j fails with its text', async (target, args, error) => {
    await serve()
    const raw = await Raw.ready()
    raw.send({ type: 1, target, invocationId: '7', arguments: args })
    expect(await raw.next()).toEqual({ type: 3, invocationId: '7', error })
    expect(failures).toHaveLength(target === 'Fail' ? 1 : 0)
  })

  test('tell every error where that is configured', async () => {
    await serve({ detailedErrors: true })
    const raw = await Raw.ready()
    raw.send({ type: 1, target: 'Echo', invocationId: '7', arguments: [] })
    expect(await raw.next()).toMatchObject({
      error: "Failed to invoke 'Echo' due to an error on the server. TypeError: expects one text",
    })
  })

  test('for streams are refused, those without an id never answered', async () => {
    await serve()
    const raw = await Raw.ready()
    raw.send(
      { type: 1, target: 'Missing', arguments: [] },
      { type: 5, invocationId: 'unknown' },
      { type: 99, anything: true },
      { type: 4, target: 'Echo', invocationId: '1', arguments: ['a'] },
      { type: 1, target: 'Nothing', invocationId: '2', arguments: [], streamIds: ['s'] },
    )
    expect(await raw.next()).toEqual({
      type: 3,
      invocationId: '1',
      error: "The client attempted to invoke the non-streaming 'Echo' method with a streaming invocation.",
    })
    expect(await raw.next()).toEqual({
      type: 3,
      invocationId: '2',
      error:
        "An unexpected error occurred invoking 'Nothing' on the server. HubException: Client sent 1 stream(s), Hub method expects 0.",
    })
  })

  test('are answered one at a time, in order, however many wait', async () => {
    await serve()
    const raw = await Raw.ready()
    const ids = Array.from({ length: 100 }, (_, n) => String(n))
    raw.send({ type: 1, target: 'Later', invocationId: 'later', arguments: [] })
    for (const id of ids) raw.send({ type: 1, target: 'Echo', invocationId: id, arguments: [id] })
    gate.resolve('done')
    expect(await raw.next()).toMatchObject({ invocationId: 'later', result: 'done' })
    for (const id of ids) expect(await raw.next()).toMatchObject({ invocationId: id, result: id })
  })
})

test('a client that calls without pause is answered at a bounded rate, and loses nothing', async () => {
  await serve({ limits: { budget: { burst: 6, perSecond: 2_000 }, checkMs: 5 } })
  const raw = await Raw.ready()
  const ids = Array.from({ length: 20 }, (_, n) => String(n))
  for (const id of ids) raw.send({ type: 1, target: 'Echo', invocationId: id, arguments: [id] })
  for (const id of ids) expect(await raw.next()).toMatchObject({ invocationId: id, result: id })
})

describe('a connection', () => {
  const CLOSED = 'Connection closed with an error.'

  test.each([
    ['no JSON', 'nonsense\x1e', `${CLOSED} A message is not JSON.`],
    ['no type', '{}\x1e', `${CLOSED} Missing required property 'type'.`],
    ['no target', '{"type":1,"arguments":[]}\x1e', `${CLOSED} Missing required property 'target'.`],
    [
      'over 32 KiB',
      `"${'x'.repeat(32 * 1024)}"\x1e`,
      `${CLOSED} The maximum message size of 32768B was exceeded.`,
    ],
    [
      'over 32 KiB and not ended',
      'x'.repeat(32 * 1024 + 1),
      `${CLOSED} The maximum message size of 32768B was exceeded.`,
    ],
  ])('ends on a message with %s', async (_case, bytes, error) => {
    await serve()
    const raw = await Raw.ready()
    raw.socket.send(bytes)
    expect(await raw.next()).toEqual({ type: 7, error })
    expect(await raw.closed).toBe(1000)
    expect(hub.connections.size).toBe(0)
  })

  test('is pinged when nothing else is sent', async () => {
    await serve({ limits: { keepAliveMs: 10, checkMs: 5 } })
    const raw = await Raw.ready()
    expect(await raw.next()).toEqual({ type: 6 })
  })

  test('is closed when the client is silent, but only if it ever pinged', async () => {
    await serve({ limits: { clientSilenceMs: 20, checkMs: 5, keepAliveMs: 300 } })
    const [quiet, silent] = [await Raw.ready(), await Raw.ready()]
    silent.send({ type: 6 })
    expect(await silent.next()).toEqual({ type: 7, error: 'Client timed out.', allowReconnect: true })
    expect(await quiet.next()).toEqual({ type: 6 })
    expect(hub.connections.size).toBe(1)
  })

  test('closed by the server reconnects only with allowReconnect', async () => {
    await serve()
    const client = await connect('ada', true)
    const firstId = client.connectionId
    const back = new Promise((resolve) => client.onreconnected(resolve))
    for (const connection of connectionsOf('ada')) connection.close({ allowReconnect: true })
    expect(await back).not.toBe(firstId)

    const closed = nextClose(client)
    for (const connection of connectionsOf('ada')) connection.close()
    expect(await closed).toBeUndefined()
  })

  test('of a user whose token is revoked is closed, and the user is refused', async () => {
    await serve()
    const [ada, bola] = [await connect('ada', true), await connect('bola', true)]
    const closed = nextClose(ada)
    revoked.add('ada')
    for (const connection of connectionsOf('ada')) connection.close()
    await closed
    expect(await bola.invoke('Echo', 'still here')).toBe('still here')
    await expect(connect('ada')).rejects.toThrow('401')
  })

  test('ends gracefully when the client closes, with 1000 if it gave no code', async () => {
    const gone = Promise.withResolvers<string>()
    await serve({ disconnected: (connection) => gone.resolve(connection.user.name) })
    const raw = await Raw.ready()
    raw.socket.close()
    expect(await raw.closed).toBe(1000)
    expect(await gone.promise).toBe('ada')

    const polite = await Raw.ready()
    polite.send({ type: 7 })
    expect(await polite.closed).toBe(1000)
  })

  test('whose hook fails is closed with an error and without allowReconnect', async () => {
    await serve({
      connected: async () => {
        throw new Error('no')
      },
    })
    const raw = await Raw.ready()
    expect(await raw.next()).toEqual({ type: 7, error: CLOSED })
    expect(failures).toHaveLength(1)
  })

  test('is closed with allowReconnect when the hub closes, and new ones are refused', async () => {
    await serve()
    const raw = await Raw.ready()
    await hubServer.close()
    expect(await raw.next()).toEqual({ type: 7, allowReconnect: true })
    expect((await fetch(url('/negotiate?user=ada'), { method: 'POST' })).status).toBe(503)
  })
})

describe('a transport', () => {
  /** A connection that survives its socket. */
  const reattachable = async (limits: Partial<HubLimits & HubServerLimits> = {}) => {
    await serve({ limits: { reattachMs: 10_000, ...limits } })
    const negotiated = await fetch(url('/negotiate?user=ada&negotiateVersion=1'), { method: 'POST' })
    const { connectionToken } = (await negotiated.json()) as { connectionToken: string }
    const query = `?user=ada&id=${connectionToken}`
    return { query, raw: await Raw.ready(query), connection: [...hub.connections][0]! }
  }
  const say = (text: string) => ({ target: 'say', arguments: [text] })
  const texts = async (raw: Raw, count: number) => {
    const received: unknown[] = []
    for (let n = 0; n < count; n++)
      received.push(((await raw.next()) as { arguments: unknown[] }).arguments[0])
    return received
  }

  test('that is lost is replaced by another: id, groups and what is sent meanwhile survive, in order', async () => {
    const { query, raw, connection } = await reattachable()
    connection.join('books')
    hub.send(['books'], say('before'))
    expect(await texts(raw, 1)).toEqual(['before'])
    raw.socket.terminate()
    await raw.closed
    for (const text of ['1', '2']) hub.send(['books'], say(text))
    connection.send('say', '3')
    hub.send('everyone', say('4'))
    // More flushes than one happen before the client is back.
    await fetch(url('/negotiate?user=bola'), { method: 'POST' })
    hub.send(['books'], say('5'))

    const back = await Raw.open(query)
    expect(await texts(back, 5)).toEqual(['1', '2', '3', '4', '5'])
    back.send({ type: 1, target: 'Echo', invocationId: '1', arguments: ['no handshake'] })
    expect(await back.next()).toMatchObject({ invocationId: '1', result: 'no handshake' })
    hub.send(['books'], say('after'))
    expect(await texts(back, 1)).toEqual(['after'])
    expect([...hub.connections]).toEqual([connection])
    expect(hub.stats.closed).toMatchObject({ lost: 0, client: 0 })
  })

  test('is replaced while it is alive, and is closed', async () => {
    const { query, raw, connection } = await reattachable()
    const back = await Raw.open(query)
    expect(await raw.closed).toBe(1000)
    hub.send('everyone', say('once'))
    connection.send('say', 'end')
    expect(await texts(back, 2)).toEqual(['once', 'end'])
  })

  test('is replaced by its user only, and not after the client closed the connection', async () => {
    const { query, raw } = await reattachable()
    const refusalOf = (refused: string) =>
      new Promise((resolve) =>
        new Raw(refused).socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode)),
      )
    expect(await refusalOf(query.replace('ada', 'eve'))).toBe(403)
    raw.socket.close()
    await raw.closed
    expect(await refusalOf(query)).toBe(404)
  })

  test('that is not replaced in time ends the connection, which frees its place', async () => {
    const gone = Promise.withResolvers<void>()
    await serve({
      limits: { reattachMs: 20, checkMs: 5, connectionsOfUser: 1 },
      disconnected: () => gone.resolve(),
    })
    const raw = await Raw.ready()
    raw.socket.terminate()
    await gone.promise
    expect(hub.stats).toMatchObject({ connections: 0, closed: { lost: 1 } })
    await Raw.ready()
  })

  test('that is awaited does not keep the server from closing', async () => {
    const { raw } = await reattachable()
    raw.socket.terminate()
    await raw.closed
    await hubServer.close()
    expect(hub.stats).toMatchObject({ connections: 0, closed: { server: 1 } })
  })
})

test('the statistics count connections, messages and why connections closed', async () => {
  const gone = Promise.withResolvers<void>()
  await serve({ disconnected: () => hub.stats.connections === 0 && gone.resolve() })
  const [left, lost, kicked] = [await Raw.ready(), await Raw.ready(), await Raw.ready()]
  expect(hub.stats).toMatchObject({ connections: 3, messages: 0 })
  for (const text of ['a', 'b']) hub.send('everyone', { target: 'say', arguments: [text] })
  for (const raw of [left, lost, kicked]) {
    await raw.next()
    await raw.next()
  }
  expect(hub.stats).toMatchObject({ messages: 6, coalesced: 3, conflated: 0 })
  const [, , third] = hub.connections
  third?.close()
  left.send({ type: 7 })
  lost.socket.terminate()
  await gone.promise
  expect(hub.stats.closed).toMatchObject({ client: 1, lost: 1, server: 1, protocol: 0, slow: 0 })
})

describe('broadcasts', () => {
  test('reach everyone, the members of groups, and single clients, in order', async () => {
    await serve()
    const [member, other] = [await connect('ada'), await connect('bola')]
    const received = { ada: [] as string[], bola: [] as string[] }
    member.on('say', (text) => received.ada.push(text))
    other.on('say', (text) => received.bola.push(text))
    await member.invoke('Join', 'books')

    const say = (text: string) => ({ target: 'say', arguments: [text] })
    hub.send('everyone', say('1 all'))
    hub.send(['books', 'papers'], say('2 books'))
    hub.sendTo(connectionsOf('bola'), say('3 bola'))
    hub.send('everyone', say('4 all'))
    hub.sendTo(connectionsOf('ada'), say('5 ada'))
    await Promise.all([member.invoke('Leave', 'books'), other.invoke('Nothing')])
    hub.send(['books'], say('6 no member'))
    await Promise.all([member.invoke('Nothing'), other.invoke('Nothing')])

    expect(received).toEqual({
      ada: ['1 all', '2 books', '4 all', '5 ada'],
      bola: ['1 all', '3 bola', '4 all'],
    })
  })

  test('a member receives a group’s messages from joining to leaving', async () => {
    await serve()
    const raw = await Raw.ready()
    const [connection] = hub.connections
    hub.send(['books'], { target: 'say', arguments: ['before'] })
    connection?.join('books')
    hub.send(['books'], { target: 'say', arguments: ['within'] })
    connection?.leave('books')
    hub.send(['books'], { target: 'say', arguments: ['after'] })
    connection?.send('say', 'end')
    expect(await raw.next()).toMatchObject({ arguments: ['within'] })
    expect(await raw.next()).toMatchObject({ arguments: ['end'] })
  })

  test('sent in the same turn share one frame', async () => {
    await serve()
    const raw = await Raw.ready()
    const frame = new Promise((resolve) => raw.socket.once('message', (data) => resolve(String(data))))
    for (const text of ['a', 'b', 'c']) hub.send('everyone', { target: 'say', arguments: [text] })
    const record = (text: string) => `{"type":1,"target":"say","arguments":["${text}"]}\x1e`
    expect(await frame).toBe(record('a') + record('b') + record('c'))
  })

  test('what was sent before a close is delivered before it', async () => {
    await serve()
    const raw = await Raw.ready()
    const [connection] = hub.connections
    hub.send('everyone', { target: 'say', arguments: ['last words'] })
    connection?.close({ allowReconnect: true })
    expect(await raw.next()).toMatchObject({ arguments: ['last words'] })
    expect(await raw.next()).toEqual({ type: 7, allowReconnect: true })
  })
})
