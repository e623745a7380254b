import { banks, RequestStatus } from '@tradebook/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestFailure } from '../../api/request-failure.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { SendFailure } from '../../ui/send-failure.tsx'
import styles from './account-requests-screen.module.css'
import { ReasonField } from './reason-field.tsx'
import { namedWarning, nameOf, type Request } from './request.ts'

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

  const approve = async () => {
    const fault = isDoubtful && note.trim() === '' ? t('Form.Missing') : undefined
    setError(fault)
    if (fault !== undefined) return
    const { id, revision } = request
    const outcome = await send({
      id,
      revision,
      ...(isDoubtful && { reason: note.trim(), warnings: request.warnings.map(namedWarning) }),
    })
    if (outcome?.status === 'failed') onFailed(outcome.failure)
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
        {t('AccountRequests.Approve.details', {
          name: nameOf(request),
          bank: bank ?? '',
          bankAccountNumber: request.bankAccountNumber ?? '',
        })}
      </p>
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
      <SendFailure state={state} />
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
