import { lagosDate } from '@tradebook/contract'
import {
  accountFieldNames,
  type CustomerField,
  correctionSchema,
  isSensitive,
} from '@tradebook/contract/schemas/customers'
import {
  isRegistrationField,
  type RegistrationField,
  registrationSteps,
  stepsOf,
} from '@tradebook/contract/schemas/registration'
import { fieldTitle } from '@tradebook/contract/schemas/registration-texts'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useMarketDate } from '../../live/use-live.ts'
import { paperRow, rowOf, titleOf } from '../../registration/request-steps.tsx'
import { Signatories } from '../../registration/signatories.tsx'
import type { FormValues } from '../../ui/schema-form/form-schema.ts'
import type { FieldRow } from '../../ui/schema-form/schema-field.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { waitingWords } from './documents.tsx'
import type { CustomerRecord } from './record.ts'

interface CorrectionProps {
  readonly record: CustomerRecord
  readonly onDone: (words: string) => void
  /** Leads to the corrections that wait, where they are approved, rejected or withdrawn. */
  readonly onShowWaiting: () => void
}

/** The particulars as staff correct them, all in one form: what was changed is sent, with the reason. */
export const Correction = ({ record, onDone, onShowWaiting }: CorrectionProps) => {
  const { t } = useTranslation()
  const marketDate = useMarketDate() ?? lagosDate(Date.now())
  const type = record.accountType ?? 'individual'
  const schema = correctionSchema(type, marketDate)
  const waiting = record.changes.filter(({ state, fields }) => state === 'waiting' && fields.length > 0)
  const isWaiting = (name: string) =>
    waiting.some(({ fields }) => fields.some((field) => field.name === name))
  const names = stepsOf(type).flatMap((step) =>
    Object.keys((registrationSteps[type] as Readonly<Record<string, object>>)[step] ?? {})
      .filter((name) => name in schema.shape && (!isOfAccount(name) || record.accounts.length === 1))
      .filter((name) => !isWaiting(name))
      .map((name, index) => ({
        name: name as RegistrationField & CustomerField,
        ...(index === 0 && { heading: titleOf(step, true) }),
      })),
  )
  const initial = Object.fromEntries(
    names.map(({ name }) => [name, record.particulars[name] ?? undefined]),
  ) as FormValues
  return (
    <>
      <p>{t('Customer.Edit.about')}</p>
      {waiting.map((change) => (
        <p key={change.id}>
          {t('Customer.Edit.waiting', waitingWords(change))}{' '}
          {change.fields
            .flatMap(({ name }) => (isRegistrationField(name) ? [t(fieldTitle(name))] : []))
            .join(', ')}{' '}
          <Button type="link" size="small" onClick={onShowWaiting}>
            {t('Customer.Edit.showWaiting')}
          </Button>
        </p>
      ))}
      <SchemaForm<'Customer/UpdateCustomer', FormValues>
        label={t('Customer.Edit')}
        change="Customer/UpdateCustomer"
        schema={schema as z.ZodObject & z.ZodType<unknown, FormValues>}
        fields={[...names.map((field) => rowFor(schema, field, t)), REASON]}
        initial={initial}
        sendsChangesOf={names.map(({ name }) => name)}
        toInput={({ reason, ...changed }) => ({ id: record.id, reason: String(reason ?? ''), ...changed })}
        action={t('Customer.Edit.save')}
        makesStale={['Customer/GetCustomerRecord', 'Customer/GetCustomerChanges', 'BackOffice/GetCustomers']}
        onDone={({ state }) => onDone(t(state === 'waiting' ? 'Customer.Edit.waits' : 'Customer.Edit.made'))}
      />
    </>
  )
}

const isOfAccount = (name: string) => (accountFieldNames as readonly string[]).includes(name)

const REASON = { name: 'reason', label: 'Customer.Edit.reason', shownAs: 'lines' } as const

type Field = Pick<FieldRow<RegistrationField & CustomerField>, 'name' | 'heading'>

/** A field as staff correct it: hints to the applicant are left out, and what needs two people says so. */
function rowFor(schema: z.ZodObject, { name, ...part }: Field, t: TFunction): FieldRow {
  const second = isSensitive(name) && { help: 'Customer.Edit.second' as const }
  if (name !== 'signatories') return { ...paperRow(rowOf(schema, name)), ...second, ...part }
  const list = (
    <>
      <p>{t('Customer.Edit.second')}</p>
      <Signatories isKnown isFromPaper />
    </>
  )
  return { name, label: fieldTitle(name), list, ...part }
}
