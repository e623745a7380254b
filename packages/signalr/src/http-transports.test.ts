import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { hub, Raw, refusalOf, revoked, serve, server, url } from './hub.fixture.ts'
import type { HubLimits, HubServerLimits } from './index.ts'
import {
  ECHO,
  ECHOED,
  END,
  get,
  HANDSHAKE,
  negotiated,
  PONG,
  post,
  servePlainHttp,
  shown,
  streams,
} from './plain-http.fixture.ts'

servePlainHttp()

describe('server-sent events', () => {
  const open = async (limits: Partial<HubLimits & HubServerLimits> = {}) => {
    await serve({ limits })
    const query = await negotiated()
    const stream = new AbortController()
    streams.push(stream)
    const response = await fetch(url(query), {
      headers: { accept: 'text/event-stream' },
      signal: stream.signal,
    })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let received = ''
    return {
      query,
      response,
      stream,
      /** The next bytes, as many as the expected ones. */
      async next(length: number): Promise<string> {
        while (received.length < length) {
          const { value, done } = await reader.read()
          if (done) break
          received += value
        }
        const next = received.slice(0, length)
        received = received.slice(length)
        return next
      },
    }
  }
  const receives = async ({ next }: Awaited<ReturnType<typeof open>>, text: string) =>
    expect(await next(text.length)).toBe(text)

  test('carry each chunk as one event, after a comment that opens the stream', async () => {
    const client = await open()
    const { headers } = client.response
    expect([headers.get('content-type'), headers.get('content-encoding')]).toEqual([
      'text/event-stream',
      'identity',
    ])
    await receives(client, ':\r\n')
    await post(client.query, HANDSHAKE)
    await receives(client, `data: {}${END}\r\n\r\n`)
    await post(client.query, ECHO)
    await receives(client, `data: ${ECHOED}\r\n\r\n`)
    const [connection] = hub.connections
    connection?.close()
    await receives(client, `data: {"type":7}${END}\r\n\r\n`)
    expect(await client.next(1)).toBe('')
    expect((await post(client.query, ECHO)).status).toBe(404)
  })

  test('end when the client goes', async () => {
    const client = await open()
    await post(client.query, HANDSHAKE)
    client.stream.abort()
    while (hub.connections.size > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(hub.stats.closed).toMatchObject({ lost: 1 })
  })

  test('cannot carry MessagePack', async () => {
    const client = await open()
    await receives(client, ':\r\n')
    await post(client.query, `{"protocol":"messagepack","version":1}${END}`)
    const error =
      "Cannot use the 'messagepack' protocol on the current transport. " +
      "The transport does not support 'Binary' transfer format."
    await receives(client, `data: ${JSON.stringify({ error })}${END}\r\n\r\n`)
  })

  test('are pinged when nothing else is sent', async () => {
    const client = await open({ keepAliveMs: 10, checkMs: 5 })
    await post(client.query, HANDSHAKE)
    await receives(client, `:\r\ndata: {}${END}\r\n\r\ndata: ${PONG}\r\n\r\n`)
  })

  test('are refused a second time', async () => {
    const { query } = await open()
    const again = await fetch(url(query), { headers: { accept: 'text/event-stream' } })
    expect(again.status).toBe(409)
  })
})

describe('a connection', () => {
  test('stays on its transport, with its user, while its user is signed in', async () => {
    await serve()
    const query = await negotiated()
    await get(query)
    const stream = await fetch(url(query), { headers: { accept: 'text/event-stream' } })
    expect(await shown(stream)).toEqual([400, 'Cannot change transports mid-connection'])
    expect(await refusalOf(query)).toBe(400)
    expect((await post(query.replace('ada', 'eve'), HANDSHAKE)).status).toBe(403)
    revoked.add('ada')
    for (const answer of [get(query), post(query, HANDSHAKE), fetch(url(query), { method: 'DELETE' })])
      expect((await answer).status).toBe(401)
  })

  test('over WebSockets refuses posts and deletion', async () => {
    await serve()
    const query = await negotiated()
    await Raw.ready(query)
    expect((await post(query, ECHO)).status).toBe(405)
    expect((await fetch(url(query), { method: 'DELETE' })).status).toBe(400)
    expect((await fetch(url(query), { method: 'PUT' })).status).toBe(405)
  })

  test('refuses a body longer than a frame may be', async () => {
    await serve({ limits: { messageBytes: 1_000 } })
    const query = await negotiated()
    await get(query)
    const tooLong = await post(query, 'x'.repeat(5_000)).then(
      ({ status }) => status,
      () => 'cut off',
    )
    expect([413, 'cut off']).toContain(tooLong)
    expect((await post(query, HANDSHAKE)).status).toBe(200)
  })
})

describe('a connection that survives its transport', () => {
  const open = async (limits: Partial<HubServerLimits> = {}) => {
    await serve({ limits: { reattachMs: 10_000, ...limits } })
    return negotiated('&useStatefulReconnect=true')
  }
  const handshake = `{"protocol":"json","version":2}${END}`
  const continuing = `{"type":9,"sequenceId":1}${END}`

  test('accepts posts again over its next server-sent events', async () => {
    const query = await open()
    const stream = async () => {
      const aborts = new AbortController()
      streams.push(aborts)
      const headers = { accept: 'text/event-stream' }
      const { body } = await fetch(url(query), { headers, signal: aborts.signal })
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
      return async (text: string) => {
        for (let received = ''; !received.includes(text); ) {
          const { value, done } = await reader.read()
          if (done) throw new Error(`ended after ${received}`)
          received += value
        }
      }
    }
    const first = await stream()
    await post(query, handshake)
    await first(`data: {}${END}`)
    const second = await stream()
    await second('"type":9')
    expect((await post(query, continuing + ECHO)).status).toBe(200)
    await second(ECHOED)
  })

  test('accepts polls and posts again after too long a pause', async () => {
    const query = await open({ betweenPollsMs: 300, pollMs: 2_000 })
    await get(query)
    await post(query, handshake)
    expect(await shown(get(query))).toEqual([200, `{}${END}`])
    await expect.poll(async () => (await post(query, '')).status).toBe(404)
    expect(await shown(get(query))).toEqual([200, ''])
    expect(await (await get(query)).text()).toContain('"type":9')
    const poll = get(query)
    expect((await post(query, continuing + ECHO)).status).toBe(200)
    expect(await (await poll).text()).toContain(ECHOED)
  })
})

describe('a peer that neither reads nor sends', () => {
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  /**
   * Connects a peer that sends its last text after the marker has come, and reads nothing more. `idle`
   * resolves once the server has noticed that nothing was sent or received for `stalledMs`.
   */
  const halfOpen = async (request: string, marker: string, last = '') => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    sockets.push(socket)
    const [accepted] = (await once(server, 'connection')) as [Socket]
    const idle = new Promise((resolve) => accepted.once('timeout', resolve))
    socket.write(request)
    for (let received = ''; !received.includes(marker); ) received += (await once(socket, 'data'))[0]
    socket.pause()
    if (last) socket.write(last, 'latin1')
    return { idle }
  }
  /** More than the operating system takes, so that some of it stays in the process. */
  const LONGER_THAN_BUFFERS = 'x'.repeat(32 * 1024 * 1024)
  // No other limit than `stalledMs` ends the peer within the time of a test.
  const limits = { stalledMs: 50, behindMs: 600_000, behindBytes: 1e6, mostBytes: 1e9, closeMs: 600_000 }

  /** A peer that was idle before bytes wait for it is closed, too. */
  const isClosedOnceBytesWait = async (connectPeer: (query: string) => ReturnType<typeof halfOpen>) => {
    const connected = Promise.withResolvers<void>()
    const disconnected = Promise.withResolvers<void>()
    await serve({ limits, connected: () => connected.resolve(), disconnected: () => disconnected.resolve() })
    const { idle } = await connectPeer(await negotiated())
    await connected.promise
    await idle
    hub.send('everyone', { target: 'say', arguments: [LONGER_THAN_BUFFERS] })
    await disconnected.promise
    expect(hub.stats).toMatchObject({ connections: 0, closed: { slow: 1 } })
  }

  test('over server-sent events ends when its bytes have waited too long', () =>
    isClosedOnceBytesWait(async (query) => {
      const request = `GET /hub${query} HTTP/1.1\r\nHost: here\r\nAccept: text/event-stream\r\n\r\n`
      const peer = await halfOpen(request, 'text/event-stream')
      await post(query, HANDSHAKE)
      return peer
    }))

  test('over WebSockets, too', () => {
    const masked = Buffer.concat([
      Buffer.from([0x81, 0x80 | HANDSHAKE.length, 0, 0, 0, 0]),
      Buffer.from(HANDSHAKE),
    ])
    return isClosedOnceBytesWait((query) =>
      halfOpen(
        `GET /hub${query} HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
        'Sec-WebSocket-Accept',
        masked.toString('latin1'),
      ),
    )
  })
})
