import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import type { Connection } from '../store/connection.ts'
import { SessionRecord } from './session-record.ts'

const NOW = Date.UTC(2026, 10, 27, 9)
let database: TestDatabase

beforeAll(async () => {
  database = await testStore()
})
afterAll(() => database.close())

const connectDesk = () => database.leadership.connectDesk()

/** A record of the session of this name, with what it said and did. */
function recordOf(name: string, connect: () => Promise<Connection> = connectDesk) {
  const seen: string[] = []
  const record = new SessionRecord({
    ...{ connect, name, now: () => NOW },
    log: (text) => seen.push(text),
    lost: () => seen.push('lost'),
  })
  return { record, seen }
}

/** Records that so many messages were sent, and resolves once it is written. */
const sends = (record: SessionRecord, nextOut: number) =>
  new Promise<void>((resolve) => {
    const numbers = { nextIn: 1, nextOut, since: NOW }
    record.record({ session: '', reset: false, numbers, sent: [] })
    record.after(resolve)
  })

test('the numbers of a session are there after a restart', async () => {
  const first = recordOf('restarts')
  expect(await first.record.open()).toEqual({ numbers: { nextIn: 1, nextOut: 1, since: NOW }, orders: [] })
  await sends(first.record, 8)
  await first.record.close()
  const second = recordOf('restarts')
  expect(await second.record.open()).toMatchObject({ numbers: { nextIn: 1, nextOut: 8, since: NOW } })
  await second.record.close()
})

test('a process that was replaced writes nothing, does nothing that was to follow, and is told once', async () => {
  const before = recordOf('replaced')
  await before.record.open()
  await sends(before.record, 8)
  const successor = recordOf('replaced')
  await successor.record.open()

  const done: string[] = []
  void sends(before.record, 9).then(() => done.push('sent'))
  await expect.poll(() => before.seen).toContain('lost')
  void sends(before.record, 10).then(() => done.push('sent later'))
  await before.record.close()
  expect(before.seen).toEqual([expect.stringContaining('another server has opened the session'), 'lost'])

  await sends(successor.record, 20)
  await successor.record.close()
  const third = recordOf('replaced')
  expect(await third.record.open()).toMatchObject({ numbers: { nextOut: 20 } })
  await third.record.close()
  expect(done).toEqual([])
})

test('a process that does not lead the database cannot open a session', async () => {
  const leader = recordOf('led')
  await leader.record.open()
  const other = recordOf('led', async () => {
    const connection = await connectDesk()
    await connection.query("SET application_name = 'another process'")
    return connection
  })
  await expect(other.record.open()).rejects.toThrow('does not lead')
  await other.record.close()
  await sends(leader.record, 2)
  await leader.record.close()
})

test('what was recorded before the end is written and done', async () => {
  const { record } = recordOf('ends')
  await record.open()
  const done: string[] = []
  void sends(record, 2).then(() => done.push('order'))
  // The next turn: the write of the order is under way.
  await new Promise(setImmediate)
  void sends(record, 3).then(() => done.push('logout'))
  await record.close()
  expect(done).toEqual(['order', 'logout'])
})

test('the end does not wait for a database that is down', async () => {
  const { record } = recordOf('down', () => new Promise(() => {}))
  const done: string[] = []
  void sends(record, 2).then(() => done.push('sent'))
  await record.close(1)
  expect(done).toEqual([])
})
