/** Market days from one to another, both included, each 'YYYY-MM-DD'. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** The month of the end and the two before it: someone who trades little sees something at the first look. */
const MONTHS_BEFORE = 2

/**
 * The days asked for; without an end up to the market day, without a beginning from the first day of the second month
 * before the end.
 */
export function periodOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  marketDate: string,
): Period {
  const end = to ?? marketDate
  return { from: from ?? firstDayBefore(end, MONTHS_BEFORE), to: end }
}

/** The first day of the month so many months before that of a day. */
function firstDayBefore(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const count = year * 12 + (month - 1) - months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`
}
