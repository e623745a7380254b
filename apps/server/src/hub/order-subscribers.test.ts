import type { Permission } from '@tradebook/contract'
import { expect, test } from 'vitest'
import type { Caller } from '../platform/caller.ts'
import { OrderSubscribers } from './order-subscribers.ts'

const caller = (tenantId: number, userId: number, accounts: string[], all = false) =>
  ({
    tenantId,
    userId,
    accounts,
    permissions: new Set<Permission>(all ? ['VIEW_ALL_ORDERS'] : []),
  }) as unknown as Caller
const order = { tenantId: 1, userId: 7, account: 'A1' }

test('an order is sent once to the user who entered it and the owner of its account, only of its firm', () => {
  const subscribers = new OrderSubscribers<string>()
  subscribers.admit('entered', caller(1, 7, []))
  subscribers.admit('owner', caller(1, 8, ['A0', 'A1']))
  subscribers.admit('both', caller(1, 7, ['A1']))
  subscribers.admit('neither', caller(1, 9, ['A2']))
  subscribers.admit('all of the firm', caller(1, 7, ['A1'], true))
  subscribers.admit('another firm', caller(2, 7, ['A1']))
  expect(subscribers.ownersOf(order).sort()).toEqual(['both', 'entered', 'owner'])
  subscribers.admit('owner', caller(1, 8, ['A2']))
  subscribers.dismiss('entered')
  expect(subscribers.ownersOf(order)).toEqual(['both'])
  expect(subscribers.ownersOf({ ...order, userId: 0, account: 'A2' }).sort()).toEqual(['neither', 'owner'])
})
