import { buy, exchange, happened, sell } from './exchange.fixture.ts'

/** Auctions: what is collected in a call, and what an uncross makes of it. */

/** An order as [quantity, price], the price `null` for none. */
type Collected = readonly (readonly [quantity: number, price: number | null])[]

/** Collects orders in a call; tags go on from 1, the buys first. */
export function collect(buys: Collected, sells: Collected): void {
  exchange.setMatching(0, 'call')
  for (const [index, [quantity, price]] of buys.entries()) buy(index + 1, quantity, price)
  for (const [index, [quantity, price]] of sells.entries()) sell(buys.length + index + 1, quantity, price)
}

/** Ends the call; what traded as 'quantity@price#buy#sell'. */
export function uncross(condition: 'open' | 'close' = 'open'): string[] {
  happened()
  exchange.uncross(0, condition, 99)
  return happened().flatMap((event) =>
    event.kind === 'traded'
      ? `${event.quantity}@${event.price}#${event.incomingTag}#${event.restingTag}`
      : [],
  )
}

/** The reference price is 1,000, the tick 5, the limits 900 and 1,100. */
export const prices: readonly [
  rule: string,
  buys: Collected,
  sells: Collected,
  price: number | null,
  quantity: number,
  left: number,
][] = [
  ['nothing trades where nobody meets', [[100, 990]], [[100, 1_000]], null, 0, 0],
  [
    'most shares trade',
    [
      [100, 1_020],
      [50, 1_000],
    ],
    [
      [80, 990],
      [70, 1_000],
    ],
    1_000,
    150,
    0,
  ],
  [
    'of the prices at which most trade, fewest are left',
    [
      [100, 1_010],
      [60, 1_000],
    ],
    [[100, 990]],
    1_005,
    100,
    0,
  ],
  ['buys alone are left: the highest price', [[150, 1_010]], [[100, 990]], 1_010, 100, 50],
  ['sells alone are left: the lowest price', [[100, 1_010]], [[150, 980]], 980, 100, -50],
  [
    'nothing is left: the price nearest to the reference price',
    [[100, 1_050]],
    [[100, 1_020]],
    1_020,
    100,
    0,
  ],
  ['nothing is left: the reference price between', [[100, 1_050]], [[100, 950]], 1_000, 100, 0],
  [
    'as many are left of buys as of sells: the price nearest to the reference price',
    [
      [100, 1_015],
      [50, 1_010],
    ],
    [
      [100, 1_010],
      [50, 1_015],
    ],
    1_010,
    100,
    50,
  ],
  ['orders without a price accept any: the reference price', [[100, null]], [[100, null]], 1_000, 100, 0],
  ['so too when more of one side are left', [[300, null]], [[100, null]], 1_000, 100, 200],
  [
    'a buy without a price pays what the sells ask',
    [[100, null]],
    [
      [60, 1_020],
      [60, 1_050],
    ],
    1_050,
    100,
    -20,
  ],
  [
    'no price goes further than the limit prices and the reference price',
    [[300, null]],
    [[100, 980]],
    1_000,
    100,
    200,
  ],
]
