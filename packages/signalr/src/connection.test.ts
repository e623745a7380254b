import { beforeEach, describe, expect, test } from 'vitest'
import { Broadcast } from './broadcast.ts'
import { Connection, type ConnectionHost, type ConnectionLimits } from './connection.ts'
import { hubLimits } from './hub.ts'
import { hubMethod, Invoker } from './invocation.ts'
import type { Transport } from './transport.ts'
import { Turns } from './turns.ts'

/** Connections whose time, turns and transports are the test's. */

type Client = Connection<string>

const CALL_MS = 1
const limits: ConnectionLimits = {
  ...hubLimits,
  spending: { burst: 20, perSecond: 10 },
  overspentMs: 3_000,
}

let now: number
let deferred: (() => void)[]
let turns: Turns
/** Who was answered, in order. */
let answered: string[]
let overspent: string[]
const invoker = new Invoker<Client>({
  methods: {
    Do: hubMethod<Client, readonly []>({
      bind: () => [],
      run: ({ id }) => {
        now += CALL_MS
        answered.push(id)
      },
    }),
    Toil: hubMethod<Client, readonly [number]>({
      bind: ([cost]) => [Number(cost)],
      cost: (_client, cost) => cost,
      run: ({ id }) => void answered.push(id),
    }),
    Tell: hubMethod<Client, readonly [number]>({
      bind: ([size]) => [Number(size)],
      run: (_client, size) => 'x'.repeat(size),
    }),
  },
  detailedErrors: false,
  spend: (client, tokens) => client.spend(tokens),
  failed: (error) => {
    throw error
  },
})

beforeEach(() => {
  now = 1_000
  deferred = []
  answered = []
  overspent = []
  turns = new Turns({ turnMs: 4, now: () => now, defer: (task) => deferred.push(task) })
})

/** One turn of the event loop. */
const turn = () => {
  for (const task of deferred.splice(0)) task()
}
const settle = () => {
  while (deferred.length > 0) turn()
}

class Line implements Transport {
  bufferedBytes = 0
  isPaused = false
  isClosed = false
  readonly sent: string[] = []
  send(bytes: Buffer): void {
    this.sent.push(String(bytes))
  }
  pause(): void {
    this.isPaused = true
  }
  resume(): void {
    this.isPaused = false
  }
  close(): void {
    this.isClosed = true
  }
}

function client(
  id: string,
  changed: Partial<ConnectionLimits> = {},
): { line: Line; connection: Client; says: (...messages: object[]) => void } {
  const line = new Line()
  const host: ConnectionHost<string> = {
    limits: { ...limits, ...changed },
    broadcast: new Broadcast(hubLimits),
    turns,
    now: () => now,
    opened: () => {},
    answer: (connection, call) => invoker.answer(connection, call),
    refresh: () => [],
    closed: () => {},
    ended: () => {},
    failed: (_connection, error) => {
      throw error
    },
    overspent: () => overspent.push(id),
  }
  const connection = new Connection<string>(id, id, line, host)
  const says = (...messages: object[]) =>
    connection.received(Buffer.from(messages.map((message) => `${JSON.stringify(message)}\x1e`).join('')))
  says({ protocol: 'json', version: 1 })
  settle()
  return { line, connection, says }
}

const call = (target: string, ...args: unknown[]) => ({ type: 1, invocationId: '1', target, arguments: args })
const times = (count: number, message: object) => Array.from({ length: count }, () => message)
const PING = { type: 6 }

/** A second passes. */
const second = ({ connection }: { connection: Client }) => {
  now += 1_000
  connection.check(now)
}

describe('the calls of many clients', () => {
  test('are answered in turn, and no turn of the loop is longer than it may be', () => {
    const [greedy, modest] = [client('g'), client('m')]
    greedy.says(...times(9, call('Do')))
    modest.says(call('Do'))
    turn()
    expect(answered.join('')).toBe('gmgg')
    turn()
    expect(answered.join('')).toBe('gmgggggg')
    settle()
    expect(answered).toHaveLength(10)
  })
})

test('a client that does not read its answers gets no more of them until it has', () => {
  const { line, connection, says } = client('c')
  says(...times(4, call('Tell', 10)))
  line.bufferedBytes = limits.behindBytes + 1
  settle()
  expect(deferred).toEqual([])
  const before = line.sent.length
  second({ connection })
  settle()
  expect(line.sent).toHaveLength(before)
  line.bufferedBytes = 0
  connection.drained()
  settle()
  connection.close()
  expect(line.sent.join('').match(/"result":"x{10}"/g)).toHaveLength(4)
})

test('a client is silent for as long as it is read, and no longer', () => {
  const greedy = client('g', { clientSilenceMs: 1_500, overspentMs: 60_000 })
  greedy.says(PING, call('Toil', 50))
  settle()
  for (let n = 0; n < 3; n++) {
    second(greedy)
    expect(greedy.line).toMatchObject({ isPaused: true, isClosed: false })
  }
  while (greedy.line.isPaused) second(greedy)
  second(greedy)
  expect(greedy.line.isClosed).toBe(false)
  second(greedy)
  expect(greedy.line.sent.at(-1)).toContain('Client timed out.')
})

test('long answers are given to the transport as they come, so that it is known how much waits', () => {
  const { line, says } = client('c')
  const before = line.sent.length
  says(call('Tell', 70 * 1024))
  settle()
  expect(line.sent).toHaveLength(before + 1)
})

describe('a client that asks for more than it may', () => {
  test('is not read while it has nothing left, and answered as time goes on', () => {
    const greedy = client('g')
    greedy.says(...times(60, call('Do')))
    settle()
    // 20 tokens: two frames of less than a KiB and of a few, and one a message.
    const atFirst = answered.length
    expect(atFirst).toBeGreaterThan(10)
    expect(atFirst).toBeLessThan(20)
    expect(greedy.line.isPaused).toBe(true)
    second(greedy)
    settle()
    expect(answered.length - atFirst).toBeGreaterThanOrEqual(9)
    expect(answered.length - atFirst).toBeLessThanOrEqual(11)
  })

  test('and then for no more is read again, and nothing it asked is lost', () => {
    const greedy = client('g')
    greedy.says(...times(25, call('Do')))
    settle()
    expect(greedy.line.isPaused).toBe(true)
    second(greedy)
    settle()
    second(greedy)
    settle()
    expect(answered).toHaveLength(25)
    expect(greedy.line.isPaused).toBe(false)
    for (let n = 0; n < 10; n++) second(greedy)
    expect(greedy.line.isClosed).toBe(false)
  })

  test('without end is closed with the reason, and does not come back by itself', () => {
    const greedy = client('g')
    for (let n = 0; n < 10 && !greedy.line.isClosed; n++) {
      greedy.says(...times(30, call('Do')))
      settle()
      second(greedy)
    }
    expect(greedy.line.isClosed).toBe(true)
    expect(overspent).toEqual(['g'])
    expect(JSON.parse(greedy.line.sent.at(-1)!.slice(0, -1))).toEqual({
      type: 7,
      error: 'Connection closed with an error. The client keeps asking for more than it may.',
    })
  })

  test.each<[string, (greedy: ReturnType<typeof client>) => void]>([
    ['pings', ({ says }) => says(...times(30, PING))],
    ['messages that mean nothing', ({ says }) => says(...times(30, { type: 99 }))],
    ['calls of no method', ({ says }) => says(...times(30, call('Missing')))],
    ['bytes', ({ connection }) => connection.received(Buffer.alloc(30 * 1024, ' '))],
    [
      'empty frames',
      ({ connection }) => {
        for (let n = 0; n < 30; n++) connection.received(Buffer.alloc(0))
      },
    ],
    ['calls that cost much', ({ says }) => says(call('Toil', 30))],
    ['calls with long answers', ({ says }) => says(call('Tell', 200 * 1024))],
  ])('pays for %s', (_case, ask) => {
    const greedy = client('g')
    ask(greedy)
    settle()
    expect(greedy.line.isPaused).toBe(true)
  })

  test('costs the others nothing', () => {
    const [greedy, modest] = [client('g'), client('m')]
    greedy.says(call('Toil', 1_000), ...times(5, call('Do')))
    modest.says(call('Do'))
    settle()
    expect(answered.join('')).toBe('gm')
    expect(modest.line.isPaused).toBe(false)
  })
})
