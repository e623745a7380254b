import { type PriceKobo, type Quantity, Side, settingTexts } from '@tradebook/contract'
import type { Mandate } from '@tradebook/orders'
import { expect, test } from 'vitest'
import { BUYER, of, order, SELLER } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

/** Orders that draw on a client's instruction, on a real database: fills never exceed it. */

shareDesk({ funds: { naira: 10_000_000n, gtco: 10_000 } })

const mandate = (quantity: number): Mandate => ({
  ...{ account: 'A1', securityID: 'GTCO', side: Side.buy, orderQty: quantity as Quantity },
  ...{ price: null, until: '2026-11-30' },
})
let ids = 0
const drawing = (instructionID: number, quantity: number, of: number, at: PriceKobo = price) => {
  ids += 1
  const input = order(BUYER, `m${ids}`, Side.buy, at, quantity)
  return { ...input, request: { ...input.request, instructionID, mandate: mandate(of) } }
}
const sent = async (instructionID: number, quantity: number, of: number, at?: PriceKobo) => {
  const answer = await desk.submit(drawing(instructionID, quantity, of, at))
  if (answer.kind === 'refused') return answer.refusal.refusal
  if (answer.kind !== 'order') throw new Error(answer.kind)
  return answer.order
}
const cancel = (orderID: string) =>
  desk.submit({ kind: 'cancelOrder', origin: of(BUYER), clOrdID: `x${orderID}`, orderID })
const below = () => (price - 100) as PriceKobo

test('open orders and fills count; what a cancelled order did not trade is available again; a restart changes nothing', async () => {
  const resting = await sent(1, 300, 1_000, below())
  if (typeof resting === 'string') throw new Error(resting)
  // Half of another order fills.
  await desk.submit(order(SELLER, 'offer', Side.sell, price, 200))
  const filled = await sent(1, 400, 1_000)
  if (typeof filled === 'string') throw new Error(filled)
  expect(filled.cumQty).toBe(200)
  for (const restart of [false, true]) {
    if (restart) {
      await desk.end()
      await startDesk()
    }
    expect(await sent(1, 301, 1_000, below())).toBe('mandateExceeded')
    expect(await desk.preview(drawing(1, 301, 1_000, below()))).toMatchObject({
      refusals: [{ refusal: 'mandateExceeded', values: { left: 300, orderQty: 1_000 } }],
    })
  }
  await cancel(filled.orderID)
  await cancel(resting.orderID)
  await desk.end()
  await startDesk()
  // 200 of 1,000 were traded.
  expect(await sent(1, 801, 1_000, below())).toBe('mandateExceeded')
  expect(await sent(1, 800, 1_000, below())).toMatchObject({ leavesQty: 800, instructionID: 1 })
  expect(await sent(2, 1_000, 1_000, below())).toMatchObject({ leavesQty: 1_000 })
})

test('orders that are sent at once never exceed it together', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => sent(3, 100, 1_000, below())))
  expect(answers.filter((answer) => answer === 'mandateExceeded')).toHaveLength(10)
  const [[drawn]] = (await stage.rows(
    'SELECT sum(order_qty) FROM orders WHERE instruction_id = 3 AND leaves_qty > 0',
  )) as [[string]]
  expect(Number(drawn)).toBe(1_000)
})

test('the quantity of an order under a mandate cannot be increased', async () => {
  const placed = await sent(4, 100, 1_000, below())
  if (typeof placed === 'string') throw new Error(placed)
  const replace = (orderQty: number) =>
    desk.submit({
      ...{ kind: 'replaceOrder', origin: of(BUYER), clOrdID: `r${orderQty}`, orderID: placed.orderID },
      change: { orderQty: orderQty as Quantity },
    })
  expect(await replace(101)).toMatchObject({ kind: 'refused', refusal: { refusal: 'mandateNotRaised' } })
  expect(await replace(50)).toMatchObject({ kind: 'order', order: { leavesQty: 50 } })
  expect(await sent(4, 950, 1_000, below())).toMatchObject({ leavesQty: 950 })
})

test('if the firm requires a mandate, staff cannot enter an order without one; customers, and staff for their own accounts, can', async () => {
  const require = (mandateRequired: boolean) =>
    desk.submit({ kind: 'changeSettings', origin: of(BUYER), texts: settingTexts({ mandateRequired }) })
  await require(true)
  const staff = { ...of(BUYER), accounts: 'all' as const }
  const enter = async (clOrdID: string, origin: object) => {
    const input = order(BUYER, clOrdID, Side.buy, below(), 10)
    const answer = await desk.submit({ ...input, origin: { ...input.origin, ...origin } })
    return answer.kind === 'refused' ? answer.refusal.refusal : answer.kind
  }
  expect(await enter('staff', staff)).toBe('mandateRequired')
  expect(await enter('own', { ...staff, ownAccounts: ['A1'] })).toBe('order')
  expect(await enter('customer', {})).toBe('order')
  const cross = {
    crossID: 'x',
    securityID: 'GTCO',
    price,
    orderQty: 10 as Quantity,
    buyAccount: 'A1',
    sellAccount: 'A2',
    text: null,
  }
  const account = { account: 'A2', cscsAccount: '0000000012', customerId: 2, customerName: 'Bola' }
  await desk.submit({ kind: 'openAccount', origin: of(BUYER), account })
  expect(await desk.submit({ kind: 'crossOrder', origin: staff, request: cross })).toMatchObject({
    refusal: { refusal: 'mandateRequired' },
  })
  const drawn = drawing(5, 10, 10, below())
  expect(await desk.submit({ ...drawn, origin: staff })).toMatchObject({ kind: 'order' })
  await require(false)
  expect(await enter('again', staff)).toBe('order')
})
