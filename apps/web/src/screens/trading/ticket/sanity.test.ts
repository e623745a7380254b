import { OrdType, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { sanityOf } from './sanity.ts'

const { buy, sell } = Side
type Row = readonly [
  what: string,
  side: Side,
  orderQty: number,
  price: number | undefined,
  averageVolume: number | undefined,
  otherDepth: number | undefined,
  otherBest: number | undefined,
  words: readonly string[],
]

const rows: readonly Row[] = [
  ['20 % of an average day is usual', buy, 20_000, 5_840, 100_000, undefined, undefined, []],
  ['one share more is large', buy, 20_001, 5_840, 100_000, undefined, undefined, ['LargeOrder']],
  ['a fifth that is no whole number', sell, 21, 5_840, 104, undefined, undefined, ['LargeOrder']],
  ['the largest order there can be', buy, 2 ** 31 - 1, 5_840, 2 ** 40, undefined, undefined, []],
  ['no average day is known', buy, 1_000_000, 5_840, undefined, undefined, undefined, []],
  ['a security that never traded', buy, 1_000_000, 5_840, 0, undefined, undefined, []],
  ['all that is offered', buy, 5_000, 5_840, undefined, 5_000, undefined, []],
  ['more than is offered', buy, 5_001, 5_840, undefined, 5_000, undefined, ['MoreThanOffered']],
  ['more than is wanted', sell, 5_001, 5_840, undefined, 5_000, undefined, ['MoreThanWanted']],
  ['a limit order before an empty book', buy, 100, 5_840, undefined, 0, undefined, []],
  ['a market order before an empty book', buy, 100, undefined, undefined, 0, undefined, ['NothingOffered']],
  ['a market sale before an empty book', sell, 100, undefined, undefined, 0, undefined, ['NothingWanted']],
  ['a market order beyond the book', sell, 101, undefined, undefined, 100, 5_840, ['MoreThanWanted']],
  ['3 % above the offer', buy, 100, 6_015, undefined, undefined, 5_840, []],
  ['a kobo further', buy, 100, 6_016, undefined, undefined, 5_840, ['AboveOffer']],
  ['3 % below the bid', sell, 100, 5_665, undefined, undefined, 5_840, []],
  ['a kobo lower', sell, 100, 5_664, undefined, undefined, 5_840, ['BelowBid']],
  ['a low bid is patient', buy, 100, 4_000, undefined, undefined, 5_840, []],
  ['a high offer is patient', sell, 100, 9_000, undefined, undefined, 5_840, []],
  ['exactly 3 % at the highest price', buy, 1, 2 ** 31 - 1, undefined, undefined, 2_084_935_580, []],
  ['all at once', buy, 900, 9_000, 1_000, 500, 5_840, ['LargeOrder', 'MoreThanOffered', 'AboveOffer']],
]

test.each(rows)('%s', (_what, side, orderQty, price, averageVolume, otherDepth, otherBest, words) => {
  const asked = {
    side,
    ordType: price === undefined ? OrdType.market : OrdType.limit,
    orderQty: orderQty as Quantity,
    price: price as PriceKobo | undefined,
  }
  const warnings = sanityOf(asked, {
    averageVolume,
    otherDepth,
    otherBest: otherBest as PriceKobo | undefined,
  })
  expect(warnings.map(({ text }) => text)).toEqual(words.map((text) => `Trading.Ticket.${text}`))
})

test('a warning names what the order is compared with', () => {
  const asked = { side: buy, ordType: OrdType.limit, orderQty: 900 as Quantity, price: 9_000 as PriceKobo }
  const sight = { averageVolume: 1_001, otherDepth: 500, otherBest: 5_840 as PriceKobo }
  expect(sanityOf(asked, sight).map(({ values }) => values)).toEqual([
    { percent: '89', average: '1,001' },
    { depth: '500' },
    { price: '90.00', best: '58.40', percent: 3 },
  ])
})
