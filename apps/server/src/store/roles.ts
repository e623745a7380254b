import type { Client } from 'pg'

/**
 * The roles of PostgreSQL. The owner migrates. The others cannot log in; a transaction takes one
 * of them and can do what that one may, no more (migrations 001, 053, 058 and 111 list what).
 */
export const Role = {
  owner: 'tradebook_owner',
  tenant: 'tradebook_tenant',
  desk: 'tradebook_desk',
  host: 'tradebook_host',
  audit: 'tradebook_audit',
  sweeper: 'tradebook_sweeper',
  notifier: 'tradebook_notifier',
} as const
export type Role = (typeof Role)[keyof typeof Role]

const OLDEST_VERSION = 160_000

/**
 * Makes the roles where they are missing, and lets the login take them. Done at every start.
 *
 * @param client a connection of the person who may make roles, and becomes able to act as the owner. It is ended.
 * @param login who queries run as, and its password if it is ours to make; else the admin.
 * @throws Error naming what the database or its user lacks.
 */
export async function ensureRoles(client: Client, login?: { user: string; password: string }): Promise<void> {
  try {
    const { rows } = await client.query<{ version: string; name: string }>(
      `SELECT current_setting('server_version_num') AS version, current_user AS name`,
    )
    const version = Number(rows[0]?.version)
    const me = rows[0]?.name ?? ''
    if (version < OLDEST_VERSION)
      throw new Error(`PostgreSQL 16 or newer is needed; DATABASE_URL leads to ${version}.`)
    try {
      for (const role of Object.values(Role)) await client.query(createRole(role, 'NOLOGIN'))
      if (login) {
        const password = client.escapeLiteral(login.password)
        await client.query(createRole(login.user, `LOGIN NOINHERIT PASSWORD ${password}`))
      }
      const owner = await membership(client, me, [Role.owner])
      const taken = await membership(client, login?.user ?? me, [
        Role.tenant,
        Role.desk,
        Role.host,
        Role.audit,
        Role.sweeper,
        Role.notifier,
      ])
      for (const statement of [...owner, ...taken]) await client.query(statement)
      if (!(await mayCreate(client)))
        await client.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${Role.owner}`)
    } catch (error) {
      if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error
      throw new Error(
        `The user ${me} of DATABASE_URL cannot create Tradebook's roles. Either ALTER ROLE ${me} CREATEROLE and let it own the database, or create the roles ${Object.values(Role).join(', ')}, GRANT them TO ${me} WITH INHERIT FALSE, SET TRUE, and GRANT USAGE, CREATE ON SCHEMA public TO ${Role.owner}.`,
      )
    }
  } finally {
    await client.end()
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Two servers may start at once on one cluster: who comes second finds the role there. */
const createRole = (role: string, options: string) => `DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role} ${options}; END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`

/** What is still to be granted. Nothing is inherited: a query without a role taken sees no table at all. */
async function membership(client: Client, member: string, roles: readonly Role[]): Promise<string[]> {
  const { rows } = await client.query<{ role: Role }>(
    `SELECT role.rolname AS role FROM pg_auth_members JOIN pg_roles role ON role.oid = roleid
     JOIN pg_roles member ON member.oid = member
     WHERE member.rolname = $1 AND set_option AND NOT inherit_option`,
    [member],
  )
  const held = new Set(rows.map(({ role }) => role))
  return roles
    .filter((role) => !held.has(role))
    .map((role) => `GRANT ${role} TO ${client.escapeIdentifier(member)} WITH INHERIT FALSE, SET TRUE`)
}

/** Asked first, for two servers that grant the same thing at once get in each other's way. */
async function mayCreate(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_schema_privilege($1, 'public', 'CREATE') AS may`,
    [Role.owner],
  )
  return rows[0]?.may === true
}
