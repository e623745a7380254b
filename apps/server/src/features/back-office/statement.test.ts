import {
  isRefusal,
  kobo,
  type PriceKobo,
  Side,
  type StatementLine,
  shares,
  shownNaira,
} from '@tradebook/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUYER, of, order, SELLER, type Trader } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { PrintedDocument } from '../../files/pdf/document.ts'
import { translateTo } from '../../platform/localisation.ts'
import { customerOf, WHOLE } from './back-office.fixture.ts'
import { readStatement, statementHandlers } from './statement.ts'

const DAY_MS = 86_400_000

shareDesk()

const documents: PrintedDocument[] = []

const printed = async (document: PrintedDocument) => {
  documents.push(document)
  return new Uint8Array()
}

const marketDate = () => desk.session?.marketDate ?? ''

const ask = (who: Trader, input: object = {}, cscsAcct = `000000000${who.tenantId}`) =>
  stage.database.store
    .forTenant(who.tenantId)
    .read((tx) =>
      readStatement(
        tx,
        customerOf(who),
        { ...WHOLE, cscsAcct, ...input },
        { marketDate: marketDate(), translate: translateTo('en'), isShown: () => true },
      ),
    )

async function statementOf(who: Trader, input: object = {}) {
  const answer = await ask(who, input)
  if (isRefusal(answer)) throw new Error(answer.refusal)
  return answer
}

/** Cash of one trader from or to outside, in naira. */
const move = (who: Trader, naira: bigint, reference: string, narration: string) =>
  desk.submit({
    kind: 'externalTransfer',
    origin: of(who),
    transfer: {
      account: who.account,
      reference,
      narration,
      type: naira > 0n ? 'deposit' : 'withdrawal',
      amount: kobo((naira > 0n ? naira : -naira) * 100n),
    },
  })

let requests = 0

const trade = async (side: Side, price: number, quantity: number) => {
  const [resting, incoming] = side === Side.buy ? [SELLER, BUYER] : [BUYER, SELLER]
  requests += 1
  const other = side === Side.buy ? Side.sell : Side.buy
  await desk.submit(order(resting, `r${requests}`, other, price as PriceKobo, quantity))
  await desk.submit(order(incoming, `i${requests}`, side, price as PriceKobo, quantity))
}

const bring = (who: Trader, count: number) =>
  desk.submit({
    kind: 'externalTransfer',
    origin: of(who),
    transfer: {
      account: who.account,
      reference: 'R',
      narration: 'N',
      type: 'transferIn',
      securityID: 'GTCO',
      quantity: shares(count),
      unitCost: kobo(50_00n),
    },
  })

/** A line as a broker writes it. */
const written = ({ date, valueDate, reference, narration, debit, credit, balance }: StatementLine) =>
  [date, valueDate, reference, narration, debit ?? '', credit ?? '', balance].join(' | ')

test('a statement is what a broker would write: a line for each note and each entry of cash, and the balance', async () => {
  const price = await stage.referencePx('GTCO')
  expect(price).toBe(61_20)
  await bring(SELLER, 10_000)
  await move(BUYER, 100_000n, 'TRF 8841', 'Transfer from First Bank')
  await trade(Side.buy, price, 1_000)
  await move(BUYER, -2_500n, 'PAY 12', 'Paid to own bank account')
  await trade(Side.buy, price + 10, 500)
  const { items, totals, openingBalance, closingBalance, from, to } = await statementOf(BUYER)
  expect([from, to]).toEqual(['2026-09-01', '2026-11-20'])
  expect(items.map(written)).toEqual([
    '2026-11-20 | 2026-11-20 | TRF 8841 | Transfer from First Bank |  | 100000 | 100000',
    '2026-11-20 | 2026-11-20 | PAY 12 | Paid to own bank account | 2500 |  | 97500',
    '2026-11-20 | 2026-11-23 | Contract note 1 | Bought 1,500 GTCO at 61.2333 | 93556.68 |  | 3943.32',
  ])
  expect({ totals, openingBalance, closingBalance }).toEqual({
    totals: { debit: 96_056.68, credit: 100_000 },
    openingBalance: 0,
    closingBalance: 3_943.32,
  })
  expect((await statementOf(SELLER)).items.map(written)).toEqual([
    '2026-11-20 | 2026-11-23 | Contract note 1 | Sold 1,500 GTCO at 61.2333 |  | 89847.1 | 89847.1',
  ])
})

test('over random days of trading and cash, lines sum to the balance of the ledger, and days join each other', async () => {
  const naira = fc.bigInt({ min: -20_000n, max: 30_000n }).filter((amount) => amount !== 0n)
  const doing = fc.oneof(
    fc.record({ cash: naira, isBuyer: fc.boolean() }),
    fc.record({ side: fc.constantFrom(Side.buy, Side.sell), quantity: fc.integer({ min: 1, max: 300 }) }),
  )
  const days = fc.sample(fc.array(doing, { minLength: 1, maxLength: 8 }), { numRuns: 5, seed: 8 })
  await bring(BUYER, 2_000)
  await move(SELLER, 50_000n, 'R', 'N')
  for (const actions of days) {
    stage.pass(DAY_MS)
    for (const action of actions) {
      if ('cash' in action) await move(action.isBuyer ? BUYER : SELLER, action.cash, 'R', 'N')
      else await trade(action.side, await stage.referencePx('GTCO'), action.quantity)
    }
  }
  for (const who of [BUYER, SELLER]) {
    const whole = await statementOf(who, { from: '2026-11-01' })
    const [balance] = await stage.column(
      `SELECT balance FROM cash_balances WHERE tenant_id = ${who.tenantId} AND account = '${who.account}'`,
    )
    expect(inKobo(whole.closingBalance)).toBe(BigInt(balance as string))
    expect(whole.items.length).toBeGreaterThan(4)
    const dates = [...new Set(whole.items.map(({ date }) => date)), '2026-11-01', marketDate()].toSorted()
    expect(dates.length).toBeGreaterThan(3)
    for (const from of dates) {
      for (const to of [from, marketDate()]) {
        const part = await statementOf(who, { from, to })
        expectToSum(part)
        const own = ({ date }: StatementLine) => date >= from && date <= to
        expect(part.items).toEqual(whole.items.filter(own))
        const before = whole.items.findLast(({ date }) => date < from)
        expect(part.openingBalance).toBe(before?.balance ?? 0)
      }
    }
    const pages = []
    for (let skipCount = 0; skipCount < whole.totalCount; skipCount += 3)
      pages.push(await statementOf(who, { from: '2026-11-01', skipCount, maxResultCount: 3 }))
    expect(pages.flatMap(({ items }) => items)).toEqual(whole.items)
    const newestFirst = await statementOf(who, { from: '2026-11-01', sorting: 'date desc' })
    expect(newestFirst.items.toReversed()).toEqual(whole.items)
  }
})

/** Each balance is the one before it with the line's amount; the first follows from the opening, the last is the closing balance. */
function expectToSum({
  items,
  openingBalance,
  closingBalance,
  totals,
}: Awaited<ReturnType<typeof statementOf>>) {
  let balance = inKobo(openingBalance)
  const sums = { debit: 0n, credit: 0n }
  for (const line of items) {
    sums.debit += inKobo(line.debit ?? 0)
    sums.credit += inKobo(line.credit ?? 0)
    balance += inKobo(line.credit ?? 0) - inKobo(line.debit ?? 0)
    expect(inKobo(line.balance)).toBe(balance)
  }
  expect(inKobo(closingBalance)).toBe(balance)
  expect({ debit: inKobo(totals.debit), credit: inKobo(totals.credit) }).toEqual(sums)
}

const inKobo = (naira: number): bigint => BigInt(Math.round(naira * 100))

describe('refused with a clear message', () => {
  test.each([
    ["another firm's account", '0000000002', {}, 'unknownAccount'],
    ['an account that does not exist', '0000000009', {}, 'unknownAccount'],
    ['days that are not in order', '0000000001', { from: '2026-11-02', to: '2026-11-01' }, 'periodInvalid'],
    ['days that have not come', '0000000001', { from: '2027-01-01', to: '2027-01-31' }, 'dateNotReached'],
  ])('%s', async (_, cscsAcct, input, refusal) => {
    expect(await ask(BUYER, input, cscsAcct)).toMatchObject({ refusal })
  })
})

test('a statement of days to come ends with the market day, as it says', async () => {
  const upToNow = await statementOf(BUYER, { from: '2026-11-01' })
  expect(upToNow.to).toBe(marketDate())
  expect(await statementOf(BUYER, { from: '2026-11-01', to: '2099-12-31' })).toEqual(upToNow)
})

test.each([
  ['the whole record', { from: '0001-01-01' }],
  ['its first day alone', { from: '0001-01-01', to: '0001-01-01' }],
])('a statement of %s begins with nothing, for there is no day before the first', async (_, days) => {
  expect((await statementOf(BUYER, days)).openingBalance).toBe(0)
})

test('the file has the balances before and after the lines, and every line once', async () => {
  const download = statementHandlers({
    store: stage.database.store,
    marketDate,
    print: printed,
  })['BackOffice/DownloadAccountStatement']
  const input = {
    cscsAcct: '0000000001',
    from: '2026-11-01',
    format: 'csv' as const,
    columns: ['narration', 'balance'],
  }
  const file = await download(input, {
    caller: customerOf(BUYER),
    translate: translateTo('en'),
    write: async () => undefined,
  } as unknown as Parameters<typeof download>[1])
  if (isRefusal(file)) throw new Error(file.refusal)
  let text = ''
  for await (const piece of file.body) text += piece
  const { items, closingBalance } = await statementOf(BUYER, { from: '2026-11-01' })
  const rows = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(rows).toHaveLength(items.length + 3)
  expect([rows[0], rows[1], rows.at(-1)]).toEqual([
    'Particulars,Balance',
    'Opening balance,0',
    `Closing balance,${closingBalance}`,
  ])
})

test('the printed statement has the same lines, whose account it is and who issues it', async () => {
  const handlers = statementHandlers({ store: stage.database.store, marketDate, print: printed })
  const print = handlers['BackOffice/PrintAccountStatement']
  const context = {
    caller: customerOf(BUYER),
    culture: 'en',
    translate: translateTo('en'),
    write: async () => undefined,
  } as unknown as Parameters<typeof print>[1]
  const file = await print({ cscsAcct: '0000000001', from: '2026-11-01' }, context)
  if (isRefusal(file)) throw new Error(file.refusal)
  await file.print?.()
  const { items, openingBalance, closingBalance, totals } = await statementOf(BUYER, { from: '2026-11-01' })
  const document = documents.at(-1)
  expect(document).toMatchObject({ title: 'Account Statement', issuer: ['Firm', expect.any(String)] })
  expect(document?.facts.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['Ada', 'A1', '0000000001', '1 Nov 2026']),
  )
  const inText = (naira: number) => shownNaira(inKobo(naira))
  expect(document?.rows.map((row) => row.at(-1))).toEqual(
    [openingBalance, ...items.map(({ balance }) => balance), closingBalance].map(inText),
  )
  expect(document?.sums[0]?.slice(4, 6)).toEqual([inText(totals.debit), inText(totals.credit)])

  const download = handlers['BackOffice/DownloadAccountStatement']
  const asked = { cscsAcct: '0000000001', from: '2026-11-01', format: 'pdf' } as const
  const downloaded = await download(asked, context)
  if (isRefusal(downloaded)) throw new Error(downloaded.refusal)
  await downloaded.print?.()
  expect([downloaded.name, documents.at(-1)]).toEqual([file.name, document])

  const hidden = {
    ...customerOf(SELLER),
    permissions: new Set(['TRADE_ALL_ACCOUNTS'] as const),
    accounts: [],
  }
  await stage.asAdmin("INSERT INTO settings VALUES (2, NULL, 'SHOW_ACCOUNT_BALANCE', 'false')")
  expect(
    await print({ cscsAcct: '0000000002' }, { ...context, caller: hidden } as typeof context),
  ).toMatchObject({ refusal: 'balanceNotShown' })
})

test('entries posted while a file is written appear neither in its lines nor in its balances', async () => {
  const handlers = statementHandlers({ store: stage.database.store, marketDate, print: printed })
  const { items, closingBalance, totals } = await statementOf(BUYER, { from: '2026-11-01' })
  const before = [...items.map(({ balance }) => balance), closingBalance]
  const context = {
    caller: customerOf(BUYER),
    culture: 'en',
    translate: translateTo('en'),
  }
  const postLate = () => move(BUYER, 1_234n, 'LATE', 'Posted while the file is made')
  const asked = { cscsAcct: '0000000001', from: '2026-11-01' }

  const download = handlers['BackOffice/DownloadAccountStatement']
  const file = await download(
    { ...asked, format: 'csv', columns: ['balance'] },
    context as unknown as Parameters<typeof download>[1],
  )
  if (isRefusal(file)) throw new Error(file.refusal)
  await postLate()
  let text = ''
  for await (const piece of file.body) text += piece
  expect(text.trimEnd().split('\r\n').slice(2)).toEqual(before.map(String))

  const print = handlers['BackOffice/PrintAccountStatement']
  const printing = await print(asked, context as unknown as Parameters<typeof print>[1])
  if (isRefusal(printing)) throw new Error(printing.refusal)
  await postLate()
  await printing.print?.()
  const inText = (naira: number) => shownNaira(inKobo(naira))
  const late = [closingBalance + 1_234, closingBalance + 1_234]
  const document = documents.at(-1)
  expect(document?.rows.slice(1).map((row) => row.at(-1))).toHaveLength(before.length + 1)
  expect(document?.rows.at(-1)?.at(-1)).toBe(document?.rows.at(-2)?.at(-1))
  expect(document?.rows.slice(-2).map((row) => row.at(-1))).toEqual(late.map(inText))
  expect(document?.sums[0]?.[5]).toBe(inText(totals.credit + 1_234))
})
