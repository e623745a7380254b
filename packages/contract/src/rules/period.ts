/** Market days from one to another, both included, each 'YYYY-MM-DD'. */
export interface Period {
  readonly from: string
  readonly to: string
}

const FIRST_DAY = '01'

/** The days asked for; without an end up to the market day, without a beginning from the first of the month of the end. */
export function periodOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  marketDate: string,
): Period {
  const end = to ?? marketDate
  return { from: from ?? `${end.slice(0, 'YYYY-MM-'.length)}${FIRST_DAY}`, to: end }
}
