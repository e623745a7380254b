import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairGate, type GateLimits } from './fair-gate.ts'

const limits: GateLimits = { atOnceEach: 2, atOnce: 5, waitingEach: 3, waiting: 8 }

/** Lets every promise that can resolve do so. */
const promisesResolve = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** A gate whose tasks end, and whose thread works and rests, when the test lets them. */
function gateOf(changed: Partial<GateLimits> = {}, ofThread = false) {
  let now = 0
  let workedMs = 0
  const running: { user: string; end: (error?: Error) => Promise<void> }[] = []
  const begun: string[] = []
  const timers: { at: number; task: () => void }[] = []
  const clock = {
    now: () => now,
    workedMs: () => workedMs,
    later: (task: () => void, ms: number) => void timers.push({ at: now + ms, task }),
  }
  const gate = new FairGate({ ...limits, ...changed }, ofThread ? clock : undefined)
  const read = (user: string, signal?: AbortSignal) =>
    gate.enter(
      user,
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(user)
          const task = {
            user,
            end(error?: Error) {
              running.splice(running.indexOf(task), 1)
              if (error) reject(error)
              else resolve(`read by ${user}`)
              return promisesResolve()
            },
          }
          running.push(task)
        }),
      signal ? { signal } : {},
    )
  return {
    gate,
    read,
    begun,
    running,
    /** Ends the oldest read of a user. */
    end: async (user: string) => running.find((task) => task.user === user)?.end(),
    /** Time passes, of which the thread works this part. */
    passes(ms: number, worked = 0) {
      workedMs += worked
      const until = now + ms
      for (;;) {
        const due = timers.toSorted((a, b) => a.at - b.at).find(({ at }) => at <= until)
        if (!due) break
        timers.splice(timers.indexOf(due), 1)
        now = Math.max(now, due.at)
        due.task()
      }
      now = until
    },
  }
}

test('a user reads twice at once, the rest waits, and one too many is refused', async () => {
  const { read, begun, end } = gateOf()
  const answers = Array.from({ length: 5 }, () => read('a'))
  expect(begun).toEqual(['a', 'a'])
  expect(read('a')).toBe('busy')
  expect(read('b')).toBeInstanceOf(Promise)
  expect(begun).toEqual(['a', 'a', 'b'])
  await end('a')
  expect(await answers[0]).toBe('read by a')
  expect(begun).toEqual(['a', 'a', 'b', 'a'])
  expect(read('a')).toBeInstanceOf(Promise)
})

test('the number of simultaneous reads is limited for everyone together', async () => {
  const { read, running, end } = gateOf()
  for (const user of ['a', 'a', 'b', 'b', 'c', 'c', 'd']) void read(user)
  expect(running.map(({ user }) => user)).toEqual(['a', 'a', 'b', 'b', 'c'])
  await end('a')
  expect(running.map(({ user }) => user)).toEqual(['a', 'b', 'b', 'c', 'c'])
})

test('the number of waiting reads is limited for everyone together; another is refused until one has begun', async () => {
  const { read, end } = gateOf({ waiting: 4 })
  for (const user of ['a', 'b', 'c', 'd', 'e']) void read(user)
  for (const user of ['f', 'g', 'h', 'i']) expect(read(user)).toBeInstanceOf(Promise)
  expect(read('j')).toBe('unavailable')
  await end('a')
  expect(read('j')).toBeInstanceOf(Promise)
})

test('users take turns, however much one of them has waiting', async () => {
  const { read, begun, end } = gateOf()
  for (const user of ['a', 'a', 'b', 'b', 'c']) void read(user)
  for (const user of ['a', 'a', 'a', 'd', 'e']) void read(user)
  begun.length = 0
  for (const user of ['a', 'a', 'b', 'b', 'c']) await end(user)
  expect(begun).toEqual(['a', 'd', 'e', 'a'])
})

test('a read whose client has left while it waited is not run, and makes room', async () => {
  const { read, begun, end } = gateOf()
  const departure = new AbortController()
  void read('a')
  void read('a')
  const left = read('a', departure.signal)
  void read('a')
  void read('a')
  expect(read('a')).toBe('busy')
  departure.abort(new Error('the client has left'))
  await expect(left).rejects.toThrow('the client has left')
  expect(read('a')).toBeInstanceOf(Promise)
  for (let n = 0; n < 5; n++) await end('a')
  expect(begun).toHaveLength(5)
})

test('a read whose client had left before is not run', async () => {
  const { read, begun } = gateOf()
  await expect(read('a', AbortSignal.abort(new Error('the client has left')))).rejects.toThrow('has left')
  expect(begun).toEqual([])
})

test('a task that cannot be refused waits, however many are waiting', async () => {
  const { gate, read, end } = gateOf({ waiting: 1, waitingEach: 1 })
  for (const user of ['a', 'b', 'c', 'd', 'e', 'f']) void read(user)
  expect(read('g')).toBe('unavailable')
  const written = gate.enter('g', async () => 'written', { unrefusable: true })
  const again = gate.enter('g', async () => 'written again', { unrefusable: true })
  for (const user of ['a', 'b', 'c']) await end(user)
  expect(await Promise.all([written, again])).toEqual(['written', 'written again'])
})

test('a user above its rate waits, and others pass', async () => {
  const { read, begun, passes, end } = gateOf({ rateEach: { burst: 3, perSecond: 10 }, waitingEach: 9 }, true)
  for (let n = 0; n < 6; n++) {
    void read('a')
    await end('a')
  }
  expect(begun).toEqual(['a', 'a', 'a'])
  void read('b')
  expect(begun).toEqual(['a', 'a', 'a', 'b'])
  passes(100)
  expect(begun.slice(4)).toEqual(['a'])
  passes(199)
  expect(begun.slice(4)).toEqual(['a', 'a'])
})

test('reads that keep the thread busy leave half of it free, all of them together', () => {
  const step = fc.record({
    runsMs: fc.integer({ min: 1, max: 300 }),
    together: fc.integer({ min: 1, max: 5 }),
  })
  return fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const { read, running, passes, end } = gateOf(
        { atOnceEach: 1, waiting: 1_000, waitingEach: 1_000 },
        true,
      )
      let elapsed = 0
      let busy = 0
      for (const { runsMs, together } of steps) {
        for (let n = 0; n < together; n++) void read(`user ${n}`)
        // While a read runs the thread works all the time; while none runs it rests.
        if (running.length > 0) {
          passes(runsMs, runsMs)
          busy += runsMs
          for (const { user } of [...running]) await end(user)
        } else passes(runsMs)
        elapsed += runsMs
        // The first burst and the last reads, which nobody interrupts, come on top.
        expect(busy).toBeLessThanOrEqual(elapsed / 2 + 100 + 300)
      }
    }),
    { numRuns: 100 },
  )
})

test('reads that wait for the database while the thread is free do not wait for each other', async () => {
  const { read, begun, passes, end } = gateOf({}, true)
  for (let n = 0; n < 20; n++) {
    void read('a')
    passes(1_000, 10)
    await end('a')
  }
  expect(begun).toHaveLength(20)
})

test('reads continue automatically when the thread has had its other half', async () => {
  const { read, begun, passes, end } = gateOf({}, true)
  void read('a')
  passes(600, 600)
  await end('a')
  void read('a')
  expect(begun).toHaveLength(1)
  // 100 ms at once and half of the 600 were theirs: what is owed is 200 ms of work, or 400 ms of time.
  passes(390)
  expect(begun).toHaveLength(1)
  passes(20)
  expect(begun).toHaveLength(2)
})

test('a read that fails is reported, and frees its place', async () => {
  const { read, begun, running } = gateOf()
  const failing = read('a')
  for (let one = 0; one < 2; one++) void read('a')
  await Promise.all([
    expect(failing).rejects.toThrow('the database is away'),
    running[0]?.end(new Error('the database is away')),
  ])
  expect(begun).toHaveLength(3)
})
