import { beforeEach, expect, test } from 'vitest'
import { LONGEST_MS, REFUSAL_MS, SlowReading } from './slow-reading.ts'

let now: number
let tasks: { at: number; task: () => void }[]
let slow: SlowReading

beforeEach(() => {
  now = 0
  tasks = []
  slow = new SlowReading({ now: () => now, later: (task, ms) => tasks.push({ at: now + ms, task }) })
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

test('who is refused is read a little later', () => {
  const connection = new Connection()
  slow.refused('ada', connection)
  expect(connection.isRead).toBe(false)
  passes(REFUSAL_MS - 1)
  expect(connection.isRead).toBe(false)
  passes(1)
  expect(connection.isRead).toBe(true)
  expect(tasks).toEqual([])
})

test('the refusals of a user add up on all its connections, and touch no other', () => {
  const [first, second, quiet, other] = Array.from({ length: 4 }, () => new Connection())
  for (let n = 0; n < 10; n++) slow.refused('ada', n % 2 ? first! : second!)
  slow.refused('bola', other!)
  expect([first, second, quiet, other].map((it) => it?.isRead)).toEqual([false, false, true, false])
  passes(REFUSAL_MS)
  expect([first, second, other].map((it) => it?.isRead)).toEqual([false, false, true])
  passes(9 * REFUSAL_MS)
  expect([first, second].map((it) => it?.isRead)).toEqual([true, true])
  // What is paid is forgotten.
  slow.refused('ada', first!)
  passes(REFUSAL_MS)
  expect(first?.isRead).toBe(true)
})

test('what piled up on many connections of a user does not come all at once', () => {
  const connections = Array.from({ length: 50 }, () => new Connection())
  for (let n = 0; n < 10; n++) for (const connection of connections) slow.refused('ada', connection)
  passes(LONGEST_MS)
  for (let read = 1; read <= connections.length; read++) {
    expect(connections.filter(({ isRead }) => isRead)).toHaveLength(read)
    passes(REFUSAL_MS)
  }
})

test('nobody is shut out for long', () => {
  const connection = new Connection()
  for (let n = 0; n < 10_000; n++) slow.refused('ada', connection)
  passes(LONGEST_MS)
  expect(connection.isRead).toBe(true)
})

test('a connection that is refused while it waits for its turn is read later again', () => {
  const [first, second] = [new Connection(), new Connection()]
  for (let n = 0; n < 1_000; n++) slow.refused('ada', n % 2 ? first : second)
  passes(LONGEST_MS)
  const [waiting, read] = first.isRead ? [second, first] : [first, second]
  slow.refused('ada', waiting)
  passes(REFUSAL_MS - 1)
  expect([waiting, read].map(({ isRead }) => isRead)).toEqual([false, true])
  for (let n = 0; n < 10; n++) slow.refused('ada', waiting)
  passes(REFUSAL_MS)
  expect(waiting.isRead).toBe(false)
  passes(LONGEST_MS)
  expect(waiting.isRead).toBe(true)
})

test('a connection that was read meanwhile is paused again by the next refusal', () => {
  const connection = new Connection()
  slow.refused('ada', connection)
  connection.resume()
  slow.refused('ada', connection)
  expect(connection.isRead).toBe(false)
})
