import { describe, expect, test } from 'vitest'
import {
  answered,
  call,
  client,
  deferred,
  limits,
  overBudget,
  PING,
  runAll,
  second,
  times,
  turn,
} from './connection.fixture.ts'

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
  const greedy = client('g', { changed: { clientSilenceMs: 1_500, overBudgetMs: 60_000 } })
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
