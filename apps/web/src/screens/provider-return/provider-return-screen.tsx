import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { placeBefore, signInByProvider } from '../../api/provider-sign-in.ts'
import { useSend } from '../../api/use-send.ts'
import { firmIn } from '../../firm.ts'
import { LOGIN, publicAt, returnPath } from '../../paths.ts'
import { openSession } from '../../session.ts'
import { NoticeBar } from '../../ui/notice-bar.tsx'
import { failureNotice } from '../../ui/plain-form.tsx'

/** Where the identity provider of a firm sends the browser back to: it ends the sign-in, once. */
const ProviderReturnScreen = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const answer = useRef(query.toString())
  const begun = useRef(false)
  const { state, send } = useSend(signInByProvider)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const enter = async () => {
      const place = returnPath(placeBefore())
      // The code can be used once, and does not belong in the history.
      window.history.replaceState(window.history.state, '', window.location.pathname)
      if ((await send(answer.current))?.status !== 'done') return
      await openSession()
      await navigate(place, { replace: true })
    }
    void enter()
  })
  const notice = failureNotice(state, t)
  if (!notice) return <p role="status">{t('Login.Provider.returning')}</p>
  return (
    <>
      <NoticeBar {...notice} />
      <Button type="primary" block href={publicAt(LOGIN, firmIn(new URLSearchParams()))}>
        {t('Forgot.Back')}
      </Button>
    </>
  )
}

export default ProviderReturnScreen
