import type { RoleRow } from '@tradebook/contract'
import { newRoleInput, roleInput } from '@tradebook/contract/schemas/users'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../administration/change-button.tsx'
import { PermissionTree } from '../../administration/permission-tree.tsx'
import styles from '../../administration/record-drawer.module.css'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import type { FieldRow } from '../../ui/schema-form/schema-field.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { rolesView } from './roles-view.ts'

/** What a change of roles makes stale; of the reader's own rights the next page counts. */
const CHANGED = ['Role/GetAll', 'User/GetRoles', 'User/GetAll'] as const

/** The roles of the firm, and what they grant. */
const RolesScreen = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ readonly role: RoleRow | undefined }>()
  const [text, setText] = useState('')
  const close = () => setOpen(undefined)
  const done = (words: string) => {
    setText(words)
    close()
  }
  return (
    <Page title={t('Roles.Title')} about={t('Roles.About')} isWide>
      <Section>
        <ServerTable
          call="Role/GetAll"
          list={rolesView}
          heading={t('Roles.List')}
          onOpen={(role) => setOpen({ role })}
          tools={
            <Button size="small" type="primary" onClick={() => setOpen({ role: undefined })}>
              {t('Roles.New')}
            </Button>
          }
        />
      </Section>
      <p role="status">{text}</p>
      <Drawer
        open={open !== undefined}
        onClose={close}
        destroyOnHidden
        size={480}
        title={open?.role ? t('Roles.One', { role: open.role.name }) : t('Roles.New')}
      >
        {open && <RoleRecord role={open.role} onDone={done} />}
      </Drawer>
    </Page>
  )
}

interface RecordProps {
  /** `undefined`: a new one. */
  readonly role: RoleRow | undefined
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

/** The name of a static role is not among them: it stays. */
const fieldsOf = (role: RoleRow | undefined, permissions: string) =>
  [
    ...(role?.isStatic ? [] : ([{ name: 'name', label: 'Roles.Name', help: 'Roles.Name.help' }] as const)),
    { name: 'displayName', label: 'Roles.DisplayName' },
    { name: 'description', label: 'Roles.Description', shownAs: 'lines' },
    {
      name: 'grantedPermissions',
      label: 'Roles.Permissions',
      help: 'Roles.Permissions.help',
      control: <PermissionTree label={permissions} />,
    },
  ] as const satisfies readonly FieldRow[]

export default RolesScreen
