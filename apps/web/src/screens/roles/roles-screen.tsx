import type { RoleRow } from '@tradebook/contract'
import { newRoleInput, roleInput } from '@tradebook/contract/schemas/users'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../administration/change-button.tsx'
import { PermissionTree } from '../../administration/permission-tree.tsx'
import styles from '../../administration/record-drawer.module.css'
import { RecordScreen } from '../../administration/record-screen.tsx'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../ui/loaded.tsx'
import type { FieldRow } from '../../ui/schema-form/schema-field.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { rolesView } from './roles-view.ts'
import { WhoMay } from './who-may.tsx'

/** What a change of roles makes stale; of the reader's own rights the next page counts. */
const CHANGED = [
  ...['Role/GetAll', 'Role/Get', 'Role/GetRoleForEdit', 'Role/GetRolesAsync'],
  ...['User/GetRoles', 'User/GetAll'],
] as const

/** The roles of the firm, and what they grant. */
const RolesScreen = () => {
  const { t } = useTranslation()
  return (
    <RecordScreen
      title={t('Roles.Title')}
      about={t('Roles.About')}
      call="Role/GetAll"
      create="Role/Create"
      list={rolesView}
      heading={t('Roles.List')}
      newTitle={t('Roles.New')}
      titleOf={({ name }) => t('Roles.One', { role: name })}
      below={<WhoMay />}
      record={(role, done) =>
        role ? <KnownRole id={role.id} onDone={done} /> : <RoleRecord onDone={done} />
      }
    />
  )
}

type EditedRole = Pick<
  RoleRow,
  'id' | 'name' | 'displayName' | 'description' | 'isStatic' | 'grantedPermissions'
>

/** A role as it is now: the row of the list may be older than what another administrator saved. */
const KnownRole = ({ id, onDone }: Pick<RecordProps, 'onDone'> & Pick<RoleRow, 'id'>) => {
  const known = useCall('Role/GetRoleForEdit', { id }, { staleTime: 0, gcTime: 0 })
  return (
    <Loaded answer={known}>
      {({ role, grantedPermissionNames: grantedPermissions }) => (
        <RoleRecord role={{ ...role, grantedPermissions }} onDone={onDone} />
      )}
    </Loaded>
  )
}

interface RecordProps {
  /** Absent: a new one. */
  readonly role?: EditedRole
  readonly onDone: (words: string) => void
}

const RoleRecord = ({ role, onDone }: RecordProps) => {
  const { t } = useTranslation()
  const form = {
    label: role ? t('Roles.One', { role: role.name }) : t('Roles.New'),
    fields: fieldsOf(role, t('Roles.Permissions')),
    action: t(role ? 'Roles.Save' : 'Roles.Add'),
    makesStale: CHANGED,
  }
  if (!role) {
    return (
      <SchemaForm
        {...form}
        change="Role/Create"
        schema={newRoleInput}
        initial={{ grantedPermissions: [] }}
        onDone={({ name }) => onDone(t('Roles.Added', { role: name }))}
      />
    )
  }
  return (
    <div className={styles.record}>
      <SchemaForm
        {...form}
        change="Role/Update"
        schema={roleInput}
        initial={role}
        onDone={({ name }) => onDone(t('Roles.Saved', { role: name }))}
      />
      {role.isStatic ? (
        <p>{t('Roles.Static.details')}</p>
      ) : (
        <ChangeButton
          change="Role/Delete"
          input={{ id: role.id }}
          label={t('Roles.Delete')}
          confirm={{
            title: t('Roles.Delete.Confirm', { role: role.name }),
            details: t('Roles.Delete.Confirm.details'),
          }}
          makesStale={CHANGED}
          onDone={() => onDone(t('Roles.Deleted', { role: role.name }))}
        />
      )}
    </div>
  )
}

const isOfCustomers = (role: EditedRole | undefined) => role?.name.toUpperCase() === 'CUSTOMER'

/** The name of a static role is not among them: it stays. */
const fieldsOf = (role: EditedRole | undefined, permissions: string) =>
  [
    ...(role?.isStatic ? [] : ([{ name: 'name', label: 'Roles.Name', help: 'Roles.Name.help' }] as const)),
    { name: 'displayName', label: 'Roles.DisplayName' },
    { name: 'description', label: 'Roles.Description', shownAs: 'lines' },
    {
      name: 'grantedPermissions',
      label: 'Roles.Permissions',
      help: isOfCustomers(role) ? 'Roles.Permissions.customer' : 'Roles.Permissions.help',
      control: <PermissionTree label={permissions} role={role?.name} />,
    },
  ] as const satisfies readonly FieldRow[]

export default RolesScreen
