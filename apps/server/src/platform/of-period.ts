import { periodOf, type Refusal, refuse } from '@tradebook/contract'

/** The days that a report is asked for, as far as it is. */
export interface AskedDays {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Days of a report as they are in effect: a type and no interface, so that it is part of a `ListQuery`. */
type Days = { readonly from: string; readonly to: string }

/** What a report is asked for, its days completed; a refusal where they end before they begin. */
export function ofPeriod<Input extends AskedDays>(
  input: Input,
  marketDate: string,
): (Input & Days) | Refusal {
  const days = periodOf(input, marketDate)
  return unlessReversed(days) ?? { ...input, ...days }
}

/** Why days that are asked for are none: they end before they begin. */
export const unlessReversed = ({ from, to }: AskedDays): Refusal | undefined =>
  from !== undefined && to !== undefined && from > to ? refuse('periodInvalid', { from, to }) : undefined
