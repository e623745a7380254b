import type { CallOutput } from '@tradebook/contract'

/** A request under review. */
export type Request = CallOutput<'Customer/GetCustomerAccountCreationRequest'>

/** What a change or a decision makes stale, no matter who made it. */
export const CHANGED = [
  'Customer/GetAllCustomerAccountCreationRequests',
  'Customer/GetCustomerAccountCreationRequest',
  'BackOffice/GetCustomers',
] as const

/** What a reason may hold, remarks and all. */
export const LONGEST_REASON = 1_000

/** Who asks: the company, or first name and surname of the person; empty while neither is entered. */
export const nameOf = ({ accountType, companyName, surname, firstName }: Request): string =>
  accountType === 'corporate' ? (companyName ?? '') : [firstName, surname].filter(Boolean).join(' ')

/** A warning as its approval names it. */
export const namedWarning = ({ kind, requestId, accountNumber }: Request['warnings'][number]) => ({
  ...{ kind, requestId, accountNumber },
})
