import { expect, test } from 'vitest'
import { Turns, type Worker } from './turns.ts'

/** Turns of an event loop that the test runs, each step taking one millisecond. */
function line(turnMs: number) {
  let now = 0
  const deferred: (() => void)[] = []
  const done: string[] = []
  const turns = new Turns({ turnMs, now: () => now, defer: (task) => deferred.push(task) })
  const worker = (name: string, steps: number): Worker => ({
    work: () => {
      now += 1
      done.push(name)
      steps -= 1
      return steps > 0
    },
  })
  /** What is done in the next turn of the loop. */
  const turn = (): string => {
    for (const task of deferred.splice(0)) task()
    return done.splice(0).join('')
  }
  return { turns, worker, turn, deferred }
}

test('each takes a step in turn, and the rest waits for the next turn of the loop', () => {
  const { turns, worker, turn, deferred } = line(4)
  turns.request(worker('a', 100))
  turns.request(worker('b', 3))
  turns.request(worker('c', 1))
  expect(turn()).toBe('abca')
  expect(turn()).toBe('baba')
  turns.request(worker('d', 1))
  expect(turn()).toBe('adaa')
  expect(deferred).toHaveLength(1)
})

test('nothing is scheduled when nobody has anything to do, and each once however often it asks', () => {
  const { turns, worker, turn, deferred } = line(10)
  const busy = worker('a', 2)
  turns.request(busy)
  turns.request(busy)
  expect(deferred).toHaveLength(1)
  expect(turn()).toBe('aa')
  expect(deferred).toHaveLength(0)
})
