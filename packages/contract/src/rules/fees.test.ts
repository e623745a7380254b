import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargesOn, feeTable, ratesOf, standardCharges, withAgreements, withoutRates } from './fee-table.ts'
import { type AgreedCharges, ALWAYS, feesOf, isMinimumOf, standardFees, totalOf } from './fees.ts'
import { Side } from './fix.ts'
import { kobo } from './money.ts'

/** Naira as printed on a note, for reading the tables below. */
const naira = (amount: bigint) => (Number(amount) / 100).toFixed(2)
const charges = (side: Side, agreed: Partial<AgreedCharges> = {}) =>
  chargesOn(feeTable(standardFees), { side, tradeDate: '2026-11-20' }, [
    { dateFrom: ALWAYS, commissionPpm: null, stampDutyExempt: false, ...agreed },
  ])
const printed = (side: Side, consideration: bigint, agreed?: Partial<AgreedCharges>) =>
  feesOf(charges(side, agreed), kobo(consideration)).map(({ line, amount }) => [line, naira(amount)])

describe('10,000 units at 36.80, the check values of the tariff', () => {
  const consideration = kobo(36_800_000n)

  it('bought', () => {
    expect(printed(Side.buy, consideration)).toEqual([
      ['commission', '4968.00'],
      ['commission:vat', '372.60'],
      ['sec', '1104.00'],
      ['sec:vat', '82.80'],
      ['stampDuty', '294.40'],
      ['tradeAlert', '4.00'],
    ])
    const fees = totalOf(feesOf(standardCharges[Side.buy], consideration))
    expect(naira(fees)).toBe('6825.80')
    expect(naira(consideration + fees)).toBe('374825.80')
  })

  it('sold', () => {
    expect(printed(Side.sell, consideration)).toEqual([
      ['commission', '4968.00'],
      ['commission:vat', '372.60'],
      ['ngx', '1104.00'],
      ['ngx:vat', '82.80'],
      ['cscs', '1104.00'],
      ['cscs:vat', '82.80'],
      ['stampDuty', '294.40'],
      ['tradeAlert', '4.00'],
    ])
    const fees = totalOf(feesOf(standardCharges[Side.sell], consideration))
    expect(naira(fees)).toBe('8012.60')
    expect(naira(consideration - fees)).toBe('359987.40')
  })
})

it('prints the rate of each line', () => {
  const lines = feesOf(standardCharges[Side.buy], kobo(36_800_000n))
  expect(lines.map(({ line, ratePpm }) => [line, ratePpm])).toEqual([
    ['commission', 13_500],
    ['commission:vat', 75_000],
    ['sec', 3_000],
    ['sec:vat', 75_000],
    ['stampDuty', 800],
    ['tradeAlert', 0],
  ])
})

it('takes the commission agreed with the customer, nil included', () => {
  expect(printed(Side.buy, 36_800_000n, { commissionPpm: 7_500 })).toContainEqual(['commission', '2760.00'])
  expect(printed(Side.buy, 36_800_000n, { commissionPpm: 7_500 })).toContainEqual([
    'commission:vat',
    '207.00',
  ])
  expect(printed(Side.buy, 36_800_000n, { commissionPpm: 0 })).toContainEqual(['commission', '0.00'])
})

it('charges no alert to a customer who is sent none, on either side', () => {
  for (const side of [Side.buy, Side.sell]) {
    expect(printed(side, 36_800_000n, { alertsOff: true })).toContainEqual(['tradeAlert', '0.00'])
    expect(printed(side, 36_800_000n, { alertsOff: false })).toContainEqual(['tradeAlert', '4.00'])
  }
})

it('lets an exempt customer off stamp duty on either side', () => {
  for (const side of [Side.buy, Side.sell]) {
    expect(printed(side, 36_800_000n, { stampDutyExempt: true })).toContainEqual(['stampDuty', '0.00'])
  }
})

it.each([
  // 1.35% of 0.37 is 0.004995: below half a kobo. Of 1.00 it is 1.35 kobo, of 10.00 exactly 13.5.
  [37n, 'commission', '0.00'],
  [100n, 'commission', '0.01'],
  [1_000n, 'commission', '0.14'],
  // VAT is taken on the line as printed: 7.5% of 0.14 is 1.05 kobo.
  [1_000n, 'commission:vat', '0.01'],
  // 0.08% of 6.25 is exactly half a kobo, and goes away from zero.
  [624n, 'stampDuty', '0.00'],
  [625n, 'stampDuty', '0.01'],
])('%d kobo: the line %s rounds to %s', (consideration, line, amount) => {
  expect(printed(Side.buy, consideration)).toContainEqual([line, amount])
})

it('charges nothing where nothing traded', () => {
  expect(feesOf(standardCharges[Side.buy], kobo(0))).toEqual([])
  expect(totalOf([])).toBe(0n)
})

it('never shrinks a line when the note grows', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 15n })
  const growth = fc.bigInt({ min: 0n, max: 10_000n })
  const terms = fc.record({
    commissionPpm: fc.integer({ min: 0, max: 50_000 }),
    stampDutyExempt: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.constantFrom(Side.buy, Side.sell), amount, growth, terms, (side, part, more, agreed) => {
      const note = charges(side, agreed)
      const whole = feesOf(note, kobo(part + more))
      feesOf(note, kobo(part)).forEach((before, index) => {
        expect(whole[index]?.line).toBe(before.line)
        expect(whole[index]?.amount).toBeGreaterThanOrEqual(before.amount)
      })
    }),
  )
})

it('a line is its minimum where the rate comes to less, and never a flat charge or VAT', () => {
  const charges = [
    { item: 'commission', ratePpm: 10_000, minimum: kobo(50_000n), vatPpm: 75_000 },
    { item: 'tradeAlert', ratePpm: 0, minimum: kobo(400n), vatPpm: 0 },
  ] as const
  const minima = (consideration: bigint) =>
    feesOf(charges, kobo(consideration)).map((line) => isMinimumOf(line, kobo(consideration)))
  expect(minima(821_500n)).toEqual([true, false, false])
  expect(minima(5_000_000n)).toEqual([false, false, false])
})

it('of several rows the newest on the trade date is charged, whatever the order they were entered in', () => {
  const row = { side: Side.buy, item: 'sec', minimum: kobo(0), vatPpm: 0 } as const
  const from = (dateFrom: string, ratePpm: number) => ({ ...row, dateFrom, ratePpm })
  const table = feeTable([
    from('2026-12-01', 3),
    from('2026-11-01', 1),
    from('2026-11-15', 2),
    from('2026-12-01', 4),
  ])
  const on = (tradeDate: string, rates = table) =>
    chargesOn(rates, { side: Side.buy, tradeDate }).map(({ ratePpm }) => ratePpm)
  expect(['2026-10-31', '2026-11-01', '2026-11-20', '2026-12-01'].map((date) => on(date))).toEqual([
    [],
    [1],
    [2],
    [4],
  ])
  const fewer = withoutRates(table, [from('2026-11-15', 0), from('2026-12-01', 0)])
  expect(on('2026-12-31', fewer)).toEqual([1])
  expect(ratesOf(fewer)).toEqual([from('2026-11-01', 1)])
})

it('agreements are merged in one go, each instead of one of its date', () => {
  const agreed = (dateFrom: string, commissionPpm: number) => ({
    dateFrom,
    commissionPpm,
    stampDutyExempt: false,
  })
  const known = withAgreements([], [agreed('2026-12-01', 2), agreed('2026-11-01', 1)])
  expect(withAgreements(known, [agreed('2026-11-15', 4), agreed('2026-12-01', 3)])).toEqual([
    agreed('2026-11-01', 1),
    agreed('2026-11-15', 4),
    agreed('2026-12-01', 3),
  ])
})
