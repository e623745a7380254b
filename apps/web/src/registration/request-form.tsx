import {
  type AccountType,
  accountTypeDetails,
  accountTypes,
  accountTypeWords,
  applicantName,
  type CallOutput,
  type DocumentKind,
  documentKinds,
  documentsOf,
} from '@tradebook/contract'
import {
  accountTypeInput,
  bankAccountWarning,
  type RegistrationField,
  registrationFieldNames,
} from '@tradebook/contract/schemas/registration'
import { Form, Radio } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { call } from '../api/client.ts'
import type { FormValues } from '../ui/schema-form/form-schema.ts'
import { type FormStep, SteppedForm } from '../ui/schema-form/stepped-form.tsx'
import { DocumentUploads } from './document-uploads.tsx'
import styles from './registration.module.css'
import { RequestAnswers } from './request-answers.tsx'
import { paperStep, requestSteps } from './request-steps.tsx'
import { Signatories } from './signatories.tsx'

type AccountRequest = CallOutput<'Customer/GetCustomerAccountCreationRequest'>
type Saved = CallOutput<'Customer/CustomerRegister'>

interface RequestFormProps {
  /** The draft as the server has it; absent before anything was saved. */
  readonly request: AccountRequest | undefined
  /** Of a person who is registering; a person who is signed in needs none. */
  readonly accessToken?: string
  /** `YYYY-MM-DD`: the day by which people must be of age. */
  readonly marketDate: string
  /** What is filled in before anything was saved. */
  readonly known?: FormValues
  /** Staff copy it from the applicant's paper form. */
  readonly isFromPaper?: boolean
  readonly onSubmitted: () => void
}

const TYPE_STEP = 'type'

/** What a form has before anything is answered: a box that nobody ticks is an answer, too. */
const UNANSWERED = { accountType: 'individual', politicallyExposed: false, alertsOptOut: false }

/** The request for a trading account, step by step; each is kept on the server before the next one opens. */
export const RequestForm = (props: RequestFormProps) => {
  const { request, accessToken, marketDate, known, isFromPaper = false, onSubmitted } = props
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const initial = useMemo(() => ({ ...UNANSWERED, ...known, ...valuesOf(request) }), [request, known])
  const [values, setValues] = useState<FormValues>(initial)
  const [kept, setKept] = useState<ReadonlySet<DocumentKind>>(
    () => new Set(request?.documents.map(({ kind }) => kind)),
  )
  const type = values.accountType as AccountType

  const keep = (sent: object, submit: boolean, files?: Record<string, File>): Promise<Saved> => {
    const options = { failure: 'inline', files } as const
    if (accessToken === undefined && request)
      return call(
        'Customer/UpdateCustomerAccountCreationRequest',
        { id: request.id, submit, ...sent } as never,
        options,
      )
    return call(
      'Customer/CustomerRegister',
      { accessToken, accountType: type, submit, ...sent } as never,
      options,
    )
  }
  const upload = async (kind: DocumentKind, file: File) => {
    await keep({}, false, { [kind]: file })
    setKept((now) => new Set([...now, kind]))
  }
  const open = (step: string) => setQuery((now) => withStep(now, step))

  const remarkedDocuments = documentsOf(type).filter((kind) =>
    request?.remarks.some(({ field }) => field === kind),
  )
  const missing = documentsOf(type).filter((kind) => !kept.has(kind))
  const contents: Partial<Record<string, Partial<FormStep>>> = {
    signatories: { content: <Signatories isFromPaper={isFromPaper} /> },
    bank: { content: <BankWarning /> },
    documents: {
      content: (
        <DocumentUploads
          kinds={documentsOf(type)}
          saved={request?.documents ?? []}
          remarks={request?.remarks ?? []}
          isFromPaper={isFromPaper}
          {...(accessToken === undefined && request && { requestId: request.id })}
          upload={upload}
        />
      ),
      missing:
        missing.length > 0
          ? t('Registration.Documents.missing', {
              documents: missing.map((kind) => t(documentKinds[kind].title)).join(', '),
            })
          : undefined,
    },
    declarations: {
      lead: <RequestAnswers type={type} values={values} onChange={open} isFromPaper={isFromPaper} />,
    },
  }
  const steps: FormStep[] = [
    {
      key: TYPE_STEP,
      title: 'Registration.Type.Title',
      ...(!isFromPaper && { about: 'Registration.Type.About' }),
      schema: accountTypeInput,
      fields: [],
      content: <TypeChoice isFromPaper={isFromPaper} />,
    },
    ...requestSteps(type, marketDate, {
      ...{ remarks: request?.remarks, customerName: applicantName(type, values), isFromPaper },
    })
      .map((step) => (isFromPaper ? paperStep(step) : step))
      .map((step) => ({ ...step, ...contents[step.key] })),
  ]

  // Who was asked to correct something begins there.
  const isRemarked = ({ key, fields }: FormStep) =>
    fields.some(({ remark }) => remark) || (key === 'documents' && remarkedDocuments.length > 0)
  const firstStep = steps.find(isRemarked)?.key ?? TYPE_STEP

  return (
    <SteppedForm
      label={t('Registration.Form')}
      steps={steps}
      step={query.get('step') ?? firstStep}
      onStep={open}
      initial={initial}
      onChange={(now) => setValues({ ...now })}
      save={(now) => keep(fieldsOf(now), false)}
      submit={async (now) => {
        await keep(fieldsOf(now), true)
        onSubmitted()
      }}
      action={t('Registration.Action.submit')}
    />
  )
}

const withStep = (query: URLSearchParams, step: string): URLSearchParams => {
  const after = new URLSearchParams(query)
  after.set('step', step)
  return after
}

/** The values of a request that a form begins with; what is not answered has none. */
const valuesOf = (request: AccountRequest | undefined): FormValues =>
  request
    ? Object.fromEntries(
        ['accountType' as const, ...registrationFieldNames]
          .map((name) => [name, request[name]] as const)
          .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
      )
    : {}

/** What is sent: every field that was looked at; an emptied one as an empty text. */
const fieldsOf = (values: FormValues): FormValues =>
  Object.fromEntries(
    ['accountType' as const, ...registrationFieldNames].flatMap((name) =>
      values[name] === undefined ? [] : [[name, values[name]]],
    ),
  )

/** The types of account, each with what it is. */
const TypeChoice = ({ isFromPaper }: { readonly isFromPaper: boolean }) => {
  const { t } = useTranslation()
  return (
    <Form.Item name="accountType">
      <Radio.Group className={styles.types} aria-label={t('Registration.Type.Title')}>
        {accountTypes.map((type) => (
          <Radio key={type} value={type}>
            <strong>{t(accountTypeWords[type])}</strong>
            {!isFromPaper && <span className={styles.typeDetails}>{t(accountTypeDetails(type))}</span>}
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  )
}

/** Warns of a number whose check digit cannot be certain, and may be right. */
const BankWarning = () => {
  const { t } = useTranslation()
  const [sortCode, number] = [
    Form.useWatch<string | undefined>('bankSortCode' satisfies RegistrationField),
    Form.useWatch<string | undefined>('bankAccountNumber' satisfies RegistrationField),
  ]
  const warning = bankAccountWarning(sortCode ?? '', number ?? '')
  return (
    <p role="status" className={styles.warning}>
      {warning && t(warning)}
    </p>
  )
}
