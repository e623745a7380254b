import { ExecType, type Kobo, kobo, OrdStatus, type Quantity, Side } from '@tradebook/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atAverage, awaitedAllocations, endWith, proRata } from './bulk-orders.ts'

describe('a quantity is divided pro rata, the largest remainders rounded up', () => {
  test.each([
    { quantity: 100, weights: [100, 200, 300], shares: [17, 33, 50] },
    { quantity: 10, weights: [1, 1, 1], shares: [4, 3, 3] },
    { quantity: 1, weights: [500, 500], shares: [1, 0] },
    { quantity: 600, weights: [100, 200, 300], shares: [100, 200, 300] },
    { quantity: 0, weights: [100, 200], shares: [0, 0] },
    { quantity: 5, weights: [0, 7], shares: [0, 5] },
  ])('$quantity over $weights is $shares', ({ quantity, weights, shares }) => {
    expect(proRata(quantity, weights)).toEqual(shares)
  })

  test('the shares sum to the quantity, each less than a unit from its exact share and none above its weight', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { minLength: 1, maxLength: 100 })
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (each, part) => {
        const sum = each.reduce((total, weight) => total + weight, 0)
        const quantity = Math.floor(sum * part)
        const shares = proRata(quantity, each)
        expect(shares.reduce((total, share) => total + share, 0)).toBe(quantity)
        for (const [index, share] of shares.entries()) {
          const weight = each[index] ?? 0
          expect(share).toBeLessThanOrEqual(weight)
          const difference = BigInt(share) * BigInt(sum) - BigInt(quantity) * BigInt(weight)
          expect(difference < BigInt(sum || 1) && -difference < BigInt(sum || 1)).toBe(true)
        }
      }),
    )
  })
})

describe('quantities at their average price', () => {
  test.each([
    {
      what: 'an average of whole kobo is the price of all',
      quantities: [100, 200],
      value: 300n * 5_000n,
      allotted: [[[100, 5_000]], [[200, 5_000]]],
    },
    {
      what: 'what is left over is a kobo on so many shares, in proportion',
      quantities: [17, 33, 50],
      value: 100n * 5_000n + 40n,
      allotted: [
        [
          [10, 5_000],
          [7, 5_001],
        ],
        [
          [20, 5_000],
          [13, 5_001],
        ],
        [
          [30, 5_000],
          [20, 5_001],
        ],
      ],
    },
    { what: 'who gets nothing has no trade', quantities: [0, 3], value: 9n, allotted: [[], [[3, 3]]] },
  ])('$what', ({ quantities, value, allotted }) => {
    const found = atAverage(quantities, kobo(value))
    expect(found.map((each) => each.map(({ quantity, price }) => [quantity, price]))).toEqual(allotted)
  })

  test('they are worth the fills to the kobo, and each less than a kobo from the exact average', () => {
    const fill = fc.record({
      quantity: fc.integer({ min: 1, max: 5_000_000 }),
      price: fc.integer({ min: 1, max: 500_000 }),
    })
    const some = fc.array(fill, { minLength: 1, maxLength: 20 })
    const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(some, weights, (fills, each) => {
        const total = fills.reduce((sum, { quantity }) => sum + quantity, 0)
        const value = fills.reduce((sum, { quantity, price }) => sum + BigInt(quantity) * BigInt(price), 0n)
        const quantities = proRata(total, each)
        const allotted = atAverage(quantities, value as Kobo)
        const worth = allotted.map((lines) =>
          lines.reduce((sum, { quantity, price }) => sum + BigInt(quantity) * BigInt(price), 0n),
        )
        expect(worth.reduce((sum, own) => sum + own, 0n)).toBe(value)
        const prices = fills.map(({ price }) => price)
        for (const [index, lines] of allotted.entries()) {
          const quantity = quantities[index] ?? 0
          expect(lines.reduce((sum, line) => sum + line.quantity, 0)).toBe(quantity)
          // Times the total, so that nothing is rounded.
          const difference = (worth[index] ?? 0n) * BigInt(total) - value * BigInt(quantity)
          expect(difference < BigInt(total) && -difference < BigInt(total)).toBe(true)
          // No limit of the order is passed by rounding.
          for (const { price } of lines) {
            expect(price).toBeGreaterThanOrEqual(Math.min(...prices))
            expect(price).toBeLessThanOrEqual(Math.max(...prices))
          }
        }
      }),
    )
  })
})

describe('a part whose bulk order is over', () => {
  test.each([
    [Side.buy, 500, { quantity: 3, value: 10n }, [3, 4]],
    [Side.sell, 500, { quantity: 3, value: 10n }, [3, 3]],
    [Side.buy, 2, { quantity: 3, value: 12n }, [2, 4]],
    [Side.sell, 2, { quantity: 3, value: 12n }, [2, 4]],
  ])('%s of %d shares holds for what it can get of what has traded: %o', (side, leavesQty, traded, held) => {
    const value = traded.value as Kobo
    const part = { side, leavesQty: leavesQty as Quantity }
    const [first, second] = awaitedAllocations([part, part], { ...traded, value })
    expect([first?.leaves, first?.worstPx]).toEqual(held)
    expect((first?.share ?? 0n) + (second?.share ?? 0n)).toBe(value)
  })

  test.each([
    [OrdStatus.canceled, null, ExecType.canceled, 'Trading.Order.CanceledWithBulkOrder'],
    [OrdStatus.canceled, 'For the pension fund', ExecType.canceled, 'Trading.Order.CanceledWithBulkOrder'],
    [
      OrdStatus.canceled,
      'Trading.Order.CanceledFrozen',
      ExecType.canceled,
      'Trading.Order.CanceledWithBulkOrder',
    ],
    [
      OrdStatus.canceled,
      'Trading.Order.CanceledKillSwitch',
      ExecType.canceled,
      'Trading.Order.CanceledWithBulkOrder',
    ],
    [
      OrdStatus.canceled,
      'Trading.Order.CanceledFirmStopped',
      ExecType.canceled,
      'Trading.Order.CanceledFirmStopped',
    ],
    [
      OrdStatus.canceled,
      'Trading.Order.CanceledDelisted',
      ExecType.canceled,
      'Trading.Order.CanceledDelisted',
    ],
    [OrdStatus.canceled, 'Trading.Order.CanceledExDay', ExecType.canceled, 'Trading.Order.CanceledExDay'],
    [OrdStatus.canceled, 'Trading.Order.CanceledAll', ExecType.canceled, 'Trading.Order.CanceledAll'],
    [OrdStatus.filled, null, ExecType.canceled, 'Trading.Order.CanceledWithBulkOrder'],
    [OrdStatus.expired, null, ExecType.expired, 'Trading.Order.ExpiredWithBulkOrder'],
    [
      OrdStatus.expired,
      'Trading.Order.ExpiredUncovered',
      ExecType.expired,
      'Trading.Order.ExpiredWithBulkOrder',
    ],
    [
      OrdStatus.rejected,
      'Trading.Venue.securityHalted',
      ExecType.canceled,
      'Trading.Order.CanceledBulkOrderRejected',
    ],
  ] as const)(
    'ends by the reason of a bulk order that is %s with %s',
    (ordStatus, text, execType, reason) => {
      expect(endWith({ ordStatus, text })).toMatchObject({ execType, text: reason })
    },
  )
})
