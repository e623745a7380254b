import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Broadcast, type Subscription } from './broadcast.ts'
import { FakeTransport } from './fake-transport.fixture.ts'
import { jsonProtocol } from './json-protocol.ts'
import { MessageType } from './messages.ts'
import { OutgoingQueue } from './outgoing-queue.ts'
import { PreparedMessage } from './prepared-message.ts'
import { HubCounters } from './stats.ts'

/** The test flushes; the clock never does. */
const never = { leastMs: 1e6, mostMs: 1e6 }
const limits = { behindBytes: 1e6, mostBytes: 2e6, behindMs: 1e6, unacknowledgedBytes: 1e6 }

function subscriber() {
  const transport = new FakeTransport()
  const { frames } = transport
  const owner = { refresh: () => [numbered(-1)], overflowed: () => {} }
  const counters = new HubCounters()
  const queue = new OutgoingQueue(jsonProtocol, limits, owner, counters, {
    now: 0,
    isStateful: false,
  })
  queue.attach(transport)
  const received = () =>
    String(Buffer.concat(frames))
      .split('\x1e')
      .slice(0, -1)
      .map((record) => Number(JSON.parse(record).target))
  return { queue, transport, counters, frames, received }
}

const numbered = (n: number) =>
  new PreparedMessage({ type: MessageType.invocation, target: String(n), arguments: [] })

test('subscribers in the same groups receive the same buffer', () => {
  const broadcast = new Broadcast(never)
  const [a, b, c] = [subscriber(), subscriber(), subscriber()]
  for (const { queue } of [a, b]) broadcast.subscribe(queue)
  broadcast.subscribe(c.queue).changeGroups({ join: ['books'] })
  broadcast.send('everyone', numbered(1))
  broadcast.send(['books'], numbered(2))
  broadcast.flush()
  expect(a.frames[0]).toBe(b.frames[0])
  expect([a.received(), c.received()]).toEqual([[1], [1, 2]])
})

test('subscribers who are behind receive the same buffer, without the messages that have a state', () => {
  const broadcast = new Broadcast(never)
  const [quick, a, b] = [subscriber(), subscriber(), subscriber()]
  for (const { queue } of [quick, a, b]) broadcast.subscribe(queue)
  for (const { transport } of [a, b]) transport.bufferedBytes = limits.behindBytes + 1
  const message = (n: number, state?: string) =>
    new PreparedMessage({ type: MessageType.invocation, target: String(n), arguments: [] }, state)
  for (const one of [message(1, 'x'), message(2), message(3, 'x'), message(4, 'y'), message(5)])
    broadcast.send('everyone', one)
  broadcast.flush()
  broadcast.send('everyone', message(6, 'x'))
  broadcast.flush()
  expect(a.frames).toHaveLength(1)
  expect(a.frames[0]).toBe(b.frames[0])
  expect([quick.received(), a.received()]).toEqual([
    [1, 2, 3, 4, 5, 6],
    [2, 5],
  ])
  expect([quick.counters.conflated, a.counters.conflated]).toEqual([0, 4])
  // Once all has left, each state follows once, as it is then.
  for (const { transport } of [a, b]) transport.bufferedBytes = 0
  broadcast.send('everyone', message(7))
  broadcast.flush()
  expect(a.received()).toEqual([2, 5, 7, -1, -1])
})

const step = fc.oneof(
  fc.record({ does: fc.constant('send' as const), group: fc.constantFrom('all', 'g', 'h') }),
  fc.record({ does: fc.constant('sendTo' as const), who: fc.nat(2) }),
  fc.record({ does: fc.constant('join' as const), who: fc.nat(2), group: fc.constantFrom('g', 'h') }),
  fc.record({ does: fc.constant('leave' as const), who: fc.nat(2), group: fc.constantFrom('g', 'h') }),
  fc.record({ does: fc.constant('subscribe' as const), who: fc.nat(2) }),
  fc.record({ does: fc.constant('unsubscribe' as const), who: fc.nat(2) }),
  fc.record({ does: fc.constant('flushOf' as const), who: fc.nat(2) }),
  fc.record({ does: fc.constant('flush' as const) }),
)

test('every subscriber receives what was sent to it, in order, however it is batched', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const broadcast = new Broadcast(never)
      const subscribers = [subscriber(), subscriber(), subscriber()]
      const expected: number[][] = [[], [], []]
      const groups = [new Set<string>(), new Set<string>(), new Set<string>()]
      const subscriptions: (Subscription | undefined)[] = []

      steps.forEach((action, n) => {
        switch (action.does) {
          case 'send':
            broadcast.send(action.group === 'all' ? 'everyone' : [action.group], numbered(n))
            subscriptions.forEach((subscription, who) => {
              const receives = action.group === 'all' || groups[who]!.has(action.group)
              if (subscription && receives) expected[who]!.push(n)
            })
            break
          case 'sendTo':
            subscriptions[action.who]?.send(numbered(n))
            if (subscriptions[action.who]) expected[action.who]!.push(n)
            break
          case 'join':
          case 'leave': {
            if (!subscriptions[action.who]) break
            subscriptions[action.who]?.changeGroups({ [action.does]: [action.group] })
            if (action.does === 'join') groups[action.who]!.add(action.group)
            else groups[action.who]!.delete(action.group)
            break
          }
          case 'subscribe':
            subscriptions[action.who] ??= broadcast.subscribe(subscribers[action.who]!.queue)
            break
          case 'unsubscribe':
            // Unsubscribing drops what is pending, so it is flushed first.
            subscriptions[action.who]?.flush()
            subscriptions[action.who]?.end()
            subscriptions[action.who] = undefined
            groups[action.who]!.clear()
            break
          case 'flushOf':
            subscriptions[action.who]?.flush()
            break
          case 'flush':
            broadcast.flush()
        }
      })
      broadcast.flush()
      broadcast.cancel()
      expect(subscribers.map(({ received }) => received())).toEqual(expected)
    }),
    { numRuns: 3000 },
  )
})
