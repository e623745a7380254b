import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargesOn, feeTable, ratesOf, standardCharges, withAgreements, withoutRates } from './fee-table.ts'
import {
  type AgreedCharges,
  ALWAYS,
  boundOf,
  type Charge,
  feeRateLimits,
  feesOf,
  mostCharged,
  type NoteSums,
  standardFees,
  totalOf,
} from './fees.ts'
import { Side } from './fix.ts'
import { type Kobo, kobo, shares } from './money.ts'

/** Naira as printed on a note, for reading the tables below. */
const naira = (amount: bigint) => (Number(amount) / 100).toFixed(2)
const charges = (side: Side, agreed: Partial<AgreedCharges> = {}) =>
  chargesOn(feeTable(standardFees), { side, tradeDate: '2026-11-20' }, [
    { dateFrom: ALWAYS, commissionPpm: null, stampDutyExempt: false, ...agreed },
  ])
/** One trade of 10,000 shares, whose number changes no standard charge. */
const of = (consideration: bigint, quantity = 10_000, trades = 1): NoteSums => ({
  ...{ consideration: kobo(consideration), quantity: shares(quantity), trades },
})
const printed = (side: Side, consideration: bigint, agreed?: Partial<AgreedCharges>) =>
  feesOf(charges(side, agreed), of(consideration)).map(({ line, amount }) => [line, naira(amount)])

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
    const fees = totalOf(feesOf(standardCharges[Side.buy], of(consideration)))
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
    const fees = totalOf(feesOf(standardCharges[Side.sell], of(consideration)))
    expect(naira(fees)).toBe('8012.60')
    expect(naira(consideration - fees)).toBe('359987.40')
  })
})

it('prints the rate of each line', () => {
  const lines = feesOf(standardCharges[Side.buy], of(36_800_000n))
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
  expect(feesOf(standardCharges[Side.buy], of(0n, 0, 0))).toEqual([])
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
      const whole = feesOf(note, of(part + more))
      feesOf(note, of(part)).forEach((before, index) => {
        expect(whole[index]?.line).toBe(before.line)
        expect(whole[index]?.amount).toBeGreaterThanOrEqual(before.amount)
      })
    }),
  )
})

it('a line is its minimum if the rate gives less, except for flat charges and VAT', () => {
  const charges = [
    { item: 'commission', ratePpm: 10_000, minimum: kobo(50_000n), vatPpm: 75_000 },
    { item: 'tradeAlert', ratePpm: 0, minimum: kobo(400n), vatPpm: 0 },
  ] as const
  const bounds = (consideration: bigint) =>
    feesOf(charges, of(consideration)).map((line) => boundOf(line, of(consideration)))
  expect(bounds(821_500n)).toEqual(['minimum', undefined, undefined])
  expect(bounds(5_000_000n)).toEqual([undefined, undefined, undefined])
})

describe('a charge by shares or trades, with VAT at 7.5%', () => {
  const vatPpm = 75_000
  const perShare = { item: 'cscs', ratePpm: 0, perShare: kobo(3), minimum: kobo(0), vatPpm } as const
  const perTrade: Charge = {
    ...{ item: 'ngx', ratePpm: 0, perTrade: kobo(25_00), maximum: kobo(100_00), minimum: kobo(0), vatPpm },
  }
  const withMinimum = { ...perShare, minimum: kobo(50_00) }
  it.each([
    // Each: the charge, shares in how many trades, and what the line and its VAT come to.
    ['3 kobo per share', perShare, 10_000, 1, '300.00', '22.50', undefined],
    // VAT of 0.03 is 0.225 kobo; of 0.21 it is 1.575.
    ['3 kobo per share', perShare, 1, 1, '0.03', '0.00', undefined],
    ['3 kobo per share', perShare, 7, 2, '0.21', '0.02', undefined],
    ['3 kobo per share, at least 50.00', withMinimum, 1_000, 1, '50.00', '3.75', 'minimum'],
    ['3 kobo per share, at least 50.00', withMinimum, 1_667, 1, '50.01', '3.75', undefined],
    ['25.00 per trade, at most 100.00', perTrade, 10_000, 1, '25.00', '1.88', undefined],
    ['25.00 per trade, at most 100.00', perTrade, 10_000, 3, '75.00', '5.63', undefined],
    ['25.00 per trade, at most 100.00', perTrade, 10_000, 4, '100.00', '7.50', undefined],
    ['25.00 per trade, at most 100.00', perTrade, 10_000, 9, '100.00', '7.50', 'maximum'],
  ] satisfies [string, Charge, number, number, string, string, string | undefined][])(
    '%s, of %#: line and VAT',
    (_, charge, quantity, trades, amount, vat, bound) => {
      const note = of(36_800_000n, quantity, trades)
      const lines = feesOf([charge], note)
      expect(lines.map((line) => naira(line.amount))).toEqual([amount, vat])
      expect(lines.map((line) => boundOf(line, note))).toEqual([bound, undefined])
    },
  )

  it('does not apply where the customer is exempt or has agreed a commission', () => {
    const row = { side: Side.buy, dateFrom: ALWAYS }
    const table = feeTable([
      { ...row, ...perTrade, item: 'commission' },
      { ...row, ...perShare, item: 'stampDuty' },
    ])
    const agreed = { dateFrom: ALWAYS, commissionPpm: 10_000, stampDutyExempt: true }
    const charged = chargesOn(table, { side: Side.buy, tradeDate: '2026-11-20' }, [agreed])
    expect(feesOf(charged, of(36_800_000n)).map(({ line, amount }) => [line, naira(amount)])).toEqual([
      ['commission', '3680.00'],
      ['commission:vat', '276.00'],
      ['stampDuty', '0.00'],
      ['stampDuty:vat', '0.00'],
    ])
  })

  it('never costs more than the bound that holds rely on, which is at most a kobo a line above it', () => {
    const amount = (most: Kobo) => fc.bigInt({ min: 1n, max: most }).map(kobo)
    const charge: fc.Arbitrary<Charge> = fc
      .tuple(
        fc.oneof(
          fc.record({ ratePpm: fc.integer({ min: 0, max: feeRateLimits.ratePpm }) }),
          fc.record({ ratePpm: fc.constant(0), perShare: amount(feeRateLimits.perShare) }),
          fc.record({
            ratePpm: fc.constant(0),
            perTrade: amount(kobo(10_000)),
            maximum: amount(kobo(100_000)),
          }),
        ),
        fc.bigInt({ min: 0n, max: 1_000n }).map(kobo),
        fc.integer({ min: 0, max: feeRateLimits.vatPpm }),
      )
      .map(([basis, minimum, rate]) => ({ item: 'sec', minimum, vatPpm: rate, ...basis }) as const)
    const sums = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.nat(1_000_000), fc.nat(5_000))
    fc.assert(
      fc.property(fc.array(charge, { maxLength: 6 }), sums, (note, traded) => {
        const lines = feesOf(note, of(...traded))
        const above = mostCharged(note, of(...traded)) - totalOf(lines)
        expect(above).toBeGreaterThanOrEqual(0n)
        expect(above).toBeLessThanOrEqual(BigInt(2 * lines.length + 1))
      }),
    )
  })
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
