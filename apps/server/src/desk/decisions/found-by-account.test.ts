import {
  brokerCash,
  kobo,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  shares,
  standardFees,
  TimeInForce,
} from '@tradebook/contract'
import type { NewOrder } from '@tradebook/orders'
import { beforeEach, expect, test } from 'vitest'
import { FirmState } from './firm-state.ts'
import { KnownTransfers } from './known-transfers.ts'
import type { Requested, TransferRequest } from './transfer-request.ts'

/** What concerns one account is found on the desk's one thread without looking at what others have. */

let looks = 0
beforeEach(() => {
  looks = 0
})

/** The same, but each look at it is counted. */
const watched = <T extends object>(thing: T): T =>
  new Proxy(thing, {
    get(target, member, receiver) {
      looks += 1
      return Reflect.get(target, member, receiver)
    },
  })

const OTHERS = 50
const tenantId = 1

test('changed terms reach their customer’s orders, without reading other orders', () => {
  const state = new FirmState(new Map(), [])
  state.openFirm(tenantId, standardFees)
  const ada = (account: string, cscsAccount: string) => ({
    ...{ account, cscsAccount, customerId: 1, customerName: 'Ada' },
  })
  const own = ada('A1', '0000000001')
  state.firm(tenantId).openAccount(own)
  state.firm(tenantId).openAccount(ada('A2', '0000000002'))
  for (let n = 0; n < OTHERS; n += 1)
    state.firm(tenantId).openAccount({
      ...{ account: `C${n}`, cscsAccount: `${1_000_000_000 + n}`, customerId: n + 2, customerName: 'Obi' },
    })
  const accounts = [...state.firm(tenantId).accounts.keys()]
  const price = 100 as PriceKobo
  for (const [at, account] of [...accounts, 'A1'].entries()) {
    const cash = { account, amount: kobo(1_000_00n), reference: 'R', narration: 'N', date: '2026-11-20' }
    state.firm(tenantId).transfer({ ...cash, type: 'deposit' })
    const request: NewOrder = {
      ...{ clOrdID: `c${at}`, account, securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit, price },
      ...{ orderQty: 1 as Quantity, timeInForce: TimeInForce.day, text: null },
    }
    const identity = {
      ...{
        orderID: `${at}`,
        tenantId,
        cscsAccount: '0000000000',
        customerName: '',
        userId: 1,
        userName: 'ada',
      },
      ...{ tradeDate: '2026-11-20', priority: at, time: 0 },
    }
    const { order, refusal } = state.enter(request, identity, price, null)
    expect(refusal).toBeNull()
    if (account.startsWith('C')) state.orders.set(order.orderID, watched(order))
  }
  looks = 0
  const changed = state.changeTerms(tenantId, { ...own, cscsAccount: '0000000009', customerName: 'Ada Eze' })
  expect(
    changed.map(({ account, cscsAccount, customerName }) => [account, cscsAccount, customerName]),
  ).toEqual([
    ['A1', '0000000009', 'Ada Eze'],
    ['A1', '0000000009', 'Ada Eze'],
    ['A2', '0000000002', 'Ada Eze'],
  ])
  for (const order of changed) expect(state.order(order.orderID)).toBe(order)
  expect(looks).toBe(0)
})

test('the waiting and posted requests of an account are found without reading those of others', () => {
  const request = (
    id: number,
    transfer: Requested,
    more: Partial<TransferRequest> = {},
  ): TransferRequest => ({
    ...{
      tenantId,
      id,
      postingID: `p${id}`,
      paymentRequest: null,
      transfer,
      state: 'pending',
      makerId: 1,
      makerName: 'ada',
    },
    ...{
      madeAt: '2026-11-20T09:00:00.000Z',
      marketDate: '2026-11-20',
      decision: null,
      posted: null,
      ...more,
    },
  })
  const withdrawal = (account: string, amount: bigint): Requested => ({
    ...{ type: 'withdrawal', account, amount: kobo(amount), reference: 'R', narration: 'N' },
  })
  const terms = (account: string): Requested => ({ type: 'cashTerms', account, cash: brokerCash })
  const others = Array.from({ length: OTHERS }, (_, n) => {
    const of = [withdrawal(`C${n}`, 5n), terms(`C${n}`), withdrawal(`D${n}`, 7n)] as const
    const states = ['pending', 'pending', 'posted'] as const
    return of.map((transfer, at) =>
      watched(request(1_000 + 3 * n + at, transfer, { state: states[at] ?? 'posted' })),
    )
  }).flat()
  const known = new KnownTransfers(others, '2026-11-20')
  looks = 0
  const bring = { account: 'A1', securityID: 'GTCO', quantity: shares(1n), unitCost: kobo(0n) }
  const own = [
    request(1, withdrawal('A1', 40n)),
    request(2, withdrawal('A1', 2n)),
    request(3, { ...bring, type: 'transferOut', reference: 'R', narration: 'N' }),
    request(4, terms('A1')),
    request(5, withdrawal('A1', 9n), { state: 'posted', posted: 5 }),
    request(6, withdrawal('A1', 9n), { state: 'posted', posted: 6, marketDate: '2026-11-19' }),
  ]
  for (const each of own) known.know(each)
  expect(known.pendingWithdrawals(tenantId, 'A1')).toBe(42n)
  expect(known.isWaiting(tenantId, terms('A1'))).toBe(true)
  expect(known.unapproved(tenantId, 'A1').map(({ id }) => id)).toEqual([5])

  known.know(request(1, withdrawal('A1', 40n), { state: 'rejected' }))
  known.know(request(4, terms('A1'), { state: 'approved' }))
  expect(known.pendingWithdrawals(tenantId, 'A1')).toBe(2n)
  expect(known.isWaiting(tenantId, terms('A1'))).toBe(false)
  expect([known.pending(tenantId, 1), known.pending(tenantId, 2)?.id]).toEqual([undefined, 2])
  known.know(request(2, withdrawal('A1', 2n), { state: 'approved' }))
  expect(known.pendingWithdrawals(tenantId, 'A1')).toBe(0n)
  expect(looks).toBe(0)
  // Nor does another firm's account of the same number.
  expect(known.pendingWithdrawals(2, 'C1')).toBe(0n)
})
