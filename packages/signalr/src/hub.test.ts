import { describe, expect, test } from 'vitest'
import {
  connect,
  connectionsOf,
  failures,
  hub,
  hubServer,
  negotiate,
  nextClose,
  Raw,
  revoked,
  serve,
  serveEachTest,
} from './hub.fixture.ts'

serveEachTest()

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

  test('with a failing hook is closed with an error and without allowReconnect', async () => {
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
    expect((await negotiate('?user=ada')).status).toBe(503)
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

  test('sent before a close are delivered before it', async () => {
    await serve()
    const raw = await Raw.ready()
    const [connection] = hub.connections
    hub.send('everyone', { target: 'say', arguments: ['last words'] })
    connection?.close({ allowReconnect: true })
    expect(await raw.next()).toMatchObject({ arguments: ['last words'] })
    expect(await raw.next()).toEqual({ type: 7, allowReconnect: true })
  })
})
