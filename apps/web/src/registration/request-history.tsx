import type { CallOutput } from '@tradebook/contract'
import { requestActions } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../ui/format.ts'
import styles from './registration.module.css'

type History = CallOutput<'Customer/GetCustomerAccountCreationRequest'>['history']

/** What was done with a request, newest first. */
export const RequestHistory = ({ history }: { readonly history: History }) => {
  const { t } = useTranslation()
  return (
    <ol className={styles.history}>
      {history.toReversed().map(({ at, action, by, reason }) => (
        <li key={`${at} ${action}`}>
          <strong>{t(requestActions[action].done)}</strong>
          <span>
            <time>{dateAndTime(at)}</time>
            {by !== null && ` · ${by}`}
          </span>
          {reason !== null && <p>{reason}</p>}
        </li>
      ))}
    </ol>
  )
}
