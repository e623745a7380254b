import type { Quantity } from '@tradebook/contract'
import type { OrderThere } from '@tradebook/orders'
import type { VenueOrder, VenueReplace } from './order-messages.ts'

/** What the desk has decided to send to a venue on a line. The venue answers with reports, later or never. */
export type VenueCommand =
  | { readonly kind: 'new'; readonly order: VenueOrder }
  | { readonly kind: 'replace'; readonly replace: VenueReplace }
  | { readonly kind: 'cancel'; readonly orderID: string; readonly clOrdID: string }

/** A command as it is sent. */
export interface NumberedCommand {
  /** Ours, in the order in which commands are sent; a gateway makes its ClOrdID (11) from it. */
  readonly id: number
  readonly command: VenueCommand
  /** Of a replace: what its order had traded when it was asked, which OrderQty (38) includes. */
  readonly becomes?: { readonly cumQty: Quantity } | null
}

/** The desk's order that a command is about. */
export function orderOf(command: VenueCommand): string {
  switch (command.kind) {
    case 'new':
      return command.order.orderID
    case 'replace':
      return command.replace.orderID
    case 'cancel':
      return command.orderID
  }
}

/** The line to a venue that runs elsewhere. What the venue says comes in as `venueReport` inputs of the desk. */
export interface VenueLine {
  /** Whether commands can be sent now: the line is up, and what was missed has been received. */
  readonly isReady: boolean
  /** Whether the session is being opened, or what was missed is being received. */
  readonly isLoggingOn: boolean
  /** Sends a command. Nothing is returned: whether it arrived is known from the venue's reports alone. */
  send(command: NumberedCommand): void
  /**
   * Asks what became of a command that may have been sent. The answers are reports: those that the command caused,
   * or, of one that never arrived, a rejection. It is never sent again.
   */
  ask(command: NumberedCommand): void
  /** Asks what became of an order: the venue says again what it has said of it, under the same ExecIDs. */
  askOrder(orderID: string): void
  /** Asks for all open orders. The answer is the input `venueOrders`, after everything that the venue said before. */
  askOpenOrders(): void
  /** Cancels an order that no firm here has. The venue says so in its reports; to cancel it twice is harmless. */
  cancelUnclaimed(order: OrderThere): void
  /** Calls the listener whenever the line has become ready. */
  onReady(listener: () => void): void
}
