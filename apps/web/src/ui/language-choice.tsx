import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../preferences.ts'
import { useSession } from '../session.ts'
import styles from './language-choice.module.css'

/** The languages that the server has words for. A native list: one control, right on every device. */
export const LanguageChoice = () => {
  const { t } = useTranslation()
  const { languages, language } = useSession()
  return (
    <select
      className={styles.choice}
      aria-label={t('Person.Language')}
      value={language.name}
      onChange={({ target }) => chooseLanguage(target.value)}
    >
      {languages.map(({ name, displayName }) => (
        <option key={name} value={name}>
          {displayName}
        </option>
      ))}
    </select>
  )
}
