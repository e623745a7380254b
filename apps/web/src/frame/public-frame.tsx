import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { useSession } from '../session.ts'
import { startIsOver } from '../start.ts'
import { LanguageChoice } from '../ui/language-choice.tsx'
import { Mark } from '../ui/mark.tsx'
import styles from './public-frame.module.css'

/** What stands around every screen that is open to anybody. */
export const PublicFrame = () => {
  const { t } = useTranslation()
  const version = useSession((session) => session.version)
  useEffect(startIsOver, [])
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <header className={styles.brand}>
          <Mark size={36} />
          <div>
            <h1>{t('App.Name')}</h1>
            <p>{t('Login.Lead')}</p>
          </div>
        </header>
        <Outlet />
      </div>
      <footer className={styles.footer}>
        <LanguageChoice />
        <span>{t('App.Version', { version })}</span>
      </footer>
    </main>
  )
}
