import { kobo, Side, shownNaira, toNaira } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { BUYER, order, SELLER } from '../../desk/desk.fixture.ts'
import { desk, stage } from '../../desk/shared-desk.fixture.ts'
import { linesOf } from '../../files/pdf/pdf-text.fixture.ts'
import { callerOf, callsOf } from './back-office.fixture.ts'
import {
  answer,
  ask,
  file,
  handlers,
  kobos,
  noteOf,
  oneTradeForAllTests,
  QUANTITY,
} from './one-trade.fixture.ts'
import { securityEntryHandlers } from './security-entry.ts'

oneTradeForAllTests()

test('a printed valuation has the figures of the valuation', async () => {
  const input = { cscsAcct: `000000000${BUYER.tenantId}` }
  const { items, totals, totalValue } = await answer(
    'BackOffice/GetDashAccountPortfolioValuation',
    input,
    callerOf(BUYER),
  )
  const { name, bytes } = await file('BackOffice/PrintPortfolioValuation', input, callerOf(BUYER))
  expect(name).toBe('Valuation A1 2026-11-20.pdf')
  const asked = { ...input, format: 'pdf' } as const
  const downloaded = await file('BackOffice/DownloadDashAccountPortfolioValuation', asked, callerOf(BUYER))
  expect([downloaded.name, linesOf(downloaded.bytes)]).toEqual([name, linesOf(bytes)])
  const lines = linesOf(bytes)
  const text = lines.join(' ')
  expect(text).toContain('All amounts are in naira (₦).')
  expect(text).toContain(`Holdings and cash${shownNaira(kobos(totalValue))}`)
  const [holding] = items
  expect(lines.find((line) => line.startsWith('GTCO'))).toContain(
    shownNaira(kobos(holding?.marketValue ?? 0)),
  )
  expect(lines.find((line) => line.startsWith('Holdings'))).toContain(shownNaira(kobos(totals.marketValue)))
  const gain = [shownNaira(kobos(holding?.gainLoss ?? 0)), holding?.gainLossPercent?.toFixed(2)].join('')
  expect(lines.find((line) => line.startsWith('GTCO'))).toContain(gain)
})

test('the file of a valuation has its sums, the cash, the total, what was gained, and the day of its prices', async () => {
  const cscsAcct = `000000000${SELLER.tenantId}`
  const valuation = await answer(
    'BackOffice/GetDashAccountPortfolioValuation',
    { cscsAcct },
    callerOf(SELLER),
  )
  const { totals, cashBalance, totalValue, realisedGain } = valuation
  const { name, bytes } = await file(
    'BackOffice/DownloadDashAccountPortfolioValuation',
    { cscsAcct, format: 'csv', columns: ['securityID', 'costValue', 'marketValue', 'gainLoss'] },
    callerOf(SELLER),
  )
  expect(name).toBe('Portfolio valuation B1 2026-11-20.csv')
  expect(realisedGain).not.toBe(0)
  expect(bytes.toString('utf8').trim().split('\r\n').slice(-5)).toEqual([
    `Holdings,${totals.costValue},${totals.marketValue},${totals.gainLoss}`,
    `Cash,,${cashBalance},`,
    `Holdings and cash,,${totalValue},`,
    `Realised gain this year,,,${realisedGain}`,
    'At the published prices of 20 Nov 2026,,,',
  ])
})

describe('the effect of the trade', () => {
  test('is the same in balance, holding, movement, valuation and note', async () => {
    const cscsAcct = '0000000001'
    const note = await noteOf(BUYER)
    const paid = kobos(note.netAmount)
    const [balance] = await stage.column("SELECT balance FROM cash_balances WHERE account = 'A1'")
    expect(balance).toBe(1_000_000_000n - paid)
    const holdings = await answer('BackOffice/GetDashAccountPortfolioHolding', { cscsAcct })
    const movement = await answer('BackOffice/GetPortfolioMovement', { cscsAcct })
    const valuation = await answer('BackOffice/GetDashAccountPortfolioValuation', { cscsAcct })
    expect(holdings.items).toMatchObject([{ securityID: 'GTCO', quantity: QUANTITY, unsettledIn: QUANTITY }])
    expect(movement.totals).toMatchObject({ quantityIn: QUANTITY, quantityOut: 0, valueOut: 0 })
    expect(movement.totals.valueIn).toBe(note.consideration)
    expect(movement.items.map((row) => [row.kind, row.quantityIn, row.balance, row.reference])).toEqual([
      ['trade', 4_000, 4_000, 'Contract note 1'],
      ['trade', 6_000, QUANTITY, 'Contract note 1'],
    ])
    // Average cost includes the charges of the purchase.
    expect(kobos(movement.items.at(-1)!.cost)).toBe(paid)
    expect(valuation.items).toMatchObject([
      {
        id: 1,
        securityID: 'GTCO',
        quantity: QUANTITY,
        costValue: note.netAmount,
        weightPercent: 100,
        averageCost: holdings.items[0]!.averageCost,
        marketValue: holdings.items[0]!.marketValue,
      },
    ])
    expect(valuation).toMatchObject({
      asOf: '2026-11-20',
      cashBalance: toNaira(kobo(balance as bigint)),
      totalValue: toNaira(kobo((balance as bigint) + kobos(valuation.totals.marketValue))),
      realisedGain: 0,
    })
  })

  test('is gained by the seller, whose shares had cost less', async () => {
    const cscsAcct = '0000000002'
    const note = await noteOf(SELLER)
    const valuation = await answer(
      'BackOffice/GetDashAccountPortfolioValuation',
      { cscsAcct },
      callerOf(SELLER),
    )
    // Half of the shares that came in at 50.00 left with half of their cost.
    expect(kobos(note.realisedGain)).toBe(kobos(note.netAmount) - 10_000n * 5_000n)
    expect(valuation.realisedGain).toBe(note.realisedGain)
    const { items } = await answer('BackOffice/GetPortfolioMovement', { cscsAcct }, callerOf(SELLER))
    expect(items.map((row) => [row.kind, row.quantityIn, row.quantityOut, row.balance, row.cost])).toEqual([
      ['transferIn', 20_000, 0, 20_000, 1_000_000],
      ['trade', 0, 4_000, 16_000, 800_000],
      ['trade', 0, 6_000, 10_000, 500_000],
    ])
  })
})

describe('shares that are transferred', () => {
  const entry = {
    postingID: 'in1',
    cscsAcct: '0000000003',
    type: 'transferIn' as const,
    securityID: 'GTCO',
    quantity: 300,
    unitCost: 12.5,
    reference: 'V1',
    narration: 'From another broker',
  }
  const movement = async () =>
    (await answer('BackOffice/GetPortfolioMovement', { cscsAcct: entry.cscsAcct })).items.map((row) => [
      ...[row.kind, row.quantityIn, row.quantityOut, row.balance, row.cost, row.reference, row.narration],
    ])

  test('are posted once, however often they are sent, and are in the audit trail', async () => {
    const first = await answer('BackOffice/PostSecurityEntry', entry)
    expect(await Promise.all([1, 2].map(() => answer('BackOffice/PostSecurityEntry', entry)))).toEqual([
      first,
      first,
    ])
    expect(await movement()).toEqual([['transferIn', 300, 0, 300, 3_750, 'V1', 'From another broker']])
    expect(
      await stage.asAdmin("SELECT count(*)::int FROM audit_log WHERE method_name = 'PostSecurityEntry'"),
    ).toEqual([[1]])
    const others = [
      ...[{ quantity: 301 }, { unitCost: 12.51 }, { securityID: 'ZENITHBANK' }],
      ...[{ type: 'transferOut' as const, unitCost: 0 }, { reference: 'X' }, { narration: 'X' }],
    ]
    for (const other of others)
      expect(await ask('BackOffice/PostSecurityEntry', { ...entry, ...other })).toMatchObject({
        refusal: 'postingIDUsed',
      })
  })

  test('get the same answer again after the security is delisted, and nothing new is posted in it', async () => {
    const isListed = () => false
    const { store } = stage.database
    const entryHandlers = securityEntryHandlers({ store, desk, isListed, marketDate: () => '2026-11-20' })
    const delisted = callsOf(() => ({ ...handlers, ...entryHandlers }), BUYER)
    expect(await delisted.answer('BackOffice/PostSecurityEntry', entry)).toEqual(
      await answer('BackOffice/PostSecurityEntry', entry),
    )
    expect(await delisted.ask('BackOffice/PostSecurityEntry', { ...entry, postingID: 'in2' })).toMatchObject({
      refusal: 'unknownSecurity',
    })
  })

  test('leave at their average cost, never more of them than are free', async () => {
    const out = { ...entry, type: 'transferOut' as const, reference: 'V2', narration: 'To another broker' }
    expect(
      await ask('BackOffice/PostSecurityEntry', { ...out, postingID: 'out1', quantity: 301 }),
    ).toMatchObject({
      refusal: 'insufficientShares',
    })
    await answer('BackOffice/PostSecurityEntry', { ...out, postingID: 'out2', quantity: 100 })
    expect((await movement()).at(-1)).toEqual(['transferOut', 0, 100, 200, 2_500, 'V2', 'To another broker'])
  })

  test('are worded by what was moved where nobody worded them', async () => {
    const { narration: _, ...unworded } = { ...entry, type: 'transferOut' as const, reference: 'V9' }
    await answer('BackOffice/PostSecurityEntry', { ...unworded, postingID: 'unworded', quantity: 20 })
    expect((await movement()).at(-1)?.slice(-2)).toEqual(['V9', '20 GTCO transferred out'])
  })

  test('with one reference are posted a second time only by a person who knows of the first', async () => {
    const twice = { ...entry, reference: 'V3', quantity: 40 }
    const first = await answer('BackOffice/PostSecurityEntry', { ...twice, postingID: 'twice1' })
    expect(await ask('BackOffice/PostSecurityEntry', { ...twice, postingID: 'twice2' })).toMatchObject({
      refusal: 'postedBefore',
      values: { id: first.id, reference: 'V3', posting: '40 GTCO' },
      data: { id: first.id },
    })
    // What a share had cost does not make it another transfer; another number, security or side does.
    const again = (fields: object) =>
      ask('BackOffice/PostSecurityEntry', { ...twice, reference: 'v3', ...fields })
    expect(await again({ postingID: 'twice3', unitCost: 1 })).toMatchObject({ refusal: 'postedBefore' })
    const others = [{ quantity: 41 }, { securityID: 'ZENITHBANK' }, { type: 'transferOut' }]
    for (const [index, fields] of others.entries())
      expect(await again({ postingID: `other${index}`, ...fields })).toMatchObject({ status: 'posted' })
    expect(await again({ postingID: 'twice4', repeats: first.id })).toMatchObject({ status: 'posted' })
  })

  test('in an unknown security, or at a fraction of a kobo, are refused', async () => {
    expect(
      await ask('BackOffice/PostSecurityEntry', { ...entry, postingID: 'in3', securityID: 'NOSUCH' }),
    ).toMatchObject({
      refusal: 'unknownSecurity',
    })
    expect(() => ask('BackOffice/PostSecurityEntry', { ...entry, unitCost: 0.001 })).toThrow(
      'multiple of 0.01',
    )
  })
})

test('a past day is valued as it ended, and its note is final and then settled', async () => {
  const before = await answer('BackOffice/GetDashAccountPortfolioValuation', { cscsAcct: '0000000001' })
  stage.pass(3 * 86_400_000)
  await desk.submit(order(BUYER, 'wakes-the-desk', Side.buy, await stage.referencePx('GTCO'), 10))
  expect(desk.status.marketDate).toBe('2026-11-23')
  const past = { cscsAcct: '0000000001', asOf: '2026-11-20' }
  expect(await answer('BackOffice/GetDashAccountPortfolioValuation', past)).toEqual(before)
  expect(
    await answer('BackOffice/GetDashAccountPortfolioValuation', { ...past, asOf: '2026-11-19' }),
  ).toMatchObject({
    totalCount: 0,
    cashBalance: 0,
    totalValue: 0,
  })
  expect(
    await ask('BackOffice/GetDashAccountPortfolioValuation', { ...past, asOf: '2026-11-24' }),
  ).toMatchObject({
    refusal: 'dateNotReached',
  })
  // What a sale gained counts from its day until the end of its year.
  const gainedUntil = async (asOf: string) => {
    const input = { cscsAcct: '0000000002', asOf }
    return (await answer('BackOffice/GetDashAccountPortfolioValuation', input, callerOf(SELLER))).realisedGain
  }
  const { realisedGain } = await noteOf(SELLER)
  expect([await gainedUntil('2026-11-19'), await gainedUntil('2026-11-20')]).toEqual([0, realisedGain])
  const { items } = await answer('BackOffice/GetPortfolioPerformance', { cscsAcct: '0000000001' })
  expect(items.slice(-2).map(({ date, totalValue }) => [date, totalValue])).toEqual([
    ['2026-11-20', before.totalValue],
    ['2026-11-23', before.totalValue],
  ])
  expect((await noteOf(BUYER)).state).toBe('settled')
  // Delivery changes nothing that the account owns.
  const movement = await answer('BackOffice/GetPortfolioMovement', { cscsAcct: '0000000001' })
  expect(movement.totalCount).toBe(2)
  const lines = linesOf((await file('BackOffice/DownloadContractNote', { number: 1 })).bytes)
  expect(lines.join(' ')).not.toContain('PROVISIONAL')
})

test('a new year begins without a gain', async () => {
  const { realisedGain } = await noteOf(SELLER)
  expect(realisedGain).not.toBe(0)
  stage.pass(Date.parse('2027-01-04T10:00:00Z') - stage.now)
  await desk.submit(order(BUYER, 'new year', Side.buy, await stage.referencePx('GTCO'), 10))
  expect(desk.status.marketDate).toBe('2027-01-04')
  const input = { cscsAcct: '0000000002' }
  const valuation = () => answer('BackOffice/GetDashAccountPortfolioValuation', input, callerOf(SELLER))
  expect((await valuation()).realisedGain).toBe(0)
})
