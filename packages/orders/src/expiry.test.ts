import { ExecInst, ExecType, OrdStatus, type Phase, type PriceKobo, TimeInForce } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { endBefore, expiryOf } from './expiry.ts'
import { textsOf } from './wire.ts'

/** Entered on a Monday. */
const monday = '2026-11-23'
const tuesday = '2026-11-24'
const wednesday = '2026-11-25'
const entered = (
  timeInForce: TimeInForce,
  price: number | null = 58_40,
  expireDate: string | null = null,
) => ({
  timeInForce,
  expireDate,
  tradeDate: monday,
  price: price as PriceKobo | null,
})
const { day, goodTillCancel, goodTillDate, goodTillOpen, goodTillClose, immediateOrCancel, fillOrKill } =
  TimeInForce

describe('an open order expires at the close of its last day', () => {
  test.each<[string, ReturnType<typeof entered>, Phase, string, boolean]>([
    ['Day, while its day trades', entered(day), 'continuous', monday, false],
    ['Day, in a halt', entered(day), 'halted', monday, false],
    ['Day, at the close', entered(day), 'closed', monday, true],
    ['Day, when its close was missed', entered(day), 'continuous', tuesday, true],
    ['good till open, that a halt kept from its uncross', entered(goodTillOpen), 'continuous', monday, false],
    ['good till open, at the close', entered(goodTillOpen), 'closed', monday, true],
    ['good till close, at the close', entered(goodTillClose), 'closed', monday, true],
    ['good till cancel, at the close', entered(goodTillCancel), 'closed', monday, false],
    ['good till cancel, a year later', entered(goodTillCancel), 'closed', '2027-11-23', false],
    ['good till date, before it', entered(goodTillDate, 58_40, tuesday), 'closed', monday, false],
    ['good till date, while it trades', entered(goodTillDate, 58_40, tuesday), 'continuous', tuesday, false],
    ['good till date, at its close', entered(goodTillDate, 58_40, tuesday), 'closed', tuesday, true],
    ['good till date, after it', entered(goodTillDate, 58_40, tuesday), 'continuous', wednesday, true],
    ['good till date without one', entered(goodTillDate), 'closed', monday, true],
    ['immediate or cancel, which never rests', entered(immediateOrCancel), 'closed', monday, true],
    ['fill or kill, which never rests', entered(fillOrKill), 'closed', monday, true],
    ['good till cancel without a price', entered(goodTillCancel, null), 'closed', monday, true],
    ['good till date without a price', entered(goodTillDate, null, wednesday), 'closed', monday, true],
  ])('%s', (_, order, phase, date, isOver) => {
    expect(expiryOf(order, phase, date)).toEqual(
      isOver ? { execType: ExecType.expired, text: null } : undefined,
    )
  })
})

describe('why an order ended is read', () => {
  const refusal = { refusal: 'priceOffTick', values: { securityID: 'GTCO', tick: '0.10' } } as const
  const order = {
    ordStatus: OrdStatus.canceled,
    text: null,
    refusal: null,
    execInst: null,
    securityID: 'GTCO',
    userName: 'ada',
  }
  const expired = { ...order, ordStatus: OrdStatus.expired, text: 'Trading.Order.ExpiredForNewDay', refusal }
  test.each<[string, Parameters<typeof textsOf>[0], text: string | null, clientText: string | null]>([
    [
      'as a key, with the values of its refusal',
      expired,
      'Expired before the market day began: Prices of GTCO are multiples of 0.10.',
      null,
    ],
    [
      'as a key, with its security',
      { ...order, text: 'Trading.Order.CanceledDelisted' },
      'Cancelled: GTCO is no longer listed.',
      null,
    ],
    [
      'as the venue gave it',
      { ...order, text: 'Trading.Venue.fillOrKill' },
      'Could not be filled completely at once',
      null,
    ],
    [
      'as the venue gave it, of all or none, which is a minimum to the venue',
      { ...order, text: 'Trading.Venue.minQty', execInst: ExecInst.allOrNone },
      'Could not be filled completely at once',
      null,
    ],
    [
      "not where there is its client's own text alone, which looks like a key",
      { ...order, text: 'Trading.Order.ExpiredByMe' },
      'Trading.Order.ExpiredByMe',
      'Trading.Order.ExpiredByMe',
    ],
    [
      'from its refusal with title and details',
      { ...order, ordStatus: OrdStatus.rejected, refusal },
      'The price is not a multiple of the tick: Prices of GTCO are multiples of 0.10.',
      null,
    ],
    [
      "from its refusal, which its client's own text does not hide",
      { ...order, ordStatus: OrdStatus.rejected, refusal, text: 'By phone' },
      'The price is not a multiple of the tick: Prices of GTCO are multiples of 0.10.',
      'By phone',
    ],
    [
      "from its refusal, even if its client's own text is a key",
      { ...order, ordStatus: OrdStatus.rejected, refusal, text: 'Trading.Venue.fillOrKill' },
      'The price is not a multiple of the tick: Prices of GTCO are multiples of 0.10.',
      'Trading.Venue.fillOrKill',
    ],
    [
      'of what it was before it expired, not at all',
      { ...order, ordStatus: OrdStatus.new, text: 'By phone', refusal },
      'By phone',
      'By phone',
    ],
    ['not at all', order, null, null],
  ])('%s', (_, order, text, clientText) => expect(textsOf(order)).toMatchObject({ text, clientText }))

  test('as names and values, for readers of every language', () => {
    expect(textsOf(expired).reason).toEqual({
      ended: 'Trading.Order.ExpiredForNewDay',
      refusal: 'priceOffTick',
      values: refusal.values,
    })
  })
})

describe('before a market day begins', () => {
  /** The new day: tick 0.10, limits 55.00 to 60.00. */
  const rules = {
    securityID: 'GTCO',
    tickKobo: 10,
    lowLimitPx: 55_00 as PriceKobo,
    highLimitPx: 60_00 as PriceKobo,
  }
  const expired = (reason: string) => ({
    execType: ExecType.expired,
    text: 'Trading.Order.ExpiredForNewDay',
    refusal: expect.objectContaining({ refusal: reason }),
  })

  test.each([
    ['fits', entered(goodTillCancel), undefined],
    ['at the upper limit', entered(goodTillCancel, 60_00), undefined],
    ['above it', entered(goodTillCancel, 60_10), expired('priceOutsideLimits')],
    ['off the new tick', entered(goodTillCancel, 58_45), expired('priceOffTick')],
    ['over, and off the tick', entered(day, 58_45), { execType: ExecType.expired, text: null }],
    ['good until the new day', entered(goodTillDate, 58_40, wednesday), undefined],
    [
      'good until a day that nobody traded on',
      entered(goodTillDate, 58_40, tuesday),
      { execType: ExecType.expired, text: null },
    ],
  ])('an order that %s', (_, order, end) => {
    expect(endBefore(wednesday, order, rules)).toEqual(end)
  })
})
