import { type CallOutput, type CustomerRow, ppmOf } from '@tradebook/contract'
import { agreementInput } from '@tradebook/contract/schemas/fees'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CustomerSelect } from '../../accounts/customer-select.tsx'
import { usePosting, useRequest } from '../../accounts/posting.ts'
import { isPending } from '../../api/use-send.ts'
import { useMayMake } from '../../session.ts'
import { date } from '../../ui/format.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import { CHARGES, percentText } from './charge-text.ts'
import styles from './settings-screen.module.css'

/** What single customers agreed, and the form to agree on something else. */
export function Agreements({
  customers,
  marketDate,
}: Pick<CallOutput<'Fees/Get'>, 'customers'> & { readonly marketDate: string }) {
  const { t } = useTranslation()
  const [customer, choose] = useState<CustomerRow>()
  const remove = useRequest('Fees/DeleteAgreement', CHARGES)
  const mayChange = useMayMake('Fees/Update')
  const own = customers.filter(({ customerId }) => customerId === customer?.id)
  return (
    <div className={styles.form}>
      <p>
        {t('Fees.Agreements.About', { count: new Set(customers.map(({ customerId }) => customerId)).size })}
      </p>
      <CustomerSelect label={t('Fees.Customer')} account={customer} onChoose={choose} />
      {customer && (
        <>
          <ul className={styles.agreed}>
            {own.map(({ dateFrom, commissionPpm, stampDutyExempt, alertsOff }) => (
              <li key={dateFrom}>
                {t('Fees.Agreed', {
                  date: date(dateFrom),
                  commission: commissionPpm === null ? t('Fees.Commission.firm') : percentText(commissionPpm),
                  stampDuty: t(stampDutyExempt ? 'Fees.StampDuty.exempt' : 'Fees.StampDuty.due'),
                  alerts: t(alertsOff ? 'Fees.Alerts.off' : 'Fees.Alerts.on'),
                })}
                {mayChange && dateFrom > marketDate && (
                  <Button
                    type="link"
                    danger
                    loading={isPending(remove.state)}
                    aria-label={t('Fees.Delete.agreement', { date: date(dateFrom) })}
                    onClick={() => void remove.send({ customerId: customer.id, dateFrom })}
                  >
                    {t('Fees.Delete')}
                  </Button>
                )}
              </li>
            ))}
            {own.length === 0 && <li>{t('Fees.Agreed.None')}</li>}
          </ul>
          <SendFailure state={remove.state} />
          {remove.state.status === 'done' && <p role="status">{t('Fees.Asked')}</p>}
          {mayChange && (
            <AgreementForm
              key={customer.id}
              customerId={customer.id}
              alertsOff={own.at(-1)?.alertsOff === true}
            />
          )}
        </>
      )}
    </div>
  )
}

/** What is agreed with a customer from another day on. */
function AgreementForm({
  customerId,
  alertsOff,
}: {
  readonly customerId: number
  /** What the customer chose stays unless staff change it. */
  readonly alertsOff: boolean
}) {
  const { t } = useTranslation()
  const { postingID, made, text, begun, posted, failed } = usePosting('Fees/Update', String(customerId))
  return (
    <>
      <SchemaForm
        key={made}
        label={t('Fees.Agreements')}
        change="Fees/Update"
        schema={agreementInput}
        fields={[
          { name: 'dateFrom', label: 'Fees.From', help: 'Fees.From.help', shownAs: 'date' },
          { name: 'commissionPercent', label: 'Fees.Commission', help: 'Fees.Commission.help' },
          { name: 'stampDutyExempt', label: 'Fees.StampDuty' },
          { name: 'alertsOff', label: 'Fees.Alerts', help: 'Fees.Alerts.help' },
        ]}
        initial={{ customerId, stampDutyExempt: false, alertsOff }}
        toInput={({ commissionPercent, ...agreed }) => ({
          postingID,
          customers: [
            { ...agreed, commissionPpm: commissionPercent === null ? null : ppmOf(commissionPercent) },
          ],
        })}
        action={t('Fees.Save')}
        makesStale={CHARGES}
        onSubmit={begun}
        onDone={() => posted(t('Fees.Asked'))}
        onFailed={failed}
      />
      <p role="status">{text}</p>
    </>
  )
}
