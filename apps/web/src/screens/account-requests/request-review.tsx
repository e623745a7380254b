import { useQueryClient } from '@tanstack/react-query'
import {
  accountTypeWords,
  type DocumentKind,
  documentsOf,
  type RequestAction,
  type RequestPart,
  refusals,
  requestStatusWords,
  reviewPermission,
  statusAfter,
  waitingStatuses,
} from '@tradebook/contract'
import type { RegistrationStep } from '@tradebook/contract/schemas/registration'
import { identityTitle } from '@tradebook/contract/schemas/registration-texts'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestFailure } from '../../api/request-failure.ts'
import { callKey, useCall } from '../../api/use-call.ts'
import { OPEN_ACCOUNT } from '../../paths.ts'
import { DocumentPicture } from '../../registration/document-picture.tsx'
import { RequestAnswers } from '../../registration/request-answers.tsx'
import { RequestHistory } from '../../registration/request-history.tsx'
import { useCan, useSession } from '../../session.ts'
import { dateAndTime } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './account-requests-screen.module.css'
import { Approve } from './approve.tsx'
import { EditAnswers } from './edit-answers.tsx'
import { PartChanges } from './part-changes.tsx'
import { RejectForm } from './reject-form.tsx'
import { CHANGED, namedWarning, nameOf, type Request } from './request.ts'

/** What a reviewer is about to do. */
type Decision = 'approve' | 'reject' | 'returnForCorrection'
const decisions = ['approve', 'returnForCorrection', 'reject'] as const satisfies Decision[]

/** By which a request was sent back to its owner. */
const SENT_BACK: readonly RequestAction[] = ['reject', 'returnForCorrection']

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

/** One request with its answers next to its documents, and the decision. */
export const RequestReview = ({ id, onNext }: RequestReviewProps) => {
  const request = useCall(
    'Customer/GetCustomerAccountCreationRequest',
    { id },
    { staleTime: 0, isSharedByDevices: true, refetchInterval: LOOKED_AT_EVERY_MS },
  )
  return <Loaded answer={request}>{(data) => <Review request={data} {...(onNext && { onNext })} />}</Loaded>
}

const Review = ({ request, onNext }: { readonly request: Request; readonly onNext?: () => void }) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const self = useSession(({ user }) => user?.userName)
  const isReviewer = useCan(reviewPermission)
  const maintains = useCan('MAINTAIN_CUSTOMERS')
  const [decision, setDecision] = useState<Decision>()
  const [edited, setEdited] = useState<RegistrationStep>()
  const [remarks, setRemarks] = useState<Readonly<Partial<Record<RequestPart, string>>>>({})
  const [outcome, setOutcome] = useState<string>()
  const [isAnothers, setIsAnothers] = useState(false)
  const shown = JSON.stringify([request.revision, request.warnings.map(namedWarning)])
  const [read, setRead] = useState(shown)
  // What others changed, or answered as well, is read before it is decided; what was decided here is not news.
  if (shown !== read) {
    setRead(shown)
    setDecision(undefined)
    setIsAnothers(outcome === undefined)
  }
  const isOwn = request.userName === self
  const mayEdit = isReviewer && !isOwn && statusAfter('save', 'reviewer', request.status) !== undefined
  // Who ever changed it never approves it.
  const hasEdited = request.history.some(
    ({ action, by }) => by === self && (action === 'save' || (action === 'submit' && request.isFromPaper)),
  )
  const allowed = decisions.filter(
    (one) =>
      isReviewer &&
      statusAfter(one, 'reviewer', request.status) !== undefined &&
      !(one === 'approve' && hasEdited),
  )
  const sentBack = request.history.findLast(({ action }) => SENT_BACK.includes(action))

  const refresh = () => {
    for (const name of CHANGED) void queries.invalidateQueries({ queryKey: callKey(name) })
  }
  const done = (words: string) => {
    setDecision(undefined)
    setEdited(undefined)
    setOutcome(words)
    refresh()
  }
  /** Somebody else was faster: what they did is shown instead. */
  const failed = ({ code }: RequestFailure) => {
    if (!TOO_LATE.includes(code)) return
    setDecision(undefined)
    setEdited(undefined)
    setIsAnothers(true)
    refresh()
  }

  const remarkOn = (name: RequestPart, label: string) => (
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
          <strong>{t(requestStatusWords[request.status])}</strong>
          {request.userName && ` · ${request.userName}`}
        </p>
        {request.reason !== null ? (
          <p className={styles.reason}>{request.reason}</p>
        ) : (
          sentBack &&
          waitingStatuses.includes(request.status) && (
            <p className={styles.reason}>
              <strong>
                {t('AccountRequests.Remarked', { by: sentBack.by ?? '', at: dateAndTime(sentBack.at) })}
              </strong>
              {'\n'}
              {sentBack.reason}
            </p>
          )
        )}
        {request.assigned && <p>{t('AccountRequests.Assigned', request.assigned)}</p>}
        <Warnings request={request} />
      </header>
      <div className={styles.sides}>
        <RequestAnswers
          type={request.accountType}
          values={request}
          isForStaff
          {...(mayEdit && decision === undefined && { onChange: setEdited })}
          instead={(step) =>
            step === edited && (
              <EditAnswers
                request={request}
                step={step}
                onDone={() => done(t('AccountRequests.Edited'))}
                onFailed={failed}
                onBack={() => setEdited(undefined)}
              />
            )
          }
          beside={(name, label) => (
            <>
              <PartChanges request={request} part={name} />
              {decision === 'returnForCorrection' && remarkOn(name, label)}
            </>
          )}
        />
        <Documents request={request} {...(decision === 'returnForCorrection' && { beside: remarkOn })} />
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
                  setEdited(undefined)
                  setIsAnothers(false)
                  setDecision(one)
                }}
              >
                {t(
                  one === 'approve' && request.isNumberedByHand
                    ? 'AccountRequests.Approve.byHand'
                    : `Registration.Action.${one}`,
                )}
              </Button>
            ))}
            {maintains &&
              request.isFromPaper &&
              statusAfter('submit', 'owner', request.status) !== undefined && (
                <Button href={`${OPEN_ACCOUNT}?request=${request.id}`}>{t('Customer.Open.continue')}</Button>
              )}
            {hasEdited && <p>{t('AccountRequests.EditedByYou')}</p>}
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
                field: t(identityTitle(kind)),
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

interface DocumentsProps {
  readonly request: Request
  /** What is shown next to a document. */
  readonly beside?: (kind: DocumentKind, title: string) => ReactNode
}

const Documents = ({ request, beside }: DocumentsProps) => {
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
              <PartChanges request={request} part={kind} />
              {beside?.(kind, title)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
