import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Button, ConfigProvider } from 'antd'
import { Suspense, use, useMemo, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { listenToFailures } from './api/client.ts'
import { loginFor } from './guards.ts'
import { useTheme } from './preferences.ts'
import { createRouter } from './router.tsx'
import { openSession, signedOut, useSession } from './session.ts'
import { NoticePage } from './ui/notice-page.tsx'
import { noticeOf, notifyError } from './ui/notify.ts'
import { Splash } from './ui/splash.tsx'
import { antdTheme } from './ui/theme.ts'
import { word } from './words.ts'

/** Answers stand until an event or a person makes them old; failures are shown, not repeated unseen. */
const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  },
})

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
      <QueryClientProvider client={queries}>
        <Suspense fallback={<Splash />}>
          <Opened start={start} retry={() => setStart(opened)} />
        </Suspense>
      </QueryClientProvider>
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
      failed: (error) => notifyError(noticeOf(error, word)),
      unauthorised: () => {
        const { pathname, search } = made.state.location
        useSession.setState(signedOut, true)
        queries.clear()
        void made.navigate(loginFor(pathname + search), { replace: true })
      },
    })
    return made
  }, [])
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
