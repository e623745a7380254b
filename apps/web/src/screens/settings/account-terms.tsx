import { bankCodes, banks, type CallOutput, type CustomerRow } from '@tradebook/contract'
import { accountTermsInput } from '@tradebook/contract/schemas/account-terms'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CustomerSelect } from '../../accounts/customer-select.tsx'
import { usePosting } from '../../accounts/posting.ts'
import { useCall } from '../../api/use-call.ts'
import { useSession } from '../../session.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './settings-screen.module.css'

const OFFERED_BANKS = bankCodes.map((code) => ({ value: code, label: `${banks[code]} · ${code}` }))
const ROUTES = { broker: 'Terms.Route.broker', direct: 'Terms.Route.direct' } as const

/** Where the proceeds of a customer's sales go, and the bank account on file. */
export function TermsSettings() {
  const { t } = useTranslation()
  const [customer, choose] = useState<CustomerRow>()
  // The host has no customers.
  const isHost = useSession(({ tenant }) => tenant === null)
  if (isHost) return null
  return (
    <Section heading={t('Terms.Title')}>
      <div className={styles.form}>
        <p>{t('Terms.About')}</p>
        <CustomerSelect label={t('Terms.Account')} account={customer} onChoose={choose} />
        {customer && <Terms key={customer.cscsAccount} cscsAcct={customer.cscsAccount} />}
      </div>
    </Section>
  )
}

function Terms({ cscsAcct }: { readonly cscsAcct: string }) {
  const terms = useCall('BackOffice/GetAccountTerms', { cscsAcct }, { staleTime: 0 })
  return <Loaded answer={terms}>{(data) => <TermsForm cscsAcct={cscsAcct} terms={data} />}</Loaded>
}

interface TermsFormProps {
  readonly cscsAcct: string
  readonly terms: CallOutput<'BackOffice/GetAccountTerms'>
}

function TermsForm({ cscsAcct, terms }: TermsFormProps) {
  const { t } = useTranslation()
  const { postingID, made, text, begun, posted, failed } = usePosting(
    'BackOffice/UpdateAccountTerms',
    cscsAcct,
  )
  return (
    <>
      <SchemaForm
        key={made}
        label={t('Terms.Title')}
        change="BackOffice/UpdateAccountTerms"
        schema={accountTermsInput}
        fields={[
          { name: 'cashRoute', label: 'Terms.Route', help: 'Terms.Route.help', choices: ROUTES },
          { name: 'bankCode', label: 'Terms.Bank', offered: OFFERED_BANKS },
          { name: 'bankAccount', label: 'Terms.BankAccount', help: 'Terms.BankAccount.help' },
          { name: 'accountName', label: 'Terms.AccountName', help: 'Terms.AccountName.help' },
        ]}
        initial={{ postingID, cscsAcct, ...terms }}
        action={t('Terms.Save')}
        makesStale={['BackOffice/GetAccountTerms', 'BackOffice/GetCashApprovals']}
        onSubmit={begun}
        onDone={() => posted(t('Terms.Asked'))}
        onFailed={failed}
      />
      <p role="status">{text}</p>
    </>
  )
}
