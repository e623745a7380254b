import { expect, test } from 'vitest'
import { type Worker, WorkScheduler } from './work-scheduler.ts'

/** A scheduler in an event loop that the test runs; each step takes one millisecond. */
function eventLoop(sliceMs: number) {
  let now = 0
  const deferred: (() => void)[] = []
  const done: string[] = []
  const scheduler = new WorkScheduler({ sliceMs, now: () => now, defer: (task) => deferred.push(task) })
  const worker = (name: string, steps: number): Worker => ({
    step: () => {
      now += 1
      done.push(name)
      steps -= 1
      return steps > 0
    },
  })
  /** Runs the next turn of the loop. Returns which workers did a step. */
  const turn = (): string => {
    for (const task of deferred.splice(0)) task()
    return done.splice(0).join('')
  }
  return { scheduler, worker, turn, deferred }
}

test('workers do one step in turn, and the rest waits for the next turn of the event loop', () => {
  const { scheduler, worker, turn, deferred } = eventLoop(4)
  scheduler.request(worker('a', 100))
  scheduler.request(worker('b', 3))
  scheduler.request(worker('c', 1))
  expect(turn()).toBe('abca')
  expect(turn()).toBe('baba')
  scheduler.request(worker('d', 1))
  expect(turn()).toBe('adaa')
  expect(deferred).toHaveLength(1)
})

test('nothing is scheduled without work, and a worker once however often it requests it', () => {
  const { scheduler, worker, turn, deferred } = eventLoop(10)
  const busy = worker('a', 2)
  scheduler.request(busy)
  scheduler.request(busy)
  expect(deferred).toHaveLength(1)
  expect(turn()).toBe('aa')
  expect(deferred).toHaveLength(0)
})
