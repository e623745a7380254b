import { useTranslation } from 'react-i18next'
import { Mark } from './mark.tsx'
import styles from './splash.module.css'

/** What is on the page until there is something better to show. */
export const Splash = () => {
  const { t } = useTranslation()
  return (
    <output className={styles.splash} aria-label={t('App.Loading')}>
      <Mark size={40} />
    </output>
  )
}
