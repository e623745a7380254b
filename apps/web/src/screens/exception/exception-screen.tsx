import type { TextKey } from '@tradebook/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { HOME, LOGIN } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { NoticePage } from '../../ui/notice-page.tsx'

interface Happened {
  readonly title: TextKey
  readonly details: TextKey
  /** A name for support. */
  readonly code?: string
}

const unknown: Happened = { title: 'Exception.Unknown', details: 'Exception.Unknown.details' }
const notFound: Happened = { title: 'Exception.NotFound', details: 'Exception.NotFound.details' }

/** What each `type` of `/exception` says; any other is `unknown`. */
const happened: Readonly<Record<string, Happened>> = {
  401: { title: 'Exception.Denied', details: 'Exception.Denied.details', code: '401' },
  403: { title: 'Exception.Forbidden', details: 'Exception.Forbidden.details', code: '403' },
  404: { ...notFound, code: '404' },
  500: { title: 'Exception.Server', details: 'Exception.Server.details', code: '500' },
  chunk: { title: 'Chunk.Failed', details: 'Chunk.Failed.details' },
}

const What = ({ title, details, code }: Happened) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isSignedIn = useSession(({ user }) => user !== null)
  const [to, label]: [string, TextKey] = isSignedIn ? [HOME, 'Exception.Home'] : [LOGIN, 'Landing.SignIn']
  return (
    <NoticePage
      title={t(title)}
      details={t(details)}
      code={code}
      action={
        <Button type="primary" onClick={() => navigate(to)}>
          {t(label)}
        </Button>
      }
    />
  )
}

export const NotFoundScreen = () => <What {...notFound} />

/** `/exception?type=…`: what happened, in words, and the way on. */
export const ExceptionScreen = () => {
  const [query] = useSearchParams()
  return <What {...(happened[query.get('type') ?? ''] ?? unknown)} />
}
