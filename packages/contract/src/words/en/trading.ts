/** Words of the trading screen. */
export const trading = {
  'Trading.Title': 'Trading',
} as const
