import { type AuditChange, isRefusal, type Refusal } from '@tradebook/contract'
import type { Store, Tx } from '../store/store.ts'
import { writeAudit } from './audit.ts'

/** Who makes which call, as the audit trail keeps it. */
export interface AuditedCall {
  readonly tenantId: number
  readonly caller: { readonly userId: number; readonly userName: string } | null
  /** `Service/Method` */
  readonly name: string
  readonly parameters: object
  readonly clientIpAddress: string
  readonly browserInfo: string
}

/**
 * Runs work in one transaction of the firm, with the call's audit row inside it: both are kept or
 * neither is. Nothing is kept when the work throws, or answers with a refusal.
 */
export type AuditedWrite = <T>(call: AuditedCall, work: AuditedWork<T>) => Promise<T>

/**
 * @param changed records what a thing was before and after, with the call's audit row.
 * @param failed names why the call did not succeed although what it wrote is kept, as a wrong try is that is counted.
 */
export type AuditedWork<T> = (
  tx: Tx,
  changed: (change: AuditChange) => void,
  failed: (exception: string) => void,
) => Promise<T>

/** @param now epoch milliseconds */
export const openAuditedWrite =
  (store: Pick<Store, 'forTenant'>, now: () => number): AuditedWrite =>
  async ({ tenantId, caller, name, parameters, clientIpAddress, browserInfo }, work) => {
    const began = now()
    const [serviceName = '', methodName = ''] = name.split('/')
    const written = store.forTenant(tenantId).write(async (tx) => {
      const changes: AuditChange[] = []
      let exceptionMessage: string | undefined
      const result = await work(
        tx,
        (change) => changes.push(change),
        (exception) => {
          exceptionMessage = exception
        },
      )
      if (isRefusal(result)) throw new Refused(result)
      await writeAudit(tx, {
        tenantId,
        userId: caller?.userId ?? null,
        userName: caller?.userName ?? null,
        serviceName,
        methodName,
        parameters,
        executionTime: new Date(began),
        executionDuration: now() - began,
        clientIpAddress,
        browserInfo,
        changes,
        ...(exceptionMessage !== undefined && { exceptionMessage }),
      })
      return result
    })
    return written.catch((error) => {
      if (error instanceof Refused) return error.refusal as Awaited<typeof written>
      throw error
    })
  }

/** Rolls back the transaction of a refused call. */
class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.refusal)
    this.refusal = refusal
  }
}

/** The work of a call that changes nothing but is kept in the audit trail, as a download is. */
export const auditOnly = async (): Promise<void> => undefined
