import { isRefusal, kobo, noLimits, type PriceKobo, Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, of, order, SELLER, type Trader } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage } from '../shared-desk.fixture.ts'

/** Previews of baskets against what the same orders then do, on a real database. */

shareDesk({ funds: { naira: 1_000_000n, gtco: 1_000 } })

let sendings = 0
/** Orders of one trader: side, ticks below the published price, quantity. */
const basket = (who: Trader, lines: readonly (readonly [Side, number, number])[]) => {
  sendings += 1
  return lines.map(([side, ticks, quantity], index) =>
    order(who, `b${sendings}-${index + 1}`, side, (price - ticks * 5) as PriceKobo, quantity),
  )
}

const previewed = (inputs: ReturnType<typeof basket>) => {
  const previews = desk.preview({ kind: 'basket', orders: inputs })
  if (isRefusal(previews)) throw new Error(previews.refusal)
  return previews.map((preview) =>
    isRefusal(preview) ? [preview.refusal] : preview.refusals.map(({ refusal }) => refusal),
  )
}

/** What becomes of the orders when they are sent; those that were taken are cancelled again. */
const sent = async (inputs: ReturnType<typeof basket>) => {
  const answers: string[][] = []
  const orderIDs: string[] = []
  for (const input of inputs) {
    const answer = await desk.submit(input)
    answers.push(answer.kind === 'refused' ? [answer.refusal.refusal] : [])
    if (answer.kind === 'order') orderIDs.push(answer.order.orderID)
  }
  for (const orderID of orderIDs) {
    const { origin } = inputs[0]!
    await desk.submit({ kind: 'cancelOrder', origin, clOrdID: `c${orderID}`, orderID })
  }
  return answers
}

const cash = () => stage.rows("SELECT balance, held, available FROM cash_balances WHERE account = 'A1'")

const { buy, sell } = Side

test.each<[what: string, who: Trader, lines: [Side, number, number][], refused: string[][]]>([
  [
    'what each order fits alone',
    BUYER,
    [
      [buy, 3, 100],
      [buy, 4, 200],
    ],
    [[], []],
  ],
  [
    'two that fit alone, and not together',
    BUYER,
    [
      [buy, 1, 12_000],
      [buy, 2, 12_000],
    ],
    [[], ['insufficientFunds']],
  ],
  [
    'one too large, which leaves the cash to the next',
    BUYER,
    [
      [buy, 1, 90_000],
      [buy, 2, 12_000],
    ],
    [['insufficientFunds'], []],
  ],
  [
    'shares that are sold twice',
    SELLER,
    [
      [sell, -1, 600],
      [sell, -2, 600],
      [sell, -3, 400],
    ],
    [[], ['insufficientShares'], []],
  ],
  [
    'a price off the tick',
    BUYER,
    [
      [buy, 0.2, 100],
      [buy, 2, 100],
    ],
    [['priceOffTick'], []],
  ],
])('a preview of a basket shows what the desk then decides: %s', async (_, who, lines, refused) => {
  const before = await cash()
  const inputs = basket(who, lines)
  expect(previewed(inputs)).toEqual(refused)
  expect(await cash()).toEqual(before)
  expect(await sent(inputs)).toEqual(refused)
})

test('turnover counts all orders before it, of the firm and of its account, and so does a duplicate', async () => {
  const worth = (quantity: number) => BigInt(price) * BigInt(quantity)
  const limit = async (limits: Partial<typeof noLimits>, level: 'firm' | 'account', id: string) => {
    const changed = { ...noLimits, ...limits }
    await desk.submit({ kind: 'changeLimits', origin: of(BUYER), level, id, limits: changed })
  }
  const lines: [Side, number, number][] = [
    [buy, 1, 100],
    [buy, 2, 100],
    [buy, 3, 100],
  ]
  for (const [level, id] of [
    ['firm', ''],
    ['account', 'A1'],
  ] as const) {
    await limit({ dailyTurnover: kobo(worth(250)) }, level, id)
    expect(previewed(basket(BUYER, lines))).toEqual([[], [], ['turnoverAboveLimit']])
    await limit({}, level, id)
  }
  await limit({ duplicateSeconds: 60 }, 'firm', '')
  expect(
    previewed(
      basket(BUYER, [
        [buy, 7, 33],
        [buy, 7, 34],
        [buy, 7, 33],
      ]),
    ),
  ).toEqual([[], [], ['orderEnteredTwice']])
  await limit({}, 'firm', '')
})

test("another firm's account is refused only on its line", () => {
  const [own, foreign] = [basket(BUYER, [[buy, 3, 10]]), basket(SELLER, [[buy, 3, 10]])]
  const asOwn = foreign.map((input) => ({ ...input, origin: of(BUYER) }))
  expect(previewed([...own, ...asOwn])).toEqual([[], ['unknownAccount']])
})
