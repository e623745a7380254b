import { useQueryClient } from '@tanstack/react-query'
import { accountTypeWords, documentsOf, refusals, requestStatusWords, statusAfter } from '@tradebook/contract'
import { fieldTitle, type RegistrationField } from '@tradebook/contract/schemas/registration'
import { Alert, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestFailure } from '../../api/request-failure.ts'
import { callKey, useCall } from '../../api/use-call.ts'
import { DocumentPicture } from '../../registration/document-picture.tsx'
import { RequestAnswers } from '../../registration/request-answers.tsx'
import { RequestHistory } from '../../registration/request-history.tsx'
import { useSession } from '../../session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './account-requests-screen.module.css'
import { Approve } from './approve.tsx'
import { RejectForm } from './reject-form.tsx'
import { nameOf, type Request } from './request.ts'

/** What a reviewer is about to do. */
type Decision = 'approve' | 'reject' | 'returnForCorrection'
const decisions = ['approve', 'returnForCorrection', 'reject'] as const satisfies Decision[]

/** What a decision makes stale, whoever made it. */
const CHANGED = [
  'Customer/GetAllCustomerAccountCreationRequests',
  'Customer/GetCustomerAccountCreationRequest',
  'BackOffice/GetCustomers',
] as const

/** How often an open review is compared with what colleagues do. */
const LOOKED_AT_EVERY_MS = 15_000

/** What a decision is refused with because it was about another state of the request. */
const TOO_LATE: readonly (number | undefined)[] = [
  refusals.accountRequestChanged.code,
  refusals.accountRequestRevised.code,
]

interface RequestReviewProps {
  readonly id: number
  /** Opens the next request that waits; absent where none does. */
  readonly onNext?: () => void
}

/** One request with its answers beside its documents, and the decision. */
export const RequestReview = ({ id, onNext }: RequestReviewProps) => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useCall(
    'Customer/GetCustomerAccountCreationRequest',
    { id },
    { silent: true, staleTime: 0, isSharedByDevices: true, refetchInterval: LOOKED_AT_EVERY_MS },
  )
  if (isError)
    return (
      <EmptyState
        title={t('Table.Failed')}
        details={t('Table.Failed.details')}
        action={<Button onClick={() => void refetch()}>{t('Chunk.Retry')}</Button>}
      />
    )
  return data ? <Review request={data} {...(onNext && { onNext })} /> : <Skeleton active />
}

const Review = ({ request, onNext }: { readonly request: Request; readonly onNext?: () => void }) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const self = useSession(({ user }) => user?.userName)
  const [decision, setDecision] = useState<Decision>()
  const [remarks, setRemarks] = useState<Readonly<Partial<Record<RegistrationField, string>>>>({})
  const [outcome, setOutcome] = useState<string>()
  const [isAnothers, setIsAnothers] = useState(false)
  const [read, setRead] = useState(request.revision)
  // What others changed is read before it is decided upon; what was decided here is no news.
  if (request.revision !== read) {
    setRead(request.revision)
    setDecision(undefined)
    setIsAnothers(outcome === undefined)
  }
  const isOwn = request.userName === self
  const allowed = decisions.filter((one) => statusAfter(one, 'reviewer', request.status) !== undefined)

  const refresh = () => {
    for (const name of CHANGED) void queries.invalidateQueries({ queryKey: callKey(name) })
  }
  const done = (words: string) => {
    setDecision(undefined)
    setOutcome(words)
    refresh()
  }
  /** Somebody else was faster: what they did is shown instead. */
  const failed = ({ code }: RequestFailure) => {
    if (!TOO_LATE.includes(code)) return
    setDecision(undefined)
    setIsAnothers(true)
    refresh()
  }

  const remarkOn = (name: RegistrationField, label: string) => (
    <TextInput
      className={styles.remark}
      aria-label={t('AccountRequests.RemarkOn', { field: label })}
      placeholder={t('AccountRequests.Remark')}
      maxLength={120}
      value={remarks[name] ?? ''}
      onChange={({ target }) => setRemarks({ ...remarks, [name]: target.value })}
    />
  )

  return (
    <div className={styles.review}>
      <header>
        <h2>{nameOf(request) || t('AccountRequests.NoName')}</h2>
        <p>
          {t(accountTypeWords[request.accountType])} ·{' '}
          <strong>{t(requestStatusWords[request.status])}</strong> · {request.userName}
        </p>
        {request.reason !== null && <p className={styles.reason}>{request.reason}</p>}
        {request.assigned && <p>{t('AccountRequests.Assigned', request.assigned)}</p>}
        <Warnings request={request} />
      </header>
      <div className={styles.sides}>
        <RequestAnswers
          type={request.accountType}
          values={request}
          {...(decision === 'returnForCorrection' && { beside: remarkOn })}
        />
        <Documents request={request} />
      </div>
      <section aria-label={t('AccountRequest.History')}>
        <h3>{t('AccountRequest.History')}</h3>
        <RequestHistory history={request.history} />
      </section>
      <footer className={styles.decision}>
        {isAnothers && (
          <Alert
            role="alert"
            type="warning"
            title={t('AccountRequests.Anothers')}
            description={t('AccountRequests.Anothers.details', {
              status: t(requestStatusWords[request.status]),
            })}
          />
        )}
        <p role="status">{outcome}</p>
        {isOwn ? (
          <p>{t('AccountRequests.Own')}</p>
        ) : decision === 'approve' ? (
          <Approve request={request} onDone={done} onFailed={failed} onBack={() => setDecision(undefined)} />
        ) : decision ? (
          <RejectForm
            key={decision}
            request={request}
            remarks={remarks}
            returns={decision === 'returnForCorrection'}
            onDone={done}
            onFailed={failed}
            onBack={() => setDecision(undefined)}
          />
        ) : (
          <div className={styles.buttons}>
            {allowed.map((one) => (
              <Button
                key={one}
                type={one === 'approve' ? 'primary' : 'default'}
                danger={one === 'reject'}
                onClick={() => {
                  setOutcome(undefined)
                  setIsAnothers(false)
                  setDecision(one)
                }}
              >
                {t(`Registration.Action.${one}`)}
              </Button>
            ))}
            {onNext && <Button onClick={onNext}>{t('AccountRequests.Next')}</Button>}
          </div>
        )}
      </footer>
    </div>
  )
}

/** Who gave the same answers as the applicant. */
const Warnings = ({ request }: { readonly request: Request }) => {
  const { t } = useTranslation()
  if (request.warnings.length === 0) return null
  return (
    <Alert
      type="warning"
      title={t('AccountRequests.Warnings')}
      description={
        <ul>
          {request.warnings.map(({ kind, requestId, accountNumber, applicantName }) => (
            <li key={`${kind} ${requestId} ${accountNumber}`}>
              {t('AccountRequests.Warning', {
                field: t(fieldTitle(kind)),
                name: applicantName,
                where: accountNumber ?? t('AccountRequests.Review', { id: requestId }),
              })}
            </li>
          ))}
        </ul>
      }
    />
  )
}

const Documents = ({ request }: { readonly request: Request }) => {
  const { t } = useTranslation()
  return (
    <section aria-label={t('Registration.Step.documents')}>
      <h3>{t('Registration.Step.documents')}</h3>
      <ul className={styles.documents}>
        {documentsOf(request.accountType).map((kind) => {
          const title = t(`Registration.Document.${kind}`)
          const isThere = request.documents.some((document) => document.kind === kind)
          return (
            <li key={kind}>
              {isThere ? (
                <DocumentPicture of={{ id: request.id, kind }} title={title} />
              ) : (
                <p>{t('AccountRequests.NoDocument')}</p>
              )}
              <span>{title}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
