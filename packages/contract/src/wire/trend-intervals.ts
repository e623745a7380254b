/** How long a bar of the price trend lasts. */
export const trendIntervals = ['1m', '5m', '15m', '1h', '1d'] as const
