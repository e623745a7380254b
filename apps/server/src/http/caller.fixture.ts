import type { Caller } from './handlers.ts'

/** A broker of firm 3 without permissions, but for what is changed. */
export const callerWith = (changes: Partial<Caller> = {}): Caller => ({
  userId: 5,
  userName: 'broker',
  sessionId: 's',
  tenantId: 3,
  roles: ['BROKER'],
  permissions: new Set(),
  accounts: [],
  ...changes,
})
