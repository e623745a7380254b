import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Broadcast } from './broadcast.ts'
import { jsonProtocol } from './json-protocol.ts'
import { MessageType } from './messages.ts'
import { Outlet } from './outlet.ts'
import { Prepared } from './prepared.ts'

/** Flushed by hand: the clock never does it. */
const silent = { leastMs: 1e6, mostMs: 1e6 }
const limits = { behindBytes: 1e6, mostBytes: 1e6, behindMs: 1e6 }

function reader() {
  const frames: Buffer[] = []
  const transport = {
    bufferedBytes: 0,
    send: (bytes: Buffer) => void frames.push(bytes),
    pause: () => {},
    resume: () => {},
    close: () => {},
  }
  const outlet = new Outlet(transport, jsonProtocol, limits, { refresh: () => [], giveUp: () => {} }, 0)
  const heard = () =>
    String(Buffer.concat(frames))
      .split('\x1e')
      .slice(0, -1)
      .map((record) => Number(JSON.parse(record).target))
  return { outlet, frames, heard }
}

const numbered = (n: number) =>
  new Prepared({ type: MessageType.invocation, target: String(n), arguments: [] })

test('readers who hear the same get the very same bytes', () => {
  const broadcast = new Broadcast(silent)
  const [a, b, c] = [reader(), reader(), reader()]
  for (const { outlet } of [a, b, c]) broadcast.enter(outlet)
  broadcast.changeGroups(c.outlet, { enter: ['books'] })
  broadcast.post('everyone', numbered(1))
  broadcast.post(['books'], numbered(2))
  broadcast.flush()
  expect(a.frames[0]).toBe(b.frames[0])
  expect([a.heard(), c.heard()]).toEqual([[1], [1, 2]])
})

const step = fc.oneof(
  fc.record({ does: fc.constant('post' as const), group: fc.constantFrom('all', 'g', 'h') }),
  fc.record({ does: fc.constant('tell' as const), who: fc.nat(2) }),
  fc.record({ does: fc.constant('join' as const), who: fc.nat(2), group: fc.constantFrom('g', 'h') }),
  fc.record({ does: fc.constant('part' as const), who: fc.nat(2), group: fc.constantFrom('g', 'h') }),
  fc.record({ does: fc.constant('enter' as const), who: fc.nat(2) }),
  fc.record({ does: fc.constant('leave' as const), who: fc.nat(2) }),
  fc.record({ does: fc.constant('settle' as const), who: fc.nat(2) }),
  fc.record({ does: fc.constant('flush' as const) }),
)

test('every reader hears what was for it when it was posted, in that order, however it is batched', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const broadcast = new Broadcast(silent)
      const readers = [reader(), reader(), reader()]
      const expected: number[][] = [[], [], []]
      const groups = [new Set<string>(), new Set<string>(), new Set<string>()]
      const isIn = [false, false, false]

      steps.forEach((action, n) => {
        switch (action.does) {
          case 'post':
            broadcast.post(action.group === 'all' ? 'everyone' : [action.group], numbered(n))
            isIn.forEach((present, who) => {
              const hears = action.group === 'all' || groups[who]!.has(action.group)
              if (present && hears) expected[who]!.push(n)
            })
            break
          case 'tell':
            broadcast.postTo(readers[action.who]!.outlet, numbered(n))
            if (isIn[action.who]) expected[action.who]!.push(n)
            break
          case 'join':
          case 'part': {
            if (!isIn[action.who]) break
            const joins = action.does === 'join'
            broadcast.changeGroups(readers[action.who]!.outlet, {
              [joins ? 'enter' : 'leave']: [action.group],
            })
            if (joins) groups[action.who]!.add(action.group)
            else groups[action.who]!.delete(action.group)
            break
          }
          case 'enter':
            if (!isIn[action.who]) broadcast.enter(readers[action.who]!.outlet)
            isIn[action.who] = true
            break
          case 'leave':
            // A reader that leaves is owed nothing more: hand over first what it has yet to hear.
            broadcast.settle(readers[action.who]!.outlet)
            broadcast.leave(readers[action.who]!.outlet)
            isIn[action.who] = false
            groups[action.who]!.clear()
            break
          case 'settle':
            broadcast.settle(readers[action.who]!.outlet)
            break
          case 'flush':
            broadcast.flush()
        }
      })
      broadcast.flush()
      broadcast.cancel()
      expect(readers.map(({ heard }) => heard())).toEqual(expected)
    }),
    { numRuns: 3000 },
  )
})
