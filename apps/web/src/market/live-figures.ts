import type { PriceListRow, Statistics } from '@tradebook/contract'

/** Rows of a price list, those of the current market day with the figures of this second. */
export function withLiveFigures(
  rows: readonly PriceListRow[],
  statistics: readonly Statistics[],
  today: string | undefined,
): readonly PriceListRow[] {
  if (!rows.some(({ marketDate }) => marketDate === today)) return rows
  const bySecurity = new Map(statistics.map((row) => [row.securityID, row]))
  return rows.map((row) => {
    const now = row.marketDate === today ? bySecurity.get(row.securityID) : undefined
    if (!now) return row
    const { prevClosePx, openPx, highPx, lowPx, lastPx, closePx } = now
    const { change, changePercent, tradeVolume, tradeValue, numberOfTrades } = now
    const prices = { prevClosePx, openPx, highPx, lowPx, lastPx, closePx, change, changePercent }
    return { ...row, ...prices, tradeVolume, tradeValue, numberOfTrades }
  })
}
