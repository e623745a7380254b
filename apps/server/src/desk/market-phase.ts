/** Whether the market takes orders now, and when it does next. */
export interface MarketPhase {
  readonly open: boolean
  readonly opensAt: string
}
