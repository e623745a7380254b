import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'

/** The firm's short name may be typed still. */
const TYPING_MS = 400

interface ProviderButtonProps {
  readonly firm: string
  readonly isBusy: boolean
  readonly onChosen: () => void
}

/** The way to the identity provider of the firm that is named, where that has one. */
export const ProviderButton = ({ firm, isBusy, onChosen }: ProviderButtonProps) => {
  const { t } = useTranslation()
  const provider = useProviderOf(firm.trim())
  return (
    provider !== undefined && (
      <Button block disabled={isBusy} onClick={onChosen}>
        {t('Login.Provider', { provider })}
      </Button>
    )
  )
}

/** What the provider of a firm is called, once the firm's name is no longer being typed. */
function useProviderOf(tenancyName: string): string | undefined {
  const [known, setKnown] = useState<{ readonly firm: string; readonly name: string | undefined }>()
  useEffect(() => {
    if (!tenancyName) return
    const stopped = new AbortController()
    const ask = async () => {
      const options = { failure: 'silent', signal: stopped.signal } as const
      const answer = await call('Account/IsTenantAvailable', { tenancyName }, options).catch(() => undefined)
      if (!stopped.signal.aborted) setKnown({ firm: tenancyName, name: answer?.provider?.name })
    }
    const timer = setTimeout(() => void ask(), TYPING_MS)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [tenancyName])
  return known?.firm === tenancyName ? known.name : undefined
}
