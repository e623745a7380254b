import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate, readPrivate } from './private-file.ts'

/** What enters the embedded database; kept in `postgres.json`, which its owner alone can read. */
export interface DatabasePasswords {
  /** Of the role for roles and migrations. */
  readonly superuserPassword: string
  /** Of the role that queries run under. */
  readonly loginPassword: string
}

/** The database of a data folder: always in it, so that who copies or moves the folder has all of it. */
export const clusterOf = (dataFolder: string): string => join(dataFolder, 'postgres')

const passwordsFile = (dataFolder: string) => join(dataFolder, 'postgres.json')

/**
 * The passwords of a data folder's database, made where there is no database yet.
 *
 * @throws Error in words when the file is damaged or missing, or an older version kept the database elsewhere.
 */
export function databasePasswords(dataFolder: string): DatabasePasswords {
  // The database is made after its passwords: asked in this order, one that another start is making has them.
  const hasDatabase = existsSync(join(clusterOf(dataFolder), 'PG_VERSION'))
  const file = passwordsFile(dataFolder)
  const kept = existsSync(file)
  if (!kept && hasDatabase)
    throw new Error(
      `The data folder ${dataFolder} has a database, but not its passwords: ${file} is missing. Restore it from a copy of the data folder.`,
    )
  if (!kept) make(file)
  return read(file, dataFolder, hasDatabase)
}

function read(file: string, dataFolder: string, hasDatabase: boolean): DatabasePasswords {
  const { superuserPassword, loginPassword, cluster } = readPrivate(file) ?? {}
  if (!isPassword(superuserPassword) || !isPassword(loginPassword))
    throw new Error(
      `${file} is damaged: it does not hold the passwords of the database. ${
        hasDatabase
          ? 'Restore it from a copy of the data folder.'
          : 'There is no database yet: delete the file and start again.'
      }`,
    )
  // An older version kept a database elsewhere where PostgreSQL's own account could not reach the data folder.
  if (!hasDatabase && typeof cluster === 'string' && existsSync(join(cluster, 'PG_VERSION')))
    throw new Error(
      `The database of the data folder ${dataFolder} is still where an older version put it. Stop every Tradebook that uses it, then move it: mv ${cluster} ${clusterOf(dataFolder)}`,
    )
  return { superuserPassword, loginPassword }
}

const isPassword = (value: unknown): value is string => typeof value === 'string' && value !== ''

const secret = () => randomBytes(24).toString('base64url')

/** Made once, no matter who makes them first. */
function make(file: string, superuserPassword = secret()): void {
  const made: DatabasePasswords = { superuserPassword, loginPassword: secret() }
  makePrivate(file, made)
}

/** Keeps the superuser's password of a database that was copied, with a new one of the login. */
export const keepPasswords = (dataFolder: string, superuserPassword: string): void =>
  make(passwordsFile(dataFolder), superuserPassword)
