import { toStorableText } from '@tradebook/contract'
import type { Tx } from '../store/store.ts'

/** One line of the audit trail, by ABP's fields. Texts that are too long are cut. */
export interface AuditRow {
  readonly tenantId: number
  readonly userId: number | null
  readonly userName: string | null
  readonly serviceName: string
  readonly methodName: string
  /** What was asked. Fields that look like a secret are left out. */
  readonly parameters: object
  readonly returnValue?: string
  readonly executionTime: Date
  /** Milliseconds. */
  readonly executionDuration: number
  readonly clientIpAddress: string
  readonly browserInfo: string
  /** What went wrong, in words. */
  readonly exceptionMessage?: string
  readonly customData?: string
}

/** The most characters of each text of an audit row, as its table checks them. */
export const auditLength = {
  service_name: 256,
  method_name: 256,
  parameters: 4096,
  return_value: 1024,
  client_ip_address: 64,
  browser_info: 512,
  exception_message: 1024,
  custom_data: 2000,
} as const

/** Writes a line of the audit trail in the transaction of what it records, so that neither exists alone. */
export async function writeAudit(tx: Tx, row: AuditRow): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      tenant_id: row.tenantId,
      user_id: row.userId,
      user_name: row.userName,
      service_name: cut(row.serviceName, auditLength.service_name),
      method_name: cut(row.methodName, auditLength.method_name),
      parameters: cut(JSON.stringify(row.parameters, withoutSecrets), auditLength.parameters),
      return_value: cut(row.returnValue, auditLength.return_value),
      execution_time: row.executionTime,
      execution_duration: Math.max(0, Math.round(row.executionDuration)),
      client_ip_address: cut(row.clientIpAddress, auditLength.client_ip_address),
      browser_info: cut(row.browserInfo, auditLength.browser_info),
      exception_message: cut(row.exceptionMessage, auditLength.exception_message),
      custom_data: cut(row.customData, auditLength.custom_data),
    })
    .execute()
}

/** At most so many characters; where the cut goes through a surrogate pair, its half is replaced. */
export function cut(text: string, most: number): string
export function cut(text: string | undefined, most: number): string | null
export function cut(text: string | undefined, most: number): string | null {
  return text === undefined ? null : toStorableText(text.slice(0, most))
}

const withoutSecrets = (field: string, value: unknown): unknown =>
  /password|token|secret|verificationcode|recoverycode|captcha/i.test(field)
    ? undefined
    : typeof value === 'bigint'
      ? String(value)
      : value
