import type { AuditChange } from '@tradebook/contract'
import { auditLength, changedJson, fittingJson } from '../../platform/audit.ts'
import type { AuditLine } from '../decisions/batch-changes.ts'
import { type Columns, columnsOf, type Write, write } from './set-insert.ts'

/**
 * The statements that persist audit rows, in their order: those that changed nothing at once, each of the others with its changes.
 *
 * @param at wall time, epoch milliseconds.
 */
export function auditWrites(lines: readonly AuditLine[], at: number): (Write | undefined)[] {
  const columns = auditColumns(at)
  const writes: (Write | undefined)[] = []
  let plain: AuditLine[] = []
  for (const line of lines) {
    if (!line.changes?.length) {
      plain.push(line)
      continue
    }
    writes.push(write('audit_log', plain, columns), writeBeside(line, columns))
    plain = []
  }
  return [...writes, write('audit_log', plain, columns)]
}

/** One audit row with what it changed, which carries the number that the row is given. */
function writeBeside(line: AuditLine, columns: Columns<AuditLine>): Write | undefined {
  const row = write('audit_log', [line], columns)
  const values = columnsOf(line.changes ?? [], changeColumns)
  const first = row ? row.values.length + 1 : 0
  const arrays = Object.values(changeColumns).map(([type], index) => `$${first + index}::${type}[]`)
  return (
    row && {
      ...row,
      name: 'audit_log with changes',
      text: `WITH logged AS (${row.text} RETURNING tenant_id, id)
        INSERT INTO audit_changes (tenant_id, audit_id, number, ${Object.keys(changeColumns).join(', ')})
        SELECT tenant_id, id, number, ${Object.keys(changeColumns).join(', ')} FROM logged,
          unnest(${arrays.join(', ')}) WITH ORDINALITY AS change (${Object.keys(changeColumns).join(', ')}, number)`,
      values: [...row.values, ...values],
    }
  )
}

const changeColumns: Columns<AuditChange> = {
  entity: ['text', ({ entity }) => entity],
  entity_id: ['text', ({ id }) => id],
  before: ['json', ({ before }) => changedJson(before)],
  after: ['json', ({ after }) => changedJson(after)],
}

const auditColumns = (at: number): Columns<AuditLine> => ({
  tenant_id: ['int', ({ origin }) => origin.tenantId],
  user_id: ['int', ({ origin }) => origin.userId],
  user_name: ['text', ({ origin }) => origin.userName],
  service_name: ['text', (line) => line.serviceName],
  method_name: ['text', (line) => line.methodName],
  parameters: ['text', (line) => fittingJson(line.parameters, auditLength.parameters)],
  execution_time: ['timestamptz', () => at],
  execution_duration: ['int', () => 0],
  client_ip_address: ['text', ({ origin }) => origin.clientIpAddress],
  browser_info: ['text', ({ origin }) => origin.browserInfo],
  exception: ['text', (line) => line.exception],
})
