import {
  askedAsText,
  type CallRequest,
  type ReportLogRow,
  recordedInWords,
  reportLogList,
} from '@tradebook/contract'
import { type Selectable, sql } from 'kysely'
import type { Translate } from '../../platform/localisation.ts'
import type { ListSource } from '../../store/list-rows.ts'
import { directionOf, isByKey, rowOrder } from '../../store/row-order.ts'
import type { ReportLogs } from '../../store/schema.ts'
import { filtered, indexedOf, type StoredList, stored } from '../../store/stored-list.ts'

const number = sql.ref('report_logs.id')
const time = sql.ref('report_logs.execution_time')

const storedLogs: StoredList<(typeof reportLogList)['columns']> = {
  list: reportLogList,
  key: number,
  columns: {
    // Few rows, numbered nearly in the order of their time, and indexed by both.
    executionTime: {
      value: time,
      order: number,
      firstFrom: (bound) =>
        sql`(select ${number} from report_logs where ${time} >= ${bound} order by ${time}, ${number} limit 1)`,
    },
    userName: stored('report_logs.user_name'),
    serviceName: stored('report_logs.service_name'),
    methodName: stored('report_logs.method_name'),
    fileName: stored('report_logs.file_name'),
    rowCount: stored('report_logs.row_count'),
    isComplete: { value: sql`report_logs.is_complete::text` },
  },
}

/** The files that people of the firm were given. What is narrowed by other than time is looked for among the newest. */
export function reportLogSource(
  input: Partial<CallRequest<'ReportEventLog/GetReportLogs'>>,
  translate: Translate,
): ListSource<Selectable<ReportLogs>, ReportLogRow> {
  const order = rowOrder(storedLogs, input.sorting)
  const { asked, isAll } = indexedOf(storedLogs, input, [])
  return {
    parts: (tx) => {
      const all = tx.selectFrom('report_logs').selectAll()
      const rows = filtered(all, storedLogs, input)
      if (isAll && isByKey(order)) return [{ rows }]
      const first = isAll ? rows : filtered(all, storedLogs, asked)
      return [{ rows, among: { rows: first, keys: [number], direction: directionOf(order) } }]
    },
    order,
    item: (row) => toItem(row, translate),
  }
}

function toItem(row: Selectable<ReportLogs>, translate: Translate): ReportLogRow {
  const { service_name: serviceName, method_name: methodName, parameters } = row
  const nothing = { exception: null, customData: null, changes: [] }
  const words = recordedInWords({ serviceName, methodName, parameters, ...nothing }, translate)
  return {
    ...{ serviceName, methodName, parameters, call: words.call, askedText: askedAsText(words) },
    id: String(row.id),
    userId: row.user_id,
    userName: row.user_name,
    fileName: row.file_name,
    rowCount: row.row_count,
    isComplete: row.is_complete ? 'true' : 'false',
    executionTime: row.execution_time.toISOString(),
    executionDuration: row.execution_duration,
  }
}
