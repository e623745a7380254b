import type { Statistics } from '@tradebook/contract'

/**
 * Whether the best bid meets the best offer, as orders that are collected for an auction may. Nobody trades
 * at such quotes: the auction has one price for all, the indicative one.
 */
export const isCrossed = ({ bidPx, offerPx }: Pick<Statistics, 'bidPx' | 'offerPx'>): boolean =>
  bidPx !== null && offerPx !== null && bidPx >= offerPx
