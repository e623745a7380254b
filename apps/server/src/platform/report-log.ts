import { toStorableText } from '@tradebook/contract'
import type { Store } from '../store/store.ts'
import type { AuditedCall } from './audited-write.ts'

/** A file that somebody was given. */
export interface Report {
  readonly call: Pick<AuditedCall, 'tenantId' | 'caller' | 'name' | 'parameters' | 'clientIpAddress'>
  readonly fileName: string
  /** Rows that were written into it. */
  readonly rows: number
  /** False when its reader left before the end. */
  readonly isComplete: boolean
  /** Epoch milliseconds, when it was asked for. */
  readonly began: number
}

/** Adds a row to the firm's record of files given. */
export type ReportLog = (report: Report) => Promise<void>

/** @param now epoch milliseconds */
export const openReportLog =
  (store: Pick<Store, 'forTenant'>, now: () => number): ReportLog =>
  async ({
    call: { tenantId, caller, name, parameters, clientIpAddress },
    fileName,
    rows,
    isComplete,
    began,
  }) => {
    const [serviceName = '', methodName = ''] = name.split('/')
    await store.forTenant(tenantId).write((tx) =>
      tx
        .insertInto('report_logs')
        .values({
          tenant_id: tenantId,
          user_id: caller?.userId ?? null,
          user_name: caller?.userName ?? null,
          service_name: serviceName,
          method_name: methodName,
          client_ip_address: clientIpAddress,
          parameters: toStorableText(JSON.stringify(parameters)),
          file_name: fileName,
          row_count: rows,
          is_complete: isComplete,
          execution_time: new Date(began),
          execution_duration: Math.max(0, Math.round(now() - began)),
        })
        .execute(),
    )
  }
