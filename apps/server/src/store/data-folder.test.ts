import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { whyNotStarted } from './access.ts'
import { type EmbeddedServer, startEmbedded, stopEmbedded } from './embedded.ts'
import { lead } from './lead.ts'

const silent = pino({ level: 'silent' })
/** Closed to all but its owner, so that PostgreSQL's own account cannot reach what is in it. */
let parent: string
let original: string
const used = new Set<string>()
const started: EmbeddedServer[] = []

// Making a database takes longest: each test works on copies of one.
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'tradebook-folders-'))
  chmodSync(parent, 0o700)
  original = join(parent, 'original')
  const server = await start(original)
  await ask(server, `CREATE TABLE kept AS SELECT 'original' AS name`)
  await server.stop()
})
afterEach(async () => {
  // By itself, or it goes on claiming its folder.
  for (const server of started.splice(0)) await server.stop()
  for (const folder of used) if (existsSync(folder)) await stopEmbedded(folder)
})
afterAll(() => rmSync(parent, { recursive: true }))

async function start(folder: string): Promise<EmbeddedServer> {
  used.add(folder)
  const server = await startEmbedded(folder, silent)
  started.push(server)
  return server
}

async function ask({ host, port, superuserPassword }: EmbeddedServer, query: string): Promise<unknown> {
  const client = new Client({
    host,
    port,
    user: 'postgres',
    password: superuserPassword,
    database: 'postgres',
  })
  await client.connect()
  const { rows } = await client.query({ text: query, rowMode: 'array' })
  await client.end()
  return rows[0]?.[0]
}

const nameIn = (server: EmbeddedServer) => ask(server, 'SELECT name FROM kept')

function copy(from: string, to: string, options = '-a'): string {
  const folder = join(parent, to)
  expect(spawnSync('cp', [options, from, folder], { encoding: 'utf8' }).stderr).toBe('')
  used.add(folder)
  return folder
}

const isRunning = (folder: string) => existsSync(join(folder, 'postgres', 'postmaster.pid'))

/** How a start of a folder fails, in the words that are printed. */
async function failure(folder: string): Promise<string> {
  used.add(folder)
  const config = { databaseUrl: undefined, dataFolder: folder }
  const error = await lead(config, silent).then(
    () => new Error('it started'),
    (error: unknown) => whyNotStarted(error, config),
  )
  return (error as Error).message
}

test('a copy has its own database: both run side by side, and neither sees the other', async () => {
  const first = await start(original)
  await first.stop()
  const folder = copy(original, 'copy')
  const [one, other] = [await start(original), await start(folder)]
  await ask(other, `UPDATE kept SET name = 'copy'`)
  expect([await nameIn(one), await nameIn(other)]).toEqual(['original', 'copy'])
  await other.stop()
  expect(await nameIn(one)).toBe('original')
})

test('nothing in a data folder says where it is', async () => {
  const folder = copy(original, 'anywhere')
  const found = spawnSync('grep', ['-rlF', parent, folder], { encoding: 'utf8' })
  expect(found.stdout).toBe('')
})

test('a folder that was moved starts with what it had', async () => {
  const folder = copy(original, 'before')
  const moved = join(parent, 'moved', 'deeper')
  mkdirSync(join(parent, 'moved'))
  renameSync(folder, moved)
  expect(await nameIn(await start(moved))).toBe('original')
})

test('a folder moved while its database was running is taken over', async () => {
  const folder = copy(original, 'running')
  const { port } = await start(folder)
  const moved = join(parent, 'moved-running')
  renameSync(folder, moved)
  const again = await start(moved)
  expect(again.port).toBe(port)
  expect(await nameIn(again)).toBe('original')
})

test('a copy without owners and modes, as many tools make them, starts', async () => {
  const folder = copy(original, 'plain', '-r')
  chmodSync(join(folder, 'postgres'), 0o755)
  expect(await nameIn(await start(folder))).toBe('original')
})

test('an older copy that takes the place of the folder starts with what it had', async () => {
  const folder = copy(original, 'restored')
  const backup = copy(folder, 'backup')
  const server = await start(folder)
  await ask(server, `UPDATE kept SET name = 'newer'`)
  await server.stop()
  rmSync(folder, { recursive: true })
  copy(backup, 'restored')
  expect(await nameIn(await start(folder))).toBe('original')
})

test('a copy of a folder in use is refused with a clear message; the original keeps running', async () => {
  const folder = copy(original, 'used')
  const server = await start(folder)
  const made = copy(folder, 'copy-of-used')
  expect(await failure(made)).toContain('is a copy of one that was in use')
  expect(isRunning(folder)).toBe(true)
  expect(await nameIn(server)).toBe('original')

  // Its reader knows better: it never works on the original's database.
  rmSync(join(made, 'in-use.json'))
  const other = await start(made)
  await ask(other, `UPDATE kept SET name = 'copy'`)
  expect(other.port).not.toBe(server.port)
  expect(await nameIn(server)).toBe('original')
})

test.each([
  ['torn', '{"superuserPassword": "abc'],
  ['empty', ''],
  ['without a password', '{"superuserPassword": "abc"}'],
  ['of another kind', '[]'],
])('a postgres.json that is %s is named', async (_, text) => {
  const folder = copy(original, `torn-${text.length}`)
  writeFileSync(join(folder, 'postgres.json'), text)
  expect(await failure(folder)).toBe(
    `${join(folder, 'postgres.json')} is damaged: it does not hold the passwords of the database. Restore it from a copy of the data folder.`,
  )
})

test('a postgres.json that is missing is named', async () => {
  const folder = copy(original, 'missing')
  rmSync(join(folder, 'postgres.json'))
  expect(await failure(folder)).toContain(`${join(folder, 'postgres.json')} is missing`)
})

test('passwords of another copy are named, and no PostgreSQL is left running', async () => {
  const folder = copy(original, 'strange')
  const kept = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'))
  writeFileSync(join(folder, 'postgres.json'), JSON.stringify({ ...kept, superuserPassword: 'another' }))
  expect(await failure(folder)).toContain('The passwords in postgres.json of the data folder')
  expect(isRunning(folder)).toBe(false)
  expect(existsSync(join(folder, 'in-use.json'))).toBe(false)
})

test('a database that an older version kept elsewhere is to be moved into the folder', async () => {
  const folder = copy(original, 'older')
  const elsewhere = join(parent, 'elsewhere')
  renameSync(join(folder, 'postgres'), elsewhere)
  const kept = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'))
  writeFileSync(join(folder, 'postgres.json'), JSON.stringify({ ...kept, cluster: elsewhere }))
  expect(await failure(folder)).toContain(`mv ${elsewhere} ${join(folder, 'postgres')}`)
  renameSync(elsewhere, join(folder, 'postgres'))
  expect(await nameIn(await start(folder))).toBe('original')
})

test('a read-only folder is refused with a clear message, and no PostgreSQL is left running', async ({
  skip,
}) => {
  const folder = copy(original, 'read-only')
  const isRoot = process.getuid?.() === 0
  if (!isRoot) chmodSync(folder, 0o500)
  else if (spawnSync('mount', ['--bind', '-o', 'ro', folder, folder]).status !== 0)
    skip('root may write everything, and this machine mounts nothing')
  try {
    expect(await failure(folder)).toMatch(
      isRoot ? /is on a disk that can only be read/ : /The user that runs Tradebook cannot write/,
    )
    expect(isRunning(folder)).toBe(false)
  } finally {
    if (isRoot) spawnSync('umount', [folder])
    else chmodSync(folder, 0o700)
  }
})
