import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import pino from 'pino'
import { SUPERUSER, startEmbedded } from './embedded.ts'
import { type Access, openDatabase, type Store } from './store.ts'
import { TEST_CLUSTER } from './test-cluster.ts'

export interface TestDatabase {
  readonly store: Store
  readonly access: Access
  /** End the connections and drop the database. */
  close(): Promise<void>
}

/** A store over a fresh, migrated database of its own, in the run's one PostgreSQL. */
export async function testStore(): Promise<TestDatabase> {
  const cluster = await testCluster()
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(cluster.admin, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`))
  const access = { ...cluster, admin: { ...cluster.admin, database: name } }
  const store = await openDatabase(access, silent)
  return {
    store,
    access,
    async close() {
      await store.close()
      await onServer(cluster.admin, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

const TEMPLATE = 'tradebook_template'
const silent = pino({ level: 'silent' })

/** Started by whichever worker comes first; the migrated template is made once, too. */
async function testCluster(): Promise<Access> {
  const folder = process.env[TEST_CLUSTER]
  if (!folder) throw new Error('The tests’ PostgreSQL has no place: vitest runs without its global set-up.')
  // Nothing of a test must survive a power cut.
  const { host, port, superuserPassword, loginPassword } = await startEmbedded(folder, silent, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  })
  const access = {
    admin: { host, port, user: SUPERUSER, password: superuserPassword, database: 'postgres' },
    login: { user: 'tradebook', password: loginPassword },
  }
  await onServer(access.admin, async (client) => {
    await client.query('SELECT pg_advisory_lock(1)')
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [
      TEMPLATE,
    ])
    if (rowCount) return
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`)
    await client.query(`CREATE DATABASE ${TEMPLATE}`)
    const store = await openDatabase({ ...access, admin: { ...access.admin, database: TEMPLATE } }, silent)
    await store.close()
    await client.query(`ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true`)
  })
  return access
}

async function onServer(admin: ClientConfig, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(admin)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
