import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type ClientConfig, Pool } from 'pg'
import type { Logger } from 'pino'
import { Role } from './roles.ts'

const folder = join(import.meta.dirname, 'migrations')

/**
 * Brings the database to the newest schema, or to that of the migration `last`, as the tables' owner:
 * applies the files of `migrations/` that it does not have yet, in order, in one transaction.
 */
export async function migrate(admin: ClientConfig, log: Logger, last?: string): Promise<void> {
  const pool = new Pool({ ...admin, max: 1, options: `-c role=${Role.owner}` })
  // What was being done with a lost connection fails there.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a database connection was lost'))
  // A migration names what people have to know of: a name that had to be changed.
  pool.on('connect', (client) =>
    client.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') log.warn({ reason: message }, 'what a migration changed')
    }),
  )
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await sql.raw(renameFirms).execute(db)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations() } })
    const { error, results } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
    for (const { migrationName, status } of results ?? []) {
      if (status === 'Success') log.info({ migration: migrationName }, 'database migrated')
      if (status === 'Error')
        log.error({ migration: migrationName }, 'this migration failed, none was applied')
    }
    if (error) throw error
  } finally {
    await db.destroy()
  }
}

/**
 * The migration of firms and accounts was once the second with the number 007. A database that
 * recorded it so has it as the last one, as a database migrated today has.
 */
const renameFirms = `DO $$ BEGIN
  IF to_regclass('kysely_migration') IS NOT NULL THEN
    UPDATE kysely_migration
    SET name = '008_firms_and_accounts', timestamp = (SELECT max(timestamp) FROM kysely_migration)
    WHERE name = '007_firms_and_accounts';
  END IF;
END $$`

/** The migrations of this release, in order. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace('.sql', ''))
    .sort()

const migrations = (): Record<string, Migration> =>
  Object.fromEntries(
    migrationNames().map((name) => {
      const statements = readFileSync(join(folder, `${name}.sql`), 'utf8')
      return [name, { up: async (db) => void (await sql.raw(statements).execute(db)) }]
    }),
  )
