import { isLanguage } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { isPending, useSend } from '../api/use-send.ts'
import { changeLanguage, useSession } from '../session.ts'
import styles from './language-choice.module.css'

/**
 * The languages that the server has words for. A native list: one control, right on every device.
 */
export const LanguageChoice = () => {
  const { t } = useTranslation()
  const { languages, language } = useSession()
  const { state, send } = useSend(changeLanguage)
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
