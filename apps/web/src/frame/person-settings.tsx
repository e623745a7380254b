import { IdcardOutlined, LogoutOutlined, SearchOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ACCOUNT_REQUEST, ACCOUNT_SETTINGS, LOGOUT } from '../paths.ts'
import { chooseTheme, useTheme } from '../preferences.ts'
import { useIsMember, useSession } from '../session.ts'
import { LanguageChoice } from '../ui/language-choice.tsx'
import { themeNames } from '../ui/theme.ts'
import { showPalette } from './palette/open-palette.ts'
import styles from './person-menu.module.css'
import { fullName } from './person-name.ts'

/** Name, firm and role of the person, what they may choose, and the way out. */
export const PersonSettings = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user, tenant, roles } = useSession()
  const isMember = useIsMember()
  const theme = useTheme(({ name }) => name)
  if (!user) return null
  return (
    <div className={styles.settings}>
      <div>
        <strong>{fullName(user)}</strong>
        <p>{user.emailAddress}</p>
        <p>{[tenant?.name ?? t('Person.Host'), ...[...roles].map(roleName)].join(' · ')}</p>
      </div>
      <div className={styles.setting}>
        <span>{t('Person.Language')}</span>
        <LanguageChoice />
      </div>
      <div className={styles.setting}>
        <span>{t('Person.Theme')}</span>
        <Segmented
          size="small"
          value={theme}
          onChange={chooseTheme}
          options={themeNames.map((name) => ({ value: name, label: t(`Person.Theme.${name}`) }))}
        />
      </div>
      {isMember && (
        <Button icon={<SearchOutlined />} onClick={showPalette}>
          {t('Palette.Open')}
        </Button>
      )}
      {isMember && (
        <Button icon={<IdcardOutlined />} onClick={() => navigate(ACCOUNT_REQUEST)}>
          {t('Menu.AccountRequest')}
        </Button>
      )}
      <Button icon={<SettingOutlined />} onClick={() => navigate(ACCOUNT_SETTINGS)}>
        {t('Person.Settings')}
      </Button>
      <Button icon={<LogoutOutlined />} onClick={() => navigate(LOGOUT)}>
        {t('Person.SignOut')}
      </Button>
    </div>
  )
}

/** A role by its own name; those of the product are written in capitals: `KYC reviewer` of `KYC_REVIEWER`. */
const roleName = (role: string) => {
  const [first = '', ...others] = role.split('_')
  const isShort = first.length <= 3
  const beginning = isShort ? first : first.charAt(0) + first.slice(1).toLowerCase()
  return [beginning, ...others.map((word) => word.toLowerCase())].join(' ')
}
