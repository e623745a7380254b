export * from './events.ts'
export { type EnterOrder, Exchange, type ExchangeOptions, type RestingOrder } from './exchange.ts'
export type { SecurityTerms } from './rules.ts'
export type { SecurityStatistics, Touch, TradeStatistics } from './statistics.ts'
