import { Button, ConfigProvider } from 'antd'
import { t } from 'i18next'
import { Suspense, use, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RouterProvider } from 'react-router/dom'
import { isStillTheirs, listenToFailures } from './api/client.ts'
import { leave, reloadForAnotherUser } from './leave.ts'
import { placeOf, sessionEndedPath } from './paths.ts'
import { createRouter } from './router.tsx'
import { openSession, renewRights } from './session.ts'
import { started } from './start.ts'
import { Themed } from './themed.tsx'
import { noticeOf } from './ui/notice.ts'
import { NoticePage } from './ui/notice-page.tsx'
import { notifyError, prepareNotifications, withdrawError } from './ui/notify.ts'
import { Splash } from './ui/splash.tsx'
import './i18n.ts'

// Notifications are drawn next to the page, not in it: they ask here what to look like.
ConfigProvider.config({ holderRender: (notifications) => <Themed>{notifications}</Themed> })

const answered = () =>
  openSession().then(
    () => true,
    () => false,
  )

export const App = () => {
  const [start, setStart] = useState(answered)
  return (
    <Themed>
      <Suspense fallback={<Splash />}>
        <Started start={start} retry={() => setStart(answered)} />
      </Suspense>
    </Themed>
  )
}

const Started = ({ start, retry }: { start: Promise<boolean>; retry: () => void }) =>
  use(start) ? <Pages /> : <NotAnswered retry={retry} />

const Pages = () => {
  const router = useMemo(() => {
    const made = createRouter()
    listenToFailures({
      failed: (error, isReadAloud) => void notifyError(noticeOf(error, t), isReadAloud),
      recovered: (error) => void withdrawError(noticeOf(error, t)),
      unauthorised: () => void leave(sessionEndedPath(placeOf(made.state.location))),
      denied: () => void renewRights(),
      anotherPerson: () => void reloadForAnotherUser(),
    })
    return made
  }, [])
  useEffect(() => void started.then(prepareNotifications), [])
  useEffect(watchForAnotherPerson, [])
  return <RouterProvider router={router} />
}

/** A tab that is looked at again may have become another person's, or come back from before sign-out. */
function watchForAnotherPerson(): () => void {
  const watching = new AbortController()
  const look = () => void (document.visibilityState === 'visible' && isStillTheirs())
  document.addEventListener('visibilitychange', look, watching)
  window.addEventListener('focus', look, watching)
  window.addEventListener('pageshow', ({ persisted }) => persisted && reloadForAnotherUser(), watching)
  return () => watching.abort()
}

const NotAnswered = ({ retry }: { retry: () => void }) => {
  const { t } = useTranslation()
  return (
    <NoticePage
      title={t('Start.Failed')}
      details={t('Start.Failed.details')}
      action={
        <Button type="primary" onClick={retry}>
          {t('Chunk.Retry')}
        </Button>
      }
    />
  )
}
