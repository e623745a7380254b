import { permissionNames } from '@tradebook/contract'
import type { Caller } from './handlers.ts'

/** A broker of firm 1 with every permission and no account of the own, but for what a test gives. */
export const brokerWith = (given: Partial<Caller> = {}): Caller => ({
  userId: 1,
  userName: 'broker',
  sessionId: 's',
  tenantId: 1,
  roles: ['BROKER'],
  permissions: new Set(permissionNames),
  accounts: [],
  language: null,
  ...given,
})
