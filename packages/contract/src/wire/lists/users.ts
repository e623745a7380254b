import type { TextKey } from '../../words/words.ts'
import { list } from '../list.ts'
import type { RoleRow, UserRow } from '../user-shapes.ts'
import { equals } from './columns.ts'

/** Whether a user may sign in. */
export const userStates = {
  true: 'Users.Active',
  false: 'Users.Inactive',
} as const satisfies Record<string, TextKey>

/** The users of a firm: `User/GetAll`. Its call takes `isActive`, too. */
export const userList = list<UserRow>()({
  title: 'Users.Title',
  key: 'id',
  sorting: 'userName asc, emailAddress asc',
  columns: {
    userName: { title: 'Users.UserName', kind: 'name', sortable: true, searched: true },
    name: { title: 'Users.Name', kind: 'name', sortable: true, searched: true },
    surname: { title: 'Users.Surname', kind: 'name', sortable: true, searched: true },
    emailAddress: { title: 'Users.EmailAddress', kind: 'text', sortable: true, searched: true },
    phoneNumber: { title: 'Users.PhoneNumber', kind: 'text' },
    roleNames: { title: 'Users.Roles', kind: 'texts', filter: equals('roleName') },
    isActive: { title: 'Users.State', kind: 'code', codes: userStates },
    lastLoginTime: { title: 'Users.LastLogin', kind: 'time', sortable: true },
    creationTime: { title: 'Users.Created', kind: 'time', sortable: true },
  },
})

/** The roles of a firm: `Role/GetAll`. */
export const roleList = list<RoleRow>()({
  title: 'Roles.Title',
  key: 'id',
  sorting: 'name asc, displayName asc',
  columns: {
    name: { title: 'Roles.Name', kind: 'name', sortable: true, searched: true },
    displayName: { title: 'Roles.DisplayName', kind: 'name', sortable: true, searched: true },
    description: { title: 'Roles.Description', kind: 'text', searched: true },
    grantedPermissions: { title: 'Roles.Permissions', kind: 'texts' },
  },
})
