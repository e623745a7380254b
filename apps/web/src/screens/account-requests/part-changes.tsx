import type { RequestPart } from '@tradebook/contract'
import { type RegistrationField, registrationFieldNames } from '@tradebook/contract/schemas/registration'
import { useTranslation } from 'react-i18next'
import { answerText } from '../../registration/request-answers.tsx'
import { dateAndTime } from '../../ui/format.ts'
import styles from './account-requests-screen.module.css'
import type { Request } from './request.ts'

const isField = (part: RequestPart): part is RegistrationField =>
  (registrationFieldNames as readonly string[]).includes(part)

interface PartChangesProps {
  readonly request: Request
  readonly part: RequestPart
}

/** Who changed an answer or a document since it was read, and what was there before. */
export const PartChanges = ({ request, part }: PartChangesProps) => {
  const { t } = useTranslation()
  const changes = request.changes.filter((change) => change.part === part)
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes}>
      {changes.map(({ before, by, at }) => (
        <li key={`${at} ${by}`}>
          {isField(part) && (
            <>
              {t('AccountRequests.Before', { before: answerText(part, before, t) })}
              <br />
            </>
          )}
          {t('AccountRequests.Changed', { by, at: dateAndTime(at) })}
        </li>
      ))}
    </ul>
  )
}
