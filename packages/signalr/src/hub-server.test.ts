import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  connect,
  hub,
  negotiate,
  otherHub,
  Raw,
  refusalOf,
  revoked,
  serve,
  serveEachTest,
  server,
  url,
} from './hub.fixture.ts'

serveEachTest()

describe('negotiation', () => {
  beforeEach(() => serve())
  const post = (query: string, headers = {}) => negotiate(`?user=ada${query}`, headers)
  const negotiated = async (query: string) =>
    (await (await post(query)).json()) as { connectionId: string; connectionToken: string }

  test('in version 1 the token differs from the id', async () => {
    const answer = await negotiated('&negotiateVersion=1')
    expect(answer).toEqual({
      negotiateVersion: 1,
      connectionId: expect.stringMatching(/^[\w-]{22}$/),
      connectionToken: expect.stringMatching(/^[\w-]{22}$/),
      availableTransports: [
        { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
        { transport: 'ServerSentEvents', transferFormats: ['Text'] },
        { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
      ],
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
    const answer = await negotiate('')
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

  test.each([
    ['without a user', '', 401],
    ['with an unknown id', '?user=ada&id=no member', 404],
  ])('an upgrade %s is refused', async (_case, query, status) => {
    expect(await refusalOf(query)).toBe(status)
  })

  test('a token is valid for the user who negotiated it, once', async () => {
    const { connectionToken } = await negotiated('&negotiateVersion=1')
    expect(await refusalOf(`?user=eve&id=${connectionToken}`)).toBe(403)
    await Raw.ready(`?user=ada&id=${connectionToken}`)
    expect(await refusalOf(`?user=ada&id=${connectionToken}`)).toBe(409)
  })
})

describe('a hub', () => {
  test('a transport that is not offered is refused by name', async () => {
    await serve({ transports: ['WebSockets'] })
    const answer = await negotiate('?user=ada&negotiateVersion=1')
    const { connectionToken } = (await answer.json()) as { connectionToken: string }
    const at = url(`?user=ada&id=${connectionToken}`)
    const stream = await fetch(at, { headers: { accept: 'text/event-stream' } })
    expect(await stream.text()).toBe('ServerSentEvents transport not supported by this end point type')
    expect(await (await fetch(at)).text()).toBe('LongPolling transport not supported by this end point type')
    expect((await fetch(at, { method: 'POST', body: '' })).status).toBe(405)
    expect((await fetch(at, { method: 'DELETE' })).status).toBe(400)
  })

  test('sends the client to another server', async () => {
    const redirect = ({ name }: { name: string }) =>
      name === 'bola' ? { url: url('?user=ada'), accessToken: 'for the other' } : undefined
    await serve({ redirect })
    expect(await (await negotiate('?user=bola')).json()).toEqual({
      url: url('?user=ada'),
      accessToken: 'for the other',
    })
    await connect('bola')
    expect([...hub.connections].map(({ user }) => user.name)).toEqual(['ada'])
  })
})

describe('one user', () => {
  const limits = { connectionsOfUser: 2, connectsOfUser: { burst: 4, perSecond: 0.5 } }

  test('has a bounded number of connections, and may connect again when one has ended', async () => {
    await serve({ limits })
    const [first] = [await Raw.ready(), await Raw.ready()]
    const refused = await negotiate('?user=ada')
    expect([refused.status, await refused.text()]).toEqual([429, 'A user has at most 2 connections at once.'])
    expect(await refusalOf('?user=ada')).toBe(429)
    expect((await negotiate('?user=bola')).status).toBe(200)
    first.socket.close()
    await first.closed
    expect((await negotiate('?user=ada')).status).toBe(200)
  })

  test('a client that connects too often gets 429 with Retry-After', async () => {
    await serve({ limits })
    for (let n = 0; n < 4; n++) expect((await negotiate('?user=ada')).status).toBe(200)
    const refused = await negotiate('?user=ada')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
    expect(await refusalOf('?user=ada')).toBe(429)
    expect((await negotiate('?user=bola')).status).toBe(200)
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
    expect((await negotiate('?user=ada')).status).toBe(429)
    expect((await negotiate('?user=bola')).status).toBe(200)
  })
})

describe('several hubs on one server', () => {
  test('have their own connections, groups and broadcasts', async () => {
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
    const negotiated = await negotiate('?user=ada&negotiateVersion=1')
    const { connectionToken } = (await negotiated.json()) as { connectionToken: string }
    const query = `?user=ada&id=${connectionToken}`
    expect(await refusalOf(query, '/other')).toBe(404)
    await Raw.ready(query)
    expect(await refusalOf(query, '/other')).toBe(404)
    await Raw.ready('?user=ada', '/other')
    expect(await refusalOf('?user=ada', '/other')).toBe(429)
    expect((await negotiate('?user=ada')).status).toBe(429)
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
    const negotiated = await negotiate('?user=ada')
    expect(negotiated.headers.get('x-frame-options')).toBe('DENY')
    expect((await fetch(url('?user=ada'))).headers.get('x-frame-options')).toBe('DENY')
    for (const path of ['/nowhere', '/hub?user=ada'])
      expect(await responseTo(upgrade(path, 'websocket'))).toMatch(/\r\nx-frame-options: DENY\r\n/)
  })
})
