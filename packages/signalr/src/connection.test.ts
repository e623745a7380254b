import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Broadcast } from './broadcast.ts'
import { Connection } from './connection.ts'
import type { ConnectionHost, ConnectionLimits } from './connection-host.ts'
import { hubLimits } from './hub.ts'
import { hubMethod, Invoker } from './invocation.ts'
import { PreparedMessage } from './prepared-message.ts'
import { HubCounters } from './stats.ts'
import type { Transport, TransportListener } from './transport.ts'
import { WorkScheduler } from './work-scheduler.ts'

/** Connections whose clock, event loop and transports are controlled by the test. */

type Client = Connection<string>

const CALL_MS = 1
const limits: ConnectionLimits = {
  ...hubLimits,
  budget: { burst: 20, perSecond: 10 },
  overBudgetMs: 3_000,
}

let now: number
let deferred: (() => void)[]
let scheduler: WorkScheduler
/** The connections whose calls have run, in order. */
let answered: string[]
let overBudget: string[]
const invoker = new Invoker<Client>({
  methods: {
    Do: hubMethod<Client, readonly []>({
      bind: () => [],
      run: ({ id }) => {
        now += CALL_MS
        answered.push(id)
      },
    }),
    Work: hubMethod<Client, readonly [number]>({
      bind: ([cost]) => [Number(cost)],
      cost: (_client, cost) => cost,
      run: ({ id }) => void answered.push(id),
    }),
    Text: hubMethod<Client, readonly [number]>({
      bind: ([size]) => [Number(size)],
      run: (_client, size) => 'x'.repeat(size),
    }),
  },
  detailedErrors: false,
  consume: (client, tokens) => client.consume(tokens),
  failed: (error) => {
    throw error
  },
})

beforeEach(() => {
  now = 1_000
  deferred = []
  answered = []
  overBudget = []
  scheduler = new WorkScheduler({ sliceMs: 4, now: () => now, defer: (task) => deferred.push(task) })
})

/** One turn of the event loop. */
const turn = () => {
  for (const task of deferred.splice(0)) task()
}
const runAll = () => {
  while (deferred.length > 0) turn()
}

class FakeTransport implements Transport {
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

function client(id: string, changed: Partial<ConnectionLimits> = {}) {
  const transport = new FakeTransport()
  const host: ConnectionHost<Client> = {
    limits: { ...limits, ...changed },
    broadcast: new Broadcast(hubLimits),
    scheduler,
    counters: new HubCounters(),
    now: () => now,
    opened: () => {},
    invoke: (connection, call) => invoker.invoke(connection, call),
    refresh: (_connection, state) => [
      new PreparedMessage({ type: 1, target: `${state} refreshed`, arguments: [] }),
    ],
    closed: () => {},
    ended: () => {},
    protocolViolated: (_connection, error) => {
      throw error
    },
    overBudget: () => overBudget.push(id),
  }
  const connection = new Connection<string>(id, id, host)
  const listener = connection.attach(transport)
  const sends = (...messages: object[]) =>
    listener.received(Buffer.from(messages.map((message) => `${JSON.stringify(message)}\x1e`).join('')))
  sends({ protocol: 'json', version: 1 })
  runAll()
  return { transport, connection, listener, host, sends }
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
  test('run in turn, and no turn of the event loop is longer than its time slice', () => {
    const [greedy, modest] = [client('g'), client('m')]
    greedy.sends(...times(9, call('Do')))
    modest.sends(call('Do'))
    turn()
    expect(answered.join('')).toBe('gmgg')
    turn()
    expect(answered.join('')).toBe('gmgggggg')
    runAll()
    expect(answered).toHaveLength(10)
  })
})

test('a client that does not read its completions gets no more of them until it has', () => {
  const { transport, connection, listener, sends } = client('c')
  sends(...times(4, call('Text', 10)))
  transport.bufferedBytes = limits.behindBytes + 1
  runAll()
  expect(deferred).toEqual([])
  const before = transport.sent.length
  second({ connection })
  runAll()
  expect(transport.sent).toHaveLength(before)
  transport.bufferedBytes = 0
  listener.drained()
  runAll()
  connection.close()
  expect(transport.sent.join('').match(/"result":"x{10}"/g)).toHaveLength(4)
})

test('the silence of a client counts only while the server reads it', () => {
  const greedy = client('g', { clientSilenceMs: 1_500, overBudgetMs: 60_000 })
  greedy.sends(PING, call('Work', 50))
  runAll()
  for (let n = 0; n < 3; n++) {
    second(greedy)
    expect(greedy.transport).toMatchObject({ isPaused: true, isClosed: false })
  }
  while (greedy.transport.isPaused) second(greedy)
  second(greedy)
  expect(greedy.transport.isClosed).toBe(false)
  second(greedy)
  expect(greedy.transport.sent.at(-1)).toContain('Client timed out.')
})

test('long completions are flushed immediately, so that their unsent bytes are counted', () => {
  const { transport, sends } = client('c')
  const before = transport.sent.length
  sends(call('Text', 70 * 1024))
  runAll()
  expect(transport.sent).toHaveLength(before + 1)
})

describe('a client that is over its budget', () => {
  test('is not read while its budget is empty, and its calls run as the budget refills', () => {
    const greedy = client('g')
    greedy.sends(...times(60, call('Do')))
    runAll()
    // Of 20 tokens some are consumed by the two frames, and one by each message.
    const atFirst = answered.length
    expect(atFirst).toBeGreaterThan(10)
    expect(atFirst).toBeLessThan(20)
    expect(greedy.transport.isPaused).toBe(true)
    second(greedy)
    runAll()
    expect(answered.length - atFirst).toBeGreaterThanOrEqual(9)
    expect(answered.length - atFirst).toBeLessThanOrEqual(11)
  })

  test('and stops is read again, and none of its calls is lost', () => {
    const greedy = client('g')
    greedy.sends(...times(25, call('Do')))
    runAll()
    expect(greedy.transport.isPaused).toBe(true)
    second(greedy)
    runAll()
    second(greedy)
    runAll()
    expect(answered).toHaveLength(25)
    expect(greedy.transport.isPaused).toBe(false)
    for (let n = 0; n < 10; n++) second(greedy)
    expect(greedy.transport.isClosed).toBe(false)
  })

  test('all the time is closed with the reason and without allowReconnect', () => {
    const greedy = client('g')
    for (let n = 0; n < 10 && !greedy.transport.isClosed; n++) {
      greedy.sends(...times(30, call('Do')))
      runAll()
      second(greedy)
    }
    expect(greedy.transport.isClosed).toBe(true)
    expect(overBudget).toEqual(['g'])
    expect(JSON.parse(greedy.transport.sent.at(-1)!.slice(0, -1))).toEqual({
      type: 7,
      error: 'Connection closed with an error. The client keeps asking for more than it may.',
    })
  })

  test.each<[string, (greedy: ReturnType<typeof client>) => void]>([
    ['pings', ({ sends }) => sends(...times(30, PING))],
    ['messages of unknown type', ({ sends }) => sends(...times(30, { type: 99 }))],
    ['calls of an unknown method', ({ sends }) => sends(...times(30, call('Missing')))],
    ['bytes', ({ listener }) => listener.received(Buffer.alloc(30 * 1024, ' '))],
    [
      'empty frames',
      ({ listener }) => {
        for (let n = 0; n < 30; n++) listener.received(Buffer.alloc(0))
      },
    ],
    ['calls that cost much', ({ sends }) => sends(call('Work', 30))],
    ['calls with long answers', ({ sends }) => sends(call('Text', 200 * 1024))],
  ])('consumes budget by %s', (_case, ask) => {
    const greedy = client('g')
    ask(greedy)
    runAll()
    expect(greedy.transport.isPaused).toBe(true)
  })

  test('does not delay the others', () => {
    const [greedy, modest] = [client('g'), client('m')]
    greedy.sends(call('Work', 1_000), ...times(5, call('Do')))
    modest.sends(call('Do'))
    runAll()
    expect(answered.join('')).toBe('gm')
    expect(modest.transport.isPaused).toBe(false)
  })
})

describe('a connection whose transport is replaced', () => {
  /** A connection in the group `books`, with what its client received over all transports. */
  function replaceable(changed: Partial<ConnectionLimits> = {}) {
    const { transport, connection, listener, host } = client('r', { reattachMs: 15_000, ...changed })
    connection.join('books')
    const transports = [transport]
    let current: TransportListener | undefined = listener
    const attach = () => {
      const next = new FakeTransport()
      transports.push(next)
      current = connection.attach(next)
    }
    const lose = () => {
      current?.closed(false)
      current = undefined
    }
    const receive = (text: string) => current?.received(Buffer.from(text))
    const received = () => {
      const records = transports.flatMap(({ sent }) => sent.join('').split('\x1e').slice(0, -1))
      return records.map((record) => JSON.parse(record)).filter(({ type }) => type === 1)
    }
    return { connection, host, transports, attach, lose, receive, received, isAttached: () => !!current }
  }
  const sent = (n: number, state?: string) =>
    new PreparedMessage({ type: 1, target: String(n), arguments: [] }, state)

  const step = fc.constantFrom('send', 'sendTo', 'flush', 'lose', 'attach', 'attach while attached')
  test('receives everything its queue still contained, in order, once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { connection, host, attach, lose, received, isAttached } = replaceable()
        const expected: string[] = []
        steps.forEach((action, n) => {
          if (action === 'send' || action === 'sendTo') expected.push(String(n))
          if (action === 'send') host.broadcast.send(['books'], sent(n))
          if (action === 'sendTo') connection.send(String(n))
          if (action === 'flush') host.broadcast.flush()
          if (action === 'lose') lose()
          if (action === 'attach' && !isAttached()) attach()
          if (action === 'attach while attached') attach()
        })
        if (!isAttached()) attach()
        host.broadcast.flush()
        host.broadcast.cancel()
        expect(received().map(({ target }) => target)).toEqual(expected)
      }),
      { numRuns: 1000 },
    )
  })

  test('has its calls answered once, an incomplete one when the client sends it again', () => {
    const { transports, attach, lose, receive, host } = replaceable()
    const request = `${JSON.stringify(call('Do'))}\x1e`
    receive(request + request.slice(0, 20))
    lose()
    runAll()
    expect(answered).toEqual([])
    attach()
    receive(request)
    runAll()
    host.broadcast.flush()
    expect(answered).toEqual(['r', 'r'])
    expect(transports[1]?.sent.join('').match(/"type":3/g)).toHaveLength(2)
  })

  test('ignores the events of the replaced transport, which is closed', () => {
    const { connection, transport, listener } = client('r', { reattachMs: 15_000 })
    const next = new FakeTransport()
    connection.attach(next)
    expect(transport.isClosed).toBe(true)
    listener.received(Buffer.from(`${JSON.stringify(call('Do'))}\x1e`))
    listener.closed(false)
    runAll()
    expect(answered).toEqual([])
    connection.close()
    expect(next.sent.at(-1)).toContain('"type":7')
  })

  test('that has closed closes the new one, and ends with its own', () => {
    const { connection, transport, listener, host } = client('r', { reattachMs: 15_000 })
    const ended = vi.spyOn(host, 'ended')
    connection.close()
    const next = new FakeTransport()
    const late = connection.attach(next)
    expect(next.isClosed).toBe(true)
    late.closed(true)
    expect(ended).not.toHaveBeenCalled()
    expect(transport.isClosed).toBe(true)
    listener.closed(true)
    expect(ended).toHaveBeenCalledTimes(1)
    expect(next.sent).toEqual([])
  })

  test('keeps messages up to its limit, and one of each state, which is sent as it is then', () => {
    const { connection, host, attach, lose, received, transports } = replaceable({ mostBytes: 1_000 })
    lose()
    for (let n = 0; n < 100; n++) host.broadcast.send(['books'], sent(n, 'book'))
    connection.send('order')
    host.broadcast.flush()
    attach()
    host.broadcast.flush()
    expect(received().map(({ target }) => target)).toEqual(['order', 'book refreshed'])

    lose()
    for (let n = 0; n < 100; n++) connection.send('order')
    host.broadcast.flush()
    expect(host.counters.closed.slow).toBe(1)
    expect(transports).toHaveLength(2)
  })

  test('is paused on the new transport while it is over its budget', () => {
    const { transports, attach, receive } = replaceable()
    receive(`${JSON.stringify(call('Work', 100))}\x1e`)
    runAll()
    expect(transports[0]?.isPaused).toBe(true)
    attach()
    expect(transports[1]?.isPaused).toBe(true)
  })
})
