import type { PriceKobo, Quantity, Side } from '@tradebook/contract'

/**
 * How the crowd trades: by the desk's queue like everybody, with references of its own. Its orders
 * are not kept one by one; after a rebuild (`reset`) all of them are gone and it quotes again.
 */
export type CrowdCommand =
  | {
      readonly kind: 'enter'
      /** The crowd's own number of this order, never used twice. */
      readonly ref: number
      /** Index into the list of securities. */
      readonly security: number
      readonly side: Side
      /** `null` for a market order. */
      readonly price: PriceKobo | null
      readonly quantity: Quantity
      /** Cancel at once what does not trade. */
      readonly immediate: boolean
    }
  | { readonly kind: 'cancel'; readonly ref: number }
  | { readonly kind: 'replace'; readonly ref: number; readonly price: PriceKobo; readonly quantity: Quantity }

/** What became of a crowd order: how much rests now; 0 when it is done. */
export interface CrowdReport {
  readonly ref: number
  readonly leaves: number
}

export interface CrowdPort {
  /** Queue commands; false when the desk is busy and took none. */
  offer(commands: readonly CrowdCommand[]): boolean
  /** After each commit: what became of the crowd's orders. Returns how to stop listening. */
  onReports(listener: (reports: readonly CrowdReport[]) => void): () => void
  /** The books were rebuilt: every crowd order is gone. Returns how to stop listening. */
  onReset(listener: () => void): () => void
}
