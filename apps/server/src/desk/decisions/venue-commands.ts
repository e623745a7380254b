import { isFinal, OrdStatus } from '@tradebook/contract'
import type { Order } from '@tradebook/orders'
import { orderOf, type VenueCommand } from '../../venue/commands.ts'
import type { Adopted } from '../../venue/order-messages.ts'
import type { Sequence } from '../record/journal.ts'
import type { Batch } from './batch.ts'
import type { CommandLine } from './command-line.ts'
import type { FirmState } from './firm-state.ts'

/** The commands that the venue has not answered, by order. Its reports about the orders are the answers. */
export class VenueCommands {
  readonly #open = new Map<string, readonly CommandLine[]>()
  readonly #firmState: FirmState
  readonly #batch: Batch
  readonly #sequence: Sequence
  readonly #marketDate: string

  constructor(options: {
    readonly firmState: FirmState
    readonly batch: Batch
    readonly sequence: Sequence
    readonly marketDate: string
    /** Those of the record that are unanswered, oldest first. */
    readonly commands: readonly CommandLine[]
  }) {
    this.#firmState = options.firmState
    this.#batch = options.batch
    this.#sequence = options.sequence
    this.#marketDate = options.marketDate
    for (const line of options.commands) this.#add(line)
  }

  /** All that are unanswered, in the order in which they are sent. */
  get open(): CommandLine[] {
    return [...this.#open.values()].flat().sort((a, b) => a.id - b.id)
  }

  /** Adds commands, which leave after the commit of their batch. */
  take(commands: readonly VenueCommand[], at: number): void {
    for (const command of commands) {
      const { orderID, tenantId: firm } = this.#firmState.order(orderOf(command))
      const { becomes, ends } = this.#firmState.holds.unansweredOf(orderID)
      const line = {
        ...{ id: this.#sequence.next(), command, firm, marketDate: this.#marketDate, at },
        becomes: command.kind === 'replace' ? (becomes ?? null) : null,
        ends: command.kind === 'cancel' ? (ends ?? null) : null,
        ...{ releasedAt: null, answeredAt: null },
      }
      this.#add(line)
      this.#batch.commanded(line)
      this.#batch.orderChanged(this.#firmState.order(orderID), 'updateStockOrder')
    }
  }

  /** Commands may have been sent from now on. */
  released(lines: readonly CommandLine[]): void {
    for (const line of lines) {
      if (line.releasedAt === null || line.answeredAt !== null) continue
      const orderID = orderOf(line.command)
      const open = this.#open.get(orderID) ?? []
      if (open.some(({ id }) => id === line.id))
        this.#open.set(
          orderID,
          open.map((each) => (each.id === line.id ? line : each)),
        )
    }
  }

  /** Whether an order was certainly never sent: it ends without the venue, and its commands are dropped. */
  isUnsent(orderID: string): boolean {
    const open = this.#open.get(orderID) ?? []
    return open.some(
      ({ command, releasedAt }) => command.kind === 'new' && !command.order.adopts && releasedAt === null,
    )
  }

  /** The venue's own numbers of an order that is being adopted. */
  adoptedBy(orderID: string): Adopted | undefined {
    for (const { command } of this.#open.get(orderID) ?? [])
      if (command.kind === 'new' && command.order.adopts) return command.order.adopts
    return undefined
  }

  /** Whether an order is being adopted that the venue has under this OrderID (37). */
  isAdopting(venueOrderID: string): boolean {
    return [...this.#open.keys()].some((orderID) => this.adoptedBy(orderID)?.venueOrderID === venueOrderID)
  }

  /** The venue has reported something about an order: the commands that this answers are no longer waiting. */
  reported(order: Order, at: number): void {
    const before = this.#open.get(order.orderID)
    if (!before) return
    const left = before.filter((line) => this.#isOpen(line, order))
    for (const line of before) if (!left.includes(line)) this.#batch.commanded({ ...line, answeredAt: at })
    if (left.length > 0) this.#open.set(order.orderID, left)
    else this.#open.delete(order.orderID)
  }

  #isOpen({ command }: CommandLine, { orderID, ordStatus }: Order): boolean {
    if (isFinal(ordStatus)) return false
    const { entry, replace, cancel } = this.#firmState.holds.unansweredOf(orderID)
    switch (command.kind) {
      case 'new':
        return ordStatus === OrdStatus.pendingNew || entry === true
      case 'replace':
        return replace === command.replace.clOrdID
      case 'cancel':
        return cancel === command.clOrdID
    }
  }

  #add(line: CommandLine): void {
    const orderID = orderOf(line.command)
    this.#open.set(orderID, [...(this.#open.get(orderID) ?? []), line])
  }
}
