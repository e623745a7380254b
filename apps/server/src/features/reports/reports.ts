import { auditList, lagosDate, reportLogList } from '@tradebook/contract'
import { listFile } from '../../files/list-file.ts'
import type { Handlers } from '../../http/handlers.ts'
import { type Head, verifyChain } from '../../platform/audit-chain.ts'
import type { Clock } from '../../platform/clock.ts'
import { dayAndFirm } from '../../platform/tenants.ts'
import { allRows, readPage } from '../../store/list-rows.ts'
import type { Store } from '../../store/store.ts'
import { auditSource } from './audit-list.ts'
import { reportLogSource } from './report-log-list.ts'

export interface ReportsDependencies {
  readonly store: Store
  /** The head of a firm's trail as it was recorded outside of the database. */
  readonly filedHead: (tenantId: number) => Promise<Head | undefined>
  readonly clock: Pick<Clock, 'now'>
}

/** The audit trail of the caller's firm, for the host its own, and who was given which file. */
export const reportsFeature = ({
  store,
  filedHead,
  clock,
}: ReportsDependencies): Handlers<`ReportEventLog/${string}`> => ({
  'ReportEventLog/GetReportEventLogs': (input, { caller, translate }) =>
    readPage(store.forTenant(caller.tenantId), auditSource(input, translate), input),

  'ReportEventLog/DownloadReportEventLogs': async (input, { caller, translate }) => {
    const rows = allRows(store.forTenant(caller.tenantId), auditSource(input, translate))
    const of = await dayAndFirm(store, lagosDate(clock.now()), caller.tenantId)
    return listFile(auditList, rows, { ...input, translate, of })
  },

  'ReportEventLog/GetReportLogs': (input, { caller, translate }) =>
    readPage(store.forTenant(caller.tenantId), reportLogSource(input, translate), input),

  'ReportEventLog/DownloadReportLogs': async (input, { caller, translate }) => {
    const rows = allRows(store.forTenant(caller.tenantId), reportLogSource(input, translate))
    const of = await dayAndFirm(store, lagosDate(clock.now()), caller.tenantId)
    return listFile(reportLogList, rows, { ...input, translate, of })
  },

  'ReportEventLog/VerifyChain': async (_, { caller: { tenantId } }) =>
    verifyChain(store.forTenant(tenantId), tenantId, await filedHead(tenantId)),
})
