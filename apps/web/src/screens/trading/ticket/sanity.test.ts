import { ExecInst, OrdType, type PriceKobo, type Quantity, Side, TimeInForce } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { availableTo, expectedOf, otherSideOf } from './at-once.ts'
import { sanityOf } from './sanity.ts'

const { buy, sell } = Side
type Row = readonly [
  what: string,
  side: Side,
  orderQty: number,
  price: number | undefined,
  averageVolume: number | undefined,
  available: number | undefined,
  otherBest: number | undefined,
  words: readonly string[],
]

const rows: readonly Row[] = [
  ['20% of an average day is usual', buy, 20_000, 5_840, 100_000, undefined, undefined, []],
  ['one share more is large', buy, 20_001, 5_840, 100_000, undefined, undefined, ['LargeOrder']],
  ['a fifth that is not a whole number', sell, 21, 5_840, 104, undefined, undefined, ['LargeOrder']],
  ['the largest order there can be', buy, 2 ** 31 - 1, 5_840, 2 ** 40, undefined, undefined, []],
  ['no average day is known', buy, 1_000_000, 5_840, undefined, undefined, undefined, []],
  ['a security that never traded', buy, 1_000_000, 5_840, 0, undefined, undefined, []],
  ['all that is available', buy, 5_000, 5_840, undefined, 5_000, undefined, []],
  ['more than is available', buy, 5_001, 5_840, undefined, 5_000, undefined, ['DepthAtLimit']],
  ['more than is bid', sell, 5_001, 5_840, undefined, 5_000, undefined, ['DepthAtLimit']],
  ['a limit order that meets nothing', buy, 100, 5_840, undefined, 0, undefined, []],
  ['a market order before an empty book', buy, 100, undefined, undefined, 0, undefined, ['NothingOffered']],
  ['a market sale before an empty book', sell, 100, undefined, undefined, 0, undefined, ['NothingWanted']],
  ['a market order beyond the book', sell, 101, undefined, undefined, 100, 5_840, ['DepthAtMarket.rest']],
  ['3 % above the offer', buy, 100, 6_015, undefined, undefined, 5_840, []],
  ['a kobo further', buy, 100, 6_016, undefined, undefined, 5_840, ['AboveOffer']],
  ['3 % below the bid', sell, 100, 5_665, undefined, undefined, 5_840, []],
  ['a kobo lower', sell, 100, 5_664, undefined, undefined, 5_840, ['BelowBid']],
  ['a low bid is patient', buy, 100, 4_000, undefined, undefined, 5_840, []],
  ['a high offer is patient', sell, 100, 9_000, undefined, undefined, 5_840, []],
  ['exactly 3% at the highest price', buy, 1, 2 ** 31 - 1, undefined, undefined, 2_084_935_580, []],
  ['all at once', buy, 900, 9_000, 1_000, 500, 5_840, ['LargeOrder', 'DepthAtLimit', 'AboveOffer']],
]

test.each(rows)('%s', (_what, side, orderQty, price, averageVolume, available, otherBest, words) => {
  const asked = {
    side,
    ordType: price === undefined ? OrdType.market : OrdType.limit,
    orderQty: orderQty as Quantity,
    price: price as PriceKobo | undefined,
    timeInForce: price === undefined ? TimeInForce.immediateOrCancel : TimeInForce.day,
  }
  const warnings = sanityOf(asked, {
    averageVolume,
    available,
    otherBest: otherBest as PriceKobo | undefined,
  })
  expect(warnings.map(({ text }) => text)).toEqual(words.map((text) => `Trading.Ticket.${text}`))
})

test('a warning names what the order is compared with', () => {
  const asked = {
    side: buy,
    ordType: OrdType.limit,
    orderQty: 900 as Quantity,
    price: 9_000 as PriceKobo,
    timeInForce: TimeInForce.day,
  }
  const snapshot = { averageVolume: 1_001, available: 500, otherBest: 5_840 as PriceKobo }
  expect(sanityOf(asked, snapshot).map(({ values }) => values)).toEqual([
    { percent: '89', average: '1,001' },
    { depth: '500' },
    { price: '90.00', best: '58.40', percent: 3 },
  ])
})

/** A book that a broker can check by eye: 6,000 offered in three levels, 3,500 bid in two. */
const level = (mdEntryPx: number, mdEntrySize: number) => ({ mdEntryPx, mdEntrySize })
const book = {
  offers: [level(36.8, 1_000), level(36.85, 2_000), level(37, 3_000)],
  bids: [level(36.7, 1_500), level(36.5, 2_000)],
}
const { day, immediateOrCancel, fillOrKill, goodTillClose } = TimeInForce
const allOrNone = { execInst: ExecInst.allOrNone }
const least = (minQty: number) => ({ minQty: minQty as Quantity })

type Terms = { execInst?: ExecInst; minQty?: Quantity }
const depthRows: readonly (readonly [
  side: Side,
  orderQty: number,
  limit: number | undefined,
  timeInForce: TimeInForce,
  terms: Terms,
  asked: string | undefined,
  depth: string | undefined,
])[] = [
  // Passive: nothing is offered at 36.70 or below, so the size is nobody's business.
  [buy, 50_000, 36.7, day, {}, undefined, undefined],
  [buy, 50_000, 36.75, TimeInForce.goodTillCancel, {}, undefined, undefined],
  [sell, 50_000, 36.75, day, {}, undefined, undefined],
  // Marketable, within what is there at the limit or better.
  [buy, 1_000, 36.8, day, {}, undefined, undefined],
  [buy, 3_000, 36.85, day, {}, undefined, undefined],
  [buy, 6_000, 37, immediateOrCancel, {}, undefined, undefined],
  [sell, 1_500, 36.7, fillOrKill, {}, undefined, undefined],
  // More than that: the rest waits in the book.
  [buy, 1_001, 36.8, day, {}, 'DepthAtLimit', '1,000'],
  [buy, 4_000, 36.85, day, {}, 'DepthAtLimit', '3,000'],
  [sell, 2_000, 36.7, day, {}, 'DepthAtLimit', '1,500'],
  [buy, 6_001, 40, day, {}, 'DepthAtLimit', '6,000'],
  // The rest is cancelled.
  [buy, 1_001, 36.8, immediateOrCancel, {}, 'DepthAtLimit.rest', '1,000'],
  [buy, 6_001, undefined, immediateOrCancel, {}, 'DepthAtMarket.rest', '6,000'],
  [buy, 6_001, undefined, day, {}, 'DepthAtMarket.rest', '6,000'],
  // All of it is cancelled.
  [buy, 1_001, 36.8, fillOrKill, {}, 'DepthAtLimit.all', '1,000'],
  [buy, 1_001, 36.8, day, allOrNone, 'DepthAtLimit.all', '1,000'],
  [buy, 50_000, 36.8, day, least(1_001), 'DepthAtLimit.all', '1,000'],
  [buy, 50_000, 36.8, day, least(1_000), 'DepthAtLimit', '1,000'],
  [sell, 3_501, undefined, fillOrKill, {}, 'DepthAtMarket.all', '3,500'],
  // Nothing is there at the limit.
  [buy, 100, 36.75, immediateOrCancel, {}, 'NothingAtLimit', undefined],
  [buy, 100, 36.75, fillOrKill, {}, 'NothingAtLimit', undefined],
  [sell, 100, 36.75, day, allOrNone, 'NothingAtLimit', undefined],
  [buy, 100, 36.75, day, least(1), 'NothingAtLimit', undefined],
  // It waits for the closing auction, whatever is in the book now.
  [buy, 50_000, 37, goodTillClose, {}, undefined, undefined],
]

test.each(depthRows)(
  'side %s, %d at %s, valid for %s with %o asks %s (%s)',
  (side, orderQty, limit, timeInForce, terms, asked, depth) => {
    const price = limit === undefined ? undefined : (Math.round(limit * 100) as PriceKobo)
    const ordType = price === undefined ? OrdType.market : OrdType.limit
    const available = availableTo(side, price, otherSideOf(book, side))
    const order = { side, ordType, orderQty: orderQty as Quantity, price, timeInForce, ...terms }
    const [found, ...more] = sanityOf(order, { averageVolume: undefined, available, otherBest: undefined })
    expect(more).toEqual([])
    expect(found?.text).toBe(asked && `Trading.Ticket.${asked}`)
    expect(found?.values?.depth).toBe(depth)
  },
)

/** What becomes of an order, share by share: the slow, plain way. */
function naive(
  side: Side,
  orderQty: number,
  limit: number | undefined,
  entries: readonly { mdEntryPx: number; mdEntrySize: number }[],
) {
  const shares = entries.flatMap(({ mdEntryPx, mdEntrySize }) => Array<number>(mdEntrySize).fill(mdEntryPx))
  const taken = shares
    .filter((px) => limit === undefined || (side === Side.buy ? px <= limit : px >= limit))
    .slice(0, orderQty)
  return { traded: taken.length, kobo: taken.reduce((sum, px) => sum + Math.round(px * 100), 0) }
}

test('available, expected and requested quantities agree with an order that is matched share by share', () => {
  const entry = fc.record({
    ticks: fc.integer({ min: 1, max: 12 }),
    mdEntrySize: fc.integer({ min: 1, max: 9 }),
  })
  const durationsAsked = [day, immediateOrCancel, fillOrKill] as const
  fc.assert(
    fc.property(
      fc.constantFrom(buy, sell),
      fc.integer({ min: 1, max: 40 }),
      fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
      fc.constantFrom(...durationsAsked),
      fc.array(entry, { maxLength: 8 }),
      (side, orderQty, limitTicks, timeInForce, found) => {
        const entries = found
          .map(({ ticks, mdEntrySize }) => level(36 + ticks / 20, mdEntrySize))
          .sort((a, b) => (side === buy ? a.mdEntryPx - b.mdEntryPx : b.mdEntryPx - a.mdEntryPx))
        const limit = limitTicks === undefined ? undefined : 36 + limitTicks / 20
        const { traded, kobo } = naive(side, orderQty, limit, entries)
        if (limit === undefined) {
          const expected = expectedOf(orderQty as Quantity, entries)
          expect(expected?.filled ?? 0).toBe(traded)
          expect(Math.round((expected?.value ?? 0) * 100)).toBe(kobo)
        }
        const price = limit === undefined ? undefined : (Math.round(limit * 100) as PriceKobo)
        const available = availableTo(side, price, entries)
        const order = {
          side,
          ordType: limit === undefined ? OrdType.market : OrdType.limit,
          orderQty: orderQty as Quantity,
          price,
          timeInForce,
        }
        const snapshot = { averageVolume: undefined, available, otherBest: undefined }
        const isPassive = traded === 0 && limit !== undefined && timeInForce === day
        expect(sanityOf(order, snapshot).length).toBe(traded < orderQty && !isPassive ? 1 : 0)
      },
    ),
  )
})
