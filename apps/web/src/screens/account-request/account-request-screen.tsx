import { useQueryClient } from '@tanstack/react-query'
import {
  accountTypeWords,
  type CallOutput,
  documentsOf,
  RequestStatus,
  requestStatusDetails,
  requestStatusWords,
  statusAfter,
} from '@tradebook/contract'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { callKey, useCall } from '../../api/use-call.ts'
import { HOME } from '../../paths.ts'
import { DocumentPicture } from '../../registration/document-picture.tsx'
import { RequestAnswers } from '../../registration/request-answers.tsx'
import { RequestForm } from '../../registration/request-form.tsx'
import { RequestHistory } from '../../registration/request-history.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, Section } from '../../ui/page.tsx'
import styles from './account-request-screen.module.css'

const STATUS_CALL = 'Customer/GetCustomerAccountCreationRequestStatus'
type Status = CallOutput<typeof STATUS_CALL>
type Request = NonNullable<Status['request']>

/** What others decide is looked for so often while the page is shown. */
const LOOKED_FOR_EVERY_MS = 30_000

/** Whether it is others who go on with the request. */
const isWithOthers = ({ status }: Status): boolean =>
  status !== null &&
  status !== RequestStatus.completed &&
  statusAfter('submit', 'owner', status) === undefined

/** How the own request for a trading account stands, and the form while it can be changed. */
const AccountRequestScreen = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useCall(
    STATUS_CALL,
    {},
    {
      ...{ staleTime: 0, isSharedByDevices: true },
      ...{ refetchInterval: LOOKED_FOR_EVERY_MS, isAwaited: isWithOthers },
    },
  )
  return (
    <Page title={t('Menu.AccountRequest')} about={t('AccountRequest.About')}>
      {isError ? (
        <EmptyState
          title={t('Table.Failed')}
          details={t('Table.Failed.details')}
          action={<Button onClick={() => void refetch()}>{t('Chunk.Retry')}</Button>}
        />
      ) : data === undefined ? (
        <Skeleton active />
      ) : data.request ? (
        <Standing status={data} request={data.request} />
      ) : (
        <Beginning status={data} />
      )}
    </Page>
  )
}

/** Reads the request again once it was handed in, and returns to its first step. */
function useHandedIn() {
  const queries = useQueryClient()
  const [, setQuery] = useSearchParams()
  return () => {
    setQuery({}, { replace: true })
    void queries.invalidateQueries({ queryKey: callKey(STATUS_CALL) })
  }
}

/** Who has no request may make one. */
const Beginning = ({ status: { marketDate, known } }: { readonly status: Status }) => {
  const { t } = useTranslation()
  return (
    <Section heading={t('AccountRequest.None')}>
      <div className={styles.part}>
        <RequestForm
          request={undefined}
          marketDate={marketDate}
          {...(known && { known })}
          onSubmitted={useHandedIn()}
        />
      </div>
    </Section>
  )
}

const Standing = ({ status, request }: { readonly status: Status; readonly request: Request }) => {
  const { t } = useTranslation()
  const { assigned, reason } = request
  const handedIn = useHandedIn()
  // A draft with a reason is one that a reviewer returned.
  const [title, details] =
    request.status === RequestStatus.draft && reason !== null
      ? (['Registration.Status.returned', 'Registration.Status.returned.details'] as const)
      : ([requestStatusWords[request.status], requestStatusDetails[request.status]] as const)
  const isOpen = statusAfter('submit', 'owner', request.status) !== undefined
  return (
    <>
      <Section heading={t('AccountRequest.Standing')}>
        <div className={styles.part}>
          <p className={styles.status} role="status">
            <strong>{t(title)}</strong> {t(details)}
          </p>
          {reason !== null && (
            <div className={styles.reason}>
              <strong>
                {t(
                  request.status === RequestStatus.failed
                    ? 'AccountRequest.Refused'
                    : 'AccountRequest.Reason',
                )}
              </strong>
              <p>{reason}</p>
            </div>
          )}
          {assigned && (
            <>
              <dl className={styles.assigned}>
                <dt>{t('AccountRequest.AccountNumber')}</dt>
                <dd>{assigned.accountNumber}</dd>
                <dt>{t('Registration.Field.cscsAccount')}</dt>
                <dd>{assigned.cscsAccount}</dd>
                <dt>{t('Registration.Field.chn')}</dt>
                <dd>{assigned.chn}</dd>
                {assigned.payIn !== '' && (
                  <>
                    <dt>{t('Registration.PayIn')}</dt>
                    <dd className={styles.lines}>{assigned.payIn}</dd>
                  </>
                )}
              </dl>
              {/* Another document: this one knows the person without the role. */}
              <Button type="primary" href={HOME}>
                {t('AccountRequest.Trade')}
              </Button>
            </>
          )}
        </div>
      </Section>
      {isOpen ? (
        <Section heading={t(reason === null ? 'AccountRequest.GoOn' : 'AccountRequest.Correct')}>
          <div className={styles.part}>
            <RequestForm request={request} marketDate={status.marketDate} onSubmitted={handedIn} />
          </div>
        </Section>
      ) : (
        <Section heading={t('AccountRequest.Answers', { type: t(accountTypeWords[request.accountType]) })}>
          <div className={styles.part}>
            <RequestAnswers type={request.accountType} values={request} />
            <Documents request={request} />
          </div>
        </Section>
      )}
      <Section heading={t('AccountRequest.History')}>
        <div className={styles.part}>
          <RequestHistory history={status.history} />
        </div>
      </Section>
    </>
  )
}

const Documents = ({ request }: { readonly request: Request }) => {
  const { t } = useTranslation()
  const kinds = documentsOf(request.accountType).filter((kind) =>
    request.documents.some((document) => document.kind === kind),
  )
  return (
    <ul className={styles.documents} aria-label={t('Registration.Step.documents')}>
      {kinds.map((kind) => (
        <li key={kind}>
          <DocumentPicture of={{ id: request.id, kind }} title={t(`Registration.Document.${kind}`)} />
          <span>{t(`Registration.Document.${kind}`)}</span>
        </li>
      ))}
    </ul>
  )
}

export default AccountRequestScreen
