import { buffer } from 'node:stream/consumers'
import {
  type CallInput,
  type CallName,
  isRefusal,
  kobo,
  nairaToKobo,
  type Permission,
  Side,
  shownNaira,
  toNaira,
} from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUYER, fund, of, order, SELLER, type Trader } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import { linesOf } from '../../files/pdf/pdf-text.fixture.ts'
import { Printer } from '../../files/pdf/printer.ts'
import type { FileAnswer } from '../../http/files.ts'
import type { Handlers } from '../../http/handlers.ts'
import { translateTo } from '../../platform/localisation.ts'
import { callerOf, callsOf, NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'
import { securityEntryHandlers } from './security-entry.ts'

// Longer than 300 lines, for one trade, made once, is read back by every call.

/** One trade of 10,000 GTCO between two firms, from the desk to everything that people read of it. */

let handlers: Handlers<`BackOffice/${string}`>
const printer = new Printer()
const QUANTITY = 10_000
let price: number
let consideration: bigint

shareDesk()
beforeAll(async () => {
  handlers = backOfficeFeature({
    store: stage.database.store,
    picture: desk.picture,
    desk,
    print: printer.print,
    outbox: NO_MAIL,
  })
  await desk.submit({
    kind: 'openAccount',
    origin: of(BUYER),
    account: { account: 'A2', cscsAccount: '0000000003', customerId: 2, customerName: 'Ngọzi' },
  })
  await fund(desk, { naira: 10_000_000n, gtco: 20_000 })
  const reference = await stage.referencePx('GTCO')
  price = toNaira(reference)
  consideration = BigInt(reference) * BigInt(QUANTITY)
  // Two orders of the buyer make one note.
  await desk.submit(order(SELLER, 'offer', Side.sell, reference, QUANTITY))
  await desk.submit(order(BUYER, 'bid1', Side.buy, reference, 4_000))
  await desk.submit(order(BUYER, 'bid2', Side.buy, reference, 6_000))
}, 60_000)

afterAll(() => printer.close())

const CUSTOMER: readonly Permission[] = ['BUY', 'SELL']

const { ask, answer } = callsOf(() => handlers, BUYER)

async function file<Name extends CallName & `BackOffice/${'Download' | 'Print'}${string}`>(
  name: Name,
  input: CallInput<Name>,
  who = callerOf(BUYER),
): Promise<{ name: string; bytes: Buffer; rows: number }> {
  const answered = (await ask(name, input, who)) as FileAnswer
  if (isRefusal(answered)) throw new Error(answered.refusal)
  const bytes = await buffer(answered.body as AsyncIterable<Uint8Array>)
  return { name: answered.name, bytes, rows: answered.rows() }
}

const noteOf = async (who: Trader) =>
  (await answer('BackOffice/GetContractNotes', { cscsAcct: `000000000${who.tenantId}` }, callerOf(who)))
    .items[0]!

const kobos = (naira: number) => nairaToKobo(naira) as bigint

test('a printed valuation has the figures of the valuation', async () => {
  const input = { cscsAcct: `000000000${BUYER.tenantId}` }
  const { items, totals, totalValue } = await answer(
    'BackOffice/GetDashAccountPortfolioValuation',
    input,
    callerOf(BUYER),
  )
  const { name, bytes } = await file('BackOffice/PrintPortfolioValuation', input, callerOf(BUYER))
  expect(name).toBe('Valuation A1 2026-11-20.pdf')
  const lines = linesOf(bytes)
  const text = lines.join(' ')
  expect(text).toContain('All amounts are in naira (₦).')
  expect(text).toContain(`Holdings and cash${shownNaira(kobos(totalValue))}`)
  const [holding] = items
  expect(lines.find((line) => line.startsWith('GTCO'))).toContain(
    shownNaira(kobos(holding?.marketValue ?? 0)),
  )
  expect(lines.find((line) => line.startsWith('Holdings'))).toContain(shownNaira(kobos(totals.marketValue)))
})

describe('a note', () => {
  test('has the lines that were posted, to the kobo, and names its orders', async () => {
    const note = await noteOf(BUYER)
    const orders = await stage.column('SELECT order_id FROM orders WHERE account = $$A1$$ ORDER BY order_id')
    expect(note).toMatchObject({
      number: 1,
      state: 'provisional',
      tradeDate: '2026-11-20',
      settlementDate: '2026-11-23',
      account: 'A1',
      cscsAccount: '0000000001',
      customerName: 'Ada',
      customerId: 1,
      securityID: 'GTCO',
      side: Side.buy,
      quantity: QUANTITY,
      trades: 2,
      averagePrice: price,
      consideration: toNaira(kobo(consideration)),
      realisedGain: 0,
      orderIDs: orders.map(String),
    })
    const posted = await stage.rows(
      `SELECT substr(ledger_account, 5), sum(amount)::bigint FROM ledger_postings
       WHERE tenant_id = 1 AND ledger_account LIKE 'fee:%' GROUP BY 1`,
    )
    expect(new Map(note.fees.map(({ name, amount }) => [name, kobos(amount)]))).toEqual(
      new Map(posted as never),
    )
    const fees = note.fees.reduce((sum, { amount }) => sum + kobos(amount), 0n)
    expect(kobos(note.totalFees)).toBe(fees)
    expect(kobos(note.netAmount)).toBe(consideration + fees)
  })

  test.each([
    ['purchase', BUYER, 'Amount payable by you'],
    ['sale', SELLER, 'Amount payable to you'],
  ])('of a %s is printed with the stored lines', async (kind, who, net) => {
    const note = await noteOf(who)
    const [isin] = await stage.column("SELECT isin FROM securities WHERE security_id = 'GTCO'")
    await stage.asAdmin(
      `INSERT INTO settings VALUES ($1, NULL, 'MEMBER_CODE', 'FML'), ($1, NULL, 'ADDRESS', E'1 Marina\\nLagos'),
       ($1, NULL, 'PHONE', '+2348000000001')`,
      [who.tenantId],
    )
    const { name, bytes, rows } = await file(
      'BackOffice/DownloadContractNote',
      { number: note.number },
      callerOf(who),
    )
    const lines = linesOf(bytes)
    expect([name, rows]).toEqual(['Contract note 1.pdf', 1])
    expect(lines.slice(0, 5)).toEqual([
      'Firm',
      '1 Marina',
      'Lagos',
      '+2348000000001',
      'Dealing member of the Nigerian Exchange, code FML',
    ])
    expect(lines).toContain(`Contract note: ${kind}`)
    expect(lines.join(' ')).toContain('PROVISIONAL')
    const translate = translateTo('en')
    const printed = note.fees.map(
      ({ name: line, rate, amount }) =>
        `${translate(`Fee.${line}`)}${rate === 0 ? '' : `${rate} %`}${shownNaira(kobos(amount))}`,
    )
    const first = lines.indexOf(`Consideration${shownNaira(consideration)}`)
    expect(lines.slice(first + 1, first + printed.length + 3)).toEqual([
      ...printed,
      `Total charges${shownNaira(kobos(note.totalFees))}`,
      `${net}${shownNaira(kobos(note.netAmount))}`,
    ])
    expect(lines.join('\n')).toContain(note.orderIDs.join(', '))
    expect(lines.join('\n')).toContain('20 Nov 2026')
    expect([note.isin, lines.join('\n')]).toEqual([isin, expect.stringContaining(String(isin))])
  })

  test('is listed with sums over all that pass the filters, and as a file', async () => {
    const note = await noteOf(BUYER)
    const { totals, totalCount } = await answer('BackOffice/GetContractNotes', { side: [Side.buy] })
    expect([totalCount, totals]).toEqual([
      1,
      { consideration: note.consideration, totalFees: note.totalFees, cash: -note.netAmount },
    ])
    expect(await answer('BackOffice/GetContractNotes', { side: [Side.sell] })).toMatchObject({
      totalCount: 0,
      items: [],
      totals: { consideration: 0, totalFees: 0, cash: 0 },
    })
    const csv = String(
      (await file('BackOffice/DownloadContractNoteList', { columns: ['number', 'netAmount'] })).bytes,
    )
    expect(csv).toBe(`\uFEFFNote no.,Net amount\r\n1,${note.netAmount}\r\n`)
  })

  test('of days that are not in order, and of a period without notes, is refused in words', async () => {
    expect(await ask('BackOffice/GetContractNotes', { from: '2026-11-20', to: '2026-11-19' })).toMatchObject({
      refusal: 'periodInvalid',
    })
    expect(await ask('BackOffice/DownloadContractNotes', { to: '2026-10-01' })).toMatchObject({
      refusal: 'noContractNotes',
    })
  })
})

test('notes come as one archive, each under its number and whole', async () => {
  const { name, bytes, rows } = await file('BackOffice/DownloadContractNotes', {})
  expect([name, rows]).toEqual(['Contract notes 2026-11-01 to 2026-11-20.zip', 1])
  const printed = await file('BackOffice/DownloadContractNote', { number: 1 })
  const start = bytes.indexOf('%PDF')
  expect(bytes.subarray(30, start).toString()).toBe('Contract note 1.pdf')
  expect(linesOf(bytes.subarray(start, start + bytes.readUInt32LE(22)))).toEqual(linesOf(printed.bytes))
})

describe('what the trade moved', () => {
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

describe("another's", () => {
  const ofAccount = [
    'BackOffice/GetDashAccountPortfolioValuation',
    'BackOffice/DownloadDashAccountPortfolioValuation',
    'BackOffice/GetPortfolioPerformance',
    'BackOffice/GetPortfolioMovement',
    'BackOffice/DownloadPortfolioMovement',
    'BackOffice/GetContractNotes',
    'BackOffice/DownloadContractNoteList',
    'BackOffice/DownloadContractNotes',
  ] as const

  test.each(ofAccount)('account answers at %s as one that does not exist', async (name) => {
    const customer = callerOf({ tenantId: 1, account: 'A2' }, CUSTOMER)
    for (const cscsAcct of ['0000000001', '0000000002', '9999999999'])
      expect(await ask(name, { cscsAcct }, customer)).toMatchObject({
        refusal: 'unknownAccount',
        values: { account: cscsAcct },
      })
  })

  test('note answers as one that does not exist, and is in no list', async () => {
    const customer = callerOf({ tenantId: 1, account: 'A2' }, CUSTOMER)
    for (const number of [1, 999])
      expect(await ask('BackOffice/DownloadContractNote', { number }, customer)).toMatchObject({
        refusal: 'unknownContractNote',
        values: { number },
      })
    expect(await answer('BackOffice/GetContractNotes', {}, customer)).toMatchObject({ totalCount: 0 })
    expect(await answer('BackOffice/GetContractNotes', { number: '1' }, customer)).toMatchObject({
      totalCount: 0,
    })
    expect(await ask('BackOffice/DownloadContractNotes', {}, customer)).toMatchObject({
      refusal: 'noContractNotes',
    })
    // Whoever has no account at all has no notes either.
    const nobody = { ...customer, accounts: [] }
    expect(await answer('BackOffice/GetContractNotes', {}, nobody)).toMatchObject({ totalCount: 0 })
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
    expect(await ask('BackOffice/PostSecurityEntry', { ...entry, quantity: 301 })).toMatchObject({
      refusal: 'postingIDUsed',
    })
  })

  test('are answered again when the security is delisted meanwhile, and nothing new is posted of it', async () => {
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

  test('of an unknown security, or at a part of a kobo, are refused', async () => {
    expect(
      await ask('BackOffice/PostSecurityEntry', { ...entry, postingID: 'in3', securityID: 'NOSUCH' }),
    ).toMatchObject({
      refusal: 'unknownSecurity',
    })
    expect(await ask('BackOffice/PostSecurityEntry', { ...entry, unitCost: 0.001 })).toMatchObject({
      refusal: 'amountInvalid',
    })
  })
})

test('a day that is over is valued as it ended, and the note of it is final and then settled', async () => {
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
