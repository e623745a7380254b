/**
 * The FIX 5.0 SP2 codes that travel on the wire, named. Codes stay codes at the edge, as strings.
 * Mind the trap: buy is '1' in Side(54) but '0' in MDEntryType(269).
 */

/** Side(54) */
export const Side = { buy: '1', sell: '2' } as const
export type Side = (typeof Side)[keyof typeof Side]

/** MDEntryType(269), the two the book uses. */
export const MDEntryType = { bid: '0', offer: '1' } as const
/** How a side of the book may be asked for, in small letters: by MDEntryType (269), by Side (54) where that is no other's, and in words. */
export const bidSides = ['0', 'buy', 'bid'] as const
export const bookSides = [...bidSides, '1', '2', 'sell', 'offer', 'ask'] as const
export type MDEntryType = (typeof MDEntryType)[keyof typeof MDEntryType]

/** OrdType(40) */
export const OrdType = { market: '1', limit: '2', stop: '3', stopLimit: '4' } as const
export type OrdType = (typeof OrdType)[keyof typeof OrdType]

/** TimeInForce(59) */
export const TimeInForce = {
  day: '0',
  goodTillCancel: '1',
  goodTillOpen: '2',
  immediateOrCancel: '3',
  fillOrKill: '4',
  goodTillDate: '6',
  goodTillClose: '7',
} as const
export type TimeInForce = (typeof TimeInForce)[keyof typeof TimeInForce]

/** ExecInst(18) */
export const ExecInst = { allOrNone: 'G', imbalanceOnly: 'i' } as const
export type ExecInst = (typeof ExecInst)[keyof typeof ExecInst]

/** OrdStatus(39) */
export const OrdStatus = {
  new: '0',
  partiallyFilled: '1',
  filled: '2',
  canceled: '4',
  pendingCancel: '6',
  rejected: '8',
  pendingNew: 'A',
  expired: 'C',
  pendingReplace: 'E',
} as const
export type OrdStatus = (typeof OrdStatus)[keyof typeof OrdStatus]

/** ExecType(150) */
export const ExecType = {
  new: '0',
  canceled: '4',
  replaced: '5',
  rejected: '8',
  restated: 'D',
  expired: 'C',
  trade: 'F',
  /** TradeCorrect. */
  tradeCorrected: 'G',
  /** TradeCancel. */
  tradeCanceled: 'H',
  /** TriggeredOrActivatedBySystem. */
  triggered: 'L',
} as const
export type ExecType = (typeof ExecType)[keyof typeof ExecType]

/** OrdRejReason(103) */
export const OrdRejReason = {
  /** Broker / exchange option. */
  brokerOption: 0,
  unknownSymbol: 1,
  exchangeClosed: 2,
  exceedsLimit: 3,
  duplicateOrder: 6,
  unsupportedOrder: 11,
  incorrectQuantity: 13,
  unknownAccount: 15,
  outsidePriceBand: 16,
  invalidPriceIncrement: 18,
  shortSell: 22,
  insufficientFunds: 25,
} as const
export type OrdRejReason = (typeof OrdRejReason)[keyof typeof OrdRejReason]

/** TradingSessionSubID(625) */
export const TradingSessionSubID = {
  opening: '2',
  continuous: '3',
  closing: '4',
  postTrading: '5',
  unscheduledAuction: '9',
} as const
export type TradingSessionSubID = (typeof TradingSessionSubID)[keyof typeof TradingSessionSubID]

/** TradSesStatus(340) */
export const TradSesStatus = { halted: '1', open: '2', closed: '3', preOpen: '4', preClose: '5' } as const
export type TradSesStatus = (typeof TradSesStatus)[keyof typeof TradSesStatus]

/** SecurityTradingStatus(326) */
export const SecurityTradingStatus = {
  halt: '2',
  resume: '3',
  readyToTrade: '17',
  notAvailable: '18',
} as const
export type SecurityTradingStatus = (typeof SecurityTradingStatus)[keyof typeof SecurityTradingStatus]

/** TickDirection(274) */
export const TickDirection = { plus: '0', zeroPlus: '1', minus: '2', zeroMinus: '3' } as const
export type TickDirection = (typeof TickDirection)[keyof typeof TickDirection]
