import type { ChecklistState, ChecklistStep, TextKey } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCall } from '../api/use-call.ts'
import { CASH_APPROVALS, CUSTOMERS, SETTINGS, USERS } from '../paths.ts'
import { useSession } from '../session.ts'
import { Section } from '../ui/page.tsx'
import styles from './checklist.module.css'

/** Where each step is done; what the operator does has no screen. */
const places: Readonly<Record<ChecklistStep, string | null>> = {
  ...{ particulars: SETTINGS, numbers: SETTINGS, logo: SETTINGS, payIn: SETTINGS, charges: SETTINGS },
  ...{ dealers: USERS, approvers: USERS, independent: USERS, mail: null, depository: null },
  ...{ customer: CUSTOMERS, deposit: CASH_APPROVALS },
}

const details: Readonly<Partial<Record<ChecklistStep, TextKey>>> = {
  independent: 'Checklist.independent.details',
  mail: 'Checklist.mail.details',
  depository: 'Checklist.depository.details',
}

const signs: Readonly<Record<ChecklistState, string>> = { done: '✓', missing: '✕', check: '!' }

/** What the firm still needs before its first trade, for people who may change its settings; nothing once all of it is done. */
export const Checklist = () => {
  const isShown = useSession(
    ({ tenant, permissions }) => tenant !== null && permissions.has('Pages.Settings'),
  )
  return isShown ? <MissingSteps /> : null
}

const MissingSteps = () => {
  const { t } = useTranslation()
  const { data } = useCall('Settings/GetChecklist', {}, { staleTime: 0 })
  if (!data || data.items.every(({ state }) => state !== 'missing')) return null
  return (
    <Section heading={t('Checklist.Title')}>
      <div className={styles.checklist}>
        <p>{t('Checklist.About')}</p>
        <ul>
          {data.items.map(({ step, state }) => {
            const place = places[step]
            const title = t(`Checklist.${step}`)
            const detail = state === 'done' ? undefined : details[step]
            return (
              <li key={step} data-state={state}>
                <span aria-hidden>{signs[state]}</span>{' '}
                {place === null ? title : <Link to={place}>{title}</Link>}
                {`: ${t(`Checklist.${state}`)}`}
                {detail && <p>{t(detail)}</p>}
              </li>
            )
          })}
        </ul>
      </div>
    </Section>
  )
}
