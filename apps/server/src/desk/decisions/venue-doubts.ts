import { isFinal, OrdStatus } from '@tradebook/contract'
import { agrees, type Order } from '@tradebook/orders'
import type { Batch } from './batch.ts'
import type { FirmState } from './firm-state.ts'
import type { DoubtLine, DoubtProposal } from './reconciliation-lines.ts'

/** The orders in doubt. They wait, and everything else continues. */
export class VenueDoubts {
  readonly #firmState: FirmState
  readonly #batch: Batch
  /** By order. */
  readonly #open: Map<string, DoubtLine>

  constructor(firmState: FirmState, batch: Batch, recorded: readonly DoubtLine[]) {
    this.#firmState = firmState
    this.#batch = batch
    this.#open = new Map(recorded.map((line) => [line.orderID, line]))
  }

  of(orderID: string): DoubtLine | undefined {
    return this.#open.get(orderID)
  }

  /**
   * A reconciliation has found these orders in doubt, and no others. An order that was in doubt before keeps its
   * number and its proposal.
   */
  found(lines: readonly DoubtLine[], now: number): void {
    const still = new Set(lines.map(({ orderID }) => orderID))
    for (const line of [...this.#open.values()]) if (!still.has(line.orderID)) this.#end(line, now)
    for (const line of lines) {
      const { id = line.id, since = line.since, proposal = null } = this.#open.get(line.orderID) ?? {}
      this.#keep({ ...line, id, since, proposal })
    }
  }

  propose(line: DoubtLine, proposal: DoubtProposal): void {
    this.#keep({ ...line, proposal })
  }

  /** The venue has reported something about an order, or it has ended: it may no longer be in doubt. */
  reported(order: Order, now: number): void {
    const line = this.#open.get(order.orderID)
    if (line && (isFinal(order.ordStatus) || this.#isSettled(line, order))) this.#end(line, now)
  }

  #isSettled({ why, there }: DoubtLine, order: Order): boolean {
    if (why === 'unanswered') {
      const { entry, replace, cancel } = this.#firmState.holds.unansweredOf(order.orderID)
      return (
        entry === undefined &&
        replace === undefined &&
        cancel === undefined &&
        order.ordStatus !== OrdStatus.pendingNew
      )
    }
    return there !== null && agrees(order, there)
  }

  #keep(line: DoubtLine): void {
    this.#open.set(line.orderID, line)
    this.#batch.doubted(line)
  }

  #end(line: DoubtLine, endedAt: number): void {
    this.#open.delete(line.orderID)
    this.#batch.doubted({ ...line, endedAt })
  }
}
