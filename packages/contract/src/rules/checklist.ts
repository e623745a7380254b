/**
 * What a firm needs before the first trade for a customer, in the order in which it is done. Each step is done, missing,
 * or to be checked: it works as it is, but perhaps not as the firm wants it.
 */
export const checklistSteps = [
  ...(['particulars', 'numbers', 'logo', 'payIn', 'charges', 'dealers', 'approvers'] as const),
  ...(['independent', 'mail', 'depository', 'customer', 'deposit'] as const),
] as const
export type ChecklistStep = (typeof checklistSteps)[number]

export const checklistStates = ['done', 'missing', 'check'] as const
export type ChecklistState = (typeof checklistStates)[number]
