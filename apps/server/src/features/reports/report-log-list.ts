import {
  askedAsText,
  type CallRequest,
  type ReportLogRow,
  recordedInWords,
  reportLogList,
} from '@tradebook/contract'
import { type Selectable, sql } from 'kysely'
import { aboutText } from '../../platform/customer-keys.ts'
import type { Translate } from '../../platform/localisation.ts'
import type { ListSource } from '../../store/list-rows.ts'
import { directionOf, isByKey, rowOrder } from '../../store/row-order.ts'
import type { ReportLogs } from '../../store/schema.ts'
import { filtered, indexedOf, type StoredList, stored } from '../../store/stored-list.ts'

const number = sql.ref('report_logs.id')
const time = sql.ref('report_logs.execution_time')

/** What was asked, as the database reads it; nothing for a row that is not JSON. */
const asked = (name: string) =>
  sql<
    string | null
  >`(CASE WHEN report_logs.parameters IS JSON OBJECT THEN report_logs.parameters::jsonb ->> ${sql.lit(name)} END)`

/**
 * The account whose document it is: that which was named by its CSCS account, by one of its contract notes, by its own
 * number, by its customer or by the request that opened it.
 */
const account = sql<string | null>`coalesce(
  (SELECT account FROM trading_accounts WHERE tenant_id = report_logs.tenant_id
    AND cscs_account = lpad(btrim(${asked('cscsAcct')}), 10, '0')),
  CASE WHEN report_logs.method_name = 'DownloadContractNote' THEN
    (SELECT account FROM contract_notes WHERE tenant_id = report_logs.tenant_id
      AND number::text = ${asked('number')}) END,
  (SELECT account FROM trading_accounts WHERE tenant_id = report_logs.tenant_id AND account = ${asked('account')}),
  CASE report_logs.method_name
    WHEN 'DownloadCustomerFile' THEN
      (SELECT min(account) FROM trading_accounts WHERE tenant_id = report_logs.tenant_id
        AND customer_id::text = ${asked('id')})
    WHEN 'GetDocument' THEN
      (SELECT account FROM account_requests WHERE tenant_id = report_logs.tenant_id AND id::text = ${asked('id')})
  END)`

const customerName = sql<string | null>`coalesce((SELECT customers.name FROM trading_accounts
  JOIN customers ON customers.tenant_id = trading_accounts.tenant_id AND customers.id = trading_accounts.customer_id
  WHERE trading_accounts.tenant_id = report_logs.tenant_id AND trading_accounts.account = ${account}),
  CASE WHEN report_logs.method_name = 'GetDocument' THEN
    (SELECT applicant_name FROM account_requests WHERE tenant_id = report_logs.tenant_id AND id::text = ${asked('id')})
  END)`

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
    customerName: { value: customerName },
    account: { value: account },
    clientIpAddress: stored('report_logs.client_ip_address'),
    rowCount: stored('report_logs.row_count'),
    isComplete: { value: sql`report_logs.is_complete::text` },
  },
}

/** The files that people of the firm were given. What is narrowed by other than time is looked for among the newest. */
export function reportLogSource(
  input: Partial<CallRequest<'ReportEventLog/GetReportLogs'>>,
  translate: Translate,
): ListSource<LogRow, ReportLogRow> {
  const order = rowOrder(storedLogs, input.sorting)
  const { about, ...given } = input
  const { asked, isAll } = indexedOf(storedLogs, given, [])
  return {
    parts: async (tx) => {
      const logs = tx
        .selectFrom('report_logs')
        .selectAll('report_logs')
        .select([account.as('account'), customerName.as('customer_name')])
      const all = about ? logs.where(await aboutText(tx, 'report_logs', about)) : logs
      const rows = filtered(all, storedLogs, given)
      if (about || (isAll && isByKey(order))) return [{ rows }]
      const first = isAll ? rows : filtered(all, storedLogs, asked)
      return [{ rows, among: { rows: first, keys: [number], direction: directionOf(order) } }]
    },
    order,
    item: (row) => toItem(row, translate),
  }
}

type LogRow = Selectable<ReportLogs> & {
  readonly account: string | null
  readonly customer_name: string | null
}

/** What of the question is not a filter: how the rows are in the file, and whose it is, which columns of their own say. */
const NO_FILTERS: ReadonlySet<string> = new Set(['format', 'columns', 'sorting', 'cscsAcct'])

function toItem(row: LogRow, translate: Translate): ReportLogRow {
  const { service_name: serviceName, method_name: methodName, parameters } = row
  const nothing = { exception: null, customData: null, changes: [] }
  const words = recordedInWords({ serviceName, methodName, parameters, ...nothing }, translate)
  const filters = { asked: words.asked.filter(({ name }) => !NO_FILTERS.has(name)) }
  return {
    ...{ serviceName, methodName, parameters, call: words.call, asked: [...words.asked] },
    askedText: filters.asked.length > 0 ? askedAsText(filters) : translate('Reports.Filters.none'),
    customerName: row.customer_name,
    account: row.account,
    clientIpAddress: row.client_ip_address,
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
