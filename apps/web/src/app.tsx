import { Button, ConfigProvider } from 'antd'
import { Suspense, use, useEffect, useMemo, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { listenToFailures } from './api/client.ts'
import { loginFor } from './paths.ts'
import { useTheme } from './preferences.ts'
import { createRouter } from './router.tsx'
import { leaveSession, openSession } from './session.ts'
import { noticeOf } from './ui/notice.ts'
import { NoticePage } from './ui/notice-page.tsx'
import { notifyError, prepareNotifications } from './ui/notify.ts'
import { Splash } from './ui/splash.tsx'
import { antdTheme } from './ui/theme.ts'
import { word } from './words.ts'

/** Filled where the server sends a nonce with the page; then its policy needs no `unsafe-inline` for styles. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content

const opened = () =>
  openSession().then(
    () => true,
    () => false,
  )

export const App = () => {
  const theme = useTheme(({ name }) => name)
  const [start, setStart] = useState(opened)
  ConfigProvider.config({ theme: antdTheme(theme) })
  return (
    <ConfigProvider theme={antdTheme(theme)} {...(nonce && { csp: { nonce } })}>
      <Suspense fallback={<Splash />}>
        <Opened start={start} retry={() => setStart(opened)} />
      </Suspense>
    </ConfigProvider>
  )
}

const Opened = ({ start, retry }: { start: Promise<boolean>; retry: () => void }) => {
  const answered = use(start)
  return answered ? <Pages /> : <NotAnswered retry={retry} />
}

const Pages = () => {
  const router = useMemo(() => {
    const made = createRouter()
    listenToFailures({
      failed: (error) => void notifyError(noticeOf(error, word)).catch(() => undefined),
      unauthorised: () => {
        const { pathname, search } = made.state.location
        leaveSession()
        void made.navigate(loginFor(pathname + search), { replace: true })
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
