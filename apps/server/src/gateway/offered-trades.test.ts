import type { PriceKobo, Quantity } from '@tradebook/contract'
import { expect, test } from 'vitest'
import type { ShownTrade } from './market-work.ts'
import { OfferedTrades } from './offered-trades.ts'

const trade = (): ShownTrade => ({
  ...{ kind: 'trade', securityID: 'GTCO', price: 6_100 as PriceKobo, quantity: 100 as Quantity },
  ...{ tickDirection: null, tradeCondition: null },
})

/** What happens to a trade, then what is offered again when the market is opened from a record up to number 10. */
const cases: Readonly<
  Record<string, readonly [happens: (all: OfferedTrades, one: ShownTrade) => void, isLost: boolean]>
> = {
  'it still waits': [() => {}, true],
  'it is decided, and its batch is in the record': [(all, one) => all.numbered(one, 10), false],
  'it is decided, and its batch is not in the record': [(all, one) => all.numbered(one, 11), true],
  'it is recorded and published': [(all, one) => all.done(one), false],
}

test.each(Object.entries(cases))('%s', (_, [happens, isLost]) => {
  const all = new OfferedTrades()
  const [one, other] = [trade(), trade()]
  all.offered(one)
  all.offered(other)
  happens(all, one)
  all.opened(11)
  // A new day opens the market again within the same takeover.
  all.opened(500)
  expect(all.takeLost()).toEqual(isLost ? [one, other] : [other])
  expect(all.takeLost()).toEqual([])
})

test('what cannot be recorded is not decided for ever', () => {
  const all = new OfferedTrades()
  const one = trade()
  for (const lost of [[one], []]) {
    all.offered(one)
    all.numbered(one, 20)
    all.opened(11)
    expect(all.takeLost()).toEqual(lost)
  }
})
