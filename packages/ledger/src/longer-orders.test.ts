import { quantity, Side } from '@tradebook/contract'
import { describe, expect, it } from 'vitest'
import type { Fill } from './entries.ts'
import { at, books, buy, execution, figure, holding, money, order, settles, today } from './ledger.fixture.ts'
import type { Ledger } from './ledger.ts'

describe('an order that is open for longer than a day', () => {
  const monday = '2026-11-23'
  const tuesday = '2026-11-24'
  const wednesday = '2026-11-25'
  const on = (fill: Fill, tradeDate: string, settlementDate: string): Fill => ({
    ...fill,
    tradeDate,
    settlementDate,
  })
  const notesOf = (ledger: Ledger) =>
    ledger
      .notes()
      .map(({ tradeDate, settlementDate, quantity: count }) => [tradeDate, settlementDate, Number(count)])

  // Entered on Friday; 400 of 1,000 trade that day.
  const partFilled = (side: Side, cash: number) => {
    const ledger = books({ cash, zenith: 1_000 })
    const entered = order('1', side, 1_000, 36.8)
    ledger.reserve(entered)
    ledger.fill(execution(entered, 400, 36.8))
    return { ledger, entered }
  }

  it.each<[string, Side]>([
    ['a purchase', Side.buy],
    ['a sale', Side.sell],
  ])('%s holds what the note of its new day would charge', (_, side) => {
    const { ledger } = partFilled(side, 100_000)
    const fresh = books({ cash: 100_000, zenith: 1_000 })
    fresh.reserve({ ...order('1', side, 600, 36.8), tradeDate: monday })
    expect(ledger.beginDay(monday)).toEqual({ carried: ['1'], finished: 1, entries: [] })
    expect(ledger.holdOf('1')).toBe(fresh.holdOf('1'))
    expect(ledger.cash('ADA').held).toBe(fresh.cash('ADA').held)
    expect(ledger.position('ADA', 'ZENITH').held).toBe(fresh.position('ADA', 'ZENITH').held)
  })

  it.each([
    ['when the day has begun', true],
    ['also when nobody began the day', false],
  ])('a fill posts to the note of its own day, with that day’s settlement date: %s', (_, begun) => {
    const { ledger, entered } = partFilled(Side.buy, 100_000)
    if (begun) ledger.beginDay(monday)
    const entry = ledger.fill(on(execution(entered, 500, 36.8), monday, wednesday))
    expect(entry).toMatchObject({ date: monday, valueDate: wednesday, quantity: 500n, noteNumber: 2 })
    expect(notesOf(ledger)).toEqual([
      [today, settles, 400],
      [monday, wednesday, 500],
    ])
    // Each note has the flat charge of its own.
    expect(ledger.notes().map(({ lines }) => figure(lines.at(-1)?.amount ?? 0n))).toEqual(['4.00', '4.00'])
    expect(ledger.state().orders).toMatchObject([{ leaves: 100, tradeDate: monday }])
  })

  it.each([
    ['a purchase', Side.buy, { settled: 1_400, unsettledIn: 0 }],
    ['a sale', Side.sell, { settled: 600, unsettledOut: 0, held: 600 }],
  ])('a note settles while the remainder of %s is open', (_, side, shares) => {
    const { ledger } = partFilled(side, 100_000)
    const { carried, entries } = ledger.beginDay(tuesday)
    expect(carried).toEqual(['1'])
    expect(entries).toMatchObject([{ kind: 'settlement', date: settles }])
    expect(notesOf(ledger)).toEqual([])
    expect(holding(ledger)).toMatchObject(shares)
    expect(ledger.state().orders).toMatchObject([{ leaves: 600, tradeDate: tuesday }])
  })

  it('is carried once a day: a day begun again changes nothing', () => {
    const { ledger } = partFilled(Side.buy, 100_000)
    ledger.beginDay(tuesday)
    const before = [ledger.state(), ledger.cash('ADA')]
    expect(ledger.beginDay(tuesday)).toEqual({ carried: [], finished: 0, entries: [] })
    expect([ledger.state(), ledger.cash('ADA')]).toEqual(before)
  })

  it('may need more than is available, because a new note has its own charges, and trades anyway', () => {
    const ledger = books({ cash: 37_486.19 })
    const entered = buy('1', 1_000, 36.8)
    expect(ledger.reserve(entered)).toBeUndefined()
    expect(money(ledger).available).toBe('0.01')
    ledger.fill(execution(entered, 400, 36.8))
    ledger.beginDay(monday)
    // Less than nothing is left, which is shown as nothing.
    expect(money(ledger).available).toBe('0.00')
    ledger.fill(on(execution(entered, 600, 36.8), monday, wednesday))
    expect(money(ledger)).toEqual({ balance: expect.stringMatching(/^-/), held: '0.00', available: '0.00' })
  })

  it('keeps its day when it is replaced', () => {
    const { ledger } = partFilled(Side.buy, 100_000)
    ledger.beginDay(monday)
    expect(ledger.amend('1', { leaves: quantity(700), worstPx: at(36.9) })).toBeUndefined()
    expect(ledger.state().orders).toMatchObject([{ leaves: 700, worstPx: 3_690, tradeDate: monday }])
  })
})
