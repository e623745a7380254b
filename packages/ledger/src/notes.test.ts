import { isRefusal, Side } from '@tradebook/contract'
import { describe, expect, it, test } from 'vitest'
import {
  books,
  buy,
  execution,
  figure,
  holding,
  money,
  naira,
  particulars,
  postings,
  sell,
  settles,
  today,
} from './ledger.fixture.ts'
import { Ledger } from './ledger.ts'

// Longer than 300 lines, for each example is followed through all the days of its note.

/** What a trade posts, how a contract note charges it, and how it settles. */

describe('10,000 bought at 36.80', () => {
  const ledger = books({ cash: 500_000 })
  const bid = buy('1', 10_000, 36.8)

  test('the order reserves the price and its charges', () => {
    expect(ledger.reserve(bid)).toBeUndefined()
    expect(money(ledger)).toEqual({ balance: '500000.00', held: '374825.80', available: '125174.20' })
    expect(figure(ledger.holdOf('1'))).toBe('374825.80')
    expect(holding(ledger)).toMatchObject({ settled: 0, unsettledIn: 0 })
  })

  test('the fill posts consideration, charges and shares', () => {
    const entry = ledger.fill(execution(bid, 10_000, 36.8))
    expect(postings(entry)).toEqual([
      'customer ADA NGN -374825.80',
      'fee:commission firm NGN 4968.00',
      'fee:commission:vat firm NGN 372.60',
      'fee:sec firm NGN 1104.00',
      'fee:sec:vat firm NGN 82.80',
      'fee:stampDuty firm NGN 294.40',
      'fee:tradeAlert firm NGN 4.00',
      'clearing firm NGN 368000.00',
      'custody:unsettled ADA ZENITH 10000',
      'clearing firm ZENITH -10000',
    ])
    expect(entry).toMatchObject({
      kind: 'trade',
      date: today,
      valueDate: settles,
      side: Side.buy,
      quantity: 10_000n,
      price: 3_680n,
      noteNumber: 1,
      reference: null,
      narration: null,
    })
  })

  test('the money is spent, the shares are on their way and cannot be sold yet', () => {
    expect(money(ledger)).toEqual({ balance: '125174.20', held: '0.00', available: '125174.20' })
    expect(figure(ledger.cash('ADA').unsettledBuys)).toBe('374825.80')
    expect(holding(ledger)).toEqual({
      settled: 0,
      unsettledIn: 10_000,
      unsettledOut: 0,
      held: 0,
      available: 0,
      cost: '374825.80',
    })
    expect(ledger.reserve(sell('2', 1, 36.8))).toEqual({
      refusal: 'insufficientShares',
      values: { required: '1', securityID: 'ZENITH', available: '0' },
    })
  })

  test('nothing settles early', () => {
    expect(ledger.beginDay('2026-11-23').entries).toEqual([])
  })

  test('on the settlement date the firm pays and the shares are delivered', () => {
    const [entry, ...more] = ledger.beginDay(settles).entries
    expect(more).toEqual([])
    expect(postings(entry!)).toEqual([
      'clearing firm NGN -368000.00',
      'bank firm NGN 368000.00',
      'custody:unsettled ADA ZENITH -10000',
      'custody ADA ZENITH 10000',
      'clearing firm ZENITH 10000',
      'depository firm ZENITH -10000',
    ])
    expect(entry).toMatchObject({ kind: 'settlement', date: settles, valueDate: settles, noteNumber: 1 })
    expect(money(ledger)).toEqual({ balance: '125174.20', held: '0.00', available: '125174.20' })
    expect(ledger.cash('ADA').unsettledBuys).toBe(0n)
    expect(holding(ledger)).toMatchObject({ settled: 10_000, unsettledIn: 0, available: 10_000 })
    expect(ledger.notes()).toEqual([])
    expect(ledger.beginDay(settles).entries).toEqual([])
  })
})

describe('10,000 sold at 36.80', () => {
  const ledger = books({ zenith: 15_000 })
  const offer = sell('1', 10_000, 36.8)

  test('the order reserves the shares and needs no money', () => {
    expect(ledger.reserve(offer)).toBeUndefined()
    expect(holding(ledger)).toMatchObject({ settled: 15_000, held: 10_000, available: 5_000 })
    expect(money(ledger)).toEqual({ balance: '0.00', held: '0.00', available: '0.00' })
    expect(ledger.holdOf('1')).toBe(0n)
  })

  test('the fill brings the proceeds less charges, on the trade date', () => {
    expect(postings(ledger.fill(execution(offer, 10_000, 36.8)))).toEqual([
      'customer ADA NGN 359987.40',
      'fee:commission firm NGN 4968.00',
      'fee:commission:vat firm NGN 372.60',
      'fee:ngx firm NGN 1104.00',
      'fee:ngx:vat firm NGN 82.80',
      'fee:cscs firm NGN 1104.00',
      'fee:cscs:vat firm NGN 82.80',
      'fee:stampDuty firm NGN 294.40',
      'fee:tradeAlert firm NGN 4.00',
      'clearing firm NGN -368000.00',
      'custody:unsettled ADA ZENITH -10000',
      'clearing firm ZENITH 10000',
    ])
    expect(money(ledger)).toEqual({ balance: '359987.40', held: '0.00', available: '359987.40' })
    expect(figure(ledger.cash('ADA').unsettledSells)).toBe('359987.40')
    expect(holding(ledger)).toEqual({
      settled: 15_000,
      unsettledIn: 0,
      unsettledOut: 10_000,
      held: 0,
      available: 5_000,
      cost: '150000.00',
    })
  })

  test('money still to be received is not paid out', () => {
    expect(ledger.withdraw({ ...particulars, account: 'ADA', amount: naira(1) })).toEqual({
      refusal: 'notWithdrawable',
      values: { withdrawable: '0.00' },
    })
  })

  test('settlement delivers the shares and receives the money', () => {
    expect(ledger.beginDay(settles).entries.map(postings)).toEqual([
      [
        'clearing firm NGN 368000.00',
        'bank firm NGN -368000.00',
        'custody:unsettled ADA ZENITH 10000',
        'custody ADA ZENITH -10000',
        'clearing firm ZENITH -10000',
        'depository firm ZENITH 10000',
      ],
    ])
    expect(holding(ledger)).toMatchObject({ settled: 5_000, unsettledOut: 0, available: 5_000 })
    expect(isRefusal(ledger.withdraw({ ...particulars, account: 'ADA', amount: naira(359_987.4) }))).toBe(
      false,
    )
    expect(money(ledger)).toEqual({ balance: '0.00', held: '0.00', available: '0.00' })
  })
})

describe('one note for all purchases of a day', () => {
  it('charges part fills what one trade of the whole would have cost', () => {
    const ledger = books({ cash: 500_000 })
    const bid = buy('1', 10_000, 36.8)
    ledger.reserve(bid)
    for (const count of [1, 3_333, 6_600, 66]) ledger.fill(execution(bid, count, 36.8))
    expect(money(ledger)).toEqual({ balance: '125174.20', held: '0.00', available: '125174.20' })
    expect(ledger.notes()).toEqual([
      {
        number: 1,
        account: 'ADA',
        side: Side.buy,
        securityID: 'ZENITH',
        tradeDate: today,
        settlementDate: settles,
        quantity: 10_000n,
        consideration: 36_800_000n,
        trades: 4,
        lines: [
          { line: 'commission', ratePpm: 13_500, amount: 496_800n },
          { line: 'commission:vat', ratePpm: 75_000, amount: 37_260n },
          { line: 'sec', ratePpm: 3_000, amount: 110_400n },
          { line: 'sec:vat', ratePpm: 75_000, amount: 8_280n },
          { line: 'stampDuty', ratePpm: 800, amount: 29_440n },
          { line: 'tradeAlert', ratePpm: 0, amount: 400n },
        ],
        realisedGain: 0n,
        provisional: true,
        settled: false,
        replaces: null,
        replacedBy: null,
      },
    ])
  })

  it('reserves the flat charge once for two orders, and states it with the older one', () => {
    const ledger = books({ cash: 500_000 })
    ledger.reserve(buy('1', 5_000, 36.8))
    ledger.reserve(buy('2', 5_000, 36.8))
    expect(money(ledger).held).toBe('374825.80')
    expect(figure(ledger.holdOf('1'))).toBe('187414.90')
    expect(figure(ledger.holdOf('2'))).toBe('187410.90')
    ledger.takeRestated()
    ledger.release('1')
    expect(figure(ledger.holdOf('2'))).toBe('187414.90')
    expect(ledger.takeRestated()).toEqual(['2'])
    // What it holds was stated: another order leaves it as it is.
    ledger.reserve(buy('3', 1_000, 36.8))
    expect(ledger.takeRestated()).toEqual([])
  })

  it('releases the hold of a cancelled order, and nothing that the other needs', () => {
    const ledger = books({ cash: 500_000 })
    ledger.reserve(buy('1', 10_000, 36.8))
    ledger.reserve(buy('2', 1_000, 37))
    ledger.release('2')
    expect(money(ledger).held).toBe('374825.80')
    ledger.release('1')
    expect(money(ledger)).toEqual({ balance: '500000.00', held: '0.00', available: '500000.00' })
  })

  it('releases what a better price saved, including charges', () => {
    const ledger = books({ cash: 374_825.8 })
    const bid = buy('1', 10_000, 36.8)
    ledger.reserve(bid)
    ledger.fill(execution(bid, 5_000, 36))
    // 5,000 × 36.00 and 3,340.75 of charges are spent; 5,000 × 36.80 and the rest of the note's are held.
    expect(money(ledger)).toEqual({ balance: '191485.05', held: '187410.90', available: '4074.15' })
    ledger.fill(execution(bid, 5_000, 36.8))
    expect(money(ledger)).toEqual({ balance: '4074.15', held: '0.00', available: '4074.15' })
  })

  it("charges by the customer's own terms", () => {
    const ledger = books({ cash: 500_000, agreed: { commissionPpm: 7_500, stampDutyExempt: true } })
    const bid = buy('1', 10_000, 36.8)
    ledger.reserve(bid)
    // 368,000.00 + 2,760.00 + 207.00 + 1,104.00 + 82.80 + 4.00
    expect(money(ledger).held).toBe('372157.80')
    ledger.fill(execution(bid, 10_000, 36.8))
    expect(money(ledger)).toEqual({ balance: '127842.20', held: '0.00', available: '127842.20' })
  })
})

describe('average cost', () => {
  it('includes the charges of purchases, and a sale takes its part to the nearest kobo', () => {
    const ledger = books({ cash: 1_000, zenith: 2 })
    const bid = buy('1', 1, 36.8)
    ledger.reserve(bid)
    ledger.fill(execution(bid, 1, 36.8))
    // 2 × 30.00 brought in, 36.80 + 4.69 of charges bought: 101.49 for 3.
    expect(holding(ledger)).toMatchObject({ cost: '101.49' })
    ledger.beginDay(settles)
    const offer = sell('2', 3, 40)
    ledger.reserve(offer)
    const before = ledger.cash('ADA').balance
    ledger.fill(execution(offer, 1, 40))
    // A third of 101.49 is 33.83.
    expect(holding(ledger)).toMatchObject({ cost: '67.66' })
    const last = ledger.fill(execution(offer, 2, 40))
    expect(holding(ledger)).toMatchObject({ cost: '0.00' })
    expect(last).toMatchObject({ holding: 0n, cost: 0n, balance: ledger.cash('ADA').balance })
    // What the sale brought after charges, less the 101.49.
    const [note] = ledger.notes()
    expect(note?.realisedGain).toBe(ledger.cash('ADA').balance - before - 10_149n)
  })
})

it('settles the earlier date first, each note separately', () => {
  const ledger = books({ cash: 1_000_000, zenith: 100 })
  const monday = { tradeDate: '2026-11-23' }
  const late = { ...buy('1', 10, 36.8), ...monday }
  const early = buy('2', 10, 36.8)
  const sale = sell('3', 10, 36.8)
  for (const each of [late, early, sale]) ledger.reserve(each)
  ledger.fill({ ...execution(late, 10, 36.8), ...monday, settlementDate: '2026-11-25' })
  ledger.fill(execution(early, 10, 36.8))
  ledger.fill(execution(sale, 10, 36.8))
  const { entries } = ledger.beginDay('2026-11-30')
  expect(entries.map(({ date, valueDate, side, noteNumber }) => [date, valueDate, side, noteNumber])).toEqual(
    [
      ['2026-11-30', '2026-11-24', Side.buy, 2],
      ['2026-11-30', '2026-11-24', Side.sell, 3],
      ['2026-11-30', '2026-11-25', Side.buy, 1],
    ],
  )
  expect(ledger.beginDay('2026-11-30')).toEqual({ carried: [], finished: 0, entries: [] })
})

it('a note settles on the date it was printed with, whatever the cycle is by then', () => {
  const ledger = books({ cash: 1_000_000 })
  for (const id of ['1', '2']) ledger.reserve(buy(id, 10, 36.8))
  ledger.fill({ ...execution(buy('1', 10, 36.8), 10, 36.8), settlementDate: '2026-11-24' })
  const [printed] = ledger.notes()
  const restored = Ledger.restore({ unsettledProceedsUsable: true }, ledger.state())
  const entry = restored.fill({ ...execution(buy('2', 10, 36.8), 10, 36.8), settlementDate: '2026-11-23' })
  expect(entry).toMatchObject({
    valueDate: '2026-11-24',
    noteNumber: printed?.number,
  })
  expect(restored.notes()).toMatchObject([{ settlementDate: '2026-11-24', quantity: 20n, trades: 2 }])
  expect(printed).toMatchObject({ settlementDate: '2026-11-24' })
  restored.release('2')
  expect(restored.beginDay('2026-11-23').entries).toEqual([])
  expect(restored.beginDay('2026-11-24').entries).toMatchObject([
    { kind: 'settlement', valueDate: '2026-11-24' },
  ])
})
