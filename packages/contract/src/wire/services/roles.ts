import { z } from 'zod'
import { byHand, call } from '../call.ts'
import { listInput } from '../list-input.ts'
import { roleList } from '../lists/users.ts'
import { items, listPage } from '../paging.ts'
import { soughtText } from '../schemas/shown-text.ts'
import { newRoleCallInput, roleCallInput, rowId } from '../schemas/users.ts'
import { flatPermission, roleListed, roleRow } from '../user-shapes.ts'

const roles = { all: ['Pages.Roles'] } as const

export const roleCalls = {
  'Role/Create': call({
    summary: 'Create a role; it can grant only what the caller holds',
    needs: roles,
    limit: byHand,
    once: 'transaction',
    input: newRoleCallInput,
    output: roleRow,
  }),
  'Role/Update': call({
    summary: 'Change a role and replace what it grants, for everyone who has it, from their next request on',
    needs: roles,
    limit: byHand,
    input: roleCallInput,
    output: roleRow,
  }),
  'Role/Delete': call({
    summary: 'Remove a role from everyone who has it, and hide it',
    needs: roles,
    limit: byHand,
    input: rowId,
    output: z.null(),
  }),
  'Role/Get': call({
    summary: 'A role and what it grants',
    needs: roles,
    input: rowId,
    output: roleRow,
  }),
  'Role/GetAll': call({
    summary: 'The roles of the firm',
    needs: roles,
    input: listInput(roleList),
    output: listPage(roleRow),
  }),
  'Role/GetRolesAsync': call({
    summary: 'The roles of the firm as choices; with `permission`, only those that grant it',
    needs: roles,
    input: z.object({ permission: soughtText(128).optional() }),
    output: items(roleListed),
  }),
  'Role/GetAllPermissions': call({
    summary: 'Every permission that the firm can grant, by name',
    needs: roles,
    input: z.object({}),
    output: items(flatPermission.extend({ id: z.literal(0) })),
  }),
  'Role/GetRoleForEdit': call({
    summary: 'A role, every permission that it could grant, and those that it grants',
    needs: roles,
    input: rowId,
    output: z.object({
      role: roleRow.pick({ id: true, name: true, displayName: true, description: true, isStatic: true }),
      permissions: z.array(flatPermission),
      grantedPermissionNames: z.array(z.string()),
    }),
  }),
}
