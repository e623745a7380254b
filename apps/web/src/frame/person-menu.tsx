import { Button, Popover } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session.ts'
import styles from './person-menu.module.css'
import { PersonSettings } from './person-settings.tsx'

/** Who is signed in; opens their settings and the way out. */
export const PersonMenu = () => {
  const { t } = useTranslation()
  const { user, tenant } = useSession()
  if (!user) return null
  const firm = tenant?.tenancyName ?? t('Person.Host')
  return (
    <div className={styles.person}>
      <Popover trigger="click" placement="bottomRight" arrow={false} content={<PersonSettings />}>
        <Button type="text" title={t('Person.Label')}>
          <span className={styles.initials} aria-hidden="true">
            {initialsOf(user)}
          </span>
          {user.userName}
          <span className={styles.firm}>{firm}</span>
        </Button>
      </Popover>
    </div>
  )
}

const initialsOf = ({ name, surname }: { name: string; surname: string }) =>
  `${name.charAt(0)}${surname.charAt(0)}`.toUpperCase()
