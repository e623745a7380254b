import { QueryClientProvider } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { newQueryClient } from '../../api/query-client.ts'
import { forgetRegistration, keepRegistrationToken, registrationToken } from '../../api/registration-token.ts'
import { useCall } from '../../api/use-call.ts'
import { firmIn } from '../../firm.ts'
import { LOGIN, publicAt } from '../../paths.ts'
import { RequestForm } from '../../registration/request-form.tsx'
import { noticeOf } from '../../ui/notice.ts'
import { NoticeBar } from '../../ui/notice-bar.tsx'
import { OpenUser } from './open-user.tsx'
import { VerifyAddress } from './verify-address.tsx'

/** A person registers: a user, the code that was mailed, then the request for a trading account. */
const CreateAccountScreen = () => {
  const [queries] = useState(newQueryClient)
  const [token, setToken] = useState(registrationToken)
  const [emailAddress, setEmailAddress] = useState<string>()
  const [isHandedIn, setIsHandedIn] = useState(false)
  const end = () => {
    forgetRegistration()
    queries.clear()
    setToken(undefined)
  }
  if (isHandedIn) return <HandedIn />
  if (token === undefined)
    return (
      <OpenUser
        onOpened={(opened, address) => {
          keepRegistrationToken(opened)
          setEmailAddress(address)
          setToken(opened)
        }}
      />
    )
  return (
    <QueryClientProvider client={queries}>
      <Registration
        accessToken={token}
        emailAddress={emailAddress}
        onAgain={end}
        onHandedIn={() => {
          end()
          setIsHandedIn(true)
        }}
      />
    </QueryClientProvider>
  )
}

interface RegistrationProps {
  readonly accessToken: string
  /** As the person gave it in this tab; nothing after a reload. */
  readonly emailAddress: string | undefined
  readonly onAgain: () => void
  readonly onHandedIn: () => void
}

/** Goes on where the person was: at the code, or at the step of the request. */
const Registration = ({ accessToken, emailAddress, onAgain, onHandedIn }: RegistrationProps) => {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(
    'Customer/GetCustomerAccountCreationRequestStatus',
    {},
    { failure: 'inline', staleTime: 0 },
  )
  if (error)
    return (
      <>
        <NoticeBar
          tone="error"
          {...noticeOf(error instanceof ApiError ? error : { message: '', details: null }, t)}
        />
        <BackToLogin onClick={onAgain} />
      </>
    )
  if (data === undefined) return <Skeleton active />
  if (!data.isEmailVerified)
    return (
      <VerifyAddress
        accessToken={accessToken}
        emailAddress={emailAddress}
        onVerified={() => void refetch()}
        onAgain={onAgain}
      />
    )
  return (
    <div data-wide>
      <RequestForm
        request={data.request ?? undefined}
        accessToken={accessToken}
        marketDate={data.marketDate}
        {...(data.known && { known: data.known })}
        onSubmitted={onHandedIn}
      />
    </div>
  )
}

const HandedIn = () => {
  const { t } = useTranslation()
  return (
    <>
      <NoticeBar
        tone="information"
        title={t('CreateAccount.HandedIn')}
        description={t('CreateAccount.HandedIn.details')}
      />
      <BackToLogin />
    </>
  )
}

const BackToLogin = ({ onClick }: { readonly onClick?: () => void }) => {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  return (
    <Link to={publicAt(LOGIN, firmIn(query))} {...(onClick && { onClick })}>
      {t('CreateAccount.SignIn')}
    </Link>
  )
}

export default CreateAccountScreen
