import type { Access } from '../apps/server/src/store/access.ts'
import { copyOf } from '../apps/server/src/store/test-database.ts'
import { newDataFolder, type RunningServer, removeDataFolder, startServer } from './running-server.ts'

/** A server whose database is in the test run's PostgreSQL. */
export interface DemoServer extends RunningServer {
  /** Stops it, and removes its database and its data folder. */
  close(): Promise<void>
}

/**
 * Starts a server over its own copy of the demo's database. The demo is seeded once in a test run,
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

async function seedDemo(access: Access): Promise<void> {
  const dataFolder = newDataFolder()
  const server = await startServer(dataFolder, { DATABASE_URL: urlOf(access) })
  await server.stop()
  await removeDataFolder(dataFolder)
}

const urlOf = ({ admin: { host, port, user, password, database } }: Access): string =>
  `postgres://${user}:${password}@${host}:${port}/${database}`
