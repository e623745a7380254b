import { Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, of, order } from '../desk.fixture.ts'
import { originOf } from '../inputs.ts'
import { desk, price, shareDesk } from '../shared-desk.fixture.ts'

shareDesk({ funds: { naira: 1_000_000n } })

test.each([
  ['TRADE_ALL_ACCOUNTS', [], 'order'],
  ['TRADE_ALL_ACCOUNTS', [BUYER.account], 'order'],
  ['VIEW_ALL_ORDERS', [BUYER.account], 'order'],
  ['VIEW_ALL_ORDERS', [], 'unknownAccount'],
] as const)(
  'with %s and their own accounts %j an order for an account of the firm is: %s',
  async (right, accounts, outcome) => {
    const asked = order(BUYER, `${right} ${accounts}`, Side.buy, price, 10)
    const { clientIpAddress, browserInfo, ...person } = of(BUYER)
    const caller = { ...person, roles: [], accounts, permissions: new Set(['BUY', right] as const) }
    const answer = await desk.submit({ ...asked, origin: originOf({ caller, clientIpAddress, browserInfo }) })
    expect(answer.kind === 'order' ? 'order' : JSON.stringify(answer)).toContain(outcome)
  },
)
