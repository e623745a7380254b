import { desk, type Kept, NONE, page, type Step, steps } from './step.ts'

const roleOf = ({ newest }: Kept) => ({ id: newest('Role/Create').id })

/** An administrator and the roles of the firm. */
export const roles: readonly Step[] = [
  ...steps(
    'admin of Meridian',
    'Role/Create',
    { shows: 'success', input: desk },
    { shows: 'invalid', input: { name: '' } },
    { shows: 'refused', input: desk },
  ),
  ...steps(
    'admin of Meridian',
    'Role/GetRolesAsync',
    { shows: 'success', input: { permission: 'CROSS_DEAL' } },
    { shows: 'invalid', input: { permission: 'x'.repeat(129) } },
  ),
  ...steps('admin of Meridian', 'Role/GetAllPermissions', { shows: 'success', input: {} }),
  ...steps(
    'admin of Meridian',
    'Role/GetRoleForEdit',
    { shows: 'success', input: roleOf },
    { shows: 'invalid', input: { id: 'none' } },
    { shows: 'refused', input: { id: NONE } },
  ),
  ...steps(
    'admin of Meridian',
    'Role/Get',
    { shows: 'success', input: roleOf },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { id: NONE } },
  ),
  ...steps(
    'admin of Meridian',
    'Role/GetAll',
    { shows: 'success', input: { ...page, sorting: 'Name DESC, DisplayName' } },
    { shows: 'invalid', input: { skipCount: -1 } },
  ),
  ...steps(
    'admin of Meridian',
    'Role/Update',
    {
      shows: 'success',
      input: (kept: Kept) => ({
        ...roleOf(kept),
        ...desk,
        displayName: 'Desk at night',
        grantedPermissions: ['SELL'],
      }),
    },
    { shows: 'invalid', input: desk },
    { shows: 'refused', input: { ...desk, id: NONE } },
  ),
  ...steps(
    'admin of Meridian',
    'Role/Delete',
    { shows: 'success', input: roleOf },
    { shows: 'invalid', input: {} },
    {
      shows: 'refused',
      when: 'it is static',
      input: ({ newest }: Kept) => ({ id: newest('Role/GetRolesAsync').items[0]?.id }),
    },
  ),
]
