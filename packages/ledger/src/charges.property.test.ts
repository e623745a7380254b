import {
  type AgreedCharges,
  type FeeRate,
  feeNames,
  feeRateLimits,
  kobo,
  type PriceKobo,
  type Quantity,
  rateKey,
  Side,
  shares,
  totalOf,
  withAgreements,
} from '@tradebook/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tariff, tariffBy } from '../oracle/naive-ledger.ts'
import type { OpenOrder } from './balances.ts'
import { Ledger } from './ledger.ts'
import { wholeMarket } from './markets.fixture.ts'

/** What charges cost, what orders hold for them, and what that leaves for other orders. */

describe('a sale holds the most it may cost, and no kobo more', () => {
  const sale = (worstPx: number): OpenOrder => ({
    orderID: '1',
    account: 'ADA',
    securityID: 'JAIZ',
    side: Side.sell,
    leaves: 100 as Quantity,
    worstPx: worstPx as PriceKobo,
    tradeDate: '2026-11-20',
  })
  const costOf = (brings: bigint) => tariff(Side.sell, brings) - brings
  /** The most that anything from one share on can cost, `free` of which costs nothing. */
  const dearest = (worstPx: number, consideration: bigint, free: bigint) =>
    Array.from({ length: 600 }, (_, more) => costOf(consideration + BigInt(worstPx + more)) - free).reduce(
      (most, cost) => (cost > most ? cost : most),
      0n,
    )
  const funded = (unsettledProceedsUsable: boolean) => {
    const ledger = new Ledger({ unsettledProceedsUsable })
    const particulars = { account: 'ADA', date: '2026-11-20', reference: 'R', narration: 'N' }
    ledger.openAccount('ADA')
    ledger.deposit({ ...particulars, amount: kobo(1_000) })
    ledger.transferIn({ ...particulars, securityID: 'JAIZ', quantity: shares(1_000) })
    return ledger
  }

  it('at every price up to 7.00, on a new note', () => {
    for (let worstPx = 1; worstPx <= 700; worstPx++) {
      const ledger = funded(true)
      ledger.reserve(sale(worstPx))
      expect([worstPx, ledger.holdOf('1')]).toEqual([worstPx, dearest(worstPx, 0n, 0n)])
    }
  })

  it.each([true, false])('where charges round up after a trade, unsettled proceeds usable: %s', (usable) => {
    const jumps = Array.from({ length: 40_000 }, (_, index) => index + 1).filter((traded) =>
      [1, 2, 3].some((more) => costOf(BigInt(traded + more)) >= costOf(BigInt(traded))),
    )
    expect(jumps.length).toBeGreaterThan(20)
    for (const traded of jumps) {
      const ledger = funded(usable)
      const first: OpenOrder = { ...sale(traded), orderID: '0', leaves: 1 as Quantity }
      const { leaves: quantity, worstPx: price, ...common } = first
      ledger.reserve(first)
      ledger.fill({ ...common, execID: '0', quantity, price, settlementDate: '2026-11-24' })
      ledger.reserve(sale(1))
      const cost = costOf(BigInt(traded))
      const free = usable || cost > 0n ? cost : 0n
      expect([traded, ledger.holdOf('1')]).toEqual([traded, dearest(1, BigInt(traded), free)])
    }
  })
})

describe('charges', () => {
  const dates = ['0001-01-01', '2026-11-19', '2026-11-20', '2026-11-23']
  const dateFrom = fc.constantFrom(...dates)
  const rate: fc.Arbitrary<FeeRate> = fc.record({
    side: fc.constantFrom(Side.buy, Side.sell),
    item: fc.constantFrom(...feeNames),
    dateFrom,
    ratePpm: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: feeRateLimits.ratePpm })),
    minimum: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 50_000n })).map(kobo),
    vatPpm: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: feeRateLimits.vatPpm })),
  })
  /** Some of them by shares, some by trades. */
  const anyRate: fc.Arbitrary<FeeRate> = fc
    .tuple(rate, fc.constantFrom('rate', 'share', 'trade'), fc.bigInt({ min: 1n, max: 500n }), fc.nat(10))
    .map(([row, basis, each, times]): FeeRate => {
      if (basis === 'rate') return row
      const other = { ...row, ratePpm: 0 }
      if (basis === 'share') return { ...other, perShare: kobo(each) }
      return { ...other, perTrade: kobo(each), maximum: kobo(row.minimum + each * BigInt(times)) }
    })
  const agreement: fc.Arbitrary<AgreedCharges> = fc.record({
    dateFrom,
    commissionPpm: fc.option(fc.integer({ min: 0, max: feeRateLimits.ratePpm })),
    stampDutyExempt: fc.boolean(),
  })
  const ada = { account: 'ADA', securityID: 'ZENITH', tradeDate: '2026-11-20' }

  it('of 10,000 random part-filled trades under random fee tables: note, postings and rule differ by nothing', () => {
    let parts = 0
    fc.assert(
      fc.property(
        fc.constantFrom(Side.buy, Side.sell),
        fc.uniqueArray(anyRate, { selector: rateKey, maxLength: 20 }),
        fc.uniqueArray(agreement, { selector: (agreed) => agreed.dateFrom, maxLength: 3 }),
        fc.array(fc.tuple(wholeMarket.count, wholeMarket.price), { minLength: 1, maxLength: 8 }),
        (side, rates, agreements, parted) => {
          const trades = parted as [Quantity, PriceKobo][]
          const ledger = new Ledger({ unsettledProceedsUsable: true }, rates)
          const particulars = { account: 'ADA', date: '2026-11-20', reference: 'R', narration: 'N' }
          ledger.openAccount('ADA', withAgreements([], agreements))
          ledger.deposit({ ...particulars, amount: kobo(10n ** 12n) })
          ledger.transferIn({ ...particulars, securityID: 'ZENITH', quantity: shares(100_000) })
          const prices = trades.map(([, each]) => each)
          const order: OpenOrder = {
            ...ada,
            orderID: '1',
            side,
            leaves: trades.reduce((sum, [each]) => sum + each, 0) as Quantity,
            worstPx: (side === Side.buy ? Math.max(...prices) : Math.min(...prices)) as PriceKobo,
          }
          expect(ledger.reserve(order)).toBeUndefined()
          const entries = trades.map(([quantity, each], index) =>
            ledger.fill({
              ...order,
              execID: String(index),
              quantity,
              price: each,
              settlementDate: '2026-11-24',
            }),
          )
          parts += entries.length
          const consideration = trades.reduce(
            (sum, [quantity, each]) => sum + BigInt(quantity) * BigInt(each),
            0n,
          )
          const quantity = BigInt(order.leaves)
          const sums = { consideration, quantity, trades: trades.length }
          const rule = tariffBy(rates, order, sums, agreements)
          const [note] = ledger.notes()
          const posted = entries
            .flatMap(({ postings }) => postings)
            .filter(({ ledgerAccount }) => ledgerAccount.startsWith('fee:'))
            .reduce((sum, { amount }) => sum + amount, 0n)
          expect([totalOf(note!.lines) - rule, posted - rule]).toEqual([0n, 0n])
          expect(note).toMatchObject({ consideration, trades: trades.length })
          const cash = side === Side.buy ? -consideration - rule : consideration - rule
          expect(entries.at(-1)?.balance).toBe(10n ** 12n + cash)
          expect(ledger.cash('ADA')).toMatchObject({ balance: 10n ** 12n + cash, held: 0n })
        },
      ),
      { numRuns: 2_500, seed: 20_261_122 },
    )
    expect(parts).toBeGreaterThan(10_000)
  })

  it('under random fee tables: a sale holds what the dearest trade of it can cost', () => {
    const price = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 60_000 }))
    fc.assert(
      fc.property(fc.uniqueArray(rate, { selector: rateKey, maxLength: 20 }), price, (rates, px) => {
        const ledger = new Ledger({ unsettledProceedsUsable: true }, rates)
        ledger.openAccount('ADA')
        const particulars = { account: 'ADA', date: '2026-11-20', reference: 'R', narration: 'N' }
        ledger.deposit({ ...particulars, amount: kobo(10n ** 9n) })
        ledger.transferIn({ ...particulars, securityID: 'ZENITH', quantity: shares(1_000) })
        const order: OpenOrder = {
          ...ada,
          orderID: '1',
          side: Side.sell,
          leaves: 1_000 as Quantity,
          worstPx: px as PriceKobo,
        }
        ledger.reserve(order)
        let dearest = 0n
        for (let brings = BigInt(px); brings <= BigInt(px) + 100n; brings++) {
          const cost = tariffBy(rates, order, { consideration: brings, quantity: 1n, trades: 1 }, []) - brings
          if (cost > dearest) dearest = cost
        }
        expect(ledger.holdOf('1')).toBe(dearest)
      }),
      { numRuns: 1_000 },
    )
  })

  it('under random fee tables by rate, share and trade: cash that an order may use covers every way in which it trades', () => {
    const price = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5_000 }))
    const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(3)), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(
        fc.constantFrom(Side.buy, Side.sell),
        fc.uniqueArray(anyRate, { selector: rateKey, maxLength: 20 }),
        fc.array(fc.tuple(price, parts), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (side, rates, priced, unsettledProceedsUsable) => {
          const ledger = new Ledger({ unsettledProceedsUsable }, rates)
          const particulars = { account: 'ADA', date: '2026-11-20', reference: 'R', narration: 'N' }
          ledger.openAccount('ADA')
          ledger.transferIn({ ...particulars, securityID: 'ZENITH', quantity: shares(10_000) })
          const orders = priced.map(([px, fills], index) => ({
            ...{ ...ada, side, orderID: String(index), worstPx: px as PriceKobo, fills },
            leaves: fills.reduce((sum, [count]) => sum + count, 0) as Quantity,
          }))
          // Deposited is what the orders hold, and no kobo more.
          const rich = Ledger.restore(
            { unsettledProceedsUsable },
            { ...ledger.state(), cash: [{ account: 'ADA', balance: kobo(10n ** 12n) }] },
          )
          for (const { fills: _, ...order } of orders) expect(rich.reserve(order)).toBeUndefined()
          const { held } = rich.cash('ADA')
          if (held > 0n) ledger.deposit({ ...particulars, amount: held })
          for (const { fills: _, ...order } of orders) expect(ledger.reserve(order)).toBeUndefined()
          expect(ledger.cash('ADA')).toMatchObject({ held, available: 0n })

          for (const { fills, worstPx, ...order } of orders)
            fills.forEach(([count, better], index) => {
              ledger.fill({
                ...order,
                execID: `${order.orderID} ${index}`,
                quantity: count as Quantity,
                price: Math.max(1, side === Side.buy ? worstPx - better : worstPx + better) as PriceKobo,
                settlementDate: '2026-11-24',
              })
              const { balance, held: left, unsettledSells } = ledger.cash('ADA')
              expect(balance - left - (unsettledProceedsUsable ? 0n : unsettledSells)).toBeGreaterThanOrEqual(
                0n,
              )
            })
          expect(ledger.cash('ADA').held).toBe(0n)
        },
      ),
      { numRuns: 1_500, seed: 20_261_126 },
    )
  })

  it('of a customer who agreed something later, and of a firm that changes its table, are those of the trade date', () => {
    const ledger = new Ledger({ unsettledProceedsUsable: true })
    const particulars = { account: 'ADA', date: '2026-11-20', reference: 'R', narration: 'N' }
    ledger.openAccount('ADA')
    ledger.deposit({ ...particulars, amount: kobo(100_000_000) })
    const order: OpenOrder = {
      ...ada,
      orderID: '1',
      side: Side.buy,
      leaves: 20_000 as Quantity,
      worstPx: 3_680 as PriceKobo,
    }
    ledger.reserve(order)
    const trade = {
      ...order,
      quantity: 10_000 as Quantity,
      price: order.worstPx,
      settlementDate: '2026-11-24',
    }
    ledger.fill({ ...trade, execID: '1' })
    const heldBefore = ledger.holdOf('1')
    const later = { dateFrom: '2026-11-23' }
    ledger.agree('ADA', [{ ...later, commissionPpm: 7_500, stampDutyExempt: true }])
    const sec = { side: Side.buy, item: 'sec', ratePpm: 0, vatPpm: 0 } as const
    ledger.changeFees([{ ...later, ...sec, minimum: kobo(5_000) }])
    expect(ledger.holdOf('1')).toBe(heldBefore)
    ledger.beginDay('2026-11-23')
    // 368,000.00 + 2,760.00 + 207.00 + 50.00 + 4.00
    expect(ledger.holdOf('1')).toBe(37_102_100n)
    ledger.fill({ ...trade, tradeDate: '2026-11-23', execID: '2' })
    expect(ledger.notes().map(({ lines }) => totalOf(lines))).toEqual([682_580n, 302_100n])
  })
})

describe('many orders at once', () => {
  it('of 64 orders with money for k, exactly k are accepted', () => {
    const price = 3_680 as PriceKobo
    const quantity = 100 as Quantity
    const costOf = (orders: number) => BigInt(orders) * 368_000n + tariff(Side.buy, BigInt(orders) * 368_000n)
    fc.assert(
      fc.property(fc.nat({ max: 64 }), fc.bigInt({ min: 0n, max: 368_000n }), (k, spare) => {
        const ledger = new Ledger({ unsettledProceedsUsable: true })
        ledger.openAccount('ADA')
        const funded = kobo(costOf(k) + spare)
        ledger.deposit({ account: 'ADA', amount: funded, date: '2026-11-20', reference: 'R', narration: 'N' })
        const taken = Array.from({ length: 64 }, (_, index) => ({
          orderID: String(index),
          account: 'ADA',
          securityID: 'ZENITH',
          side: Side.buy,
          leaves: quantity,
          worstPx: price,
          tradeDate: '2026-11-20',
        })).filter((order) => ledger.reserve(order) === undefined)
        expect(taken).toHaveLength(k)
        const { available, held } = ledger.cash('ADA')
        expect(available + held).toBe(k === 0 && spare === 0n ? 0n : funded)
        for (const order of taken) {
          ledger.fill({ ...order, execID: order.orderID, quantity, price, settlementDate: '2026-11-24' })
        }
        expect(ledger.cash('ADA')).toMatchObject({ balance: spare, held: 0n, available: spare })
      }),
      { numRuns: 300 },
    )
  })
})
