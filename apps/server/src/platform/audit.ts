import { type AuditChange, toStorableText } from '@tradebook/contract'
import { sql } from 'kysely'
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
  /** What it changed, before and after. */
  readonly changes?: readonly AuditChange[]
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
  const { id } = await tx
    .insertInto('audit_log')
    .values({
      tenant_id: row.tenantId,
      user_id: row.userId,
      user_name: row.userName,
      service_name: cut(row.serviceName, auditLength.service_name),
      method_name: cut(row.methodName, auditLength.method_name),
      parameters: fittingJson(JSON.stringify(row.parameters, withoutSecrets), auditLength.parameters),
      return_value: cut(row.returnValue, auditLength.return_value),
      execution_time: row.executionTime,
      execution_duration: Math.max(0, Math.round(row.executionDuration)),
      client_ip_address: cut(row.clientIpAddress, auditLength.client_ip_address),
      browser_info: cut(row.browserInfo, auditLength.browser_info),
      exception_message: cut(row.exceptionMessage, auditLength.exception_message),
      custom_data: cut(row.customData, auditLength.custom_data),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!row.changes?.length) return
  await tx
    .insertInto('audit_changes')
    .values(
      row.changes.map(({ entity, id: entityId, before, after }, index) => ({
        ...{ tenant_id: row.tenantId, audit_id: id, number: index + 1, entity, entity_id: entityId },
        ...{ before: sql<string>`${changedJson(before)}`, after: sql<string>`${changedJson(after)}` },
      })),
    )
    .execute()
}

/** What a thing was before or after a change, as JSON without secrets; `null` where it was not there. */
export const changedJson = (values: AuditChange['before']): string | null =>
  values === null ? null : toStorableText(JSON.stringify(values, withoutSecrets))

/** As JSON, with amounts as text: a number above 2^53 would be read as another one. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

/** How far texts and lists are shortened, step by step, until a JSON text is short enough. */
const SHORTENED = [
  { characters: 500, members: 100 },
  { characters: 100, members: 20 },
  { characters: 30, members: 5 },
] as const

/** A JSON text of at most so many characters: where it is longer, its texts and lists are shortened; it stays JSON. */
export function fittingJson(json: string, most: number): string {
  const text = toStorableText(json)
  if (text.length <= most) return text
  const value: unknown = JSON.parse(text)
  for (const { characters, members } of SHORTENED) {
    const shorter = JSON.stringify(value, (_, member: unknown) => {
      if (typeof member === 'string' && member.length > characters)
        return toStorableText(`${member.slice(0, characters)}…`)
      if (!Array.isArray(member) || member.length <= members) return member
      return [...member.slice(0, members), `… ${member.length - members} more`]
    })
    if (shorter.length <= most) return shorter
  }
  return JSON.stringify({ length: text.length })
}

/** At most so many characters; where the cut goes through a surrogate pair, its half is replaced. */
export function cut(text: string, most: number): string
export function cut(text: string | undefined, most: number): string | null
export function cut(text: string | undefined, most: number): string | null {
  return text === undefined ? null : toStorableText(text.slice(0, most))
}

/** Fields that no audit row has, by their names: a test holds them to the inputs of the contract. */
export const isSecretField = (field: string): boolean => SECRETS.test(field)

/** Also the numbers that prove who a person is, the texts that carry them, and what an authenticator answered. */
const SECRETS =
  /password|token|secret|^credential$|^providerAnswer$|verificationcode|recoverycode|captcha|^code$|^(joint)?(bvn|nin|motherMaidenName)$|^signatories$/i

const withoutSecrets = (field: string, value: unknown): unknown =>
  isSecretField(field) ? undefined : typeof value === 'bigint' ? String(value) : value
