export type { PriceLevel } from './books.ts'
export * from './events.ts'
export { type EnterOrder, Exchange, type RestingOrder } from './exchange.ts'
export { type Instructions, NO_INSTRUCTIONS } from './instructions.ts'
export {
  BUY,
  FILL_OR_KILL,
  IMMEDIATE,
  MARKET,
  type MarketOptions,
  Matching,
  REST,
  SELL,
} from './matching.ts'
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
export * as cell from './tape.ts'
