import { type CallOutput, compareNames } from '@tradebook/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { useCan } from '../../session.ts'
import { quantity } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { searchByLabel } from '../../ui/search-by-label.ts'
import styles from './who-may.module.css'

type Listed = CallOutput<'Role/GetRolesAsync'>['items'][number]

/** The roles that grant a permission, each with all that it grants. */
export const WhoMay = () => {
  const { t } = useTranslation()
  const seesUsers = useCan('Pages.Users')
  const [permission, setPermission] = useState<string>()
  const { data: permissions } = useCall('Role/GetAllPermissions', {})
  const { data: roles } = useCall(
    'Role/GetRolesAsync',
    { permission },
    { enabled: permission !== undefined, staleTime: 0 },
  )
  return (
    <Section heading={t('Roles.Who')}>
      <div className={styles.who}>
        <Select
          showSearch={searchByLabel}
          aria-label={t('Roles.Who.Permission')}
          placeholder={t('Roles.Who.Choose')}
          value={permission ?? null}
          options={(permissions?.items ?? [])
            .map(({ name, displayName }) => ({ value: name, label: displayName }))
            .sort((one, other) => compareNames(one.label, other.label))}
          onChange={setPermission}
        />
        {permission !== undefined && roles?.items.length === 0 && <p>{t('Roles.Who.None')}</p>}
        <ul>
          {(roles?.items ?? []).map((role) => (
            <li key={role.id}>
              <Granting
                role={role}
                names={new Map(permissions?.items.map((each) => [each.name, each.displayName]))}
              />
              {seesUsers && <UsersOf role={role} />}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}

/** A role that opens to what it grants. */
const Granting = ({ role, names }: { role: Listed; names: ReadonlyMap<string, string> }) => {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useCall('Role/Get', { id: role.id }, { enabled: isOpen, staleTime: 0 })
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('Roles.Who.Grants', { role: role.displayName })}</summary>
      <p>{data?.grantedPermissions.map((name) => names.get(name) ?? name).join(', ')}</p>
    </details>
  )
}

/** So many users of a role are named. */
const NAMED = 20

/** The people who have a role. */
const UsersOf = ({ role }: { role: Listed }) => {
  const { t } = useTranslation()
  const { data } = useCall('User/GetAll', { roleName: role.name, maxResultCount: NAMED }, { staleTime: 0 })
  if (!data) return null
  if (data.items.length === 0) return <p>{t('Roles.Who.NoUsers')}</p>
  const users = data.items
    .map(({ userName, isActive }) => (isActive ? userName : `${userName} (${t('Users.Inactive')})`))
    .join(', ')
  const others = data.totalCount - data.items.length
  return (
    <p>
      {t('Roles.Who.Users', { users })}
      {others > 0 && ` ${t('Roles.Who.Others', { count: quantity(others) })}`}
    </p>
  )
}
