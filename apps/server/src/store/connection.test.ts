import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { Connection } from './connection.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const SOON_MS = 200

let database: TestDatabase
beforeAll(async () => {
  database = await testStore()
})
afterAll(() => database.close())

test.each([false, true])(
  'a statement that is not answered in time fails, and its connection is cut',
  async (pipeline) => {
    const timeouts = { connectMs: 5_000, answerMs: SOON_MS }
    const connection = new Connection(() => database.access.admin, timeouts, { pipeline })
    await connection.connect()
    const ended = new Promise<void>((resolve) => connection.once('end', resolve))
    await expect(connection.query('SELECT pg_sleep(60)')).rejects.toThrow(DatabaseUnavailable)
    await ended
    await expect(connection.query('SELECT 1')).rejects.toThrow()
  },
)

test('a database that accepts the connection but never answers is abandoned', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const connectAs = () => ({ host: '127.0.0.1', port, user: 'any', password: 'any' })
  const connection = new Connection(connectAs, { connectMs: SOON_MS, answerMs: SOON_MS })
  await expect(connection.connect()).rejects.toThrow('timeout')
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('each connection asks where the database is', async () => {
  const entrances = [database.access.admin, { ...database.access.admin, database: 'postgres' }]
  const at = () => entrances.shift() ?? database.access.admin
  for (const { database: name } of [...entrances]) {
    const connection: Client = new Connection(at, { connectMs: 5_000, answerMs: 5_000 })
    await connection.connect()
    const { rows } = await connection.query('SELECT current_database() AS name')
    expect(rows).toEqual([{ name }])
    await connection.end()
  }
})
