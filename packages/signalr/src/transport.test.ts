import { describe, expect, test } from 'vitest'
import { hub, hubServer, negotiate, Raw, refusalOf, serve, serveEachTest } from './hub.fixture.ts'
import type { HubLimits, HubServerLimits } from './index.ts'

serveEachTest()

describe('the transport of a stateful connection', () => {
  /** A connection that survives its socket. */
  const reattachable = async (
    limits: Partial<HubLimits & HubServerLimits> = {},
    options: Parameters<typeof serve>[0] = {},
  ) => {
    await serve({ ...options, limits: { reattachMs: 10_000, ...limits } })
    const query = await negotiatedStateful()
    return { query, raw: await Raw.ready(query, '/hub', 2), connection: [...hub.connections][0]! }
  }
  const negotiatedStateful = async () => {
    const answer = await negotiate('?user=ada&negotiateVersion=1&useStatefulReconnect=true')
    const negotiated = (await answer.json()) as { connectionToken: string; useStatefulReconnect?: boolean }
    expect(negotiated.useStatefulReconnect).toBe(true)
    return `?user=ada&id=${negotiated.connectionToken}`
  }
  const say = (text: string) => ({ target: 'say', arguments: [text] })
  const texts = async (raw: Raw, count: number) => {
    const received: unknown[] = []
    for (let n = 0; n < count; n++)
      received.push(((await raw.next()) as { arguments: unknown[] }).arguments[0])
    return received
  }

  test('is replaced by another when lost: id, groups and messages sent in between survive, in order', async () => {
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
    await negotiate('?user=bola')
    hub.send(['books'], say('5'))

    const back = await Raw.open(query)
    expect(await back.next()).toEqual({ type: 9, sequenceId: 1 })
    expect(await texts(back, 6)).toEqual(['before', '1', '2', '3', '4', '5'])
    back.send({ type: 9, sequenceId: 1 })
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
    expect(await back.next()).toEqual({ type: 9, sequenceId: 1 })
    hub.send('everyone', say('once'))
    connection.send('say', 'end')
    expect(await texts(back, 2)).toEqual(['once', 'end'])
  })

  test('is not replaced by another sign-in of its user, which would outlive it', async () => {
    const { query } = await reattachable({}, { userIdOf: () => 'one', sessionIdOf: ({ name }) => name })
    expect(await refusalOf(query.replace('ada', 'eve'))).toBe(403)
    const back = await Raw.open(query)
    expect(await back.next()).toEqual({ type: 9, sequenceId: 1 })
  })

  test('is replaced by its user only, and not after the client closed the connection', async () => {
    const { query, raw } = await reattachable()
    expect(await refusalOf(query.replace('ada', 'eve'))).toBe(403)
    raw.socket.close()
    await raw.closed
    expect(await refusalOf(query)).toBe(404)
  })

  test('ends the connection if it is not replaced in time, which frees its place', async () => {
    const gone = Promise.withResolvers<void>()
    await serve({
      limits: { reattachMs: 20, checkMs: 5, connectionsOfUser: 1 },
      disconnected: () => gone.resolve(),
    })
    const raw = await Raw.ready(await negotiatedStateful(), '/hub', 2)
    raw.socket.terminate()
    await gone.promise
    expect(hub.stats).toMatchObject({ connections: 0, closed: { lost: 1 } })
    await Raw.ready()
  })

  test('does not keep the server from closing while it is awaited', async () => {
    const { raw } = await reattachable()
    raw.socket.terminate()
    await raw.closed
    await hubServer.close()
    expect(hub.stats).toMatchObject({ connections: 0, closed: { server: 1 } })
  })
})
