import {
  isFinal,
  isText,
  LONGEST_FREEZE_REASON,
  namesPaper,
  provedGrounds,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import { canceledFor } from '@tradebook/orders'
import type { Batch } from './batch.ts'
import type { Firm } from './firm.ts'
import type { FirmState } from './firm-state.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'
import type { AccountFreeze, FreezeEnd } from './transfer-request.ts'

/**
 * Freezes of accounts and their ends. A frozen account enters and raises no order, and no money, no share and no change
 * of its bank account leaves by it; what comes in still arrives. Its open orders are cancelled, or stay in the market as
 * the person who freezes chooses; stop orders that stay are not triggered.
 */
export class AccountFreezes {
  readonly #firmState: FirmState
  readonly #atVenue: OrdersAtVenue
  readonly #batch: Batch
  readonly #marketDate: string

  constructor(firmState: FirmState, atVenue: OrdersAtVenue, batch: Batch, marketDate: string) {
    this.#firmState = firmState
    this.#atVenue = atVenue
    this.#batch = batch
    this.#marketDate = marketDate
  }

  refusalOf(firm: Firm, asked: AccountFreeze | FreezeEnd): Refusal | undefined {
    if (!isText(asked.reason, LONGEST_FREEZE_REASON))
      return refuse('freezeReasonInvalid', { most: LONGEST_FREEZE_REASON })
    if (asked.type === 'freeze') {
      if (provedGrounds.has(asked.ground) && asked.document === null && !namesPaper(asked.reference))
        return refuse('freezeUnproved')
      return asked.from > this.#marketDate ? refuse('freezeInFuture', { date: this.#marketDate }) : undefined
    }
    const { account, freeze: id } = asked
    return firm.freezes.find({ account, id }) ? undefined : refuse('unknownFreeze', { id, account })
  }

  /** @returns the sequence of its journal line, which numbers the freeze. */
  freeze(firm: Firm, { type: _, openOrders, ...asked }: AccountFreeze, now: number): number {
    const { tenantId } = firm
    const id = this.#batch.journal(tenantId, now, { kind: 'freezeAccount', freeze: asked })
    const freeze = { ...asked, id }
    firm.freeze(freeze)
    this.#batch.frozen({ tenantId, ...freeze, lifted: null })
    if (openOrders === 'cancel') this.#cancelOrders(firm, asked.account, now)
    return id
  }

  /** @returns the sequence of its journal line. */
  unfreeze(firm: Firm, { account, freeze: id }: FreezeEnd, now: number): number {
    const { tenantId } = firm
    const freeze = firm.freezes.find({ account, id })
    if (!freeze) throw new Error(`account ${account} has no freeze ${id}`)
    const lifted = this.#batch.journal(tenantId, now, { kind: 'unfreezeAccount', account, freeze: id })
    firm.unfreeze(freeze)
    this.#batch.frozen({ tenantId, ...freeze, lifted })
    return lifted
  }

  #cancelOrders({ tenantId, ledger }: Firm, account: string, now: number): void {
    const orders = [...ledger.openOrders(account)]
      .map((orderID) => this.#firmState.order(orderID))
      .filter((order) => order.tenantId === tenantId && !isFinal(order.ordStatus))
      .sort((a, b) => a.priority - b.priority)
    for (const order of orders) this.#atVenue.end(order, canceledFor('Trading.Order.CanceledFrozen'), now)
  }
}
