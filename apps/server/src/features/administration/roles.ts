import {
  type AuditChange,
  type CallRequest,
  isRefusal,
  type Permission,
  parentOf,
  permissionsOfRole,
  type Refusal,
  type RoleRow,
  refuse,
  roleList,
  roles as staticRoles,
} from '@tradebook/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import type { AuditedWork } from '../../platform/audited-write.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRightOfTwo } from '../../platform/influences.ts'
import type { Translate } from '../../platform/localisation.ts'
import type { Sessions } from '../../platform/sessions.ts'
import { readPage } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { Database } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'
import { unlessTaken } from '../../store/users.ts'
import { changeGrants, grantableIn, notHeld, type OwnRights } from './grants.ts'
import { userInfluences } from './user-influences.ts'

export interface RolesParts {
  readonly store: Store
  readonly sessions: Pick<Sessions, 'invalidate'>
  readonly clock: Clock
}

/** The roles of a firm, and what they grant. */
export function roles({ store, sessions, clock }: RolesParts): Handlers<`Role/${string}`> {
  const influences = userInfluences({ store, clock })
  return {
    'Role/Create': async (asked, context) => {
      const { tenantId } = context.caller
      return written(context, asked, (tx, recordChange) =>
        changeGrants(tx, context.caller, async (own) => {
          const granted = grantsAsked(asked, tenantId)
          const refusal = refusalOfGrants(asked, granted, own)
          if (refusal) return refusal
          const { id } = await tx
            .insertInto('roles')
            .values({ tenant_id: tenantId, ...columnsOf(asked), creation_time: new Date(clock.now()) })
            .returning('id')
            .executeTakeFirstOrThrow()
          await grant(tx, tenantId, id, granted)
          const role = await roleOf(tx, id)
          if (!isRefusal(role)) recordChange(roleChange(id, null, role))
          return role
        }),
      )
    },

    'Role/Update': async ({ id, ...asked }, context) => {
      const { tenantId } = context.caller
      const by = await influences.ruled(context.caller)
      return written(context, asked, (tx, recordChange) =>
        changeGrants(tx, context.caller, async (own) => {
          const before = await roleToChange(tx, id, tenantId, own)
          if (isRefusal(before)) return before
          if (before.isStatic && asked.name !== before.name)
            return refuse('roleIsStatic', { role: before.name })
          const granted = grantsAsked(asked, tenantId)
          if (before.isStatic && before.name === 'ADMIN' && losesOwn(before, granted))
            return refuse('roleIsStatic', { role: before.name })
          const refusal = refusalOfGrants(asked, granted, own)
          if (refusal) return refusal
          await tx.updateTable('roles').set(columnsOf(asked)).where('id', '=', id).execute()
          await tx.deleteFrom('role_permissions').where('role_id', '=', id).execute()
          await grant(tx, tenantId, id, granted)
          await recordGiven(tx, by, { id, before: before.grantedPermissions, granted })
          const after = await roleOf(tx, id)
          if (!isRefusal(after)) recordChange(roleChange(id, before, after))
          return after
        }),
      )
    },

    'Role/Delete': async ({ id }, context) =>
      written(context, {}, (tx, recordChange) =>
        changeGrants(tx, context.caller, async (own) => {
          const before = await roleToChange(tx, id, context.caller.tenantId, own)
          if (isRefusal(before)) return before
          if (before.isStatic) return refuse('roleIsStatic', { role: before.name })
          await tx.deleteFrom('user_roles').where('role_id', '=', id).execute()
          await tx
            .updateTable('roles')
            .set({ deletion_time: new Date(clock.now()) })
            .where('id', '=', id)
            .execute()
          recordChange(roleChange(id, before, null))
          return null
        }),
      ),

    'Role/Get': ({ id }, { caller }) => store.forTenant(caller.tenantId).read((tx) => roleOf(tx, id)),

    'Role/GetAll': (input, { caller }) =>
      readPage(
        store.forTenant(caller.tenantId),
        {
          parts: (tx) => [{ rows: filtered(selectRoles(tx), storedRoles, input) }],
          order: rowOrder(storedRoles, input.sorting),
          item: toRoleRow,
        },
        input,
      ),

    'Role/GetRolesAsync': async ({ permission }, { caller }) => ({
      items: (await store.forTenant(caller.tenantId).read((tx) => rolesGranting(tx, permission))).map(
        (role) => ({
          id: role.id,
          name: role.name,
          displayName: role.display_name,
          isStatic: role.is_static,
          isDefault: role.is_default,
          creationTime: role.creation_time.toISOString(),
        }),
      ),
    }),

    'Role/GetAllPermissions': async (_, { caller, translate }) => ({
      items: flatPermissions(caller.tenantId, translate).map((permission) => ({
        id: 0 as const,
        ...permission,
      })),
    }),

    'Role/GetRoleForEdit': async ({ id }, { caller, translate }) => {
      const role = await store.forTenant(caller.tenantId).read((tx) => roleOf(tx, id))
      if (isRefusal(role)) return role
      const { name, displayName, description, isStatic, grantedPermissions } = role
      return {
        role: { id, name, displayName, description, isStatic },
        permissions: flatPermissions(caller.tenantId, translate),
        grantedPermissionNames: grantedPermissions,
      }
    },
  }

  /** Who has a role that grants more was given rights by the person who changed it. */
  async function recordGiven(
    tx: Tx,
    by: Awaited<ReturnType<typeof influences.ruled>>,
    { id, before, granted }: { id: number; before: readonly string[]; granted: readonly Permission[] },
  ): Promise<void> {
    const added = granted.filter((permission) => !before.includes(permission))
    if (added.length === 0) return
    const members = await tx.selectFrom('user_roles').select('user_id').where('role_id', '=', id).execute()
    const mayApproveNow = added.some(isRightOfTwo)
    const given = members.map(({ user_id: userId }) => ({ userId, mayApproveNow }))
    await influences.given(tx, by, given)
  }

  /** Writes a change of roles; anyone who has a role has its new rights from the next request on. */
  async function written<T>(
    { caller, write }: CallContext<Caller>,
    { name = '' }: { readonly name?: string },
    work: AuditedWork<T | Refusal>,
  ): Promise<T | Refusal> {
    const result = await unlessTaken(write(work), { name })
    if (!isRefusal(result)) sessions.invalidate(caller.tenantId)
    return result
  }
}

type Asked = Pick<CallRequest<'Role/Create'>, 'name' | 'displayName' | 'description'>

const columnsOf = ({ name, displayName, description }: Asked) => ({
  name,
  display_name: displayName,
  description: description || null,
})

/** What is asked to be granted, of what the firm can grant at all. */
const grantsAsked = (
  {
    grantedPermissionNames = [],
    grantedPermissions = grantedPermissionNames,
  }: Pick<CallRequest<'Role/Create'>, 'grantedPermissions' | 'grantedPermissionNames'>,
  tenantId: number,
): Permission[] => grantableIn(tenantId).filter((name) => grantedPermissions.includes(name))

/** Why a role does not grant this: its giver does not hold it, or a role of this name cannot grant it. */
function refusalOfGrants(
  { name }: Asked,
  granted: readonly Permission[],
  own: OwnRights,
): Refusal | undefined {
  const missing = notHeld(own, granted)
  if (missing !== undefined) return refuse('grantNotHeld', { permissions: missing })
  const grantable = permissionsOfRole(name, 'host')
  const beyond = granted.filter((permission) => !grantable.includes(permission))
  return beyond.length > 0 ? refuse('roleOfCustomers', { permissions: beyond.join(',') }) : undefined
}

async function grant(
  tx: Tx,
  tenantId: number,
  roleId: number,
  permissions: readonly Permission[],
): Promise<void> {
  if (permissions.length === 0) return
  await tx
    .insertInto('role_permissions')
    .values(permissions.map((permission) => ({ tenant_id: tenantId, role_id: roleId, permission })))
    .execute()
}

/** The permissions that a firm can grant, in the reader's words and their order. */
const flatPermissions = (tenantId: number, translate: Translate) =>
  grantableIn(tenantId)
    .map((name) => ({
      name,
      displayName: translate(`Permission.${name}`),
      description: translate(`Permission.${name}.details`),
      parentName: parentOf(name) ?? null,
    }))
    .sort((one, other) => one.displayName.localeCompare(other.displayName))

const notDeleted = (tx: Tx) => tx.selectFrom('roles').where('roles.deletion_time', 'is', null)

/** The roles of the firm, each with what it grants. */
export const selectRoles = (tx: Tx) =>
  notDeleted(tx)
    .select(['roles.id', 'roles.name', 'roles.display_name', 'roles.description', 'roles.is_static'])
    .select(
      sql<string[]>`array(
        select permission from role_permissions
        where role_permissions.tenant_id = roles.tenant_id and role_permissions.role_id = roles.id
        order by permission)`.as('grants'),
    )

type SelectedRole =
  ReturnType<typeof selectRoles> extends SelectQueryBuilder<Database, 'roles', infer Row> ? Row : never

export const toRoleRow = (row: SelectedRole): RoleRow => ({
  id: row.id,
  name: row.name,
  displayName: row.display_name,
  normalizedName: row.name.toUpperCase(),
  description: row.description,
  isStatic: row.is_static,
  grantedPermissions: row.grants,
})

/** What was changed of a role, as the audit trail keeps it; `null` where it was not there, or is deleted. */
const roleChange = (id: number, before: RoleRow | null, after: RoleRow | null): AuditChange => ({
  ...{ entity: 'Role', id: String(id) },
  ...{ before: before && decided(before), after: after && decided(after) },
})

const decided = ({ name, displayName, description, grantedPermissions }: RoleRow) => ({
  ...{ name, displayName, description, grantedPermissions },
})

async function roleOf(tx: Tx, id: number): Promise<RoleRow | Refusal> {
  const row = await selectRoles(tx).where('roles.id', '=', id).executeTakeFirst()
  return row ? toRoleRow(row) : refuse('roleIsGone')
}

/** A role that grants no more than a person holds: another is not that person's to change. */
async function roleToChange(
  tx: Tx,
  id: number,
  tenantId: number,
  own: OwnRights,
): Promise<RoleRow | Refusal> {
  const role = await roleOf(tx, id)
  if (isRefusal(role)) return role
  const permissions = notHeld(own, grantsAsked(role, tenantId))
  return permissions === undefined ? role : refuse('roleGrantsMore', { role: role.name, permissions })
}

/** Whether the role ADMIN would lose a permission that it has from the beginning, and that others could not give back. */
const losesOwn = ({ grantedPermissions }: RoleRow, granted: readonly Permission[]): boolean =>
  staticRoles.ADMIN.grants.some(
    (permission) => grantedPermissions.includes(permission) && !granted.includes(permission),
  )

function rolesGranting(tx: Tx, permission: string | undefined) {
  const all = notDeleted(tx).selectAll('roles').orderBy('roles.name')
  if (!permission) return all.execute()
  return all
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('role_permissions')
          .select('role_id')
          .whereRef('role_permissions.role_id', '=', 'roles.id')
          .where('permission', '=', permission),
      ),
    )
    .execute()
}

const storedRoles: StoredList<typeof roleList.columns> = {
  list: roleList,
  key: sql.ref('roles.id'),
  columns: {
    name: stored('roles.name'),
    displayName: stored('roles.display_name'),
    description: stored('roles.description'),
  },
}
