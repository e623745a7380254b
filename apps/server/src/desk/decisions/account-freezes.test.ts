import { type FrozenOrders, kobo, OrdStatus, type PriceKobo, Side, shares } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BANK_ACCOUNT, BUYER, of, order } from '../desk.fixture.ts'
import type { DeskAnswer } from '../inputs.ts'
import { bring, desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'
import type { Requested } from './transfer-request.ts'

/** A frozen account: what it stops, what still arrives, and who ends it. It is Friday, 20 November 2026. */

shareDesk()

const { account } = BUYER
/** A person of the firm, by number. */
const person = (userId: number) => ({
  ...of(BUYER),
  accounts: 'all' as const,
  userId,
  userName: `user${userId}`,
})
let requests = 0

const ask = (transfer: Requested, by = 1): Promise<DeskAnswer> => {
  requests += 1
  const request = { kind: 'requestTransfer', postingID: `f${requests}`, approvalAbove: null } as const
  return desk.submit({ ...request, origin: person(by), transfer })
}
const freeze = (openOrders: FrozenOrders, from = '2026-11-20') =>
  ask({
    ...{
      type: 'freeze',
      account,
      ground: 'courtOrder',
      reference: 'Suit 12/2026',
      reason: 'Order',
      document: null,
    },
    ...{ from, openOrders },
  })
const unfreeze = (id: number, by = 1) =>
  ask({ type: 'unfreeze', account, freeze: id, reason: 'Set aside' }, by)
const decide = (id: number, by: number, approves = true) =>
  desk.submit({ kind: 'decideTransfer', origin: person(by), id, approves, reason: approves ? null : 'No' })
const idOf = (answer: DeskAnswer): number => {
  if (answer.kind !== 'transfer') throw new Error(JSON.stringify(answer))
  return answer.id
}
const refusal = (answer: DeskAnswer) => (answer.kind === 'refused' ? answer.refusal.refusal : answer.kind)

const words = { reference: 'R', narration: 'N' }
const withdrawal = (naira: bigint, reference = 'W') =>
  ({ ...words, type: 'withdrawal', account, amount: kobo(naira * 100n), reference }) as const
const buy = (id: string) => desk.submit(order(BUYER, id, Side.buy, price, 1))
const openOrders = () =>
  stage.column(
    `SELECT cl_ord_id FROM orders WHERE tenant_id = 1 AND ord_status IN ('0', '1') ORDER BY order_id`,
  )

test('a frozen account refuses what leaves it and accepts what arrives, and two people lift the freeze', async () => {
  await bring(BUYER, { type: 'deposit', amount: kobo(100_000_00n) })
  await bring(BUYER, { type: 'transferIn', securityID: 'GTCO', quantity: shares(10), unitCost: kobo(100) })
  const arrived = Number(
    (
      await stage.column(`SELECT sequence FROM ledger_entries WHERE tenant_id = 1 AND kind = 'transferIn'`)
    )[0],
  )
  expect((await buy('before')).kind).toBe('order')

  const id = idOf(await freeze('cancel'))
  expect(await openOrders()).toEqual([])
  expect(
    await stage.rows(`SELECT ord_status, text FROM orders WHERE tenant_id = 1 AND cl_ord_id = 'before'`),
  ).toEqual([[OrdStatus.canceled, 'Trading.Order.CanceledFrozen']])
  const stock = { ...words, account, securityID: 'GTCO', quantity: shares(1), unitCost: kobo(0) }
  const cash = { route: 'direct', bankAccount: BANK_ACCOUNT } as const
  const leaving: readonly (readonly [string, () => Promise<DeskAnswer>])[] = [
    ['an order', () => buy('while frozen')],
    ['a withdrawal', () => ask(withdrawal(10n))],
    ['a transfer out', () => ask({ ...stock, type: 'transferOut' })],
    ['a change of the bank account', () => ask({ type: 'cashTerms', account, cash })],
    [
      'the reversal of a deposit',
      () =>
        ask({
          ...{ ...words, type: 'reversal', account, reverses: 1 },
          of: { type: 'deposit', amount: kobo(1n) },
        }),
    ],
    [
      'the reversal of a transfer in',
      () =>
        ask({
          ...{ ...words, type: 'reversal', account, reverses: arrived },
          of: { type: 'transferIn', securityID: 'GTCO', quantity: shares(10), cost: kobo(1_000) },
        }),
    ],
  ]
  for (const [what, act] of leaving) expect(refusal(await act()), what).toBe('accountFrozen')

  // Also after another server has taken over.
  await desk.end()
  await startDesk()
  expect(refusal(await ask(withdrawal(10n)))).toBe('accountFrozen')
  const deposit = { ...words, type: 'deposit', account, amount: kobo(5_00n), reference: 'D' } as const
  expect((await ask(deposit)).kind).toBe('transfer')
  expect((await ask({ ...stock, type: 'transferIn' })).kind).toBe('transfer')

  const asked = await unfreeze(id)
  expect(asked).toMatchObject({ state: 'pending' })
  expect(refusal(await unfreeze(id, 2))).toBe('unfreezePending')
  expect(refusal(await decide(idOf(asked), 1))).toBe('transferOwn')
  expect(refusal(await ask(withdrawal(10n)))).toBe('accountFrozen')
  expect(await decide(idOf(asked), 2)).toMatchObject({ state: 'approved' })
  expect((await buy('released')).kind).toBe('order')
  expect(await ask(withdrawal(10n))).toMatchObject({ state: 'posted' })
  expect(
    await stage.rows('SELECT ground, reference, from_date, lifted IS NULL FROM account_freezes'),
  ).toEqual([['courtOrder', 'Suit 12/2026', '2026-11-20', false]])
})

test('orders that stay in the market are open, can be cancelled, and cannot be increased', async () => {
  await bring(BUYER, { type: 'deposit', amount: kobo(100_000_00n) })
  await desk.submit(order(BUYER, 'kept', Side.buy, (price - 100) as PriceKobo, 10))
  const id = idOf(await freeze('keep'))
  expect(await openOrders()).toContain('kept')
  const [orderID] = await stage.column(`SELECT order_id FROM orders WHERE cl_ord_id = 'kept'`)
  const replace = { kind: 'replaceOrder', origin: person(1), orderID: String(orderID) } as const
  expect(refusal(await desk.submit({ ...replace, clOrdID: 'more', change: { orderQty: 20 as never } }))).toBe(
    'accountFrozen',
  )
  const cancel = { kind: 'cancelOrder', clOrdID: 'end', origin: person(1), orderID: String(orderID) } as const
  expect((await desk.submit(cancel)).kind).toBe('order')
  expect(await decide(idOf(await unfreeze(id)), 2)).toMatchObject({ state: 'approved' })
})

test('a freeze cancels the orders of the account in the order of their priority', async () => {
  await bring(BUYER, { type: 'deposit', amount: kobo(100_000_00n) })
  const far = (price - 100) as PriceKobo
  const orderIDs: string[] = []
  for (const id of ['first', 'second', 'third']) {
    const entered = await desk.submit(order(BUYER, id, Side.buy, far, 1))
    if (entered.kind !== 'order') throw new Error(JSON.stringify(entered))
    orderIDs.push(String(entered.order.orderID))
  }
  // An order whose price changes is behind the others from then on.
  const replaced = await desk.submit({
    ...{ kind: 'replaceOrder', origin: person(1), orderID: String(orderIDs[0]), clOrdID: 'first again' },
    change: { price: (far - 100) as PriceKobo },
  })
  expect(replaced.kind).toBe('order')
  const id = idOf(await freeze('cancel'))
  const canceled = await stage.column(
    `SELECT order_id::text FROM executions WHERE tenant_id = 1 AND text = 'Trading.Order.CanceledFrozen'
       AND order_id::text = ANY('{${orderIDs.join()}}') ORDER BY sequence`,
  )
  expect(canceled).toEqual([orderIDs[1], orderIDs[2], orderIDs[0]])
  expect(await decide(idOf(await unfreeze(id)), 2)).toMatchObject({ state: 'approved' })
})

test('an account with two freezes is frozen until both are lifted', async () => {
  await bring(BUYER, { type: 'deposit', amount: kobo(1_000_00n) })
  const [first, second] = [idOf(await freeze('cancel')), idOf(await freeze('cancel'))]
  expect(await decide(idOf(await unfreeze(first)), 2)).toMatchObject({ state: 'approved' })
  expect(refusal(await ask(withdrawal(1n, 'W2')))).toBe('accountFrozen')
  expect(refusal(await unfreeze(first))).toBe('unknownFreeze')
  expect(await decide(idOf(await unfreeze(second)), 2)).toMatchObject({ state: 'approved' })
  expect(await ask(withdrawal(1n, 'W2'))).toMatchObject({ state: 'posted' })
})

test('a freeze begins now or in the past, and has a reason', async () => {
  expect(refusal(await freeze('cancel', '2026-11-21'))).toBe('freezeInFuture')
  const death = { type: 'freeze', ground: 'death', reference: '', document: null } as const
  const asked = { ...death, account, openOrders: 'cancel' } as const
  expect(refusal(await ask({ ...asked, reason: '', from: '2026-11-20' }))).toBe('freezeReasonInvalid')
  expect(refusal(await ask({ ...asked, account: 'nobody', reason: 'R', from: '2026-11-20' }))).toBe(
    'unknownAccount',
  )
})
