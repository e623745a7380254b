import { type PriceKobo, Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { Attempts } from './attempts.ts'
import { BUYER, order } from './desk.fixture.ts'

/** A firm whose accounts take one order a second each. */
const state = {
  firms: new Map([
    [
      BUYER.tenantId,
      {
        limits: {
          ratesOf: ({ account }: { account: string }) => ({ user: null, account: account ? 1 : null }),
        },
      },
    ],
  ]),
  orders: new Map(),
  killSwitches: { isOn: () => false },
} as unknown as Parameters<Attempts['attempted']>[1]

const attempt = (attempts: Attempts, account: string) => {
  const own = order(BUYER, 'a', Side.buy, 100 as PriceKobo, 1)
  return attempts.attempted({ ...own, request: { ...own.request, account } }, state, 0)
}

test('what is attempted on an account of another switches nothing on, and what is on an own one does', () => {
  const attempts = new Attempts()
  const foreign = Array.from({ length: 50 }, () => attempt(attempts, 'A9'))
  expect(foreign.filter((input) => input !== undefined)).toEqual([])
  const own = Array.from({ length: 10 }, () => attempt(attempts, BUYER.account))
  expect(own.at(-1)).toMatchObject({ kind: 'setKillSwitch', scope: 'user', on: true, cause: 'rate' })
})
