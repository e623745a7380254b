import { OrdStatus } from '@tradebook/contract'
import { clOrdIDOf } from '../../apps/server/src/desk/decisions/requests.ts'
import { isMovement, movementOf } from '../../apps/server/src/desk/decisions/transfer-request.ts'
import type { ClientInput, DeskAnswer } from '../../apps/server/src/desk/inputs.ts'
import type { DeskEvent } from '../../apps/server/src/desk/publishing/desk-events.ts'
import { canonical, must } from './audit.ts'
import { UNRECORDABLE } from './plan.ts'
import type { Reached } from './reached.ts'
import type { SimulatedRecord } from './record.ts'
import { requestKey } from './recorded-orders.ts'

const bigintsAsText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** Holds what desks answer and publish against the record, at once. Each check throws with what is wrong. */
export class Claims {
  readonly #record: SimulatedRecord
  readonly #reached: Reached
  /** What acknowledged requests about orders came to: anyone who asks again must get the same. */
  readonly #acknowledged = new Map<string, string>()

  constructor(record: SimulatedRecord, reached: Reached) {
    this.#record = record
    this.#reached = reached
  }

  #count({ kind }: ClientInput): void {
    const counted = countedAs[kind]
    if (counted) this.#reached[counted] += 1
  }

  /** What is answered is true, and the record has it. */
  answered(input: ClientInput, answer: DeskAnswer): void {
    const record = this.#record
    const isPoisoned = JSON.stringify(input, bigintsAsText).includes(UNRECORDABLE)
    if (answer.kind === 'refused') {
      const { refusal, data } = answer.refusal
      if (refusal === 'busy' || refusal === 'unavailable' || refusal === 'tradingPaused')
        this.#reached.putOff += 1
      else if (refusal === 'replaceRejected')
        throw new Error(`the desk sent a replace that the exchange rejects: ${canonical(input)}`)
      else if (refusal === 'outcomeUnknown') this.#reached.inDoubt += 1
      else if (refusal === 'unrecordable') {
        this.#reached.unrecordable += 1
        must(isPoisoned, `a request without fault is refused as unrecordable: ${canonical(input)}`)
      } else this.#reached.refused += 1
      if (refusal === 'postedBefore') this.#reached.postedBefore += 1
      if (typeof data?.orderID === 'string' && input.kind === 'newOrder') {
        must(record.orders.lines.has(data.orderID), `the refused order ${data.orderID} is not in the record`)
      }
      return
    }
    must(!isPoisoned, `what no record takes was accepted: ${canonical(input)}`)
    this.#reached.accepted += 1
    if (answer.kind === 'done') {
      must(record.journalled.has(answer.sequence), `posting ${answer.sequence} is answered and not recorded`)
      this.#count(input)
      return
    }
    if (answer.kind === 'transfer') {
      if (input.kind === 'decideTransfer') this.#decided(input, answer.id)
      else this.#requested(input, answer.id)
      return
    }
    if (answer.kind === 'cross' || answer.kind === 'repeatedCross') {
      this.#crossed(input, answer)
      return
    }
    if (input.kind === 'allocateBulkOrder') {
      this.#count(input)
      return
    }
    if (
      answer.kind === 'cancelled' ||
      (input.kind !== 'newOrder' &&
        input.kind !== 'bulkOrder' &&
        input.kind !== 'replaceOrder' &&
        input.kind !== 'cancelOrder')
    )
      throw new Error(`${input.kind} has no order`)
    const orderID = answer.kind === 'order' ? answer.order.orderID : answer.orderID
    const kept = record.orders.lines.get(orderID)?.order
    if (!kept) throw new Error(`order ${orderID} is answered and not recorded`)
    // A repeated request was recorded on the day on which it was first made.
    const keys = record.marketDates.map((date) => requestKey(kept, clOrdIDOf(input), date))
    const key = keys.find((made) => record.orders.requests.get(made)?.orderID === orderID)
    if (key === undefined) throw new Error(`the request ${keys.at(-1)} is answered and not recorded`)
    if (answer.kind === 'repeat') this.#reached.repeated += 1
    else this.#count(input)
    if (answer.kind === 'order') {
      const { cumQty, version } = answer.order
      const { orderQty: asked } = input.kind === 'replaceOrder' ? input.change : {}
      const { orderQty, ordStatus } = answer.order
      must(
        asked === undefined ||
          asked > cumQty ||
          ordStatus === OrdStatus.pendingReplace ||
          (orderQty === cumQty && ordStatus === OrdStatus.filled),
        `order ${orderID} was replaced to no more than is filled and is not filled`,
      )
      must(
        (kept.cumQty >= cumQty || record.orders.corrected.has(orderID)) && kept.version >= version,
        `order ${orderID} is answered as it is not recorded`,
      )
    }
    const before = this.#acknowledged.get(key)
    must(before === undefined || before === orderID, `the request ${key} is order ${before} and ${orderID}`)
    must(before === undefined || answer.kind === 'repeat', `the request ${key} is carried out twice`)
    this.#acknowledged.set(key, orderID)
  }

  /** A request to post a transfer is one entry, or one that waits, however often it is sent. */
  #requested(input: ClientInput, id: number): void {
    if (input.kind !== 'requestTransfer') throw new Error(`${input.kind} requests no transfer`)
    const kept = this.#record.transferRequests.get(id)
    must(kept?.postingID === input.postingID, `request ${id} is answered and not recorded`)
    must(!kept?.posted || this.#record.journalled.has(kept.posted), `request ${id} is not posted`)
    const key = `posting ${input.origin.tenantId} ${input.origin.userId} ${input.postingID}`
    const before = this.#acknowledged.get(key)
    must(before === undefined || before === String(id), `${key} is request ${before} and ${id}`)
    this.#acknowledged.set(key, String(id))
    if (before === undefined) {
      this.#count(input)
      this.#knowinglyAgain(input, id)
    } else this.#reached.repeated += 1
  }

  /** What was asked for before is asked for again only by anyone who names the newest of it. */
  #knowinglyAgain(
    { origin, transfer, repeats }: Extract<ClientInput, { kind: 'requestTransfer' }>,
    id: number,
  ): void {
    if (!isMovement(transfer)) return
    const movement = movementOf(transfer)
    for (const kept of this.#record.transferRequests.values()) {
      if (kept.tenantId !== origin.tenantId || kept.id >= id || !isMovement(kept.transfer)) continue
      if (kept.state === 'rejected' || this.#record.outflows.isReversed(kept.tenantId, kept.posted)) continue
      if (movementOf(kept.transfer) !== movement) continue
      must(repeats !== undefined && repeats >= kept.id, `request ${id} is request ${kept.id} again`)
    }
  }

  /** Of all who decide about a request one does, who has not made it unless it is withdrawn; approved, it is posted. */
  #decided(input: Extract<ClientInput, { kind: 'decideTransfer' }>, id: number): void {
    const { origin, approves } = input
    const kept = this.#record.transferRequests.get(id)
    must(kept?.state === (approves ? 'approved' : 'rejected'), `request ${id} is decided and not recorded`)
    must(kept?.decision?.deciderId === origin.userId, `request ${id} is decided by another`)
    must(!approves || kept?.makerId !== origin.userId, `request ${id} is approved by its maker`)
    must(!approves || this.#record.journalled.has(kept?.posted ?? 0), `request ${id} is not posted`)
    const key = `decision ${id}`
    must(!this.#acknowledged.has(key), `request ${id} is decided twice`)
    this.#acknowledged.set(key, String(id))
    this.#count(input)
  }

  /** Both sides traded whole in one trade, or both were refused. A firm's id of a cross is one pair of orders. */
  #crossed(input: ClientInput, answer: Extract<DeskAnswer, { kind: 'cross' | 'repeatedCross' }>): void {
    if (input.kind !== 'crossOrder') throw new Error(`${input.kind} is not a cross`)
    const { request, origin } = input
    const isNew = answer.kind === 'cross'
    const [buyID, sellID] = isNew
      ? [answer.buy.order.orderID, answer.sell.order.orderID]
      : [answer.buyOrderID, answer.sellOrderID]
    const [buy, sell] = [buyID, sellID].map((orderID) => this.#record.orders.lines.get(orderID)?.order)
    if (!buy || !sell) throw new Error(`cross ${request.crossID} is answered and not recorded`)
    must(buy.account === request.buyAccount && sell.account === request.sellAccount, 'a cross of others')
    must(buy.ordStatus === sell.ordStatus, `one side of cross ${request.crossID} alone traded`)
    const filled = buy.ordStatus === OrdStatus.filled ? request.orderQty : 0
    must(buy.cumQty === filled && sell.cumQty === filled, `cross ${request.crossID} traded in part`)
    must(
      !isNew || (filled > 0 && answer.trade.tradeCondition === 'X'),
      `cross ${request.crossID} is not a cross`,
    )
    if (isNew) this.#count(input)
    else this.#reached.repeated += 1
    const key = `cross ${origin.tenantId} ${request.crossID} ${buy.tradeDate}`
    const before = this.#acknowledged.get(key)
    must(before === undefined || before === buyID, `${key} is order ${before} and ${buyID}`)
    must(before === undefined || !isNew, `${key} is carried out twice`)
    this.#acknowledged.set(key, buyID)
  }

  /** @param unpublished executions that were kept and are not published yet. */
  published(event: DeskEvent, unpublished: Set<number>): void {
    const { executions, lines } = this.#record.orders
    switch (event.target) {
      case 'onExecutionReport': {
        const { sequence, orderID, cumQty } = event.argument
        const kept = executions.get(sequence)
        must(kept?.order.orderID === orderID, `execution ${sequence} is published and not recorded`)
        must(kept?.order.cumQty === cumQty, `execution ${sequence} is published with ${cumQty} filled`)
        must(unpublished.delete(sequence), `execution ${sequence} is published twice, or before its commit`)
        return
      }
      case 'onMarketTrade':
        this.#reached.trades += 1
        return
      case 'addStockOrder':
      case 'updateStockOrder':
      case 'replaceStockOrder': {
        const { orderID, cumQty, leavesQty } = event.argument
        const kept = lines.get(orderID)?.order
        must(kept !== undefined, `order ${orderID} is published and not recorded`)
        const isNewest = kept?.cumQty === cumQty && kept.leavesQty === leavesQty
        const mayBeLess = this.#record.orders.corrected.has(orderID)
        must(
          isNewest || mayBeLess || (kept?.cumQty ?? 0) >= cumQty,
          `order ${orderID} is published with ${cumQty} filled`,
        )
      }
    }
  }
}

/** What a run came to, by the inputs that were carried out. */
const countedAs: Readonly<Record<ClientInput['kind'], keyof Reached | null>> = {
  newOrder: 'newOrders',
  replaceOrder: 'replaces',
  cancelOrder: 'cancels',
  crossOrder: 'crosses',
  bulkOrder: 'bulkOrders',
  allocateBulkOrder: 'allocations',
  externalTransfer: 'postings',
  requestTransfer: 'postings',
  decideTransfer: 'decisions',
  announceCorporateAction: 'corporateActions',
  revokeCorporateAction: null,
  openFirm: 'openedFirms',
  closeFirm: 'closedFirms',
  openAccount: 'openedAccounts',
  changeTerms: 'terms',
  correctCustomer: 'terms',
  changeCharges: 'terms',
  removeCharges: 'terms',
  chooseAlerts: 'terms',
  changeSettings: 'terms',
  changeLimits: 'limits',
  setKillSwitch: 'killSwitches',
  marketControl: null,
  venueReport: null,
  venueHalt: null,
  venuePhase: null,
  venueOrders: null,
  settleDoubt: null,
  settleUnclaimed: null,
  askAgain: null,
  cancelAll: null,
  requestTradeCorrection: null,
  decideTradeCorrection: null,
  news: null,
}
