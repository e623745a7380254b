import { isRefusal, kobo, priceKobo, quantity, type Refusal, Side, shares } from '@tradebook/contract'
import { describe, expect, it, test } from 'vitest'
import type { AccountFeeTerms, OpenOrder } from './balances.ts'
import type { Entry, Fill } from './entries.ts'
import { Ledger } from './ledger.ts'

const today = '2026-11-20'
const settles = '2026-11-24'
const particulars = { date: today, reference: 'R1', narration: 'by hand' }

/** Amounts in naira and prices in naira, as a broker would say them. */
const naira = (amount: number) => kobo(Math.round(amount * 100))
const at = (price: number) => priceKobo(Math.round(price * 100))

function books({
  cash = 0,
  zenith = 0,
  terms = {},
  unsettledProceedsUsable = true,
}: {
  cash?: number
  zenith?: number
  terms?: Omit<AccountFeeTerms, 'account'>
  unsettledProceedsUsable?: boolean
} = {}): Ledger {
  const ledger = new Ledger({ unsettledProceedsUsable })
  ledger.openAccount({ account: 'ADA', ...terms })
  if (cash > 0) ledger.deposit({ ...particulars, account: 'ADA', amount: naira(cash) })
  if (zenith > 0) {
    ledger.transferIn({
      ...particulars,
      account: 'ADA',
      securityID: 'ZENITH',
      quantity: shares(zenith),
      unitCost: naira(30),
    })
  }
  ledger.takeTouched()
  return ledger
}

const order = (orderID: string, side: Side, leaves: number, price: number): OpenOrder => ({
  orderID,
  account: 'ADA',
  securityID: 'ZENITH',
  side,
  leaves: quantity(leaves),
  worstPx: at(price),
  tradeDate: today,
})
const buy = (orderID: string, leaves: number, price: number) => order(orderID, Side.buy, leaves, price)
const sell = (orderID: string, leaves: number, price: number) => order(orderID, Side.sell, leaves, price)

const execution = (
  { orderID, account, securityID, side }: OpenOrder,
  count: number,
  price: number,
): Fill => ({
  orderID,
  execID: `E-${orderID}-${count}`,
  account,
  securityID,
  side,
  quantity: quantity(count),
  price: at(price),
  tradeDate: today,
  settlementDate: settles,
})

const figure = (amount: bigint) => (Number(amount) / 100).toFixed(2)
const money = (ledger: Ledger) => {
  const { balance, held, available } = ledger.cash('ADA')
  return { balance: figure(balance), held: figure(held), available: figure(available) }
}
const holding = (ledger: Ledger) => {
  const { cost, ...counts } = ledger.position('ADA', 'ZENITH')
  return {
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)])),
    cost: figure(cost),
  }
}
const postings = (entry: Entry | Refusal) =>
  isRefusal(entry)
    ? entry
    : entry.postings.map(({ ledgerAccount, account, asset, amount }) =>
        [ledgerAccount, account ?? 'firm', asset, asset === 'NGN' ? figure(amount) : Number(amount)].join(
          ' ',
        ),
      )

describe('10,000 bought at 36.80', () => {
  const ledger = books({ cash: 500_000 })
  const bid = buy('1', 10_000, 36.8)

  test('the order keeps back the price and its charges', () => {
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
      reference: 'E-1-10000',
      narration: 'Bought 10,000 ZENITH at 36.80',
      note: { quantity: 10_000n, consideration: 36_800_000n, settlementDate: settles, settled: false },
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
    expect(entry).toMatchObject({ kind: 'settlement', date: settles, note: { settled: true } })
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

  test('the order keeps the shares back and needs no money', () => {
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
      refusal: 'insufficientFunds',
      values: { required: '1.00', available: '0.00' },
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
        account: 'ADA',
        side: Side.buy,
        securityID: 'ZENITH',
        tradeDate: today,
        settlementDate: settles,
        quantity: 10_000n,
        consideration: 36_800_000n,
        fees: {
          commission: 496_800n,
          'commission:vat': 37_260n,
          sec: 110_400n,
          'sec:vat': 8_280n,
          stampDuty: 29_440n,
          tradeAlert: 400n,
        },
        settled: false,
      },
    ])
  })

  it('keeps back the flat charge once for two orders, and shares what it keeps between them', () => {
    const ledger = books({ cash: 500_000 })
    ledger.reserve(buy('1', 5_000, 36.8))
    ledger.reserve(buy('2', 5_000, 36.8))
    expect(money(ledger).held).toBe('374825.80')
    expect(figure(ledger.holdOf('1'))).toBe('187412.90')
    expect(figure(ledger.holdOf('2'))).toBe('187412.90')
  })

  it('gives back what a cancelled order held, and nothing of what the other needs', () => {
    const ledger = books({ cash: 500_000 })
    ledger.reserve(buy('1', 10_000, 36.8))
    ledger.reserve(buy('2', 1_000, 37))
    ledger.release('2')
    expect(money(ledger).held).toBe('374825.80')
    ledger.release('1')
    expect(money(ledger)).toEqual({ balance: '500000.00', held: '0.00', available: '500000.00' })
  })

  it('frees what a better price saved, charges included', () => {
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
    const ledger = books({ cash: 500_000, terms: { commissionPpm: 7_500, stampDutyExempt: true } })
    const bid = buy('1', 10_000, 36.8)
    ledger.reserve(bid)
    // 368,000.00 + 2,760.00 + 207.00 + 1,104.00 + 82.80 + 4.00
    expect(money(ledger).held).toBe('372157.80')
    ledger.fill(execution(bid, 10_000, 36.8))
    expect(money(ledger)).toEqual({ balance: '127842.20', held: '0.00', available: '127842.20' })
  })
})

describe('replacing an order', () => {
  it('keeps back more or less with it', () => {
    const ledger = books({ cash: 500_000 })
    ledger.reserve(buy('1', 5_000, 36.8))
    expect(ledger.amend('1', buy('1', 10_000, 36.8))).toBeUndefined()
    expect(money(ledger).held).toBe('374825.80')
    expect(ledger.amend('1', buy('1', 1_000, 36))).toBeUndefined()
    expect(money(ledger).held).toBe('36671.35')
  })

  it('counts what the order holds already towards what it needs', () => {
    const ledger = books({ cash: 374_825.8 })
    ledger.reserve(buy('1', 9_999, 36.8))
    expect(ledger.amend('1', buy('1', 10_000, 36.8))).toBeUndefined()
    expect(money(ledger).available).toBe('0.00')
  })

  it('leaves all as it was when refused', () => {
    const ledger = books({ cash: 200_000 })
    ledger.reserve(buy('1', 5_000, 36.8))
    const before = [money(ledger), ledger.state(), ledger.holdOf('1')]
    expect(ledger.amend('1', buy('1', 10_000, 36.8))).toEqual({
      refusal: 'insufficientFunds',
      values: { required: '374,825.80', available: '200,000.00' },
    })
    expect([money(ledger), ledger.state(), ledger.holdOf('1')]).toEqual(before)
  })

  it('can take a sale no further than the shares there are', () => {
    const ledger = books({ zenith: 1_000 })
    ledger.reserve(sell('1', 600, 36.8))
    expect(ledger.amend('1', sell('1', 1_000, 36.8))).toBeUndefined()
    expect(ledger.amend('1', sell('1', 1_001, 36.8))).toEqual({
      refusal: 'insufficientShares',
      values: { required: '1,001', securityID: 'ZENITH', available: '1,000' },
    })
    expect(holding(ledger)).toMatchObject({ held: 1_000, available: 0 })
  })
})

describe('a sale that may not cover its charges', () => {
  // One share at 1.00 brings 1.00 and costs 4.00 for the alert and 0.01 of commission.
  it('needs the difference in cash', () => {
    expect(books({ zenith: 10 }).reserve(sell('1', 1, 1))).toEqual({
      refusal: 'feesNotCovered',
      values: { required: '3.01', available: '0.00' },
    })
    expect(books({ zenith: 10, cash: 3 }).reserve(sell('1', 1, 1))).toMatchObject({
      refusal: 'feesNotCovered',
    })
  })

  it('holds it and spends it', () => {
    const ledger = books({ zenith: 10, cash: 3.01 })
    const offer = sell('1', 1, 1)
    expect(ledger.reserve(offer)).toBeUndefined()
    expect(money(ledger)).toEqual({ balance: '3.01', held: '3.01', available: '0.00' })
    expect(figure(ledger.holdOf('1'))).toBe('3.01')
    ledger.fill(execution(offer, 1, 1))
    expect(money(ledger)).toEqual({ balance: '0.00', held: '0.00', available: '0.00' })
    expect(figure(ledger.cash('ADA').unsettledBuys)).toBe('3.01')
  })

  it('holds it too when the whole would pay but a single share would not', () => {
    const ledger = books({ zenith: 1_000, cash: 3.01 })
    const offer = sell('1', 1_000, 1)
    expect(ledger.reserve(offer)).toBeUndefined()
    ledger.fill(execution(offer, 1, 1))
    expect(money(ledger)).toEqual({ balance: '0.00', held: '0.00', available: '0.00' })
    ledger.release('1')
    expect(money(ledger)).toEqual({ balance: '0.00', held: '0.00', available: '0.00' })
  })
})

describe('proceeds of a sale before they are received', () => {
  const sold = (unsettledProceedsUsable: boolean) => {
    const ledger = books({ zenith: 10_000, unsettledProceedsUsable })
    const offer = sell('1', 10_000, 36.8)
    ledger.reserve(offer)
    ledger.fill(execution(offer, 10_000, 36.8))
    return ledger
  }

  it('pay for a purchase where the firm allows it', () => {
    expect(sold(true).reserve(buy('2', 9_000, 36.8))).toBeUndefined()
  })

  it('do not where it does not, until they are settled', () => {
    const ledger = sold(false)
    expect(money(ledger)).toEqual({ balance: '359987.40', held: '0.00', available: '0.00' })
    expect(ledger.reserve(buy('2', 9_000, 36.8))).toMatchObject({ refusal: 'insufficientFunds' })
    ledger.beginDay(settles)
    expect(ledger.reserve(buy('2', 9_000, 36.8))).toBeUndefined()
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
    ledger.fill(execution(offer, 1, 40))
    // A third of 101.49 is 33.83.
    expect(holding(ledger)).toMatchObject({ cost: '67.66' })
    ledger.fill(execution(offer, 2, 40))
    expect(holding(ledger)).toMatchObject({ cost: '0.00' })
  })
})

describe('cash and shares posted by hand', () => {
  it('go against the bank and the depository', () => {
    const ledger = books()
    expect(postings(ledger.deposit({ ...particulars, account: 'ADA', amount: naira(10) }))).toEqual([
      'customer ADA NGN 10.00',
      'bank firm NGN -10.00',
    ])
    expect(postings(ledger.withdraw({ ...particulars, account: 'ADA', amount: naira(4) }))).toEqual([
      'customer ADA NGN -4.00',
      'bank firm NGN 4.00',
    ])
    const transfer = { ...particulars, account: 'ADA', securityID: 'ZENITH', quantity: shares(7) }
    expect(postings(ledger.transferIn({ ...transfer, unitCost: naira(30) }))).toEqual([
      'custody ADA ZENITH 7',
      'depository firm ZENITH -7',
    ])
    expect(postings(ledger.transferOut({ ...transfer, quantity: shares(3) }))).toEqual([
      'custody ADA ZENITH -3',
      'depository firm ZENITH 3',
    ])
    expect(money(ledger).balance).toBe('6.00')
    expect(holding(ledger)).toMatchObject({ settled: 4, cost: '120.00' })
  })

  it('carry what was said of them', () => {
    expect(books().deposit({ ...particulars, account: 'ADA', amount: naira(10) })).toMatchObject({
      kind: 'deposit',
      account: 'ADA',
      securityID: null,
      date: today,
      valueDate: today,
      reference: 'R1',
      narration: 'by hand',
    })
  })

  const held = () => {
    const ledger = books({ cash: 500_000, zenith: 100 })
    ledger.reserve(buy('1', 10_000, 36.8))
    ledger.reserve(sell('2', 60, 36.8))
    return ledger
  }
  const cash = { ...particulars, account: 'ADA' }
  const stock = { ...particulars, account: 'ADA', securityID: 'ZENITH' }
  it.each<[string, (ledger: Ledger) => Entry | Refusal, Refusal]>([
    [
      'a withdrawal of held money',
      (ledger) => ledger.withdraw({ ...cash, amount: naira(125_174.21) }),
      { refusal: 'insufficientFunds', values: { required: '125,174.21', available: '125,174.20' } },
    ],
    [
      'a transfer of held shares',
      (ledger) => ledger.transferOut({ ...stock, quantity: shares(41) }),
      { refusal: 'insufficientShares', values: { required: '41', securityID: 'ZENITH', available: '40' } },
    ],
    [
      'a deposit of nothing',
      (ledger) => ledger.deposit({ ...cash, amount: kobo(0) }),
      { refusal: 'amountInvalid', values: {} },
    ],
    [
      'a negative withdrawal',
      (ledger) => ledger.withdraw({ ...cash, amount: kobo(-1) }),
      { refusal: 'amountInvalid', values: {} },
    ],
    [
      'a transfer in of no shares',
      (ledger) => ledger.transferIn({ ...stock, quantity: shares(0) }),
      { refusal: 'quantityInvalid', values: {} },
    ],
    [
      'a transfer in at a negative cost',
      (ledger) => ledger.transferIn({ ...stock, quantity: shares(1), unitCost: kobo(-1) }),
      { refusal: 'amountInvalid', values: {} },
    ],
    [
      'a negative transfer out',
      (ledger) => ledger.transferOut({ ...stock, quantity: shares(-1) }),
      { refusal: 'quantityInvalid', values: {} },
    ],
  ])('refuse %s and change nothing', (_what, act, refusal) => {
    const ledger = held()
    const before = [ledger.state(), ledger.cash('ADA'), ledger.position('ADA', 'ZENITH')]
    expect(act(ledger)).toEqual(refusal)
    expect([ledger.state(), ledger.cash('ADA'), ledger.position('ADA', 'ZENITH')]).toEqual(before)
  })
})

it('settles the earlier date first, each note by itself', () => {
  const ledger = books({ cash: 1_000_000, zenith: 100 })
  const monday = { tradeDate: '2026-11-23' }
  const late = { ...buy('1', 10, 36.8), ...monday }
  const early = buy('2', 10, 36.8)
  const sale = sell('3', 10, 36.8)
  for (const each of [late, early, sale]) ledger.reserve(each)
  ledger.fill({ ...execution(late, 10, 36.8), ...monday, settlementDate: '2026-11-25' })
  ledger.fill(execution(early, 10, 36.8))
  ledger.fill(execution(sale, 10, 36.8))
  expect(ledger.beginDay('2026-11-30').entries.map(({ date, narration }) => `${date} ${narration}`)).toEqual([
    '2026-11-24 Settled 10 ZENITH bought on 2026-11-20',
    '2026-11-24 Settled 10 ZENITH sold on 2026-11-20',
    '2026-11-25 Settled 10 ZENITH bought on 2026-11-23',
  ])
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
    note: { settlementDate: '2026-11-24', quantity: 20n },
  })
  expect(printed).toMatchObject({ settlementDate: '2026-11-24' })
  restored.release('2')
  expect(restored.beginDay('2026-11-23').entries).toEqual([])
  expect(restored.beginDay('2026-11-24').entries).toMatchObject([
    { kind: 'settlement', valueDate: '2026-11-24' },
  ])
})

it('answers what changed once: the accounts, positions and notes to persist', () => {
  const ledger = books({ cash: 500_000 })
  const bid = buy('1', 10, 36.8)
  const position = { account: 'ADA', securityID: 'ZENITH' }
  ledger.reserve(bid)
  expect(ledger.takeTouched()).toEqual({ accounts: ['ADA'], positions: [position], notes: [] })
  expect(ledger.takeTouched()).toEqual({ accounts: [], positions: [], notes: [] })
  ledger.fill(execution(bid, 4, 36.8))
  ledger.fill(execution(bid, 6, 36.8))
  expect(ledger.takeTouched()).toEqual({ accounts: ['ADA'], positions: [position], notes: ledger.notes() })
  ledger.beginDay(settles)
  expect(ledger.takeTouched()).toMatchObject({
    positions: [position],
    notes: [{ quantity: 10n, settled: true }],
  })
})

it('releases an order once, and a filled one not at all', () => {
  const ledger = books({ cash: 500_000 })
  const bid = buy('1', 10, 36.8)
  ledger.reserve(bid)
  ledger.fill(execution(bid, 10, 36.8))
  const before = ledger.state()
  ledger.release('1')
  ledger.release('unheard of')
  expect(ledger.state()).toEqual(before)
  expect(ledger.holdOf('1')).toBe(0n)
})

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
    expect(ledger.beginDay(monday)).toEqual({ carried: ['1'], entries: [] })
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
    expect(entry).toMatchObject({ date: monday, valueDate: wednesday, note: { quantity: 500n } })
    expect(notesOf(ledger)).toEqual([
      [today, settles, 400],
      [monday, wednesday, 500],
    ])
    // Each note has the flat charge of its own.
    expect(ledger.notes().map(({ fees }) => figure(fees.tradeAlert ?? 0n))).toEqual(['4.00', '4.00'])
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
    expect(ledger.beginDay(tuesday)).toEqual({ carried: [], entries: [] })
    expect([ledger.state(), ledger.cash('ADA')]).toEqual(before)
  })

  it('may need more than there is, for a new note has charges of its own, and trades all the same', () => {
    const ledger = books({ cash: 37_486.19 })
    const entered = buy('1', 1_000, 36.8)
    expect(ledger.reserve(entered)).toBeUndefined()
    expect(money(ledger).available).toBe('0.01')
    ledger.fill(execution(entered, 400, 36.8))
    ledger.beginDay(monday)
    expect(Number(money(ledger).available)).toBeLessThan(0)
    const { available } = money(ledger)
    ledger.fill(on(execution(entered, 600, 36.8), monday, wednesday))
    expect(money(ledger)).toEqual({ balance: available, held: '0.00', available })
  })

  it('keeps its day when it is replaced', () => {
    const { ledger } = partFilled(Side.buy, 100_000)
    ledger.beginDay(monday)
    expect(ledger.amend('1', { leaves: quantity(700), worstPx: at(36.9) })).toBeUndefined()
    expect(ledger.state().orders).toMatchObject([{ leaves: 700, worstPx: 3_690, tradeDate: monday }])
  })
})

describe('a broken invariant stops the books', () => {
  const bid = buy('1', 10, 36.8)
  const fill = execution(bid, 10, 36.8)
  it.each<[string, (ledger: Ledger) => unknown, string]>([
    ['an order twice', (l) => l.reserve(bid), 'already open'],
    ['an order of nothing', (l) => l.reserve({ ...buy('2', 0, 36.8) }), 'nothing left'],
    ['an order of nobody', (l) => l.reserve({ ...buy('2', 1, 36.8), account: 'EVE' }), 'no account EVE'],
    ['a replace of no order', (l) => l.amend('2', bid), 'not open'],
    ['a fill of no order', (l) => l.fill({ ...fill, orderID: '2' }), 'not open'],
    ['a fill beyond the order', (l) => l.fill({ ...fill, quantity: quantity(11) }), 'fills 11 of 10 left'],
    ['a fill of nothing', (l) => l.fill({ ...fill, quantity: quantity(0) }), 'fills 0'],
    ['a fill at a worse price', (l) => l.fill({ ...fill, price: at(36.85) }), 'worse than'],
    ['a fill of another side', (l) => l.fill({ ...fill, side: Side.sell }), 'has side'],
    ['a fill of another security', (l) => l.fill({ ...fill, securityID: 'GTCO' }), 'has securityID'],
    ['a fill of an earlier day', (l) => l.fill({ ...fill, tradeDate: '2026-11-19' }), 'is of 2026-11-19'],
    [
      'a fill of the day before the one that has begun',
      (l) => {
        l.beginDay('2026-11-23')
        l.fill(fill)
      },
      'its order trades on 2026-11-23',
    ],
    ['an account twice', (l) => l.openAccount({ account: 'ADA' }), 'already open'],
    [
      'a commission beyond reason',
      (l) => l.openAccount({ account: 'EVE', commissionPpm: 50_001 }),
      'no rate',
    ],
    [
      'a commission that is no integer',
      (l) => l.openAccount({ account: 'EVE', commissionPpm: 1.5 }),
      'no rate',
    ],
    ['a balance of nobody', (l) => l.cash('EVE'), 'no account EVE'],
  ])('%s', (_what, act, message) => {
    const ledger = books({ cash: 500_000 })
    ledger.reserve(bid)
    expect(() => act(ledger)).toThrow(message)
  })
})

it('is restored from its rows as it was', () => {
  const ledger = books({ cash: 500_000, zenith: 1_000 })
  const bid = buy('1', 1_000, 36.8)
  const offer = sell('2', 500, 36.8)
  ledger.reserve(bid)
  ledger.reserve(offer)
  ledger.fill(execution(bid, 300, 36.5))
  ledger.fill(execution(offer, 200, 37))
  const restored = Ledger.restore({ unsettledProceedsUsable: true }, ledger.state())
  expect(restored.state()).toEqual(ledger.state())
  expect(restored.cash('ADA')).toEqual(ledger.cash('ADA'))
  expect(restored.position('ADA', 'ZENITH')).toEqual(ledger.position('ADA', 'ZENITH'))
  expect(restored.takeTouched()).toEqual({ accounts: [], positions: [], notes: [] })
  expect(postings(restored.fill(execution(bid, 700, 36.8)))).toEqual(
    postings(ledger.fill(execution(bid, 700, 36.8))),
  )
})

test('an order is uncovered when cash is short and its note holds some: a sale that holds none is not', () => {
  const ledger = books({ cash: 100_000, zenith: 100 })
  const bought = buy('B', 319, 30)
  expect(ledger.reserve(bought)).toBeUndefined()
  ledger.fill(execution(bought, 299, 30))
  expect(ledger.reserve(sell('S', 50, 40))).toBeUndefined()
  ledger.withdraw({ ...particulars, account: 'ADA', amount: ledger.cash('ADA').available })
  ledger.beginDay('2026-11-23')
  expect(ledger.cash('ADA').available).toBeLessThan(0n)
  expect(ledger.holdOf('S')).toBe(0n)
  expect(['B', 'S'].map((orderID) => ledger.isUncovered(orderID))).toEqual([true, false])
})
