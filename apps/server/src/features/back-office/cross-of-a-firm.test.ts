import { buffer } from 'node:stream/consumers'
import {
  type CallName,
  isRefusal,
  kobo,
  nairaToKobo,
  type Permission,
  type Quantity,
  Side,
  shares,
  shownNaira,
} from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SELLER as OTHER_FIRM, of, type Trader } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { FileAnswer } from '../../files/file-answer.ts'
import { linesOf } from '../../files/pdf/pdf-text.fixture.ts'
import { Printer } from '../../files/pdf/printer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { systemEvery } from '../../platform/clock.ts'
import { callerOf, callsOf, NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'
import {
  buyer,
  CONSIDERATION,
  PRICE,
  QUANTITY,
  seller,
  sides,
  ZENITHBANK,
} from './sides-of-a-cross.fixture.ts'

const CUSTOMER: readonly Permission[] = ['BUY', 'SELL']

const customer = (trader: Trader) => callerOf(trader, CUSTOMER)

const staff = { ...of(buyer.trader), accounts: 'all' as const }

let handlers: Handlers<`BackOffice/${string}`>

const printer = new Printer({ every: systemEvery })

const { ask, answer } = callsOf(() => handlers, buyer.trader)

shareDesk()

beforeAll(async () => {
  handlers = backOfficeFeature({
    store: stage.database.store,
    picture: desk.picture,
    desk,
    outbox: NO_MAIL,
    print: printer.print,
  })
  const { cscsAcct: cscsAccount, customerName, trader } = seller
  await desk.submit({
    kind: 'openAccount',
    origin: staff,
    account: { account: trader.account, cscsAccount, customerId: 2, customerName },
  })
  const particulars = { reference: 'R', narration: 'N' }
  const deposit = { ...particulars, type: 'deposit', account: 'A1', amount: kobo(1_000_000_00n) } as const
  await desk.submit({ kind: 'externalTransfer', origin: staff, transfer: deposit })
  const bring = (account: string, securityID: string, count: number, unitCost: bigint) =>
    desk.submit({
      kind: 'externalTransfer',
      origin: staff,
      transfer: {
        ...particulars,
        type: 'transferIn',
        account,
        securityID,
        quantity: shares(count),
        unitCost: kobo(unitCost),
      },
    })
  await bring('A2', 'GTCO', 15_000, 40_00n)
  for (const account of ['A1', 'A2']) await bring(account, ZENITHBANK.securityID, 100, 30_00n)
  const crossed = await desk.submit({
    kind: 'crossOrder',
    origin: staff,
    request: {
      crossID: 'x1',
      securityID: 'GTCO',
      price: PRICE,
      orderQty: QUANTITY as Quantity,
      buyAccount: 'A1',
      sellAccount: 'A2',
      text: null,
    },
  })
  expect(crossed).toMatchObject({ kind: 'cross', trade: { price: PRICE, quantity: QUANTITY } })
}, 60_000)

afterAll(() => printer.close())

const noteOf = async ({ trader, cscsAcct }: (typeof sides)[number][1]) => {
  const { items, totalCount } = await answer('BackOffice/GetContractNotes', { cscsAcct }, customer(trader))
  expect(totalCount).toBe(1)
  return items[0]!
}

const inText = (naira: number) => shownNaira(nairaToKobo(naira)!)

test('the firm collects the charges of both sides, and the ledger has each balance to the kobo', async () => {
  expect(
    await stage.rows(
      "SELECT account, balance::text, held::text FROM cash_balances WHERE account IN ('A1', 'A2') ORDER BY 1",
    ),
  ).toEqual([
    ['A1', '37614178', '0'],
    ['A2', '59916647', '0'],
  ])
  expect(
    await stage.rows(
      `SELECT ledger_account, sum(amount)::text FROM ledger_postings
       WHERE ledger_account LIKE 'fee:%' GROUP BY 1 ORDER BY ledger_account COLLATE "C"`,
    ),
  ).toEqual([
    ['fee:commission', '1653750'],
    ['fee:commission:vat', '124032'],
    ['fee:cscs', '183750'],
    ['fee:cscs:vat', '13781'],
    ['fee:ngx', '183750'],
    ['fee:ngx:vat', '13781'],
    ['fee:sec', '183750'],
    ['fee:sec:vat', '13781'],
    ['fee:stampDuty', '98000'],
    ['fee:tradeAlert', '800'],
  ])
  expect(
    await stage.rows('SELECT asset FROM ledger_postings GROUP BY asset HAVING sum(amount) <> 0'),
  ).toEqual([])
})

describe.each(sides)('the view of the %s', (_, side) => {
  const { trader, cscsAcct, gtco } = side
  const own = customer(trader)

  test('in the contract note has the lines of the rule', async () => {
    const note = await noteOf(side)
    expect(note).toMatchObject({
      customerName: side.customerName,
      side: side.side,
      tradeDate: '2026-11-20',
      settlementDate: '2026-11-23',
      quantity: QUANTITY,
      trades: 1,
      averagePrice: 61.25,
      consideration: CONSIDERATION,
      totalFees: side.totalFees,
      netAmount: side.netAmount,
      realisedGain: side.realisedGain,
    })
    expect(note.fees.map(({ name, amount }) => [name, amount])).toEqual(
      side.fees.map(([name, , amount]) => [name, amount]),
    )
  })

  test('in the printed note is the same, line by line', async () => {
    const { number } = await noteOf(side)
    const file = (await ask('BackOffice/DownloadContractNote', { number }, own)) as FileAnswer
    if (isRefusal(file)) throw new Error(file.refusal)
    const lines = linesOf(await buffer(file.body as AsyncIterable<Uint8Array>))
    expect(lines).toContain(side.title)
    const first = lines.indexOf(`Consideration${inText(CONSIDERATION)}`)
    expect(lines.slice(first + 1, first + side.fees.length + 3)).toEqual([
      ...side.fees.map(([, text, amount]) => `${text}${inText(amount)}`),
      `Total charges${inText(side.totalFees)}`,
      `${side.net}${inText(side.netAmount)}`,
    ])
    const text = lines.join('\n')
    for (const fact of [side.customerName, cscsAcct, '10,000', '₦61.25', '20 Nov 2026', '23 Nov 2026'])
      expect(text).toContain(fact)
    // The first document waits for the start of the process that prints.
  }, 60_000)

  test('in the statement is the note as one line, and the balance of the ledger', async () => {
    const { items, closingBalance } = await answer('BackOffice/GetAccountStatement', { cscsAcct }, own)
    const { number } = await noteOf(side)
    expect(items.filter(({ noteNumber }) => noteNumber !== null)).toMatchObject([
      {
        date: '2026-11-20',
        valueDate: '2026-11-23',
        reference: `Contract note ${number}`,
        narration: side.narration,
        debit: side.debit,
        credit: side.credit,
        balance: side.cash,
        noteNumber: number,
        trades: 1,
      },
    ])
    expect(closingBalance).toBe(side.cash)
  })

  test('in holdings, movement and valuation agrees', async () => {
    const holdings = await answer('BackOffice/GetDashAccountPortfolioHolding', { cscsAcct }, own)
    const movement = await answer('BackOffice/GetPortfolioMovement', { cscsAcct }, own)
    const valuation = await answer('BackOffice/GetDashAccountPortfolioValuation', { cscsAcct }, own)
    const { costValue, ...held } = gtco
    expect(
      holdings.items.toSorted((one, other) => one.securityID.localeCompare(other.securityID)),
    ).toMatchObject([
      { securityID: 'GTCO', ...held },
      { securityID: 'ZENITHBANK', quantity: 100, averageCost: 30 },
    ])
    expect(movement.items.filter(({ kind }) => kind === 'trade')).toMatchObject([
      {
        securityID: 'GTCO',
        reference: `Contract note ${(await noteOf(side)).number}`,
        quantityIn: side.side === Side.buy ? QUANTITY : 0,
        quantityOut: side.side === Side.sell ? QUANTITY : 0,
        price: 61.25,
        balance: gtco.quantity,
        cost: costValue,
      },
    ])
    const { quantity, averageCost } = gtco
    expect(valuation.items).toMatchObject([
      { id: 1, securityID: 'GTCO', quantity, averageCost, costValue },
      { id: 2, ...ZENITHBANK },
    ])
    expect(valuation).toMatchObject({
      cashBalance: side.cash,
      realisedGain: side.realisedGain,
      totals: { costValue: costValue + ZENITHBANK.costValue },
    })
    // Both value the same shares at the same published price.
    const worth = ({ items }: typeof holdings | typeof valuation) =>
      new Map(items.map(({ securityID, marketValue, gainLoss }) => [securityID, [marketValue, gainLoss]]))
    expect(worth(valuation)).toEqual(worth(holdings))
    const kobos = (naira: number) => nairaToKobo(naira) as bigint
    const shareValue = valuation.items.reduce((sum, { marketValue }) => sum + kobos(marketValue), 0n)
    expect(kobos(valuation.totalValue)).toBe(shareValue + kobos(side.cash))
  })
})

describe('another firm', () => {
  const stranger = callerOf(OTHER_FIRM)

  test.each([
    'BackOffice/GetAccountStatement',
    'BackOffice/DownloadAccountStatement',
    'BackOffice/GetDashAccountPortfolioHolding',
    'BackOffice/GetPortfolioMovement',
    'BackOffice/GetDashAccountPortfolioValuation',
    'BackOffice/PrintPortfolioValuation',
    'BackOffice/GetContractNotes',
    'BackOffice/DownloadContractNotes',
  ] as const satisfies readonly CallName[])('gets nothing of either account from %s', async (name) => {
    for (const cscsAcct of [buyer.cscsAcct, seller.cscsAcct])
      expect(await ask(name, { cscsAcct }, stranger)).toMatchObject({ refusal: 'unknownAccount' })
  })

  test('is sent no event of the orders', () => {
    const firms = stage.events.flatMap((event) => ('order' in event ? [event.order.tenantId] : []))
    expect(new Set(firms)).toEqual(new Set([buyer.trader.tenantId]))
  })

  test('has no note of it, and nothing moved', async () => {
    expect(await answer('BackOffice/GetContractNotes', {}, stranger)).toMatchObject({
      totalCount: 0,
      items: [],
    })
    for (const [, side] of sides) {
      const { number } = await noteOf(side)
      expect(await ask('BackOffice/DownloadContractNote', { number }, stranger)).toMatchObject({
        refusal: 'unknownContractNote',
      })
    }
    expect(await stage.rows('SELECT 1 FROM ledger_postings WHERE tenant_id <> 1')).toEqual([])
    expect(await stage.rows('SELECT 1 FROM orders WHERE tenant_id <> 1')).toEqual([])
    expect(await stage.rows('SELECT 1 FROM executions WHERE tenant_id <> 1')).toEqual([])
  })
})
