import { type Rate, TokenBuckets } from '@tradebook/scheduling'
import type { Store } from '../store/store.ts'
import { countedAddress } from './address.ts'
import { writeAudit } from './audit.ts'
import type { AuditedCall } from './audited-write.ts'
import { userKey } from './user-key.ts'

/** A call that changed nothing, because it was refused or failed. */
export interface RefusedCall extends AuditedCall {
  /** The name of the refusal, or what kind of failure it was. */
  readonly exception: string
  /** Epoch milliseconds. */
  readonly began: number
  readonly customData?: string
}

/**
 * Adds a row of a refused call to the audit trail, in a transaction of its own. It never rejects. Of a caller that
 * is nobody nothing is kept of what was sent: it may be about somebody whom the reader of the row has no business with.
 */
export type RecordRefusal = (call: RefusedCall) => Promise<void>

/** Refusals can be caused without end: so many rows each caller fills, and what is beyond is counted. */
const ROWS: Rate = { burst: 120, perSecond: 2 }
interface Parts {
  readonly store: Pick<Store, 'forTenant'>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly log: { error(facts: object, message: string): void }
}

export function openRefusalRecord({ store, now, log }: Parts): RecordRefusal {
  const rows = new TokenBuckets(ROWS)
  /** Of callers whose rows are used up: how many of their calls were left out. */
  const leftOut = new Map<string, number>()

  return async ({ name, caller, began, exception, customData, ...call }) => {
    const key = caller
      ? userKey({ tenantId: call.tenantId, userId: caller.userId })
      : countedAddress(call.clientIpAddress)
    const left = leftOut.get(key) ?? 0
    if (!rows.tryConsume(key, now())) {
      leftOut.set(key, left + 1)
      return
    }
    leftOut.delete(key)
    const [serviceName = '', methodName = ''] = name.split('/')
    const remarks = [customData, left > 0 ? `${left} refused calls before it are not recorded` : undefined]
    try {
      await store.forTenant(call.tenantId).write((tx) =>
        writeAudit(tx, {
          ...call,
          ...(caller === null && { parameters: {} }),
          ...{ serviceName, methodName, exceptionMessage: exception },
          ...{ userId: caller?.userId ?? null, userName: caller?.userName ?? null },
          ...{ executionTime: new Date(began), executionDuration: now() - began },
          customData: remarks.filter((remark) => remark !== undefined).join('; ') || undefined,
        }),
      )
    } catch (err) {
      log.error({ err, call: name, exception }, 'a refused call is not in the audit trail')
    }
  }
}
