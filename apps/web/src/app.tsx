import { Button, ConfigProvider } from 'antd'
import { Suspense, use, useEffect, useMemo, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { listenToFailures } from './api/client.ts'
import { loginFor, SESSION_ENDED } from './paths.ts'
import { createRouter } from './router.tsx'
import { leaveSession, openSession } from './session.ts'
import { Themed } from './themed.tsx'
import { noticeOf } from './ui/notice.ts'
import { NoticePage } from './ui/notice-page.tsx'
import { notifyError, prepareNotifications } from './ui/notify.ts'
import { Splash } from './ui/splash.tsx'
import { word } from './words.ts'

// Notifications are drawn beside the page, not in it: they ask here what to look like.
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
      failed: (error) => void notifyError(noticeOf(error, word)),
      unauthorised: () => {
        const { pathname, search } = made.state.location
        leaveSession()
        void made.navigate(loginFor(pathname + search), { replace: true, state: SESSION_ENDED })
      },
    })
    return made
  }, [])
  useEffect(() => void prepareNotifications(), [])
  return <RouterProvider router={router} />
}

const NotAnswered = ({ retry }: { retry: () => void }) => (
  <NoticePage
    title={word('Start.Failed')}
    details={word('Start.Failed.details')}
    action={
      <Button type="primary" onClick={retry}>
        {word('Chunk.Retry')}
      </Button>
    }
  />
)
