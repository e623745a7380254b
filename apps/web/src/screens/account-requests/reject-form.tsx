import { documentKindNames, type RequestPart } from '@tradebook/contract'
import { registrationFieldNames } from '@tradebook/contract/schemas/registration'
import { partTitle } from '@tradebook/contract/schemas/registration-texts'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestFailure } from '../../api/request-failure.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { SendFailure } from '../../ui/send-failure.tsx'
import styles from './account-requests-screen.module.css'
import { ReasonField } from './reason-field.tsx'
import { LONGEST_REASON, nameOf, type Request } from './request.ts'

interface RejectFormProps {
  readonly request: Request
  /** What is wrong with single fields and documents. */
  readonly remarks: Readonly<Partial<Record<RequestPart, string>>>
  /** Whether the owner may correct it. */
  readonly returns: boolean
  readonly onDone: (words: string) => void
  readonly onFailed: (failure: RequestFailure) => void
  readonly onBack: () => void
}

/** Asks for the reason that the owner reads, with the remarks on fields and documents where the request is returned. */
export const RejectForm = ({ request, remarks, returns, onDone, onFailed, onBack }: RejectFormProps) => {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const { state, send } = useSend('Customer/RejectCustomerAccountCreationRequest')
  const byPart = [...registrationFieldNames, ...documentKindNames].flatMap((field) => {
    const remark = remarks[field]?.trim()
    return returns && remark ? [{ field, remark }] : []
  })
  const inWords = byPart.map(({ field, remark }) => `${t(partTitle(field))}: ${remark}`)

  const decide = async () => {
    const reason = [note.trim(), ...inWords].filter(Boolean).join('\n')
    const fault =
      reason === ''
        ? t(returns ? 'AccountRequests.Reason.missingRemark' : 'AccountRequests.Reason.missing')
        : reason.length > LONGEST_REASON
          ? t('Form.TooLong', { most: LONGEST_REASON })
          : undefined
    setError(fault)
    if (fault !== undefined) return
    const outcome = await send({
      ...{ id: request.id, revision: request.revision, reason, returnForCorrection: returns },
      remarks: byPart,
    })
    if (outcome?.status === 'failed') onFailed(outcome.failure)
    if (outcome?.status === 'done')
      onDone(t(returns ? 'AccountRequests.Returned' : 'AccountRequests.Rejected', { name: nameOf(request) }))
  }

  return (
    <>
      <ReasonField
        autoFocus
        label={t('AccountRequests.Reason')}
        help={t(returns ? 'AccountRequests.Reason.helpReturn' : 'AccountRequests.Reason.helpReject')}
        error={error}
        value={note}
        onChange={(text) => {
          setNote(text)
          setError(undefined)
        }}
      />
      {inWords.length > 0 && (
        <ul>
          {inWords.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      <SendFailure state={state} />
      <div className={styles.buttons}>
        <Button type="primary" danger={!returns} loading={isPending(state)} onClick={() => void decide()}>
          {t(returns ? 'AccountRequests.Return.of' : 'AccountRequests.Reject.of', { name: nameOf(request) })}
        </Button>
        <Button disabled={isPending(state)} onClick={onBack}>
          {t('AccountRequests.Back')}
        </Button>
      </div>
    </>
  )
}
