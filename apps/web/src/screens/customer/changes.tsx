import { changeStates, documentKinds, reviewPermission } from '@tradebook/contract'
import { isRegistrationField } from '@tradebook/contract/schemas/registration'
import { fieldTitle } from '@tradebook/contract/schemas/registration-texts'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPending, useSend } from '../../api/use-send.ts'
import { DocumentPicture } from '../../registration/document-picture.tsx'
import { answerText } from '../../registration/request-answers.tsx'
import { useCan, useMayMake } from '../../session.ts'
import { Field } from '../../ui/field.tsx'
import { dateAndTime } from '../../ui/format.ts'
import { SendFailure } from '../../ui/send-failure.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './customer-screen.module.css'
import { placeOf, SideBySide } from './documents.tsx'
import type { CustomerRecord } from './record.ts'

type Change = CustomerRecord['changes'][number]

const STALE = [
  'Customer/GetCustomerRecord',
  'Customer/GetCustomerChanges',
  'BackOffice/GetCustomers',
] as const

/** What was corrected of a customer, newest first, and the decision on what waits. */
export const Changes = ({ changes }: { readonly changes: readonly Change[] }) => {
  const { t } = useTranslation()
  const [done, setDone] = useState('')
  return (
    <>
      <p role="status">{done}</p>
      {changes.length === 0 && <p>{t('Customer.Changes.none')}</p>}
      <ul>
        {changes.map((change) => (
          <li key={change.id}>
            <strong>{t(changeStates[change.state])}</strong>{' '}
            {t('Customer.Change.by', {
              ...{ who: change.makerName, at: dateAndTime(change.madeAt), reason: change.reason },
            })}
            <ul>
              {change.fields.map(({ name, before, after }) =>
                isRegistrationField(name) ? (
                  <li key={name}>
                    {t(fieldTitle(name))}: {answerText(name, before, t)} → {answerText(name, after, t)}
                  </li>
                ) : null,
              )}
            </ul>
            {change.document && <DocumentChange customerId={change.customerId} document={change.document} />}
            {change.deciderName && change.decidedAt && (
              <p>
                {t('Customer.Change.decided', {
                  ...{ who: change.deciderName, at: dateAndTime(change.decidedAt) },
                })}{' '}
                {change.decision && t('Customer.Change.decision', { reason: change.decision })}
              </p>
            )}
            {change.state === 'waiting' && <Decision change={change} onDone={setDone} />}
          </li>
        ))}
      </ul>
    </>
  )
}

/** A document that is added, next to the one that it replaces. */
const DocumentChange = ({
  customerId,
  document,
}: {
  readonly customerId: number
  readonly document: NonNullable<Change['document']>
}) => {
  const { t } = useTranslation()
  const { kind, before } = document
  const title = t(documentKinds[kind].title)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p>
        {title}: {document.name}
      </p>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t('Customer.Document.compare')}</summary>
        {/* Each picture is a read that the audit trail keeps. */}
        {isOpen && (
          <SideBySide
            before={before && <DocumentPicture of={placeOf(customerId, kind, before)} title={title} />}
            after={
              <DocumentPicture
                of={{ customer: customerId, document: document.document }}
                title={t('Customer.Document.newOf', { document: title })}
              />
            }
          />
        )}
      </details>
    </>
  )
}

const Decision = ({
  change,
  onDone,
}: {
  readonly change: Change
  readonly onDone: (words: string) => void
}) => {
  const { t } = useTranslation()
  const mayApprove = useCan(reviewPermission)
  const mayReject = useMayMake('Customer/RejectCustomerChange')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const approving = useSend('Customer/ApproveCustomerChange', { makesStale: STALE })
  const rejecting = useSend('Customer/RejectCustomerChange', { makesStale: STALE })
  const approve = async () => {
    const outcome = await approving.send({ id: change.id })
    if (outcome?.status === 'done') onDone(t('Customer.Change.approved'))
  }
  const reject = async () => {
    setError(reason.trim() === '' ? t('Form.Missing') : undefined)
    if (reason.trim() === '') return
    const outcome = await rejecting.send({ id: change.id, reason: reason.trim() })
    if (outcome?.status === 'done') onDone(t('Customer.Change.isRejected'))
  }
  // Who may approve may reject.
  if (!mayReject) return null
  return (
    <>
      {change.notByReader !== null && <p>{change.notByReader}</p>}
      <Field label={t('Customer.Change.reason')} error={error}>
        {(ties) => (
          <TextInput
            {...ties}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <SendFailure state={approving.state} />
      <SendFailure state={rejecting.state} />
      <div className={styles.buttons}>
        {mayApprove && (
          <Button
            type="primary"
            disabled={change.notByReader !== null}
            loading={isPending(approving.state)}
            onClick={() => void approve()}
          >
            {t('Customer.Change.approve')}
          </Button>
        )}
        <Button danger loading={isPending(rejecting.state)} onClick={() => void reject()}>
          {t(change.isOwn ? 'Customer.Change.withdraw' : 'Customer.Change.reject')}
        </Button>
      </div>
    </>
  )
}
