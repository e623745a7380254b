import { addBusinessDays, exchangeHolidays } from '@tradebook/contract'

/**
 * When a trade settles: two business days later since 28 November 2025 (SEC Nigeria), before that
 * three. Dates are 'YYYY-MM-DD'.
 */
export const settlementDate = (tradeDate: string, holidays: ReadonlySet<string> = exchangeHolidays): string =>
  addBusinessDays(tradeDate, tradeDate >= FIRST_T2_DATE ? 2 : 3, holidays)

const FIRST_T2_DATE = '2025-11-28'
