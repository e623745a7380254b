import type { MarketEvent, Phase } from '@tradebook/contract'
import type { Outgoing } from '@tradebook/fix'
import type { CrowdCommand, CrowdReport } from '../../../server/src/venue/embedded/crowd-port.ts'
import type { Listing } from '../../../server/src/venue/listing.ts'
import type { MemberOrder } from './member-order.ts'

// What a market day begins with, what changes it, and what that leads to.

/** An order or a request of a member, as it arrived. */
export interface MemberMessage {
  readonly kind: 'message'
  readonly member: string
  readonly type: string
  readonly number: number
  readonly fields: readonly (readonly [tag: number, value: string])[]
  readonly possResend: boolean
}

/** All that changes the market. The same inputs always make the same market. */
export type MarketInput =
  | MemberMessage
  | { readonly kind: 'crowd'; readonly commands: readonly CrowdCommand[] }
  /** The crowd begins again: what it has in the books is cancelled. */
  | { readonly kind: 'crowdLeaves' }
  | { readonly kind: 'phase'; readonly phase: Phase }
  | { readonly kind: 'halt'; readonly securityID: string; readonly halted: boolean }
  | { readonly kind: 'disconnected'; readonly member: string }
  /** The day is over: the orders whose last day is before the next one expire. */
  | { readonly kind: 'dayEnds'; readonly next: string }
  | { readonly kind: 'cancelTrade'; readonly tradeNumber: number }
  | {
      readonly kind: 'correctTrade'
      readonly tradeNumber: number
      readonly priceKobo: number
      readonly quantity: number
    }

/** A trade of members' orders, for its cancellation or correction. */
export interface MarketTrade {
  readonly tradeNumber: number
  readonly securityID: string
  price: number
  quantity: number
  canceled: boolean
  readonly sides: { readonly orderID: string; execID: string }[]
}

/** What a market day begins with. Plain data. */
export interface DayState {
  readonly date: string
  readonly phase: Phase
  readonly listings: readonly Listing[]
  readonly orders: readonly MemberOrder[]
  readonly nextOrder: number
  readonly nextTrade: number
  readonly nextExec: number
  readonly participants: readonly (readonly [owner: string, participant: number])[]
  readonly halted: readonly string[]
}

/** A message for one member. */
export interface Addressed {
  readonly member: string
  readonly message: Outgoing
}

/** What an input led to. */
export interface MarketOutput {
  readonly messages: readonly Addressed[]
  readonly market: readonly MarketEvent[]
  readonly crowd: readonly CrowdReport[]
}
