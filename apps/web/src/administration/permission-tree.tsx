import { childrenOf, grantsWith, isPermission, type Permission, permissionsOfRole } from '@tradebook/contract'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session.ts'
import styles from './permission-tree.module.css'

interface PermissionTreeProps {
  /** Names the group of choices. */
  readonly label: string
  /** The role that grants them; absent: a user does, or a new role. */
  readonly role?: string | undefined
  /** Given by the form that holds it. */
  readonly id?: string
  readonly value?: readonly string[] | null
  readonly onChange?: (value: Permission[]) => void
}

/**
 * The permissions that a firm can grant, as a tree of check boxes: checking one checks its parents, unchecking
 * it unchecks what lies below it. What the person does not hold can be taken away, not given.
 */
export function PermissionTree({ label, role = '', id, value, onChange }: PermissionTreeProps) {
  const isHost = useSession(({ tenant }) => tenant === null)
  const grants = (value ?? []).filter(isPermission)
  const level = {
    grantable: permissionsOfRole(role, isHost ? 'host' : 'tenant'),
    grants,
    onCheck: (name: Permission, isChecked: boolean) => onChange?.(grantsWith(grants, name, isChecked)),
  }
  return (
    <fieldset className={styles.tree} id={id} aria-label={label}>
      <Level {...level} />
    </fieldset>
  )
}

interface LevelProps {
  readonly parent?: Permission
  readonly grantable: readonly Permission[]
  readonly grants: readonly Permission[]
  readonly onCheck: (name: Permission, isChecked: boolean) => void
}

const Level = ({ parent, ...level }: LevelProps) => {
  const { t } = useTranslation()
  const held = useSession(({ permissions }) => permissions)
  const names = childrenOf(level.grantable, parent)
  if (names.length === 0) return null
  return (
    <ul>
      {names.map((name) => {
        const isChecked = level.grants.includes(name)
        return (
          <li key={name}>
            <Checkbox
              checked={isChecked}
              // In a form that is only read all of them are disabled.
              {...(!isChecked && !held.has(name) && { disabled: true })}
              onChange={({ target }) => level.onCheck(name, target.checked)}
            >
              {t(`Permission.${name}`)}
            </Checkbox>
            <Level {...level} parent={name} />
          </li>
        )
      })}
    </ul>
  )
}
