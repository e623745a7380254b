/** Inputs that several tables of calls have. */

export const noLimits = {
  orderValue: null,
  orderQty: null,
  volumePercent: null,
  collarPercent: null,
  ordersPerSecond: null,
  duplicateSeconds: null,
  dailyTurnover: null,
}

export const dividend = {
  type: 'dividend',
  securityID: 'GTCO',
  registerDate: '2030-01-07',
  payDate: '2030-01-14',
  ratePerShare: 1.25,
} as const
