import { useQueryClient } from '@tanstack/react-query'
import {
  accountTypeWords,
  type CallOutput,
  documentsOf,
  type OwnAccountRequest,
  RequestStatus,
  reviewPermission,
  statusAfter,
  type TextKey,
} from '@tradebook/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { callKey, useCall } from '../../api/use-call.ts'
import { ACCOUNT_REQUESTS, HOME } from '../../paths.ts'
import { DocumentPicture } from '../../registration/document-picture.tsx'
import { RequestAnswers } from '../../registration/request-answers.tsx'
import { RequestForm } from '../../registration/request-form.tsx'
import { RequestHistory } from '../../registration/request-history.tsx'
import { useCan, useIsMember } from '../../session.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { localList } from '../../ui/data-table/local-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import styles from './account-request-screen.module.css'
import { ownRequestsView, standingWords } from './own-requests-view.ts'

const ALL_CALL = 'Customer/GetAllUserAccountCreationRequests'
const STATUS_CALL = 'Customer/GetCustomerAccountCreationRequestStatus'
type Status = CallOutput<typeof STATUS_CALL>
type Request = NonNullable<Status['request']>

/** What others decide is looked for so often while the page is shown. */
const LOOKED_FOR_EVERY_MS = 30_000

/** Whether it is others who go on with the request. */
const isWithOthers = ({ status }: Pick<OwnAccountRequest, 'status'>): boolean =>
  status !== RequestStatus.completed && statusAfter('submit', 'owner', status) === undefined

const read = { staleTime: 0, isSharedByDevices: true, refetchInterval: LOOKED_FOR_EVERY_MS }

/** All own requests for a trading account, and of the one that is chosen how it stands, and the form while it can be changed. */
const AccountRequestScreen = () => {
  const { t } = useTranslation()
  const isMember = useIsMember()
  const [query] = useSearchParams()
  const all = useCall(ALL_CALL, {}, { ...read, isAwaited: ({ items }) => items.some(isWithOthers) })
  const chosen = query.get(CHOSEN)
  return (
    <Page title={t('Menu.AccountRequest')} about={t('AccountRequest.About')} isWide>
      <Loaded answer={all}>
        {({ items: requests }) => {
          const shown = requests.find(({ id }) => String(id) === chosen) ?? requests[0]
          const isBeginning = chosen === ANOTHER && requests.every(isOver)
          return (
            <>
              {requests.length > 0 && <AllRequests requests={requests} />}
              {isBeginning || (requests.length === 0 && !isMember) ? (
                <OneRequest id={undefined} />
              ) : shown ? (
                <OneRequest key={shown.id} id={shown.id} />
              ) : (
                <NoRequest />
              )}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** In the address: the number of the request that is shown, or that another one is begun. */
const CHOSEN = 'request'
const ANOTHER = 'new'

const isOver = ({ status }: Pick<OwnAccountRequest, 'status'>): boolean => status === RequestStatus.completed

/** A member who has made no request, as most of the staff: nobody is led into the form who did not ask for it. */
const NoRequest = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isReviewer = useCan(reviewPermission)
  return (
    <Section>
      <EmptyState
        title={t('AccountRequest.None')}
        details={t('AccountRequest.None.details')}
        action={
          <div className={styles.actions}>
            {isReviewer && (
              <Button type="primary" onClick={() => navigate(ACCOUNT_REQUESTS)}>
                {t('AccountRequest.OfCustomers')}
              </Button>
            )}
            <BeginButton title="AccountRequest.Begin" />
          </div>
        }
      />
    </Section>
  )
}

const BeginButton = ({ title }: { readonly title: TextKey }) => {
  const { t } = useTranslation()
  const [, setQuery] = useSearchParams()
  return <Button onClick={() => setQuery({ [CHOSEN]: ANOTHER })}>{t(title)}</Button>
}

const AllRequests = ({ requests }: { readonly requests: readonly OwnAccountRequest[] }) => {
  const [state, change] = useListState(ownRequestsView)
  const [, setQuery] = useSearchParams()
  return (
    <Section>
      <DataTable
        list={ownRequestsView}
        source={localList(ownRequestsView, requests, state)}
        state={state}
        onChange={change}
        onOpen={({ id }) => setQuery({ [CHOSEN]: String(id) })}
        tools={requests.every(isOver) && <BeginButton title="AccountRequest.BeginAnother" />}
      />
    </Section>
  )
}

/** One request, or without its number the form of a new one. */
const OneRequest = ({ id }: { readonly id: number | undefined }) => {
  const status = useCall(STATUS_CALL, id === undefined ? {} : { id }, {
    ...read,
    isAwaited: ({ status }) => status !== null && isWithOthers({ status }),
  })
  return (
    <Loaded answer={status}>
      {(data) =>
        id !== undefined && data.request ? (
          <Standing status={data} request={data.request} />
        ) : (
          <Beginning status={data} />
        )
      }
    </Loaded>
  )
}

/** Reads the requests again once one was submitted, and shows it. */
function useHandedIn() {
  const queries = useQueryClient()
  const [, setQuery] = useSearchParams()
  return () => {
    setQuery({}, { replace: true })
    for (const name of [STATUS_CALL, ALL_CALL] as const)
      void queries.invalidateQueries({ queryKey: callKey(name) })
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
  const [title, details] = standingWords(request)
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
