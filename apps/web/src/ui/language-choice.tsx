import { isLanguage, type LanguageName } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../api/client.ts'
import { cookies, FIVE_YEARS_S, writeCookie } from '../api/cookies.ts'
import { isPending, useSend } from '../api/use-send.ts'
import { useSession } from '../session.ts'
import styles from './language-choice.module.css'

/**
 * The languages that the server has words for. A native list: one control, right on every device. The choice is kept
 * for the user, where one is signed in, and for this browser; then everything is loaded again with its words.
 */
export const LanguageChoice = () => {
  const { t } = useTranslation()
  const { user, languages, language } = useSession()
  const { state, send } = useSend(async (languageName: LanguageName) => {
    if (user) await call('User/ChangeLanguage', { languageName })
    writeCookie(cookies.culture, languageName, FIVE_YEARS_S)
    location.reload()
  })
  return (
    <select
      className={styles.choice}
      aria-label={t('Person.Language')}
      value={language.name}
      disabled={isPending(state)}
      onChange={({ target: { value } }) => isLanguage(value) && void send(value)}
    >
      {languages.map(({ name, displayName }) => (
        <option key={name} value={name} lang={name}>
          {displayName}
        </option>
      ))}
    </select>
  )
}
