import { applicantName, lagosDate } from '@tradebook/contract'
import type { RegistrationStep } from '@tradebook/contract/schemas/registration'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { RequestFailure } from '../../api/request-failure.ts'
import { useMarketDate } from '../../live/use-live.ts'
import { requestSteps } from '../../registration/request-steps.tsx'
import type { FormValues } from '../../ui/schema-form/form-schema.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './account-requests-screen.module.css'
import { CHANGED, type Request } from './request.ts'

interface EditAnswersProps {
  readonly request: Request
  readonly step: RegistrationStep
  readonly onDone: () => void
  readonly onFailed: (failure: RequestFailure) => void
  readonly onBack: () => void
}

/** The answers of one step as staff change them: those that were changed are sent, of the request as it was read. */
export const EditAnswers = ({ request, step: key, onDone, onFailed, onBack }: EditAnswersProps) => {
  const { t } = useTranslation()
  const marketDate = useMarketDate() ?? lagosDate(Date.now())
  const [{ id, revision, ...answers }] = useState(request)
  const customerName = applicantName(request.accountType, answers)
  const step = requestSteps(request.accountType, marketDate, {
    ...{ customerName, isFromPaper: request.isFromPaper },
  }).find((one) => one.key === key)
  if (!step) return null
  const names = step.fields.map(({ name }) => name)
  const initial = Object.fromEntries(
    names.map((name) => [name, (answers as FormValues)[name] ?? undefined]),
  ) as FormValues
  return (
    <div className={styles.edit}>
      <p>{t('AccountRequests.Edit.about')}</p>
      <SchemaForm<'Customer/UpdateCustomerAccountCreationRequest', FormValues>
        label={t('AccountRequests.Edit')}
        change="Customer/UpdateCustomerAccountCreationRequest"
        schema={step.schema as z.ZodObject & z.ZodType<unknown, FormValues>}
        fields={step.fields}
        initial={initial}
        sendsChangesOf={names}
        toInput={(values) => ({ id, revision, ...values })}
        action={t('AccountRequests.Edit.save')}
        makesStale={CHANGED}
        onDone={onDone}
        onFailed={onFailed}
      />
      <Button onClick={onBack}>{t('AccountRequests.Back')}</Button>
    </div>
  )
}
