import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'

const silent = pino({ level: 'silent' })
/** Vitest would give up after one second, however busy the machine is; the test's own limit is enough. */
const TIMEOUTS = { timeout: 30_000 }
let folder: string
let server: EmbeddedServer

// Making a database takes longest, so the tests share one, in their order.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradebook-embedded-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const connectTo = async ({ host, port, superuserPassword }: EmbeddedServer): Promise<Client> => {
  const client = new Client({
    host,
    port,
    user: 'postgres',
    password: superuserPassword,
    database: 'postgres',
  })
  await client.connect()
  return client
}

const ask = async (of: EmbeddedServer, query: string): Promise<unknown> => {
  const client = await connectTo(of)
  const { rows } = await client.query({ text: query, rowMode: 'array' })
  await client.end()
  return rows[0]?.[0]
}

test('several at once make one', async () => {
  const servers = await Promise.all([1, 2, 3].map(() => startEmbedded(folder, silent)))
  for (const { port, superuserPassword } of servers) {
    expect({ port, superuserPassword }).toEqual({
      port: servers[0]?.port,
      superuserPassword: servers[0]?.superuserPassword,
    })
  }
})

test("is durable, independent of the machine's locale and time zone, and listens only on this machine", async () => {
  server = await startEmbedded(folder, silent)
  for (const [name, value] of [
    ['fsync', 'on'],
    ['synchronous_commit', 'on'],
    ['full_page_writes', 'on'],
    ['data_checksums', 'on'],
    ['listen_addresses', '127.0.0.1'],
    ['TimeZone', 'UTC'],
    ['server_encoding', 'UTF8'],
  ]) {
    expect([name, await ask(server, `SHOW ${name}`)]).toEqual([name, value])
  }
  expect(await ask(server, `SELECT lower('ÀBẸ́')`)).toBe('àbẹ́')
  expect(await ask(server, `SELECT string_agg(c, '' ORDER BY c) FROM unnest(ARRAY['b','B','a','A']) c`)).toBe(
    'ABab',
  )
})

test('stores its passwords where only its owner can read them, and admits no one without them', async () => {
  server = await startEmbedded(folder, silent)
  expect(statSync(join(folder, 'postgres.json')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0)
  await expect(ask({ ...server, superuserPassword: 'a guess' }, 'SELECT 1')).rejects.toThrow(
    'authentication failed',
  )
  expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).not.toContain(server.superuserPassword)
})

test('a running one is taken over, a stopped one is started with what it had', async () => {
  server = await startEmbedded(folder, silent)
  await ask(server, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const again = await startEmbedded(folder, silent)
  expect(again.port).toBe(server.port)
  await again.stop()
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
  server = await startEmbedded(folder, silent)
  expect(await ask(server, 'SELECT answer FROM kept')).toBe(42)
})

test('one that was killed is started again with every commit it had answered', async () => {
  server = await startEmbedded(folder, silent)
  await ask(server, 'CREATE TABLE answered AS SELECT 42 AS answer')
  const pid = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), TIMEOUTS)
  server = await startEmbedded(folder, silent)
  expect(await ask(server, 'SELECT answer FROM answered')).toBe(42)
})

test('one whose shutdown waits for a suspended process is cut short and started again', async () => {
  server = await startEmbedded(folder, silent)
  await ask(server, 'CREATE TABLE kept_still AS SELECT 42 AS answer')
  const pid = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  // A client that stays keeps its process, while the others of PostgreSQL come and go.
  const client = await connectTo(server)
  const { rows } = await client.query('SELECT pg_backend_pid() AS backend')
  const lost = new Promise((resolve) => client.once('end', resolve))
  client.on('error', () => {})
  process.kill(rows[0].backend, 'SIGSTOP')
  process.kill(pid, 'SIGINT')
  const lockFile = () => readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8')
  await vi.waitFor(() => expect(lockFile()).toContain('stopping'), TIMEOUTS)
  server = await startEmbedded(folder, silent)
  await lost
  expect(await ask(server, 'SELECT answer FROM kept_still')).toBe(42)
})
