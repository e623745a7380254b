import type { CallOutput } from '@tradebook/contract'

/** A request under review. */
export type Request = CallOutput<'Customer/GetCustomerAccountCreationRequest'>

/** What a reason may hold, remarks and all. */
export const LONGEST_REASON = 1_000

/** Who asks: the company, or surname and first name of the person; empty while neither is entered. */
export const nameOf = ({ accountType, companyName, surname, firstName }: Request): string =>
  accountType === 'corporate' ? (companyName ?? '') : [surname, firstName].filter(Boolean).join(' ')
