import { describe, expect, test } from 'vitest'
import { FakeTransport } from './fake-transport.fixture.ts'
import { jsonProtocol } from './json-protocol.ts'
import { MessageType } from './messages.ts'
import { OutgoingQueue, type QueueLimits } from './outgoing-queue.ts'
import { PreparedMessage } from './prepared-message.ts'
import { HubCounters } from './stats.ts'

const LIMITS = { behindBytes: 100, mostBytes: 300, behindMs: 1000, unacknowledgedBytes: 200 }

/** A client whose transport buffers what is sent until the test reads it. */
class Client extends FakeTransport {
  received: string[] = []
  overflows = 0
  readonly queue: OutgoingQueue
  readonly counters = new HubCounters()

  constructor(limits: QueueLimits = LIMITS, isStateful = false) {
    super()
    const refresh = (state: string) => [message(`${state} refreshed`)]
    const overflowed = () => {
      this.overflows += 1
    }
    const owner = { refresh, overflowed }
    this.queue = new OutgoingQueue(jsonProtocol, limits, owner, this.counters, { now: 0, isStateful })
    this.queue.attach(this)
  }

  override send(bytes: Buffer): void {
    this.bufferedBytes += bytes.length
    for (const record of String(bytes).split('\x1e').slice(0, -1)) {
      const { target, sequenceId } = JSON.parse(record)
      this.received.push(target ?? `from ${sequenceId}`)
    }
  }

  /** Sends these messages in one flush and returns what arrives. */
  receives(now: number, ...messages: PreparedMessage[]): string[] {
    for (const message of messages) this.queue.enqueue(message)
    this.queue.flush(now)
    return this.received.splice(0)
  }

  /** Reads everything. Returns whether there are states to refresh. */
  reads(): boolean {
    this.bufferedBytes = 0
    return this.queue.drained()
  }
}

const message = (target: string, state?: string) =>
  new PreparedMessage({ type: MessageType.invocation, target, arguments: [] }, state)
/** Enough to be behind. */
const long = message('x'.repeat(120))

describe('a client that is behind', () => {
  test('is not sent messages with a state, but the state when it has read everything', () => {
    const client = new Client()
    expect(client.queue.accepts(0)).toBe('whole')
    client.receives(0, long)
    expect(client.queue.accepts(0)).toBe('conflated')
    expect(
      client.receives(1, message('book 1', 'book'), message('order'), message('book 2', 'book')),
    ).toEqual(['order'])
    expect(client.reads()).toBe(true)
    expect(client.receives(2, message('book 3', 'book'), message('order'))).toEqual([
      'order',
      'book refreshed',
    ])
    expect(client.reads()).toBe(false)
    expect(client.receives(3, message('book 4', 'book'))).toEqual(['book 4'])
    expect(client.counters).toMatchObject({ messages: 5, coalesced: 1, conflated: 3 })
    expect(client.queue.accepts(3)).toBe('whole')
  })

  test('is sent as many states as fit, and the others when those have left', () => {
    const client = new Client({ ...LIMITS, mostBytes: 2000 })
    client.receives(0, long)
    const states = ['a', 'b', 'c', 'd', 'e']
    client.receives(1, ...states.map((state) => message(state, state)))
    client.reads()
    expect(client.receives(2)).toEqual(['a refreshed', 'b refreshed', 'c refreshed'])
    expect(client.receives(3, message('c', 'c'))).toEqual([])
    expect(client.reads()).toBe(true)
    expect(client.receives(4)).toEqual(['d refreshed', 'e refreshed', 'c refreshed'])
    expect(client.reads()).toBe(false)
  })

  test('overflows when messages without a state do not fit', () => {
    const client = new Client()
    client.receives(0, long)
    client.receives(1, message('state', 'state'), long)
    expect(client.overflows).toBe(1)
  })

  test('is stalled when it stays behind, not when it catches up now and then', () => {
    const client = new Client()
    client.receives(0, long)
    expect(client.queue.isStalled(1)).toBe(false)
    expect(client.queue.isStalled(900)).toBe(false)
    client.reads()
    client.receives(900, long)
    expect(client.queue.isStalled(950)).toBe(false)
    expect(client.queue.isStalled(1900)).toBe(false)
    expect(client.queue.isStalled(1951)).toBe(true)
  })
})

describe('a stateful client', () => {
  test('is sent again what it has not acknowledged, after the number of the first', () => {
    const client = new Client({ ...LIMITS, unacknowledgedBytes: 10_000, mostBytes: 10_000 }, true)
    for (const name of ['1', '2', '3']) client.receives(0, message(name))
    client.queue.acknowledge(1)
    client.received = []
    client.queue.reattach(client, 0)
    expect(client.received.splice(0)).toEqual(['from 2', '2', '3'])
    client.queue.acknowledge(3)
    client.queue.reattach(client, 0)
    expect(client.received).toEqual(['from 4'])
  })

  test('is sent the whole frame again after acknowledging only a part of it', () => {
    const client = new Client(LIMITS, true)
    client.receives(0, message('1'), message('2'))
    client.queue.acknowledge(1)
    client.queue.reattach(client, 0)
    expect(client.received).toEqual(['from 1', '1', '2'])
  })

  test('with too much unacknowledged is sent nothing until it acknowledges: states are conflated, the rest waits', () => {
    const client = new Client(LIMITS, true)
    client.receives(0, long, long)
    client.reads()
    expect(client.queue.isWritable).toBe(false)
    expect(client.receives(1, message('book 1', 'book'), message('order'))).toEqual([])
    expect(client.queue.acknowledge(2)).toBe(true)
    expect(client.receives(2)).toEqual(['order', 'book refreshed'])
    expect(client.queue.isWritable).toBe(true)
  })

  test('stays behind over a replaced transport until it has acknowledged, except for the time without one', () => {
    const client = new Client({ ...LIMITS, mostBytes: 10_000 }, true)
    client.receives(0, long, long)
    client.receives(1)
    for (const now of [300, 600, 900]) {
      client.reads()
      client.queue.reattach(client, now)
      client.receives(now)
    }
    client.queue.detach(1_000)
    client.queue.reattach(client, 51_000)
    client.reads()
    expect([client.queue.isStalled(51_001), client.queue.isStalled(51_002)]).toEqual([false, true])
    client.queue.acknowledge(2)
    expect(client.queue.isStalled(51_003)).toBe(false)
  })

  test('stalls if it acknowledges nothing, and overflows when too much waits', () => {
    const client = new Client({ ...LIMITS, mostBytes: 400 }, true)
    client.receives(0, long, long)
    client.reads()
    client.receives(1, long)
    expect([client.queue.isStalled(1), client.overflows]).toEqual([false, 0])
    client.receives(2, long, long)
    expect([client.queue.isStalled(1_100), client.overflows]).toEqual([true, 1])
  })
})
