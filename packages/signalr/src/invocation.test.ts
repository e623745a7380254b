import { describe, expect, test } from 'vitest'
import { connect, failures, gate, Raw, serve, serveEachTest } from './hub.fixture.ts'

serveEachTest()

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

  test('answer every error where that is configured', async () => {
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
