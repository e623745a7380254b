import type { RoleRow, UserRow } from '@tradebook/contract'
import { newUserForm, userForm } from '@tradebook/contract/schemas/users'
import { useTranslation } from 'react-i18next'
import { PermissionTree } from '../../administration/permission-tree.tsx'
import { useCall } from '../../api/use-call.ts'
import { session, useAreMailsSent } from '../../session.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { OWN_PASSWORD } from '../../ui/schema-form/own-password.ts'
import type { FieldRow } from '../../ui/schema-form/schema-field.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { AccountsSelect } from './accounts-select.tsx'

/** What a change of users makes stale. */
export const CHANGED = ['User/GetAll', 'User/Get'] as const

interface UserFormProps {
  /** `undefined`: a new one. */
  readonly user: UserRow | undefined
  readonly onDone: (words: string) => void
}

/** Who a user is and what the user may do. */
export function UserForm(props: UserFormProps) {
  const roles = useCall('User/GetRoles', {}, { staleTime: 0 })
  return <Loaded answer={roles}>{({ items }) => <FormOfRoles roles={items} {...props} />}</Loaded>
}

function FormOfRoles({ roles, user, onDone }: UserFormProps & { readonly roles: readonly RoleRow[] }) {
  const { t } = useTranslation()
  const areMailsSent = useAreMailsSent()
  const offered = roles.filter((role) => isGivable(role, user)).map(optionOf)
  const rights = [
    { name: 'roleNames', label: 'Users.Roles', help: 'Users.Roles.help', offered },
    {
      name: 'userTradingAccounts',
      label: 'Users.Accounts',
      help: 'Users.Accounts.help',
      control: <AccountsSelect known={user?.userTradingAccounts ?? []} />,
    },
    {
      name: 'permissions',
      label: 'Users.Permissions',
      help: 'Users.Permissions.help',
      control: <PermissionTree label={t('Users.Permissions')} />,
    },
  ] as const satisfies readonly FieldRow[]
  const numbered = (accounts: readonly string[]) => accounts.map((accountNumber) => ({ accountNumber }))

  if (!user) {
    return (
      <SchemaForm
        label={t('Users.New')}
        change="User/Create"
        schema={newUserForm}
        fields={[...who, ...firstOf(areMailsSent), ...rights]}
        initial={{ isActive: true, roleNames: [], permissions: [], userTradingAccounts: [] }}
        toInput={(values) => ({ ...values, userTradingAccounts: numbered(values.userTradingAccounts) })}
        action={t('Users.Add')}
        makesStale={CHANGED}
        onDone={({ userName, emailAddress }, { password }) =>
          onDone(
            t(password ? 'Users.Added' : areMailsSent ? 'Users.Invited' : 'Users.AddedUnmailed', {
              userName,
              emailAddress,
            }),
          )
        }
      />
    )
  }
  const accounts = user.userTradingAccounts.map(({ accountNumber }) => accountNumber)
  return (
    <SchemaForm
      label={t('Users.One', { userName: user.userName })}
      change="User/Update"
      schema={userForm}
      fields={[...who, { ...OWN_PASSWORD, help: 'Users.OwnPassword.help' }, ...rights]}
      initial={{ ...user, userTradingAccounts: accounts }}
      toInput={(values) => ({ ...values, userTradingAccounts: numbered(values.userTradingAccounts) })}
      action={t('Users.Save')}
      makesStale={CHANGED}
      onDone={({ userName }) => onDone(t('Users.Saved', { userName }))}
    />
  )
}

const who = [
  { name: 'userName', label: 'Users.UserName', autoComplete: 'off' },
  { name: 'name', label: 'Users.Name', autoComplete: 'off' },
  { name: 'surname', label: 'Users.Surname', autoComplete: 'off' },
  { name: 'emailAddress', label: 'Users.EmailAddress', autoComplete: 'off' },
  { name: 'phoneNumber', label: 'Users.PhoneNumber', autoComplete: 'off' },
] as const satisfies readonly FieldRow[]

/** What is decided of a new user alone; later calls of their own change it. */
const firstOf = (areMailsSent: boolean) =>
  [
    {
      name: 'password',
      label: 'Users.Password',
      help: areMailsSent ? 'Users.Password.help' : 'Users.Password.unmailed',
      shownAs: 'password',
      autoComplete: 'new-password',
    },
    { name: 'isActive', label: 'Users.MaySignIn' },
  ] as const satisfies readonly FieldRow[]

/** Whether the person may give a role: it grants nothing beyond the person's own rights. What the user has may stay. */
const isGivable = ({ normalizedName, grantedPermissions }: RoleRow, user: UserRow | undefined): boolean =>
  user?.roleNames.includes(normalizedName) ||
  grantedPermissions.every((permission) => session().permissions.has(permission))

const optionOf = ({ normalizedName, displayName }: RoleRow) => ({
  value: normalizedName,
  label: `${displayName} (${normalizedName})`,
})
