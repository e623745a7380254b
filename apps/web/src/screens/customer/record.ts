import type { CallOutput } from '@tradebook/contract'

/** A customer's record as staff read it. */
export type CustomerRecord = CallOutput<'Customer/GetCustomerRecord'>
