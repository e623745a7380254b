import {
  type CorporateActionTerms,
  exReferencePx,
  GREATEST_AMOUNT,
  GREATEST_REFERENCE_PX,
  OrdStatus,
  type PriceKobo,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import { expect, test } from 'vitest'
import { priceTrend } from '../../features/market-data/price-trend.ts'
import { BUYER, of, order, SELLER } from '../desk.fixture.ts'
import type { Origin } from '../inputs.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

/** What companies do to their shareholders, over market days of which the desk misses some. It begins on Friday 20 November. */

shareDesk({ funds: { naira: 1_000_000n, gtco: 1_005 } })

const HOST: Origin = { ...of(BUYER), tenantId: 0, accounts: 'all', userName: 'control' }
const news = { headline: 'H', body: 'B', source: 'Market control', urgency: '0', securityIDs: ['GTCO'] }
const announce = (terms: CorporateActionTerms, origin = HOST) =>
  desk.submit({ kind: 'announceCorporateAction', origin, terms, news })
const revoke = (id: number) => desk.submit({ kind: 'revokeCorporateAction', origin: HOST, id, news })
const goTo = (day: number) => stage.pass(Date.UTC(2026, 10, day, 10) - stage.now)
/** Lets the desk see that the day has turned. */
const seeDay = () => desk.submit({ kind: 'news', origin: HOST, item: news })

const dividend: CorporateActionTerms = {
  type: 'dividend',
  securityID: 'GTCO',
  registerDate: '2026-11-23',
  payDate: '2026-11-25',
  rate: 1_250n,
}
const ratio = { shares: 5n, held: 1n }
const split: CorporateActionTerms = {
  type: 'split',
  securityID: 'GTCO',
  registerDate: '2026-11-24',
  payDate: '2026-11-24',
  ratio,
}
const bonus: CorporateActionTerms = {
  type: 'bonus',
  securityID: 'MTNN',
  registerDate: '2026-11-24',
  payDate: '2026-11-25',
  ratio,
}

test('an action announced twice happens once; other terms, a firm as sender and inconsistent dates are refused', async () => {
  const first = await announce(dividend)
  if (first.kind !== 'done') throw new Error('it was not announced')
  const published = () => stage.events.filter(({ target }) => target === 'onNews').length
  expect(published()).toBe(1)
  expect(await announce(dividend)).toEqual(first)
  expect(published()).toBe(1)
  const refusals = [
    [{ ...dividend, rate: 1n }, HOST, 'corporateActionAnnounced'],
    [bonus, of(BUYER), 'marketControlNotPermitted'],
    [{ ...bonus, securityID: 'NONE' }, HOST, 'unknownSecurity'],
    [{ ...bonus, registerDate: '2026-11-20' }, HOST, 'corporateActionLate'],
    [{ ...bonus, registerDate: '2026-11-28', payDate: '2026-11-30' }, HOST, 'corporateActionDates'],
    [{ ...bonus, payDate: '2026-11-24' }, HOST, 'corporateActionDates'],
    [{ ...bonus, payDate: '2026-11-28' }, HOST, 'corporateActionDates'],
    [{ ...bonus, registerDate: '2028-11-24', payDate: '2028-11-27' }, HOST, 'corporateActionDates'],
    [{ ...bonus, ratio: { shares: 1_000n, held: 1n } }, HOST, 'corporateActionRatio'],
    [{ ...bonus, type: 'split', ratio: { shares: 1n, held: 999_999n } }, HOST, 'corporateActionRatio'],
    [
      { ...dividend, registerDate: '2026-11-24', rate: BigInt(price) * 100n + 1n },
      HOST,
      'corporateActionRate',
    ],
  ] as const
  for (const [terms, origin, refusal] of refusals)
    expect([refusal, await announce(terms, origin)]).toMatchObject([refusal, { refusal: { refusal } }])
  expect(await announce(split)).toMatchObject({ kind: 'done' })
  expect(await stage.column('SELECT count(*)::int FROM corporate_actions')).toEqual([2])
  expect(await stage.column("SELECT ex_date FROM corporate_actions WHERE type = 'split'")).toEqual([
    '2026-11-24',
  ])
})

test('an action revoked before its ex-day never happens, and may be announced again', async () => {
  const announced = await announce(bonus)
  if (announced.kind !== 'done') throw new Error('it was not announced')
  expect(await revoke(announced.sequence)).toMatchObject({ kind: 'done' })
  expect(await revoke(announced.sequence)).toMatchObject({ kind: 'done' })
  expect(await revoke(999_999)).toMatchObject({ refusal: { refusal: 'unknownCorporateAction' } })
  const again = await announce({ ...bonus, registerDate: '2026-12-24', payDate: '2026-12-29' })
  if (again.kind !== 'done') throw new Error('it was not announced again')
  expect(again.sequence).toBeGreaterThan(announced.sequence)
})

test('on the ex-day the open orders in the security are cancelled, and those in others stay open', async () => {
  const kept = { timeInForce: TimeInForce.goodTillDate, expireDate: '2026-12-18' }
  const bid = (clOrdID: string, securityID: string, px: PriceKobo) => {
    const made = order(BUYER, clOrdID, Side.buy, px, 10)
    return desk.submit({ ...made, request: { ...made.request, ...kept, securityID } })
  }
  await bid('ex', 'GTCO', price)
  await bid('other', 'MTNN', await stage.referencePx('MTNN'))
  await desk.submit(order(SELLER, 'day', Side.sell, (price + 50) as PriceKobo, 5))
  goTo(23)
  await seeDay()
  // Who looks at the orders of the ex-day finds the one that ended for it, and not the one that had its last day.
  expect(
    await stage.rows(
      `SELECT cl_ord_id, ord_status, text, o.market_date = d.market_date FROM orders o, desk d ORDER BY cl_ord_id`,
    ),
  ).toEqual([
    ['day', OrdStatus.expired, null, false],
    ['ex', OrdStatus.canceled, 'Trading.Order.CanceledExDay', true],
    ['other', OrdStatus.new, null, true],
  ])
  expect(await stage.referencePx('GTCO')).toBe(price)
  const [id] = await stage.column("SELECT id FROM corporate_actions WHERE type = 'dividend'")
  expect(await announce(dividend)).toMatchObject({ sequence: Number(id) })
  expect(await revoke(Number(id))).toMatchObject({ refusal: { refusal: 'corporateActionBegun' } })
  // What comes in on the qualification date is settled at its end.
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(BUYER),
    transfer: {
      type: 'transferIn',
      account: 'A1',
      securityID: 'GTCO',
      reference: 'R',
      narration: 'N',
      quantity: 7n as never,
      unitCost: 0n as never,
    },
  })
})

const entries = () =>
  stage.rows(
    `SELECT account, kind, quantity::int, balance::int, holding::int, cost::int, entry_date, value_date, reference IS NOT NULL
     FROM ledger_entries WHERE kind IN ('dividend', 'withholdingTax', 'bonus', 'split', 'consolidation')
     ORDER BY account, sequence, line`,
  )

test('missed days are made up in order: register, split, payment on the registered shares', async () => {
  const before = await stage.rows(
    "SELECT market_date, published_px FROM daily_statistics WHERE security_id = 'GTCO' ORDER BY 1 DESC LIMIT 3",
  )
  const [outstanding] = await stage.column(
    "SELECT shares_outstanding::text FROM securities WHERE security_id = 'GTCO'",
  )
  const cash = Number((await stage.column("SELECT balance FROM cash_balances WHERE account = 'A1'"))[0])
  goTo(26)
  await seeDay()
  const day = ['2026-11-26', '2026-11-25', true]
  expect(await entries()).toEqual([
    ['A1', 'split', 28, null, 35, 0, '2026-11-26', '2026-11-24', true],
    ['A1', 'dividend', 7, cash + 87, null, null, ...day], // 87.5 kobo
    ['A1', 'withholdingTax', 7, cash + 78, null, null, ...day],
    ['B1', 'split', 4_020, null, 5_025, 5_025_000, '2026-11-26', '2026-11-24', true],
    ['B1', 'dividend', 1_005, 12_562, null, null, ...day],
    ['B1', 'withholdingTax', 1_005, 11_306, null, null, ...day],
  ])
  // The rows of what accounts have say the same as the entries.
  expect(
    await stage.rows(
      "SELECT account, settled::int, cost::int FROM positions WHERE security_id = 'GTCO' ORDER BY account",
    ),
  ).toEqual([
    ['A1', 35, 0],
    ['B1', 5_025, 5_025_000],
  ])
  expect(await stage.rows('SELECT account, balance::int FROM cash_balances ORDER BY account')).toEqual([
    ['A1', cash + 78],
    ['B1', 11_306],
  ])
  const reference = exReferencePx(price, split, 5)
  expect(await stage.referencePx('GTCO')).toBe(reference)
  expect(desk.listings.find(({ securityID }) => securityID === 'GTCO')).toMatchObject({
    referencePx: reference,
    sharesOutstanding: BigInt(String(outstanding)) * 5n,
  })
  // What was published stays; the chart compares it with the present.
  expect(
    await stage.rows(
      "SELECT market_date, published_px FROM daily_statistics WHERE security_id = 'GTCO' AND market_date < '2026-11-24' ORDER BY 1 DESC LIMIT 3",
    ),
  ).toEqual(before)
  const trend = await priceTrend(stage.database.store, { security: 'GTCO', interval: '1d' } as never, {
    now: stage.now,
    marketDate: '2026-11-26',
  })
  const past = await stage.rows(
    "SELECT open_px, volume::int FROM daily_statistics WHERE security_id = 'GTCO' AND market_date = '2026-11-19'",
  )
  const [[openPx, volume] = []] = past as [number, number][]
  expect(trend.items.find(({ time }) => time.startsWith('2026-11-19'))).toMatchObject({
    openPx: Math.round((openPx ?? 0) / 5) / 100,
    volume: (volume ?? 0) * 5,
  })
})

test('a corporate action happens once: after restarts, on later days, and in a replay', async () => {
  const posted = await entries()
  const positions = 'SELECT account, settled::int, cost::int FROM positions ORDER BY account'
  const held = await stage.rows(positions)
  // The turn is run again, as after a crash before the day was begun.
  await desk.end()
  await stage.asAdmin("UPDATE desk SET market_date = '2026-11-23'")
  await startDesk()
  goTo(30)
  await seeDay()
  expect(await entries()).toEqual(posted)
  expect(await stage.rows(positions)).toEqual(held)
  const replayed = await stage.replayed()
  expect(replayed.firm(SELLER.tenantId).ledger.position('B1', 'GTCO')).toMatchObject({ settled: 5_025n })
  expect(replayed.firm(BUYER.tenantId).ledger.cash('A1')).toEqual(
    expect.objectContaining({
      balance: BigInt(
        Number((await stage.column("SELECT balance FROM cash_balances WHERE account = 'A1'"))[0]),
      ),
    }),
  )
})

test('ratios that an earlier release accepted stop no day, whatever they come to', async () => {
  await desk.end()
  await stage.asAdmin(
    `INSERT INTO corporate_actions SELECT id, type, security, day, day, day, NULL, shares, held, now(), 'control'
     FROM (VALUES (900001, 'split', 'MTNN', 1, 999999), (900002, 'bonus', 'GTCO', 999999, 1), (900003, 'split', 'GTCO', 999999, 1))
       AS of (id, type, security, shares, held), (VALUES ('2026-12-01'::date)) AS of_day (day)`,
  )
  await startDesk()
  goTo(31)
  await seeDay()
  expect(await stage.referencePx('MTNN')).toBe(GREATEST_REFERENCE_PX)
  expect(await stage.referencePx('GTCO')).toBe(1)
  expect(
    await stage.column("SELECT shares_outstanding::text FROM securities WHERE security_id = 'GTCO'"),
  ).toEqual([String(GREATEST_AMOUNT)])
  expect(await stage.column('SELECT max(published_px) FROM adjusted_statistics')).toEqual([2 ** 31 - 1])
  expect(await stage.column('SELECT market_date FROM desk')).toEqual(['2026-12-01'])
})
