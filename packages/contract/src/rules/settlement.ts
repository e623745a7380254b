import { addBusinessDays } from './calendar.ts'

/**
 * How many business days after its trade date a trade settles, by the first trade date each cycle
 * holds for, newest first. T+2 and T+1 by notices of the Securities and Exchange Commission of
 * Nigeria. A contract note keeps the date that was printed on it, whatever is in the table later.
 */
const settlementCycles = [
  { fromTradeDate: '2026-06-01', businessDays: 1 },
  { fromTradeDate: '2025-11-28', businessDays: 2 },
  { fromTradeDate: '0001-01-01', businessDays: 3 },
] as const

/**
 * The business day a trade settles on. The last date is kept: it is asked for with every trade of a market day.
 *
 * @throws RangeError unless `tradeDate` is a date 'YYYY-MM-DD'.
 */
export function settlementDate(tradeDate: string): string {
  if (tradeDate !== last.tradeDate) {
    last.settlementDate = settlementDateOf(tradeDate)
    last.tradeDate = tradeDate
  }
  return last.settlementDate
}

const last = { tradeDate: '', settlementDate: '' }

function settlementDateOf(tradeDate: string): string {
  const cycle = settlementCycles.find(({ fromTradeDate }) => tradeDate >= fromTradeDate)
  if (!cycle) throw new RangeError(`not a date: ${tradeDate}`)
  return addBusinessDays(tradeDate, cycle.businessDays)
}
