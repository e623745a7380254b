import { Button, Popover } from 'antd'
import { useTranslation } from 'react-i18next'
import { useIsMember, useSession } from '../session.ts'
import styles from './person-menu.module.css'
import { fullName } from './person-name.ts'
import { PersonSettings } from './person-settings.tsx'

/** Who is signed in; opens their settings and the way out. */
export const PersonMenu = () => {
  const { t } = useTranslation()
  const { user, tenant } = useSession()
  const isMember = useIsMember()
  if (!user) return null
  const firm = tenant?.name ?? t('Person.Host')
  return (
    <div className={styles.person} data-member={isMember || undefined}>
      <Popover trigger="click" placement="bottomRight" arrow={false} content={<PersonSettings />}>
        <Button type="text" title={t('Person.Label')}>
          <span className={styles.initials} aria-hidden="true">
            {initialsOf(user)}
          </span>
          <span className={styles.who}>
            {fullName(user)}
            <span className={styles.firm}>{firm}</span>
          </span>
        </Button>
      </Popover>
    </div>
  )
}

const initialsOf = ({ name, surname }: { name: string; surname: string }) =>
  `${name.charAt(0)}${surname.charAt(0)}`.toUpperCase()
