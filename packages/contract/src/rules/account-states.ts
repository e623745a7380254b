import type { TextKey } from '../words/words.ts'

/** What an account can do. */
export const accountStates = {
  active: 'Customers.State.active',
  /** A kill switch stops its orders. */
  stopped: 'Customers.State.stopped',
  /** It enters no orders, and nothing leaves it. */
  frozen: 'Customers.State.frozen',
} as const satisfies Record<string, TextKey>
export type AccountState = keyof typeof accountStates
export const accountStateNames = Object.keys(accountStates) as [AccountState, ...AccountState[]]
