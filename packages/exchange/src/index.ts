export type { Auction } from './auction.ts'
export type { PriceLevel } from './books.ts'
export { FILL_OR_KILL, IMMEDIATE, REST } from './continuous.ts'
export * from './events.ts'
export { type Cross, type EnterOrder, Exchange, type QueuedOrder, type RestoredOrder } from './exchange.ts'
export { type Instructions, NO_INSTRUCTIONS } from './instructions.ts'
export { BUY, MARKET, type MarketOptions, SELL } from './market.ts'
export { Matching } from './matching.ts'
export {
  linesOf,
  MalformedRow,
  parseBook,
  parseMessage,
  type RecordedBook,
  type RecordedKind,
  type RecordedLevel,
  type RecordedMessage,
} from './recording.ts'
export { Replay, type ReplayReport, type RowOutcome } from './replay.ts'
export type { SecurityTerms } from './rules.ts'
export type { SecurityStatistics, Touch, TradeStatistics } from './statistics.ts'
export { cell } from './tape.ts'
export type { Uncross } from './uncross.ts'
