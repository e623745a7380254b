import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { permissionsOf, type RoleName, roles } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Store, Tx } from './store.ts'

/** The first firms and people: what must be there before anybody can sign in and add more. */

export interface NewUser {
  readonly userName: string
  readonly name: string
  readonly surname: string
  readonly emailAddress: string
  readonly password: string
  readonly roles: readonly RoleName[]
}

/** Makes the host's role and its user `admin` where they are missing. Answers whether they were. */
export async function createHostAdmin(store: Store, password: string): Promise<boolean> {
  const host = store.forTenant(0)
  const there = await host.read((tx) => tx.selectFrom('users').select('id').limit(1).executeTakeFirst())
  if (there) return false
  const passwordHash = await hash(password)
  await host.write(async (tx) => {
    await createStaticRoles(tx, 0, ['ADMIN'])
    const admin = {
      userName: 'admin',
      name: 'Host',
      surname: 'Administrator',
      emailAddress: 'admin@localhost',
    }
    await insertUser(tx, 0, { ...admin, roles: ['ADMIN'] }, passwordHash)
  })
  return true
}

/** Makes a firm with the static roles and their default grants. Answers its id. */
export function createTenant(
  store: Store,
  { tenancyName, name }: { readonly tenancyName: string; readonly name: string },
): Promise<number> {
  return store.forHost().write(async (tx) => {
    const { id } = await tx
      .insertInto('tenants')
      .values({ tenancy_name: tenancyName, name, creation_time: sql`now()` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await store.become(tx, id)
    // The news that there are already are not new to its users.
    const { newest } = await tx
      .selectFrom('news')
      .select(({ fn }) => fn.max('id').as('newest'))
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('notification_cursors')
      .values({ tenant_id: id, sequence: newest ?? 0n })
      .execute()
    await createStaticRoles(tx, id, Object.keys(roles) as RoleName[])
    return id
  })
}

/** Makes a user whose e-mail address counts as confirmed. Answers the user's id. */
export async function createUser(store: Store, tenantId: number, user: NewUser): Promise<number> {
  const passwordHash = await hash(user.password)
  return store.forTenant(tenantId).write((tx) => insertUser(tx, tenantId, user, passwordHash))
}

async function createStaticRoles(tx: Tx, tenantId: number, names: readonly RoleName[]): Promise<void> {
  const grantable = new Set(permissionsOf(tenantId === 0 ? 'host' : 'tenant'))
  for (const name of names) {
    const { displayName, grants } = roles[name]
    const { id } = await tx
      .insertInto('roles')
      .values({
        tenant_id: tenantId,
        name,
        display_name: displayName,
        is_static: true,
        creation_time: sql`now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = grants
      .filter((permission) => grantable.has(permission))
      .map((permission) => ({ tenant_id: tenantId, role_id: id, permission }))
    await tx.insertInto('role_permissions').values(rows).execute()
  }
}

async function insertUser(
  tx: Tx,
  tenantId: number,
  user: Omit<NewUser, 'password'>,
  passwordHash: string,
): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({
      tenant_id: tenantId,
      user_name: user.userName,
      name: user.name,
      surname: user.surname,
      email_address: user.emailAddress,
      password_hash: passwordHash,
      security_stamp: randomUUID(),
      creation_time: sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('user_roles')
    .expression((eb) =>
      eb
        .selectFrom('roles')
        .select(['roles.tenant_id', eb.lit(id).as('user_id'), 'roles.id as role_id'])
        .where('roles.name', 'in', user.roles),
    )
    .columns(['tenant_id', 'user_id', 'role_id'])
    .execute()
  return id
}

export interface FirstRunPasswords {
  readonly admin: string
  readonly demo: string
  /** Where they can be read later, or `undefined` when both were given by the environment. */
  readonly file: string | undefined
}

/**
 * The passwords of the first users: those of the environment, else random ones, made once and kept
 * in the data folder where only its owner can read them.
 */
export function firstRunPasswords(
  config: Pick<Config, 'adminPassword' | 'demoPassword'>,
  dataFolder: string,
): FirstRunPasswords {
  const { adminPassword, demoPassword } = config
  if (adminPassword && demoPassword) return { admin: adminPassword, demo: demoPassword, file: undefined }
  const file = join(dataFolder, 'passwords.json')
  if (!existsSync(file)) {
    const random = () => randomBytes(12).toString('base64url')
    const made = {
      ...(adminPassword ? {} : { admin: random() }),
      ...(demoPassword ? {} : { demo: random() }),
    }
    writeFileSync(file, `${JSON.stringify(made, undefined, 2)}\n`, { mode: 0o600 })
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { admin?: string; demo?: string }
  const password = (given: string | undefined, name: 'admin' | 'demo') => {
    const found = given ?? kept[name]
    if (!found) throw new Error(`${file} has no password for ${name}. Set it in the environment.`)
    return found
  }
  return { admin: password(adminPassword, 'admin'), demo: password(demoPassword, 'demo'), file }
}
