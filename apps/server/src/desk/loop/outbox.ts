import type { OrderThere } from '@tradebook/orders'
import { orderOf, type VenueLine } from '../../venue/commands.ts'
import type { BatchChanges } from '../decisions/batch-changes.ts'
import type { CommandLine } from '../decisions/command-line.ts'

/**
 * The commands on their way to a venue on a line. A command is written with the batch that decided it, and released in
 * a transaction before it is sent: a command that is not released was certainly never sent. One that is released and
 * unanswered may have been sent; after a restart of either side the venue is asked about it, and it is never sent
 * again.
 */
export class Outbox {
  readonly #line: VenueLine | undefined
  /** Not released, by number, in order. */
  readonly #waiting = new Map<number, CommandLine>()
  /** Released in the transaction that is under way. */
  #leaving: CommandLine[] = []
  /** Released and unanswered, by number. */
  readonly #released = new Map<number, CommandLine>()
  #isReconciling = false

  /** @param open the commands that the record has as unanswered, oldest first. */
  constructor(line: VenueLine | undefined, open: readonly CommandLine[]) {
    this.#line = line
    for (const command of open)
      if (command.releasedAt === null) this.#waiting.set(command.id, command)
      else this.#released.set(command.id, command)
    if (line?.isReady) this.askInDoubt()
  }

  /** Whether the venue was asked for its open orders, and they were not compared yet. */
  get isReconciling(): boolean {
    return this.#isReconciling
  }

  /** The open orders were compared. */
  reconciled(): void {
    this.#isReconciling = false
  }

  /** Whether commands wait that can be sent. */
  get hasWork(): boolean {
    return this.#line?.isReady === true && this.#waiting.size > 0
  }

  /** The commands that may have been sent and that the venue has not answered. */
  get inDoubt(): readonly CommandLine[] {
    return [...this.#released.values()]
  }

  /** Releases what can be sent. @returns the changes of the batch, with what is released in its transaction. */
  release(changes: BatchChanges): BatchChanges {
    if (changes.venueCommands.length === 0 && !this.hasWork) return changes
    const rows = new Map<number, CommandLine>()
    for (const line of changes.venueCommands) {
      const releasedAt = this.#released.get(line.id)?.releasedAt ?? line.releasedAt
      rows.set(line.id, { ...line, releasedAt })
      const isNew = releasedAt === null && line.answeredAt === null
      if (isNew && !this.#waiting.has(line.id)) this.#waiting.set(line.id, line)
      if (line.answeredAt !== null) this.#answered(line)
    }
    if (this.hasWork) {
      this.#leaving = Array.from(this.#waiting.values(), (line) => ({ ...line, releasedAt: changes.time }))
      this.#waiting.clear()
      for (const line of this.#leaving) rows.set(line.id, line)
    }
    return { ...changes, venueCommands: [...rows.values()] }
  }

  /** The transaction is committed: what was released is sent, in order. */
  committed(): void {
    const leaving = this.#leaving
    this.#leaving = []
    for (const line of leaving) {
      this.#released.set(line.id, line)
      this.#line?.send(line)
    }
  }

  /** The line is back: the venue is asked about what it may have received, and then which orders are open there. */
  askInDoubt(): void {
    for (const line of this.#released.values()) this.#line?.ask(line)
    this.#isReconciling = this.#line !== undefined
    this.#line?.askOpenOrders()
  }

  /** Asks what became of orders. */
  query(orderIDs: readonly string[]): void {
    for (const orderID of orderIDs) {
      for (const line of this.#released.values()) if (orderOf(line.command) === orderID) this.#line?.ask(line)
      this.#line?.askOrder(orderID)
    }
  }

  /** Cancels orders that only the venue has. What is lost on the way is said again at the next reconciliation. */
  cancelUnclaimed(orders: readonly OrderThere[]): void {
    if (this.#line?.isReady) for (const order of orders) this.#line.cancelUnclaimed(order)
  }

  #answered({ id }: CommandLine): void {
    this.#released.delete(id)
    // The order ended before its command could be sent.
    this.#waiting.delete(id)
  }
}
