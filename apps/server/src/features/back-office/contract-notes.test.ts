import { kobo, type Permission, Side, shownNaira, toNaira } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { BUYER, SELLER } from '../../desk/desk.fixture.ts'
import { stage } from '../../desk/shared-desk.fixture.ts'
import { linesOf } from '../../files/pdf/pdf-text.fixture.ts'
import { translateTo } from '../../platform/localisation.ts'
import { callerOf } from './back-office.fixture.ts'
import {
  answer,
  ask,
  consideration,
  file,
  kobos,
  noteOf,
  oneTradeForAllTests,
  price,
  QUANTITY,
} from './one-trade.fixture.ts'

oneTradeForAllTests()

const CUSTOMER: readonly Permission[] = ['BUY', 'SELL']

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
      orders: 2,
      orderID: String(orders[0]),
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
  ])('for a %s is printed with the stored lines', async (kind, who, net) => {
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
        `${translate(`Fee.${line}`)}${rate === 0 ? '' : `${rate}%`}${shownNaira(kobos(amount))}`,
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

  test('for dates in the wrong order, or a period without notes, is refused with a clear message', async () => {
    expect(await ask('BackOffice/GetContractNotes', { from: '2026-11-20', to: '2026-11-19' })).toMatchObject({
      refusal: 'periodInvalid',
    })
    expect(await ask('BackOffice/DownloadContractNotes', { to: '2026-10-01' })).toMatchObject({
      refusal: 'noContractNotes',
    })
  })
})

test('notes are downloaded as one archive, each complete and named by its number', async () => {
  const { name, bytes, rows } = await file('BackOffice/DownloadContractNotes', {})
  expect([name, rows]).toEqual(['Contract notes 2026-09-01 to 2026-11-20.zip', 1])
  const printed = await file('BackOffice/DownloadContractNote', { number: 1 })
  const start = bytes.indexOf('%PDF')
  expect(bytes.subarray(30, start).toString()).toBe('Contract note 1.pdf')
  expect(linesOf(bytes.subarray(start, start + bytes.readUInt32LE(22)))).toEqual(linesOf(printed.bytes))
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
    // Beyond the numbers that a column of four bytes has.
    for (const number of ['2147483648', '999999999999999999', '1e3'])
      expect(await answer('BackOffice/GetContractNotes', { number }, customer)).toMatchObject({ items: [] })
    expect(await ask('BackOffice/DownloadContractNotes', {}, customer)).toMatchObject({
      refusal: 'noContractNotes',
    })
    // Anyone who has no account at all has no notes either.
    const nobody = { ...customer, accounts: [] }
    expect(await answer('BackOffice/GetContractNotes', {}, nobody)).toMatchObject({ totalCount: 0 })
  })
})
