import type { RefusalName } from './refusals.ts'

/**
 * What a person who has signed in may have to do before anything else, the first of them first, with the refusal
 * of every call that is not a part of it: choose a password instead of one that somebody else set, and set up
 * the second factor where the firm demands one.
 */
export const dueSteps = {
  newPassword: 'newPasswordDue',
  secondFactor: 'secondFactorDue',
} as const satisfies Record<string, RefusalName>

export type DueStep = keyof typeof dueSteps
export const dueStepNames = Object.keys(dueSteps) as [DueStep, ...DueStep[]]
