import {
  isRefusal,
  kobo,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  shares,
  TimeInForce,
  totalOf,
} from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, of, order, SELLER } from '../desk.fixture.ts'
import type { ClientInput } from '../inputs.ts'
import { desk, price, shareDesk, stage } from '../shared-desk.fixture.ts'
import type { OrderPreview } from './previews.ts'

/** Previews against what the same request then does, on a real database. */

shareDesk({ funds: { naira: 1_000_000n, gtco: 1_000 } })

type New = Extract<ClientInput, { kind: 'newOrder' }>

const preview = (input: New): OrderPreview => {
  const previewed = desk.preview(input)
  if (isRefusal(previewed)) throw new Error(previewed.refusal)
  return previewed
}

const cash = async () =>
  (await stage.rows("SELECT balance, held, available FROM cash_balances WHERE account = 'A1'"))[0] as string[]

const below = (ticks: number) => (price - ticks * 5) as PriceKobo

test.each<[what: string, input: () => New]>([
  ['the first order of a note', () => order(BUYER, 'p1', Side.buy, below(3), 1_000)],
  [
    'another order of the note, which is charged no second alert',
    () => order(BUYER, 'p2', Side.buy, below(4), 700),
  ],
  ['more than the account has money for', () => order(BUYER, 'p3', Side.buy, below(1), 100_000)],
  ['more than there are shares for', () => order(SELLER, 'p4', Side.sell, price, 1_001)],
  ['a price off the tick', () => order(BUYER, 'p5', Side.buy, (price + 1) as PriceKobo, 10)],
  ['a sale', () => order(SELLER, 'p6', Side.sell, price, 100)],
])('a preview shows the same hold, charges and refusal as the order: %s', async (_, input) => {
  const sent = input()
  const before = await cash()
  const previewed = preview(sent)
  expect(await cash()).toEqual(before)
  const answer = await desk.submit(sent)
  if (answer.kind === 'refused') {
    expect(previewed.refusals.map(({ refusal }) => refusal)).toContain(answer.refusal.refusal)
    return
  }
  expect(previewed.refusals).toEqual([])
  if (sent.request.side === Side.sell) return
  const after = await cash()
  const held = BigInt(after[1]!) - BigInt(before[1]!)
  expect(previewed.ledger?.hold).toBe(held)
  expect(previewed.available).toBe(BigInt(before[2]!))
  const value = BigInt(sent.request.orderQty) * BigInt(sent.request.price ?? 0)
  const alone = totalOf(previewed.ledger?.charges ?? [])
  // Alone it costs its charges; besides another order of the note the alert is held already.
  expect([value + alone, value + alone - 400n]).toContain(held)
})

test('a market order is previewed at the worst price of the day', () => {
  const { origin, request } = order(BUYER, 'm', Side.buy, price, 10)
  const market = { ...request, ordType: OrdType.market, price: null, timeInForce: TimeInForce.day }
  const { worstPx, refusals } = preview({ kind: 'newOrder', origin, request: market })
  expect(worstPx).toBeGreaterThan(price)
  expect(refusals).toEqual([])
})

test('a replace is previewed as if the order held nothing yet', async () => {
  const answer = await desk.submit(order(BUYER, 'r1', Side.buy, below(6), 500))
  if (answer.kind !== 'order') throw new Error(answer.kind)
  const { orderID } = answer.order
  const change = { orderQty: 400 as Quantity, price: below(5) }
  const replace = { kind: 'replaceOrder' as const, origin: of(BUYER), clOrdID: 'r2', orderID, change }
  const previewed = desk.preview(replace)
  if (isRefusal(previewed)) throw new Error(previewed.refusal)
  await desk.submit(replace)
  const [, , available] = await cash()
  expect(BigInt(available!)).toBe(previewed.available - (previewed.ledger?.hold ?? 0n))
  const another = desk.preview({ ...replace, origin: of(SELLER) })
  expect(another).toMatchObject({ refusal: 'unknownOrder' })
})

test('both sides of a cross are previewed, each with its own charges', async () => {
  const account = { account: 'A2', cscsAccount: '0000000012', customerId: 2, customerName: 'Bola' }
  await desk.submit({ kind: 'openAccount', origin: of(BUYER), account })
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(BUYER),
    transfer: {
      type: 'transferIn',
      account: 'A2',
      securityID: 'GTCO',
      quantity: shares(100),
      unitCost: kobo(40_00n),
      reference: 'R',
      narration: 'N',
    },
  })
  const origin = { ...of(BUYER), accounts: 'all' as const }
  const request = {
    crossID: '',
    securityID: 'GTCO',
    price,
    orderQty: 200 as Quantity,
    text: null,
    buyAccount: 'A1',
    sellAccount: 'A2',
  }
  const both = (fields: Partial<typeof request> = {}) => {
    const input = { kind: 'crossOrder' as const, origin, request: { ...request, ...fields } }
    const previewed = desk.preview(input)
    if (isRefusal(previewed)) throw new Error(previewed.refusal)
    return previewed
  }
  const names = (side: OrderPreview) => side.ledger?.charges.map(({ line }) => line)
  const { buy, sell } = both()
  expect(names(buy)).toContain('sec')
  expect(names(sell)).toEqual(expect.arrayContaining(['ngx', 'cscs']))
  expect([buy.refusals, sell.refusals.map(({ refusal }) => refusal)]).toEqual([[], ['insufficientShares']])
  const { buy: far } = both({ price: (price * 2) as PriceKobo })
  expect(far.refusals.map(({ refusal }) => refusal)).toContain('priceOutsideLimits')
})
