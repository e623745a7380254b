import type { AuditChange, AuditRow } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { NOTHING } from '../../ui/format.ts'
import styles from './audit-detail.module.css'

/** All of one row: what was asked, from where, and what each thing was before and after. */
export function AuditDetail({ row }: { readonly row: AuditRow }) {
  const { t } = useTranslation()
  const facts = [
    [t('Reports.Number'), row.id],
    [t('Reports.Exception'), row.exception ?? NOTHING],
    [t('Reports.Address'), row.clientIpAddress ?? NOTHING],
    [t('Reports.Browser'), row.browserInfo || NOTHING],
    [t('Reports.Duration'), String(row.executionDuration)],
    [t('Reports.CustomData'), row.customData ?? NOTHING],
    [t('Reports.Parameters'), row.parameters],
    [t('Reports.Hash'), row.hash ?? t('Reports.NotChained')],
  ] as const
  return (
    <div className={styles.detail}>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {row.changes.length === 0 ? (
        <p className={styles.none}>{t('Reports.NoChanges')}</p>
      ) : (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{t('Reports.Entity')}</th>
              <th scope="col">{t('Reports.Field')}</th>
              <th scope="col">{t('Reports.Before')}</th>
              <th scope="col">{t('Reports.After')}</th>
            </tr>
          </thead>
          <tbody>
            {row.changes.flatMap((change) =>
              fieldsOf(change).map((field) => (
                <tr key={`${change.entity} ${change.id} ${field}`}>
                  <th scope="row">
                    {change.entity} {change.id}
                  </th>
                  <td>{field}</td>
                  <td>{shownIn(change.before, field)}</td>
                  <td>{shownIn(change.after, field)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** The fields that differ; where there was nothing before, or is nothing after, all of them. */
const fieldsOf = ({ before, after }: AuditChange): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => shownIn(before, field) !== shownIn(after, field),
  )

function shownIn(values: AuditChange['before'], field: string): string {
  const value = values?.[field]
  if (value === null || value === undefined || value === '') return NOTHING
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
