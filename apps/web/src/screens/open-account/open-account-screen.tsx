import { type AccountType, accountTypes, accountTypeWords, lagosDate } from '@tradebook/contract'
import { paperSchema } from '@tradebook/contract/schemas/customers'
import type { RegistrationField } from '@tradebook/contract/schemas/registration'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { useCall } from '../../api/use-call.ts'
import { useMarketDate } from '../../live/use-live.ts'
import { CUSTOMERS } from '../../paths.ts'
import { RequestForm } from '../../registration/request-form.tsx'
import { paperRow, rowOf } from '../../registration/request-steps.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import type { FormValues } from '../../ui/schema-form/form-schema.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './open-account-screen.module.css'

/** The parameter of the address that names the request under way. */
const REQUEST = 'request'

/** Where staff enter what a customer filled in on paper: first whose form it is, then the form itself, step by step. */
const OpenAccountScreen = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const id = Number(query.get(REQUEST)) || undefined
  return (
    <Page title={t('Customer.Open')} about={t('Customer.Open.about')} isWide>
      <Section>
        <div className={styles.form}>
          {id === undefined ? (
            <Beginning onBegun={(next) => setQuery({ [REQUEST]: String(next) }, { replace: true })} />
          ) : (
            <Form id={id} />
          )}
        </div>
      </Section>
    </Page>
  )
}

const Beginning = ({ onBegun }: { readonly onBegun: (id: number) => void }) => {
  const { t } = useTranslation()
  const [accountType, setType] = useState<AccountType>('individual')
  const schema = paperSchema(accountType)
  const names = Object.keys(schema.shape) as RegistrationField[]
  return (
    <>
      <Radio.Group
        aria-label={t('Registration.Type.Title')}
        value={accountType}
        options={accountTypes.map((value) => ({ value, label: t(accountTypeWords[value]) }))}
        onChange={({ target }) => setType(target.value as AccountType)}
      />
      <SchemaForm<'Customer/CreateCustomer', FormValues>
        key={accountType}
        label={t('Customer.Open.who')}
        change="Customer/CreateCustomer"
        schema={schema as z.ZodObject & z.ZodType<unknown, FormValues>}
        fields={names.map((name) => paperRow(rowOf(schema, name)))}
        initial={{}}
        toInput={(values) => ({ accountType, ...values })}
        action={t('Customer.Open.begin')}
        onDone={({ id }) => onBegun(id)}
      />
    </>
  )
}

const Form = ({ id }: { readonly id: number }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const marketDate = useMarketDate() ?? lagosDate(Date.now())
  const [isSubmitted, setSubmitted] = useState(false)
  const request = useCall('Customer/GetCustomerAccountCreationRequest', { id })
  if (isSubmitted)
    return (
      <EmptyState
        title={t('Customer.Open.submitted')}
        details={t('Customer.Open.submitted.details')}
        action={<Button onClick={() => navigate(CUSTOMERS)}>{t('Customers.Title')}</Button>}
      />
    )
  return (
    <Loaded answer={request}>
      {(data) => (
        <RequestForm
          request={data}
          marketDate={marketDate}
          isFromPaper
          onSubmitted={() => setSubmitted(true)}
        />
      )}
    </Loaded>
  )
}

export default OpenAccountScreen
