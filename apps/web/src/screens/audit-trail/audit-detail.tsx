import type { AuditRow } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { NOTHING } from '../../ui/format.ts'
import { Facts, InnerTable, OpenedRow } from '../../ui/opened-row.tsx'
import styles from './audit-detail.module.css'

/** All of one row: what was asked, from where, and before and after of each member that was changed. */
export function AuditDetail({ row }: { readonly row: AuditRow }) {
  const { t } = useTranslation()
  const facts = [
    [t('Reports.Number'), row.hash === null ? t('Reports.NotChained') : row.id],
    [t('Reports.Subject'), row.customerName ?? NOTHING],
    [t('Reports.Exception'), row.reason ?? NOTHING],
    [t('Reports.Address'), row.clientIpAddress ?? NOTHING],
    [t('Reports.Browser'), row.browserInfo || NOTHING],
    [t('Reports.Duration'), String(row.executionDuration)],
    [t('Reports.CustomData'), row.remarks ?? NOTHING],
    [t('Reports.Hash'), row.hash ?? t('Reports.NotChained')],
  ] as const
  return (
    <OpenedRow>
      <Facts of={facts} />
      {row.asked.length > 0 && (
        <InnerTable label={t('Reports.Parameters')}>
          <thead>
            <tr>
              <th scope="col">{t('Reports.Field')}</th>
              <th scope="col">{t('Reports.Parameters')}</th>
            </tr>
          </thead>
          <tbody>
            {row.asked.map(({ name, title, after }) => (
              <tr key={name}>
                <th scope="row">{title}</th>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </InnerTable>
      )}
      {row.changes.length === 0 ? (
        <p className={styles.none}>{t('Reports.NoChanges')}</p>
      ) : (
        <InnerTable label={t('Reports.Changes')}>
          <thead>
            <tr>
              <th scope="col">{t('Reports.Entity')}</th>
              <th scope="col">{t('Reports.Field')}</th>
              <th scope="col">{t('Reports.Before')}</th>
              <th scope="col">{t('Reports.After')}</th>
            </tr>
          </thead>
          <tbody>
            {row.changes.flatMap(({ entity, id, thing, fields }) =>
              fields.map(({ name, title, before, after }) => (
                <tr key={`${entity} ${id} ${name}`}>
                  <th scope="row">{thing}</th>
                  <td>{title}</td>
                  <td>{before ?? NOTHING}</td>
                  <td>{after ?? NOTHING}</td>
                </tr>
              )),
            )}
          </tbody>
        </InnerTable>
      )}
    </OpenedRow>
  )
}
