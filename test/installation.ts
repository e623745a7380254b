import pino from 'pino'
import { SUPERUSER, startEmbedded } from '../apps/server/src/store/embedded.ts'
import { databasePasswords } from '../apps/server/src/store/postgres-passwords.ts'
import { demoDataFolder } from './demo-server.ts'
import { NatsServer } from './nats-server.ts'
import {
  freePort,
  newDataFolder,
  type RunningServer,
  removeDataFolder,
  startServer,
} from './running-server.ts'

/** An installation of several processes with the demo: one database, one NATS server, and what is started of it. */
export interface Installation {
  /** The data folder of its database. */
  readonly database: string
  readonly nats: NatsServer
  /** Starts a process of a role, in a data folder of its own. */
  start(role: 'desk' | 'web', env?: Readonly<Record<string, string>>): Promise<RunningServer>
  /** Stops all that was started, and removes its folders. */
  close(): Promise<void>
}

export async function openInstallation(): Promise<Installation> {
  const database = await demoDataFolder()
  const port = await freePort()
  await startEmbedded(database, pino({ level: 'silent' }), { port: String(port) })
  const { superuserPassword } = databasePasswords(database)
  const nats = await NatsServer.start()
  const shared = {
    DATABASE_URL: `postgres://${SUPERUSER}:${superuserPassword}@127.0.0.1:${port}/postgres`,
    NATS_URL: nats.url,
    TRADEBOOK_PUBLIC_URL: 'http://localhost:8080',
  }
  const folders: string[] = []
  /** In the order of their starts. */
  const started: Promise<RunningServer>[] = []
  return {
    database,
    nats,
    start(role, env = {}) {
      const folder = newDataFolder()
      folders.push(folder)
      const server = startServer(folder, { ...shared, TRADEBOOK_ROLE: role, ...env })
      started.push(server)
      // Who started it sees an error where it awaits the result.
      server.catch(() => {})
      return server
    },
    async close() {
      // A desk that stands by is started when the others have ended, and not before.
      for (const server of started) await (await server.catch(() => undefined))?.stop()
      await nats.kill()
      for (const folder of [...folders, database]) await removeDataFolder(folder)
    },
  }
}
