/** How much of everything a run came to: a run that reached little shows little. */
export interface Reached {
  inputs: number
  accepted: number
  refused: number
  putOff: number
  inDoubt: number
  unrecordable: number
  trades: number
  /** Crosses that traded. */
  crosses: number
  bulkOrders: number
  /** Requests that allocated what a bulk order had traded. */
  allocations: number
  /** Shares that bulk orders traded. */
  inBulk: number
  /** Parts that waited for an allocation by list, and held for what that can give alone. */
  awaited: number
  /** Stop orders that were triggered. */
  triggered: number
  newOrders: number
  replaces: number
  /** Orders that a replace to what is filled ended. */
  endedByReplace: number
  cancels: number
  /** Orders that ended because their time was over. */
  expired: number
  /** Answers to requests that had been carried out before. */
  repeated: number
  /** Transfers that were posted, or whose posting was requested. */
  postings: number
  /** Requests that were refused because what they would post was posted before. */
  postedBefore: number
  /** Requests to post a transfer that another person decided. */
  decisions: number
  /** Journal lines by which corporate actions were paid. */
  corporatePayments: number
  /** Freezes of accounts, and their ends. */
  frozen: number
  unfrozen: number
  /** Entries that were taken back, and how many of them left their account overdrawn. */
  reversals: number
  overdrawn: number
  /** Withdrawals to the bank account on file. */
  withdrawals: number
  /** Outflows of the direct cash route. */
  directSettlements: number
  /** Charges that were removed before they began. */
  removedCharges: number
  corporateActions: number
  openedFirms: number
  closedFirms: number
  openedAccounts: number
  /** Terms of accounts, charges and settings that were changed. */
  terms: number
  limits: number
  killSwitches: number
  /** Orders that ended because the host stopped their firm. */
  stopped: number
  /** Orders that came back into the market when the host let their firm go on. */
  reentered: number
  crashes: number
  takeovers: number
  rebuilds: number
  settlements: number
  /** Orders that were open on three market days at least. */
  carried: number
  days: number
  /** Halts by the circuit breaker. */
  breakerHalts: number
  /** Shares that traded in uncrosses. */
  uncrossed: number
}

export const nothingReached = (): Reached => ({
  inputs: 0,
  accepted: 0,
  refused: 0,
  putOff: 0,
  inDoubt: 0,
  unrecordable: 0,
  trades: 0,
  crosses: 0,
  bulkOrders: 0,
  allocations: 0,
  inBulk: 0,
  awaited: 0,
  triggered: 0,
  newOrders: 0,
  replaces: 0,
  endedByReplace: 0,
  cancels: 0,
  expired: 0,
  repeated: 0,
  postings: 0,
  postedBefore: 0,
  decisions: 0,
  corporatePayments: 0,
  frozen: 0,
  unfrozen: 0,
  reversals: 0,
  overdrawn: 0,
  withdrawals: 0,
  directSettlements: 0,
  removedCharges: 0,
  corporateActions: 0,
  openedFirms: 0,
  closedFirms: 0,
  openedAccounts: 0,
  terms: 0,
  limits: 0,
  killSwitches: 0,
  stopped: 0,
  reentered: 0,
  crashes: 0,
  takeovers: 0,
  rebuilds: 0,
  settlements: 0,
  carried: 0,
  days: 0,
  breakerHalts: 0,
  uncrossed: 0,
})
