import {
  type PriceKobo,
  type Security,
  SecurityTradingStatus,
  type Statistics,
  toNaira,
} from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'

/** A listed security with its terms of the market day. */
export type Listing = DeskPort['listings'][number]

/** Shares: any whole number of them may be ordered. */
export const ROUND_LOT = 1

/** The listing as clients see it. @param figures what was published of it last. */
export const toSecurity = (listed: Listing, figures: Statistics | undefined): Security => ({
  securityID: listed.securityID,
  symbol: listed.securityID,
  securityDesc: listed.name,
  isin: listed.isin,
  sector: listed.sector,
  board: listed.board,
  securityType: listed.securityType,
  roundLot: ROUND_LOT,
  priceGroup: listed.priceGroup,
  tickTable: [{ fromPx: 0, tickSize: toNaira(listed.tickKobo as PriceKobo) }],
  sharesOutstanding: Number(listed.sharesOutstanding),
  faceValue: null,
  securityTradingStatus: figures?.securityTradingStatus ?? SecurityTradingStatus.readyToTrade,
})
