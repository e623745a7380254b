import { beforeEach, expect, test } from 'vitest'
import { LONGEST_MS, REFUSAL_MS, ReadThrottle } from './read-throttle.ts'

let now: number
let tasks: { at: number; task: () => void }[]
let throttle: ReadThrottle

beforeEach(() => {
  now = 0
  tasks = []
  throttle = new ReadThrottle({ now: () => now, later: (task, ms) => tasks.push({ at: now + ms, task }) })
})

/** Time passes, and what is due is done. */
function passes(ms: number): void {
  const end = now + ms
  for (;;) {
    tasks.sort((a, b) => a.at - b.at)
    const next = tasks[0]
    if (!next || next.at > end) break
    tasks.shift()
    now = next.at
    next.task()
  }
  now = end
}

class Connection {
  isRead = true
  pause(): void {
    this.isRead = false
  }
  resume(): void {
    this.isRead = true
  }
}

test('a connection with a refusal is paused for a moment', () => {
  const connection = new Connection()
  throttle.refused('ada', connection)
  expect(connection.isRead).toBe(false)
  passes(REFUSAL_MS - 1)
  expect(connection.isRead).toBe(false)
  passes(1)
  expect(connection.isRead).toBe(true)
  expect(tasks).toEqual([])
})

test('a resume time that has already passed is not waited for', () => {
  const waits: number[] = []
  // Each look at the clock finds it further on.
  const hurried = new ReadThrottle({ now: () => (now += LONGEST_MS), later: (_, ms) => waits.push(ms) })
  hurried.refused('ada', new Connection())
  expect(waits).toEqual([0])
})

test('the refusals of a user add up over all its connections, and affect no other', () => {
  const [first, second, quiet, other] = Array.from({ length: 4 }, () => new Connection())
  for (let n = 0; n < 10; n++) throttle.refused('ada', n % 2 ? first! : second!)
  throttle.refused('bola', other!)
  expect([first, second, quiet, other].map((it) => it?.isRead)).toEqual([false, false, true, false])
  passes(REFUSAL_MS)
  expect([first, second, other].map((it) => it?.isRead)).toEqual([false, false, true])
  passes(9 * REFUSAL_MS)
  expect([first, second].map((it) => it?.isRead)).toEqual([true, true])
  // What is over is dropped.
  throttle.refused('ada', first!)
  passes(REFUSAL_MS)
  expect(first?.isRead).toBe(true)
})

test('the paused connections of a user resume one after the other', () => {
  const connections = Array.from({ length: 50 }, () => new Connection())
  for (let n = 0; n < 10; n++) for (const connection of connections) throttle.refused('ada', connection)
  passes(LONGEST_MS)
  for (let read = 1; read <= connections.length; read++) {
    expect(connections.filter(({ isRead }) => isRead)).toHaveLength(read)
    passes(REFUSAL_MS)
  }
})

test('no pause is longer than the longest', () => {
  const connection = new Connection()
  for (let n = 0; n < 10_000; n++) throttle.refused('ada', connection)
  passes(LONGEST_MS)
  expect(connection.isRead).toBe(true)
})

test('a connection that is refused again while it waits to resume waits again', () => {
  const [first, second] = [new Connection(), new Connection()]
  for (let n = 0; n < 1_000; n++) throttle.refused('ada', n % 2 ? first : second)
  passes(LONGEST_MS)
  const [waiting, read] = first.isRead ? [second, first] : [first, second]
  throttle.refused('ada', waiting)
  passes(REFUSAL_MS - 1)
  expect([waiting, read].map(({ isRead }) => isRead)).toEqual([false, true])
  for (let n = 0; n < 10; n++) throttle.refused('ada', waiting)
  passes(REFUSAL_MS)
  expect(waiting.isRead).toBe(false)
  passes(LONGEST_MS)
  expect(waiting.isRead).toBe(true)
})

test('a resumed connection is paused again by the next refusal', () => {
  const connection = new Connection()
  throttle.refused('ada', connection)
  connection.resume()
  throttle.refused('ada', connection)
  expect(connection.isRead).toBe(false)
})
