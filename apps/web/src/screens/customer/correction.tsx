import { lagosDate } from '@tradebook/contract'
import { type CustomerField, correctionSchema, isSensitive } from '@tradebook/contract/schemas/customers'
import {
  type RegistrationField,
  type RegistrationStep,
  stepsOf,
} from '@tradebook/contract/schemas/registration'
import { stepTitle } from '@tradebook/contract/schemas/registration-texts'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useMarketDate } from '../../live/use-live.ts'
import { rowOf } from '../../registration/request-steps.tsx'
import type { FormValues } from '../../ui/schema-form/form-schema.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import type { CustomerRecord } from './record.ts'

interface CorrectionProps {
  readonly record: CustomerRecord
  readonly onDone: (words: string) => void
}

/** The particulars part by part, as staff correct them: what was changed is sent, with the reason. */
export const Correction = ({ record, onDone }: CorrectionProps) => {
  const { t } = useTranslation()
  const marketDate = useMarketDate() ?? lagosDate(Date.now())
  const type = record.accountType ?? 'individual'
  const namesOf = (step: RegistrationStep) =>
    Object.keys(correctionSchema(type, step, marketDate).shape).filter((name) => name !== 'reason')
  const steps = stepsOf(type).filter((step) => namesOf(step).length > 0)
  const [step, setStep] = useState<RegistrationStep>(steps.includes('contact') ? 'contact' : steps[0]!)
  const schema = correctionSchema(type, step, marketDate)
  const names = namesOf(step) as RegistrationField[]
  const initial = Object.fromEntries(
    names.map((name) => [name, (name === 'chn' ? record.chn : record.particulars[name]) ?? undefined]),
  ) as FormValues
  return (
    <>
      <p>{t('Customer.Edit.about')}</p>
      <Select
        aria-label={t('Customer.Edit.part')}
        value={step}
        options={steps.map((value) => ({ value, label: t(stepTitle(value)) }))}
        onChange={setStep}
        style={{ width: '100%' }}
      />
      <SchemaForm<'Customer/UpdateCustomer', FormValues>
        key={step}
        label={t('Customer.Edit')}
        change="Customer/UpdateCustomer"
        schema={schema as z.ZodObject & z.ZodType<unknown, FormValues>}
        fields={[
          ...names.map((name) => ({
            ...rowOf(schema, name),
            autoComplete: 'off',
            ...(isSensitive(name as CustomerField) && { help: 'Customer.Edit.second' as const }),
          })),
          { name: 'reason', label: 'Customer.Edit.reason', shownAs: 'lines' },
        ]}
        initial={initial}
        sendsChangesOf={names}
        toInput={({ reason, ...changed }) => ({ id: record.id, reason: String(reason ?? ''), ...changed })}
        action={t('Customer.Edit.save')}
        makesStale={['Customer/GetCustomerRecord', 'Customer/GetCustomerChanges', 'BackOffice/GetCustomers']}
        onDone={({ state }) => onDone(t(state === 'waiting' ? 'Customer.Edit.waits' : 'Customer.Edit.made'))}
      />
    </>
  )
}
