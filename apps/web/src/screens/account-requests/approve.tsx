import { banks, RequestStatus, type TextKey } from '@tradebook/contract'
import { depositoryNumbers } from '@tradebook/contract/schemas/registration'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestFailure } from '../../api/request-failure.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { Field } from '../../ui/field.tsx'
import { FormFailure, messagesByField } from '../../ui/schema-form/form-failure.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './account-requests-screen.module.css'
import { ReasonField } from './reason-field.tsx'
import { namedWarning, nameOf, type Request } from './request.ts'

/** What staff enter where no depository is connected. */
const NUMBERS = ['cscsAccount', 'chn'] as const
type NumberName = (typeof NUMBERS)[number]
const titles: Readonly<Record<NumberName, TextKey>> = {
  cscsAccount: 'Registration.Field.cscsAccount',
  chn: 'Registration.Field.chn',
}

interface ApproveProps {
  /** As the reviewer reads it. */
  readonly request: Request
  readonly onDone: (words: string) => void
  readonly onFailed: (failure: RequestFailure) => void
  readonly onBack: () => void
}

/** What an approval does and to whom, and the button that does it. */
export const Approve = ({ request, onDone, onFailed, onBack }: ApproveProps) => {
  const { t } = useTranslation()
  const { state, send } = useSend('Customer/ApproveAndSubmitCustomerAccountCreationRequest')
  const bank = (banks as Readonly<Record<string, string>>)[request.bankSortCode ?? '']

  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const isDoubtful = request.warnings.length > 0
  const isByHand = request.isNumberedByHand
  const [numbers, setNumbers] = useState({
    cscsAccount: request.cscsAccount ?? '',
    chn: request.chn ?? '',
  })
  const [faults, setFaults] = useState<Readonly<Partial<Record<NumberName, string>>>>({})

  const approve = async () => {
    const fault = isDoubtful && note.trim() === '' ? t('Form.Missing') : undefined
    setError(fault)
    const wrong = isByHand ? faultsOf(numbers) : {}
    setFaults(Object.fromEntries(Object.entries(wrong).map(([name, key]) => [name, t(key)])))
    if (fault !== undefined || Object.keys(wrong).length > 0) return
    const { id, revision } = request
    const outcome = await send({
      id,
      revision,
      ...(isByHand && numbers),
      ...(isDoubtful && { reason: note.trim(), warnings: request.warnings.map(namedWarning) }),
    })
    if (outcome?.status === 'failed') {
      const words = messagesByField(outcome.failure, NUMBERS)
      setFaults(Object.fromEntries([...words].map(([name, messages]) => [name, messages.join(' ')])))
      onFailed(outcome.failure)
    }
    if (outcome?.status !== 'done') return
    const { status, reason, accountNumber, cscsAccount, chn } = outcome.output
    if (status === RequestStatus.completed)
      onDone(t('AccountRequests.Opened', { accountNumber, cscsAccount, chn }))
    else if (status === RequestStatus.failed) onDone(t('AccountRequests.Refused', { reason }))
    else onDone(t('AccountRequests.Silent'))
  }

  return (
    <>
      <p>
        {t(isByHand ? 'AccountRequests.Approve.byHand.details' : 'AccountRequests.Approve.details', {
          name: nameOf(request),
          bank: bank ?? '',
          bankAccountNumber: request.bankAccountNumber ?? '',
        })}
      </p>
      {isByHand &&
        NUMBERS.map((name, index) => (
          <Field
            key={name}
            label={t(titles[name])}
            help={t(`AccountRequests.Approve.${name}.help`)}
            error={faults[name]}
          >
            {(ties) => (
              <TextInput
                {...ties}
                autoFocus={index === 0}
                autoComplete="off"
                inputMode={name === 'cscsAccount' ? 'numeric' : 'text'}
                maxLength={20}
                value={numbers[name]}
                onChange={({ target }) => {
                  setNumbers({ ...numbers, [name]: target.value })
                  setFaults({ ...faults, [name]: undefined })
                }}
              />
            )}
          </Field>
        ))}
      {isDoubtful && (
        <ReasonField
          label={t('AccountRequests.Warning.reason')}
          help={t('AccountRequests.Warning.help')}
          error={error}
          value={note}
          onChange={(text) => {
            setNote(text)
            setError(undefined)
          }}
        />
      )}
      {state.status === 'failed' && <FormFailure failure={state.failure} names={isByHand ? NUMBERS : []} />}
      <div className={styles.buttons}>
        <Button type="primary" loading={isPending(state)} onClick={() => void approve()}>
          {t('AccountRequests.Approve.of', { name: nameOf(request) })}
        </Button>
        <Button disabled={isPending(state)} onClick={onBack}>
          {t('AccountRequests.Back')}
        </Button>
      </div>
    </>
  )
}

/** The texts of what is wrong with the numbers, by their names. */
function faultsOf(
  numbers: Readonly<Record<NumberName, string>>,
): Readonly<Partial<Record<NumberName, TextKey>>> {
  const issues = depositoryNumbers.safeParse(numbers).error?.issues ?? []
  return Object.fromEntries(
    issues.map(({ path: [name], message }) => {
      const isMissing = numbers[name as NumberName].trim() === ''
      return [name, isMissing ? 'Form.Missing' : message]
    }),
  )
}
