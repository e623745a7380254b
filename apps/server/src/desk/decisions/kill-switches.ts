import type { KillSwitchCause, KillSwitchScope } from '@tradebook/contract'
import { HOST } from '../../store/host.ts'

/** A kill switch as the record keeps it. */
export interface KillSwitchLine {
  /** Whose switch it is: the firm's, or with 0 the host's. */
  readonly tenantId: number
  readonly scope: KillSwitchScope
  /**
   * The user's id in digits, the account's number; of the host's switch of a firm the firm's id in digits; empty for
   * the market and for a firm's switch of its own.
   */
  readonly id: string
  readonly isOn: boolean
  readonly reason: string
  readonly cause: KillSwitchCause
  /** The user name of the person who switched it; `null` where it switched itself. */
  readonly by: string | null
  /** Wall time, epoch milliseconds. */
  readonly since: number
  /** Of the host's switch of a firm: whether the firm's open orders are out of the market while it is on. */
  readonly haltsOrders: boolean
}

/** What switches a kill switch, as the journal keeps it. */
export interface KillSwitchChange {
  readonly scope: KillSwitchScope
  /** As of `KillSwitchLine`. */
  readonly id: string
  readonly on: boolean
  readonly reason: string
  readonly cause: KillSwitchCause
  /** `null` where it switches itself. */
  readonly by: string | null
  /** Wall time, epoch milliseconds. */
  readonly since: number
  /** As of `KillSwitchLine`; absent in journals written before orders could be halted. */
  readonly haltsOrders?: boolean
}

/** Whose request is asked about. */
export interface RiskOrigin {
  readonly tenantId: number
  readonly userId: number
  readonly account: string
}

/**
 * The kill switches that are on: of the market, of firms, users and accounts. The host and a firm each have a switch of
 * the firm, so that neither lets go on what the other one refuses.
 */
export class KillSwitches {
  readonly #on = new Map<string, KillSwitchLine>()

  constructor(lines: readonly KillSwitchLine[] = []) {
    for (const line of lines) this.set(line)
  }

  set(line: KillSwitchLine): void {
    if (line.isOn) this.#on.set(keyOf(line), line)
    else this.#on.delete(keyOf(line))
  }

  isOn(line: Pick<KillSwitchLine, 'tenantId' | 'scope' | 'id'>): boolean {
    return this.find(line) !== undefined
  }

  /** The switch when it is on. */
  find(line: Pick<KillSwitchLine, 'tenantId' | 'scope' | 'id'>): KillSwitchLine | undefined {
    return this.#on.get(keyOf(line))
  }

  /** Whether the open orders of a firm are out of the market. */
  haltOrdersOf(tenantId: number): boolean {
    if (this.#on.size === 0) return false
    return this.#on.get(keyOf(hostSwitchOf(tenantId)))?.haltsOrders ?? false
  }

  /**
   * The switch that refuses what brings new risk of this user for this account, the widest first; `undefined`
   * when none does. Whatever may enter an order asks it at that moment: a request, or a trigger.
   */
  onFor({ tenantId, userId, account }: RiskOrigin): KillSwitchLine | undefined {
    if (this.#on.size === 0) return undefined
    return (
      this.#on.get(keyOf({ tenantId: HOST, scope: 'market', id: '' })) ??
      this.#on.get(keyOf(hostSwitchOf(tenantId))) ??
      this.#on.get(keyOf({ tenantId, scope: 'tenant', id: '' })) ??
      this.#on.get(keyOf({ tenantId, scope: 'user', id: String(userId) })) ??
      this.#on.get(keyOf({ tenantId, scope: 'account', id: account }))
    )
  }
}

/** The host's switch of a firm. */
const hostSwitchOf = (tenantId: number) =>
  ({ tenantId: HOST, scope: 'tenant', id: String(tenantId) }) as const

/** No two kill switches share it. */
export const keyOf = ({ tenantId, scope, id }: Pick<KillSwitchLine, 'tenantId' | 'scope' | 'id'>): string =>
  `${tenantId}|${scope}|${id}`
