export type {
  AgreedAccount,
  CashBalance,
  LedgerOptions,
  LedgerState,
  Lien,
  OpenOrder,
  PositionBalance,
} from './balances.ts'
export { type ContractNote, netOf } from './contract-note.ts'
export type { RegisteredShares } from './corporate-entries.ts'
export type { Entry, Fill, Posting, Traded } from './entries.ts'
export type { Payment, Reversal, Reversed, Transfer, TransferIn } from './external-transfers.ts'
export { type DayBegun, Ledger } from './ledger.ts'
export type { OrdersTogether, Preview } from './open-orders.ts'
export { insufficientShares } from './refused.ts'
export type { TouchedRows } from './touched.ts'
export {
  type Corrected,
  type Movement,
  type MovingEntry,
  movementsBy,
  movementsWith,
  type Restate,
  type Restated,
  restatedBy,
  type TradeCorrection,
} from './trade-corrections.ts'
