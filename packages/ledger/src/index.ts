export type {
  AgreedAccount,
  CashBalance,
  LedgerOptions,
  LedgerState,
  OpenOrder,
  PositionBalance,
} from './balances.ts'
export { type ContractNote, netOf } from './contract-note.ts'
export type { RegisteredShares } from './corporate-entries.ts'
export type { Entry, Fill, Posting } from './entries.ts'
export { type DayBegun, Ledger, type Payment, type Transfer, type TransferIn } from './ledger.ts'
export type { Preview } from './open-orders.ts'
export { insufficientShares, notWithdrawable } from './refused.ts'
export type { TouchedRows } from './touched.ts'
