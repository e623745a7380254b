import { type UserRow, userList, userStates } from '@tradebook/contract'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { RolePicker } from './role-picker.tsx'

/** The users of the firm; each opens its record. */
export const usersView: ListView<UserRow> = listView({
  key: 'users',
  title: 'Users.Title',
  of: userList,
  rowKey: ({ id }) => String(id),
  pageSize: 20,
  columns: [
    { key: 'userName', characters: 18, isKept: true, opens: true },
    { key: 'name', characters: 16 },
    { key: 'surname', characters: 16 },
    { key: 'emailAddress', characters: 30, overflow: 'ellipsis' },
    { key: 'roleNames', characters: 22, overflow: 'ellipsis' },
    {
      ...{ key: 'isActive', characters: 12, value: ({ isActive }) => String(isActive) },
      show: ({ isActive, lockedUntil }, t) =>
        t(isActive && lockedUntil ? 'Users.Locked' : userStates[`${isActive}`]),
    },
    {
      key: 'isTwoFactorOn',
      title: 'Users.TwoFactor',
      kind: 'text',
      fileColumns: [],
      characters: 14,
      isNamed: true,
      show: ({ isTwoFactorOn, passkeys }, t) =>
        t(isTwoFactorOn || passkeys > 0 ? 'Users.TwoFactor.on' : 'Users.TwoFactor.off'),
    },
    { key: 'lastLoginTime', kind: 'minute', characters: 22 },
    { key: 'phoneNumber', characters: 18, isExtra: true },
    { key: 'creationTime', kind: 'minute', characters: 22, isExtra: true },
  ],
  filters: [
    { key: 'keyword', title: 'Users.Search', kind: 'text' },
    {
      key: 'isActive',
      title: 'Users.State',
      kind: 'choice',
      options: [
        { value: '', title: 'Users.All' },
        { value: 'true', title: userStates.true },
        { value: 'false', title: userStates.false },
      ],
    },
    { key: 'roleName', title: 'Users.Role', kind: 'picked', Picker: RolePicker, isPossible: Boolean },
  ],
  leaving: [
    'creationTime',
    'phoneNumber',
    'isTwoFactorOn',
    'lastLoginTime',
    'emailAddress',
    'surname',
    'name',
  ],
  card: [
    ['userName', 'isActive'],
    ['name', 'surname', 'lastLoginTime'],
    ['roleNames', 'isTwoFactorOn'],
    ['emailAddress'],
  ],
  empty: { title: 'Users.Empty', details: 'Users.Empty.details' },
})
