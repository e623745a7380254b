import type { OrdType, Side, TimeInForce } from '@tradebook/contract'
import type { VenueCommand } from '../venue/commands.ts'

/** A request about an order, as it was numbered for the exchange. */
export interface KeptRequest {
  /** The number of its command. */
  readonly id: number
  readonly kind: VenueCommand['kind']
  /** The desk's own ClOrdID of a replace or a cancel; `null` of the order itself. */
  readonly clOrdID: string | null
}

/** What the gateway keeps of an order: what later requests and reports need. Plain data. */
export interface KeptOrder {
  readonly orderID: string
  readonly securityID: string
  readonly side: Side
  ordType: OrdType
  timeInForce: TimeInForce
  expireDate: string | null
  readonly account: string | null
  /** ClOrdID (11) of the last request that the exchange has done; of the order itself at first. */
  clOrdID: string
  /** OrderID (37), once the exchange has given one. */
  venueOrderID: string | null
  /** Whether the exchange has accepted it, and whether it is over there. */
  isAccepted: boolean
  /** It was entered by somebody else, and an account here has adopted it: its first ClOrdID (11) is not one of ours. */
  readonly isAdopted?: true
  hasEnded: boolean
  /** By ClOrdID (11): what was sent about it. */
  readonly requests: Record<string, KeptRequest>
}
