import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answered, client, failures, recordsOf, runAll } from './connection.fixture.ts'
import { negotiate, Raw, serve, serveEachTest, server } from './hub.fixture.ts'
import { hubLimits } from './hub.ts'
import { IncomingQueue } from './incoming-queue.ts'
import { jsonProtocol } from './json-protocol.ts'
import { messagePackProtocol } from './messagepack-protocol.ts'
import { MessageType, ProtocolError } from './messages.ts'
import type { HubProtocol } from './protocol.ts'

/** What a client sends may end its own connection. An error that leaves the server would fail these tests. */

describe('over a real socket', () => {
  serveEachTest()

  test('an upgrade behind an unanswered request ends only that socket', async () => {
    await serve()
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      'POST /hub/negotiate?user=ada HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n' +
        'GET /nothing HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    )
    socket.resume()
    await once(socket, 'close')
    expect((await negotiate('?user=ada')).status).toBe(200)
  })

  test.each([
    ['an object', { toString: 1, valueOf: 1 }],
    ['a number', 7],
    ['nothing', null],
  ])('a stream id that is %s ends the connection that sent it', async (_, id) => {
    await serve()
    const raw = await Raw.ready()
    raw.send({ type: 1, target: 'Nothing', arguments: [], streamIds: [id] })
    expect(await raw.next()).toMatchObject({
      type: 7,
      error: expect.stringContaining("Expected 'streamIds' to be of type String[]."),
    })
    await raw.closed
    await Raw.ready()
  })
})

test('a connection that a defect fails is closed, and the others are served', () => {
  const [one, other] = [client('one'), client('other')]
  Object.defineProperty(one.transport, 'bufferedBytes', {
    get: () => {
      throw new Error('a defect')
    },
  })
  one.sends({ type: 1, target: 'Do', invocationId: '1', arguments: [] })
  other.sends({ type: 1, target: 'Do', invocationId: '1', arguments: [] })
  runAll()
  expect(failures).toEqual([new Error('a defect')])
  expect(one.transport.isDestroyed).toBe(true)
  expect(answered).toContain('other')
  expect(other.transport.isDestroyed).toBe(false)
})

const onlyProtocolErrors = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError)
  }
}

describe.each<[HubProtocol, fc.Arbitrary<Uint8Array>]>([
  [jsonProtocol, fc.uint8Array({ maxLength: 40 })],
  [messagePackProtocol, fc.uint8Array({ maxLength: 40 })],
])('$name', (protocol, bytes) => {
  test('any bytes are read or violate the protocol, also when another transport takes over in between', () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 4 }), fc.nat(4), (pieces, takenOverAt) => {
        const queue = new IncomingQueue(hubLimits, 0)
        onlyProtocolErrors(() => {
          pieces.forEach((piece, index) => {
            if (index === takenOverAt) queue.dropPartialMessage(protocol)
            queue.add(Buffer.from(piece))
            while (queue.isReady(false)) queue.next(protocol, false)
          })
        })
        queue.dropPartialMessage(protocol)
      }),
      { numRuns: 500 },
    )
  })

  test('messages with any members are read or violate the protocol', () => {
    const member = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.jsonValue(),
      fc.constant({ toString: 1, valueOf: 1 }),
    )
    const message = fc.record(
      {
        type: fc.constantFrom<unknown>(...Object.values(MessageType), 0, 10, 'x'),
        invocationId: member,
        target: member,
        arguments: member,
        streamIds: fc.oneof(member, fc.array(member)),
        item: member,
        result: member,
        error: member,
        sequenceId: member,
      },
      { requiredKeys: ['type'] },
    )
    fc.assert(
      fc.property(message, (sent) => {
        onlyProtocolErrors(() => jsonProtocol.parse(recordsOf(sent).subarray(0, -1)))
      }),
      { numRuns: 500 },
    )
  })
})

test('a malformed MessagePack length waits unread while another transport takes over, and is refused when it is read', () => {
  const queue = new IncomingQueue(hubLimits, 0)
  queue.add(Buffer.from([2, 0x91, 6, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))
  queue.dropPartialMessage(messagePackProtocol)
  expect(queue.next(messagePackProtocol, false)).toEqual({ type: MessageType.ping })
  expect(() => queue.next(messagePackProtocol, false)).toThrow(ProtocolError)
})
