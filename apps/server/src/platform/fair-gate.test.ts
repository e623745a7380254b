import { expect, test } from 'vitest'
import { FairGate } from './fair-gate.ts'

const limits = { atOnceEach: 2, atOnce: 5, waitingEach: 3 }

/** Reads that end when they are told to, and a clock that goes on with them. */
function stage() {
  let now = 0
  const running: { user: string; end: (error?: Error) => Promise<void> }[] = []
  const begun: string[] = []
  const rests: { ms: number; over: () => Promise<void> }[] = []
  /** Let everything that can happen now happen. */
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve))
  const gate = new FairGate(limits, {
    now: () => now,
    rest(ms) {
      const { promise, resolve } = Promise.withResolvers<void>()
      rests.push({
        ms,
        over() {
          resolve()
          return settle()
        },
      })
      return promise
    },
  })
  const read = (user: string) =>
    gate.enter(
      user,
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(user)
          const mine = {
            user,
            end(error?: Error) {
              running.splice(running.indexOf(mine), 1)
              if (error) reject(error)
              else resolve(`read by ${user}`)
              return settle()
            },
          }
          running.push(mine)
        }),
    )
  return {
    read,
    begun,
    running,
    rests,
    pass(ms: number) {
      now += ms
    },
    /** End the oldest read of a user's, and its rest. */
    async end(user: string) {
      await running.find((one) => one.user === user)?.end()
      await rests.shift()?.over()
    },
  }
}

test('a user reads twice at once, the rest waits, and one too many is refused', async () => {
  const { read, begun, end } = stage()
  const answers = Array.from({ length: 5 }, () => read('a'))
  expect(begun).toEqual(['a', 'a'])
  expect(read('a')).toBeUndefined()
  expect(read('b')).toBeDefined()
  expect(begun).toEqual(['a', 'a', 'b'])
  await end('a')
  expect(await answers[0]).toBe('read by a')
  expect(begun).toEqual(['a', 'a', 'b', 'a'])
  expect(read('a')).toBeDefined()
})

test('everybody together reads at most so often at once', async () => {
  const { read, running, end } = stage()
  for (const user of ['a', 'a', 'b', 'b', 'c', 'c', 'd']) void read(user)
  expect(running.map(({ user }) => user)).toEqual(['a', 'a', 'b', 'b', 'c'])
  await end('a')
  expect(running.map(({ user }) => user)).toEqual(['a', 'b', 'b', 'c', 'c'])
})

test('users take turns, however much one of them has waiting', async () => {
  const { read, begun, end } = stage()
  for (const user of ['a', 'a', 'b', 'b', 'c']) void read(user)
  for (const user of ['a', 'a', 'a', 'd', 'e']) void read(user)
  begun.length = 0
  await end('a')
  await end('a')
  await end('b')
  await end('b')
  await end('c')
  expect(begun).toEqual(['a', 'd', 'e', 'a'])
})

test('a place rests for as long as its read took, so that others have the thread', async () => {
  const { read, begun, running, rests, pass } = stage()
  for (let one = 0; one < 3; one++) void read('a')
  pass(40)
  await running[0]?.end()
  expect(rests.map(({ ms }) => ms)).toEqual([40])
  expect(begun).toHaveLength(2)
  await rests[0]?.over()
  expect(begun).toHaveLength(3)
  pass(60_000)
  await running[0]?.end()
  expect(rests.map(({ ms }) => ms)).toEqual([40, 500])
})

test('a read that fails is told so, and gives its place up', async () => {
  const { read, begun, running, rests } = stage()
  const failing = read('a')
  for (let one = 0; one < 2; one++) void read('a')
  await Promise.all([
    expect(failing).rejects.toThrow('the database is away'),
    running[0]?.end(new Error('the database is away')),
  ])
  await rests[0]?.over()
  expect(begun).toHaveLength(3)
})
