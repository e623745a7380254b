import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import pino from 'pino'
import { type Access, asAdmin, connect } from '../src/store/access.ts'
import { SUPERUSER, startEmbedded } from '../src/store/embedded.ts'
import { type Leadership, leadDatabase } from '../src/store/lead.ts'
import { migrate } from '../src/store/migrate.ts'
import { ensureRoles } from '../src/store/roles.ts'
import { openStore, type Store } from '../src/store/store.ts'
import { TEST_CLUSTER } from './test-cluster.ts'

export interface TestDatabase {
  readonly store: Store
  readonly leadership: Leadership
  readonly access: Access
  /** Runs statements as the database's owner. */
  run(sql: string): Promise<void>
  /** Ends the connections and drops the database. */
  close(): Promise<void>
}

/** A database of its own in the run's one PostgreSQL. */
export interface DatabaseCopy {
  readonly access: Access
  drop(): Promise<void>
}

/**
 * A store over a fresh, migrated database of its own, in the run's one PostgreSQL.
 *
 * @param seeded what the database contains from the beginning; nothing by default.
 */
export async function testStore(seeded?: Seed): Promise<TestDatabase> {
  const name = seeded ? `tradebook_${seeded.name}_template` : 'tradebook_template'
  const { access, drop } = await copyOf(name, async (template) => {
    const opened = await open(template, { migrate: true })
    await seeded?.fill(opened)
    await close(opened)
  })
  // The template is migrated.
  const opened = await open(access, { migrate: false })
  return {
    ...opened,
    access,
    async run(sql) {
      await onServer(access.admin, (client) => client.query(sql))
    },
    async close() {
      await close(opened)
      await drop()
    },
  }
}

/** Contents that several test files begin with: they are made once in a run. */
export interface Seed {
  /** Of the template database, in lower case. */
  readonly name: string
  fill(opened: Opened): Promise<void>
}

type Opened = Pick<TestDatabase, 'store' | 'leadership'>

async function open(access: Access, options: { readonly migrate: boolean }): Promise<Opened> {
  const leadership = await leadDatabase(access, silent)
  return { leadership, store: await openStore(access, silent, options) }
}

async function close({ store, leadership }: Opened): Promise<void> {
  await store.close()
  await leadership.giveUp()
}

const silent = pino({ level: 'silent' })

/**
 * A copy of a template database. Whichever worker asks for the template first makes it, and no
 * connection to it may remain open after that.
 */
export async function copyOf(
  template: string,
  make: (access: Access) => Promise<void>,
): Promise<DatabaseCopy> {
  const cluster = await testCluster()
  const databaseAt = (database: string): Access => ({ ...cluster, admin: { ...cluster.admin, database } })
  const name = `test_${randomBytes(6).toString('hex')}`
  await oneAtATime(template, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [
      template,
    ])
    if (!rowCount) {
      await client.query(`DROP DATABASE IF EXISTS ${template}`)
      await client.query(`CREATE DATABASE ${template}`)
      await make(databaseAt(template))
      await client.query(`ALTER DATABASE ${template} IS_TEMPLATE true`)
    }
    // Copying its files needs half of the time that writing them into the log does.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  })
  return {
    access: databaseAt(name),
    async drop() {
      await onServer(cluster.admin, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

/** Does the work while no other worker of the run does work of the same name; its connection is the superuser's. */
export async function oneAtATime<Result>(
  name: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { admin } = await testCluster()
  return onServer(admin, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    return work(client)
  })
}

/** Brings a new database to the schema of an earlier release, whose last migration this is. */
export async function migrateNew(access: Access, last: string): Promise<void> {
  await ensureRoles(await connect(asAdmin(access), { connectMs: 10_000, answerMs: 60_000 }), access.login)
  await migrate(access.admin, silent, last)
}

let cluster: Promise<Access> | undefined

/** Started by whichever worker comes first. Each asks once: every start looks for PostgreSQL's programs and runs one. */
const testCluster = (): Promise<Access> => {
  cluster ??= startCluster()
  return cluster
}

async function startCluster(): Promise<Access> {
  const folder = process.env[TEST_CLUSTER]
  if (!folder) throw new Error('The tests’ PostgreSQL has no place: vitest runs without its global set-up.')
  // Nothing of a test must survive a power cut.
  const { host, port, superuserPassword, loginPassword } = await startEmbedded(folder, silent, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    wal_level: 'minimal',
    max_wal_senders: '0',
    // A checkpoint or a vacuum of hundreds of short-lived databases serves nobody.
    checkpoint_timeout: '1h',
    autovacuum: 'off',
    scram_iterations: '1',
  })
  return {
    admin: { host, port, user: SUPERUSER, password: superuserPassword, database: 'postgres' },
    login: { user: 'tradebook', password: loginPassword },
  }
}

async function onServer<Result>(
  admin: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(admin)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
