import {
  english,
  fillIn,
  type Kobo,
  kobo,
  type LimitLevel,
  noLimits,
  type OrderLimits,
  type PriceKobo,
  type Quantity,
  refusalInWords,
  refusals,
  shares,
} from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import type { LimitedLevel } from './firm-limits.ts'
import { LevelCounts } from './limit-counts.ts'
import { type NewRisk, refusalByLimits } from './limits.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))

/** An order of 10,000 shares at 50.00: worth ₦500,000.00. */
const risk = (fields: Partial<NewRisk> = {}): NewRisk => ({
  account: 'A1',
  securityID: 'GTCO',
  orderQty: 10_000 as Quantity,
  price: 5_000 as PriceKobo,
  value: naira(500_000),
  turnover: naira(500_000),
  ...fields,
})

/** Published at 50.00; 80,000 shares were traded today, 100,000 on an average day. */
const market = {
  publishedPx: 5_000 as PriceKobo,
  dayVolume: shares(80_000),
  averageVolume: shares(100_000),
}

interface Counted {
  readonly turnover?: Kobo
  /** Milliseconds before noon. */
  readonly sent?: readonly number[]
}

function level(limits: Partial<OrderLimits>, of: LimitLevel = 'user', counted: Counted = {}): LimitedLevel {
  const counts = new LevelCounts()
  counts.traded = counted.turnover ?? 0n
  for (const before of counted.sent ?? []) counts.sent.add(NOON - before)
  return { level: of, limits: { ...noLimits, ...limits }, counts }
}

const refusalOf = (asked: NewRisk, ...levels: readonly LimitedLevel[]) =>
  refusalByLimits(asked, levels, () => market, NOON)

describe('each limit admits what is at it and refuses what is above it', () => {
  type Row = [what: string, at: LimitedLevel, asked: NewRisk, above: NewRisk, refusal: keyof typeof refusals]
  test.each<Row>([
    [
      'value of an order',
      level({ orderValue: naira(500_000) }),
      risk(),
      risk({ value: kobo(naira(500_000) + 1n) }),
      'orderValueAboveLimit',
    ],
    [
      'shares of an order',
      level({ orderQty: 10_000 as Quantity }),
      risk(),
      risk({ orderQty: 10_001 as Quantity }),
      'orderQtyAboveLimit',
    ],
    [
      'share of the day’s volume: 10% of the average 100,000, which is more than today’s',
      level({ volumeShareBps: 1_000 }),
      risk(),
      risk({ orderQty: 10_001 as Quantity }),
      'volumeShareAboveLimit',
    ],
    [
      'collar of 2 % above 50.00',
      level({ collarBps: 200 }),
      risk({ price: 5_100 as PriceKobo }),
      risk({ price: 5_101 as PriceKobo }),
      'priceOutsideCollar',
    ],
    [
      'collar of 2 % below 50.00',
      level({ collarBps: 200 }),
      risk({ price: 4_900 as PriceKobo }),
      risk({ price: 4_899 as PriceKobo }),
      'priceOutsideCollar',
    ],
    [
      'turnover of a day',
      level({ dailyTurnover: naira(2_000_000) }, 'user', { turnover: naira(1_500_000) }),
      risk(),
      risk({ turnover: kobo(naira(500_000) + 1n) }),
      'turnoverAboveLimit',
    ],
    [
      'a duplicate within 5 seconds',
      level({ duplicateSeconds: 5 }),
      risk({ enteredAt: NOON - 5_000 }),
      risk({ enteredAt: NOON - 4_999 }),
      'orderEnteredTwice',
    ],
    [
      'orders per second, the other side of a cross counted',
      level({ ordersPerSecond: 3 }, 'user', { sent: [1_000, 999, 0] }),
      risk(),
      risk({ before: { orders: 1, turnover: kobo(0) } }),
      'tooManyOrders',
    ],
  ])('%s', (_, limited, atLimit, above, refusal) => {
    expect(refusalOf(atLimit, limited)).toBeUndefined()
    expect(refusalOf(above, limited)).toMatchObject({ refusal })
  })

  test('a market order has no collar, a security that never traded no share', () => {
    const limits = level({ collarBps: 1, volumeShareBps: 1 })
    const asked = risk({ price: null })
    const untraded = { ...market, dayVolume: shares(0), averageVolume: null }
    expect(refusalByLimits(asked, [limits], () => untraded, NOON)).toBeUndefined()
  })

  test('more than an average day was traded: the share is of today’s volume', () => {
    const busy = { ...market, dayVolume: shares(200_000) }
    const asked = risk({ orderQty: 20_000 as Quantity })
    const limits = level({ volumeShareBps: 1_000 })
    expect(refusalByLimits(asked, [limits], () => busy, NOON)).toBeUndefined()
    expect(refusalByLimits(asked, [limits], () => market, NOON)).toMatchObject({
      values: { percent: '20.00', most: '10.00', volume: '100,000' },
    })
  })
})

describe('of several limits the tightest counts, and the words say whose it is', () => {
  test.each<[tightest: LimitLevel, who: string]>([
    ['firm', 'your firm'],
    ['user', 'you'],
    ['account', 'account A1'],
  ])('%s', (tightest, who) => {
    const levels = (['firm', 'user', 'account'] as const).map((of) =>
      level({ orderValue: naira(of === tightest ? 100_000 : 200_000) }, of),
    )
    const refusal = refusalOf(risk(), ...levels)
    expect(refusal && refusalInWords(refusal, (key, values) => fillIn(english[key], values)).details).toBe(
      `This order is worth ₦500,000.00; ${who} may send up to ₦100,000.00 in one order.`,
    )
  })

  test('of duplicates the longest time is the tightest', () => {
    const levels = [level({ duplicateSeconds: 2 }, 'firm'), level({ duplicateSeconds: 30 }, 'account')]
    expect(refusalOf(risk({ enteredAt: NOON - 29_999 }), ...levels)).toMatchObject({
      values: { ago: 29, seconds: 30, level: 'account', account: 'A1' },
    })
  })

  test('turnover and rates are counted at the level that limits them', () => {
    const firm = level({ dailyTurnover: naira(10_000_000) }, 'firm', { turnover: naira(9_800_000) })
    const account = level({ dailyTurnover: naira(600_000) }, 'account')
    expect(refusalOf(risk(), account)).toBeUndefined()
    expect(refusalOf(risk(), firm, account)).toMatchObject({ values: { level: 'firm' } })
  })

  test.each<[what: string, limits: Partial<OrderLimits>, refusal: keyof typeof refusals]>([
    ['turnover', { dailyTurnover: naira(600_000) }, 'turnoverAboveLimit'],
    ['orders of the second', { ordersPerSecond: 1 }, 'tooManyOrders'],
  ])(
    'the other side of a cross counts for the %s of the firm and the user, not of this account',
    (_, limits, refusal) => {
      const second = risk({ before: { orders: 1, turnover: naira(500_000) } })
      expect(refusalOf(second, level(limits, 'firm'))).toMatchObject({ refusal })
      expect(refusalOf(second, level(limits, 'user'))).toMatchObject({ refusal })
      expect(refusalOf(second, level(limits, 'account'))).toBeUndefined()
    },
  )

  test('the turnover of another user’s order is that user’s', () => {
    const limits = level({ dailyTurnover: naira(600_000) }, 'user', { turnover: naira(200_000) })
    const asked = risk({ enteredBy: { userName: 'ada', levels: [limits] } })
    const own = level({ dailyTurnover: naira(1) })
    const refusal = refusalOf(asked, own)
    expect(refusal && refusalInWords(refusal, (key, values) => fillIn(english[key], values)).details).toBe(
      'With this order, daily turnover would be ₦700,000.00; user ada may trade up to ₦600,000.00 per day.',
    )
    expect(refusalOf(risk({ enteredBy: { userName: 'ada', levels: [] } }), own)).toBeUndefined()
  })

  test('without limits the market is not asked', () => {
    const asked = () => {
      throw new Error('the market was asked')
    }
    expect(refusalByLimits(risk(), [], asked, NOON)).toBeUndefined()
  })
})

test('every refusal by a limit has its own code and a reason for FIX', () => {
  const names = [
    ...(['orderValueAboveLimit', 'orderQtyAboveLimit', 'volumeShareAboveLimit'] as const),
    ...(['priceOutsideCollar', 'tooManyOrders', 'orderEnteredTwice'] as const),
    ...(['turnoverAboveLimit', 'killSwitchOn'] as const),
  ]
  expect(names.map((name) => refusals[name].ordRejReason)).toEqual([3, 3, 3, 16, 3, 6, 3, 0])
  expect(new Set(names.map((name) => refusals[name].code)).size).toBe(names.length)
})
