import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useNavigation } from 'react-router'
import { newQueryClient } from '../api/query-client.ts'
import { ConnectionBadge } from '../live/connection-badge.tsx'
import { useDayOfTerms } from '../market/use-day-of-terms.ts'
import { marketNow } from '../market-clock.ts'
import { HOME } from '../paths.ts'
import { session, useDueStep, useIsMember } from '../session.ts'
import { dateAndTime } from '../ui/format.ts'
import { Mark } from '../ui/mark.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { usePrinting } from '../ui/printing.ts'
import { Splash } from '../ui/splash.tsx'
import { useIsPhone } from '../ui/viewport.ts'
import styles from './app-frame.module.css'
import { IdleGuard } from './idle-guard.tsx'
import { KillSwitchBar } from './kill-switch-bar.tsx'
import { MainMenu } from './main-menu.tsx'
import { MarketClock } from './market-clock.tsx'
import { MarketIndex } from './market-index.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { hidePalette, usePalette } from './palette/open-palette.ts'
import { usePaletteKey } from './palette/use-palette-key.ts'
import { PersonMenu } from './person-menu.tsx'

export { connectAhead } from '../live/use-live.ts'

const DueScreen = lazy(
  () => import(/* webpackChunkName: "account-settings" */ '../screens/account-settings/due-screen.tsx'),
)

const Palette = onDemand(() =>
  import(/* webpackChunkName: "palette" */ './palette/palette.tsx').then((module) => module.Palette),
)

const PhoneBar = lazy(() =>
  import(/* webpackChunkName: "phone-bar" */ './phone-bar.tsx').then((module) => ({
    default: module.PhoneBar,
  })),
)

/** What is printed on every sheet besides the screen itself. */
const printedBy = () => ({
  firm: session().tenant?.name ?? '',
  time: dateAndTime(new Date(marketNow() ?? Date.now()).toISOString()),
})

/** What stands around every screen of a signed-in person. What was read goes when they go. */
export const AppFrame = () => {
  const { t } = useTranslation()
  const [queries] = useState(newQueryClient)
  useDayOfTerms(queries)
  useRereadInLanguage(queries)
  const { state } = useNavigation()
  usePrinting(t, printedBy)
  const isStepDue = useDueStep() !== null
  // Market and hub are for members, who have done what is due.
  const isMember = useIsMember()
  const isPhone = useIsPhone()
  const isMarketShown = isMember && !isStepDue
  const isPaletteOpen = usePalette(({ isOpen }) => isOpen)
  usePaletteKey(isMarketShown)
  return (
    <QueryClientProvider client={queries}>
      <div className={styles.frame}>
        <a className={styles.skip} href="#screen">
          {t('App.SkipToScreen')}
        </a>
        <header className={styles.header}>
          <Link to={HOME} className={styles.brand}>
            <Mark size={22} />
            <span>{t('App.Name')}</span>
          </Link>
          {!isStepDue && <MainMenu />}
          <div className={styles.standing}>
            {isMarketShown && (
              <>
                <MarketClock />
                <MarketIndex />
                <ConnectionBadge />
                <NotificationBell />
              </>
            )}
            <PersonMenu />
          </div>
        </header>
        <div>{isMarketShown && <KillSwitchBar />}</div>
        {state === 'loading' && <div className={styles.underWay} />}
        <div id="screen" className={styles.screen} tabIndex={-1}>
          {isStepDue ? (
            <Suspense fallback={<Splash />}>
              <DueScreen />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </div>
        <div className={styles.bottom}>
          {isMarketShown && isPhone && (
            <Suspense>
              <PhoneBar />
            </Suspense>
          )}
        </div>
        {isMarketShown && <Palette isOpen={isPaletteOpen} onClose={hidePalette} />}
        <IdleGuard />
      </div>
    </QueryClientProvider>
  )
}

/** What the server answers in words is read again when the person chooses another language. */
function useRereadInLanguage(queries: QueryClient): void {
  const { i18n } = useTranslation()
  useEffect(() => {
    const reread = () => void queries.invalidateQueries()
    i18n.on('languageChanged', reread)
    return () => i18n.off('languageChanged', reread)
  }, [i18n, queries])
}
