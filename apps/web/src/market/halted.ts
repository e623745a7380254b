import { SecurityTradingStatus, type Statistics } from '@tradebook/contract'

/** Whether trading of the security is halted. */
export const isHalted = (row: Pick<Statistics, 'securityTradingStatus'>): boolean =>
  row.securityTradingStatus === SecurityTradingStatus.halt
