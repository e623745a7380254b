import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Access } from '../apps/server/src/store/access.ts'
import { TEST_CLUSTER } from '../apps/server/testing/test-cluster.ts'
import { copyOf, oneAtATime } from '../apps/server/testing/test-database.ts'
import { newDataFolder, type OwnServer, removeDataFolder, startServer } from './running-server.ts'

/** A server with the demo. */
export type DemoServer = OwnServer

/**
 * Starts a server over its own copy of the demo's database, in the test run's PostgreSQL. The demo is seeded once in a test run,
 * by a server that is started for that alone.
 */
export async function openDemo(env: Readonly<Record<string, string>> = {}): Promise<DemoServer> {
  const { access, drop } = await copyOf('tradebook_demo', seedDemo)
  const dataFolder = newDataFolder()
  const server = await startServer(dataFolder, { DATABASE_URL: urlOf(access), ...env })
  return {
    ...server,
    async close() {
      await server.stop()
      await drop()
      await removeDataFolder(dataFolder)
    },
  }
}

/**
 * A data folder with the demo's database, for a server of which a test harms PostgreSQL, the lock or the disk.
 * The demo is seeded once in a test run; this is a copy of that folder.
 */
export async function demoDataFolder(folder = newDataFolder()): Promise<string> {
  const seeded = await oneAtATime('demo data folder', seedDataFolder)
  copyFolder(seeded, folder)
  return folder
}

async function seedDataFolder(): Promise<string> {
  const folder = join(process.env[TEST_CLUSTER] ?? '', 'demo')
  const seeded = join(folder, 'seeded')
  if (!existsSync(seeded)) {
    const server = await startServer(folder)
    await server.stop()
    writeFileSync(seeded, '')
  }
  return folder
}

/** Copies what a folder contains, with owners and modes: PostgreSQL starts only on a folder of its own account. */
function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The folder could not be copied: ${stderr}`)
}

async function seedDemo(access: Access): Promise<void> {
  const dataFolder = newDataFolder()
  const server = await startServer(dataFolder, { DATABASE_URL: urlOf(access) })
  await server.stop()
  await removeDataFolder(dataFolder)
}

const urlOf = ({ admin: { host, port, user, password, database } }: Access): string =>
  `postgres://${user}:${password}@${host}:${port}/${database}`
