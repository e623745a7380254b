import { z } from 'zod'
import { auditRow, chainVerification, reportLogRow } from '../audit-shapes.ts'
import { call, fileCall } from '../call.ts'
import { listFileInput, listInput } from '../list-input.ts'
import { auditList, reportLogList } from '../lists/reports.ts'
import { listPage } from '../paging.ts'
import { soughtText } from '../schemas/shown-text.ts'

const auditTrail = { all: ['VIEW_AUDIT_TRAIL'] } as const

/**
 * Everything about one customer, named by name, account, CSCS account, clearing house number, user name or e-mail address:
 * what the person did, and what others did about the person, refused calls among them.
 */
const ofCustomer = { about: soughtText(256).optional() }

/** Rows of calls that changed something of this kind, or one thing of it. */
const ofEntity = {
  entity: soughtText(64).optional(),
  entityId: soughtText(256).optional(),
  ...ofCustomer,
}

/** Who did what, and whether the record of it is as it was written. A firm sees its own, the host the host's. */
export const reportCalls = {
  'ReportEventLog/GetReportEventLogs': call({
    summary: 'The audit trail, newest first: who called what, and what changed',
    needs: auditTrail,
    heavy: true,
    input: listInput(auditList).extend(ofEntity),
    output: listPage(auditRow),
  }),
  'ReportEventLog/DownloadReportEventLogs': fileCall({
    summary: 'The audit trail as a file',
    needs: auditTrail,
    input: listFileInput(auditList).extend(ofEntity),
  }),
  'ReportEventLog/GetReportLogs': call({
    summary: 'Who downloaded which file, when and with which filters',
    needs: auditTrail,
    heavy: true,
    input: listInput(reportLogList).extend(ofCustomer),
    output: listPage(reportLogRow),
  }),
  'ReportEventLog/DownloadReportLogs': fileCall({
    summary: 'The log of downloaded files, as a file',
    needs: auditTrail,
    input: listFileInput(reportLogList).extend(ofCustomer),
  }),
  'ReportEventLog/VerifyChain': call({
    summary: 'Recompute the hashes of the audit trail and compare them with the recorded ones',
    needs: auditTrail,
    verb: 'GET',
    heavy: true,
    limit: { perMinute: 12, countedBy: 'user' },
    input: z.object({}),
    output: chainVerification,
  }),
}
