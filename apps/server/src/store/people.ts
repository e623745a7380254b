import { hash } from '@node-rs/argon2'
import { type Permission, permissionsOf, type RoleName, readyRoles, roles } from '@tradebook/contract'
import { sql } from 'kysely'
import { HOST } from './host.ts'
import type { Store, Tx } from './store.ts'
import { giveRoles, insertUser, type NewPerson } from './users.ts'

/** The first firms and people: what must be there before anybody can sign in and add more. */

export interface NewUser extends NewPerson {
  readonly password: string
  readonly roles: readonly RoleName[]
}

/** Makes the host's role and its user `admin` where they are missing; only then is the password asked for. */
export async function createHostAdmin(store: Store, password: () => string): Promise<void> {
  const host = store.forTenant(0)
  const there = await host.read((tx) => tx.selectFrom('users').select('id').limit(1).executeTakeFirst())
  if (there) return
  const passwordHash = await hash(password())
  await host.write(async (tx) => {
    await createStaticRoles(tx, 0, ['ADMIN'])
    const admin = {
      userName: 'admin',
      name: 'Host',
      surname: 'Administrator',
      emailAddress: 'admin@localhost',
    }
    const id = await insertUser(tx, 0, admin, passwordHash)
    await giveRoles(tx, 0, id, await idsOfRoles(tx, ['ADMIN']))
  })
}

/** Makes a firm with its roles and their default grants. Answers its id. */
export const createTenant = (store: Store, firm: NewTenant): Promise<number> =>
  store.forHost().write((tx) => insertTenant(store, tx, firm))

export interface NewTenant {
  readonly tenancyName: string
  readonly name: string
  /** Whether its people may sign in; true unless set. */
  readonly isActive?: boolean
}

/**
 * The same in a transaction of the host, which is one of the firm from then on.
 *
 * @throws a violation of uniqueness where another firm has the name: see `unlessTaken`.
 */
export async function insertTenant(
  store: Pick<Store, 'become'>,
  tx: Tx,
  { tenancyName, name, isActive = true }: NewTenant,
): Promise<number> {
  const { id } = await tx
    .insertInto('tenants')
    .values({ tenancy_name: tenancyName, name, is_active: isActive, creation_time: sql`now()` })
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
    .values({ tenant_id: id, sequence: newest ?? 0n, news: newest ?? 0n })
    .execute()
  await createStaticRoles(tx, id, Object.keys(roles) as RoleName[])
  await createRoles(tx, id, readyRoles, false)
  return id
}

/** Makes a user whose e-mail address counts as confirmed. Answers the user's id. */
export async function createUser(store: Store, tenantId: number, user: NewUser): Promise<number> {
  const passwordHash = await hash(user.password)
  return store.forTenant(tenantId).write(async (tx) => {
    const id = await insertUser(tx, tenantId, user, passwordHash)
    await giveRoles(tx, tenantId, id, await idsOfRoles(tx, user.roles))
    return id
  })
}

const createStaticRoles = (tx: Tx, tenantId: number, names: readonly RoleName[]): Promise<void> =>
  createRoles(tx, tenantId, Object.fromEntries(names.map((name) => [name, roles[name]])), true)

interface NewRole {
  readonly displayName: string
  readonly grants: readonly Permission[]
}

/** @param isStatic whether they can be neither renamed nor deleted. */
async function createRoles(
  tx: Tx,
  tenantId: number,
  made: Readonly<Record<string, NewRole>>,
  isStatic: boolean,
): Promise<void> {
  const grantable = new Set(permissionsOf(tenantId === HOST ? 'host' : 'tenant'))
  for (const [name, { displayName, grants }] of Object.entries(made)) {
    const { id } = await tx
      .insertInto('roles')
      .values({
        tenant_id: tenantId,
        name,
        display_name: displayName,
        is_static: isStatic,
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

/** The ids of the static roles. */
export async function idsOfRoles(tx: Tx, names: readonly RoleName[]): Promise<number[]> {
  if (names.length === 0) return []
  const rows = await tx
    .selectFrom('roles')
    .select('id')
    .where('name', 'in', names)
    .where('is_static', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}
