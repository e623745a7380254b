import type { Store, Tx } from '../store/store.ts'

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

/** The audit trail: every change writes its line in its own transaction, so that neither exists alone. */
export interface Audit {
  write(tx: Tx, row: AuditRow): Promise<void>
  /** A line about something that changed nothing, such as a refusal: in a transaction of its own. */
  record(row: AuditRow): Promise<void>
}

export const openAudit = (store: Store): Audit => ({
  write,
  record: (row) => store.forTenant(row.tenantId).write((tx) => write(tx, row)),
})

async function write(tx: Tx, row: AuditRow): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      tenant_id: row.tenantId,
      user_id: row.userId,
      user_name: row.userName,
      service_name: row.serviceName.slice(0, 256),
      method_name: row.methodName.slice(0, 256),
      parameters: JSON.stringify(row.parameters, withoutSecrets).slice(0, 4096),
      return_value: row.returnValue?.slice(0, 1024) ?? null,
      execution_time: row.executionTime,
      execution_duration: Math.max(0, Math.round(row.executionDuration)),
      client_ip_address: row.clientIpAddress.slice(0, 64),
      browser_info: row.browserInfo.slice(0, 512),
      exception_message: row.exceptionMessage?.slice(0, 1024) ?? null,
      custom_data: row.customData?.slice(0, 2000) ?? null,
    })
    .execute()
}

const withoutSecrets = (field: string, value: unknown): unknown =>
  /password|token|secret|verificationcode|recoverycode|captcha/i.test(field)
    ? undefined
    : typeof value === 'bigint'
      ? String(value)
      : value
