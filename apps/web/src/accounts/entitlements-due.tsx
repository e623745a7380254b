import type { EntitlementDue } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useCall } from '../api/use-call.ts'
import { date, money, quantity } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import styles from './entitlements-due.module.css'

interface EntitlementsDueProps {
  readonly cscsAcct: string
  /** The market day that it is due at; by default the current one. */
  readonly asOf?: string
}

/** What the account is due between an ex-day and its payment date; nothing where it is due nothing. */
export function EntitlementsDue(asked: EntitlementsDueProps) {
  const { t } = useTranslation()
  const due = useEntitlementsDue(asked)
  if (due.length === 0) return null
  return (
    <Section heading={t('EntitlementDue.Title')}>
      <div className={styles.due}>
        <ul>
          {due.map((item) => (
            <li key={item.id}>{sentenceOf(item, t)}</li>
          ))}
        </ul>
        <p>{t('EntitlementDue.details')}</p>
      </div>
    </Section>
  )
}

/** What an account is due. Empty until it is known. */
const useEntitlementsDue = (asked: EntitlementsDueProps): readonly EntitlementDue[] =>
  useCall('BackOffice/GetEntitlementsDue', asked, { staleTime: 0 }).data?.items ?? []

function sentenceOf({ type, securityID, payDate, net, shares, isRegistered }: EntitlementDue, t: TFunction) {
  const values = { securityID, payDate: date(payDate), net: money(net), shares: quantity(shares) }
  const sentence = t(`EntitlementDue.${type}`, values)
  return isRegistered ? sentence : `${sentence} (${t('EntitlementDue.SoFar')})`
}
