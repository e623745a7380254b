import { buffer } from 'node:stream/consumers'
import {
  isRefusal,
  kobo,
  nairaToKobo,
  type PriceKobo,
  type Quantity,
  Side,
  shares,
  shownNaira,
} from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { of, order, SELLER, type Trader } from '../../desk/desk.fixture.ts'
import { installation } from '../../desk/inputs.ts'
import { desk, shareDesk, stage, startDesk } from '../../desk/shared-desk.fixture.ts'
import type { FileAnswer } from '../../files/file-answer.ts'
import { linesOf } from '../../files/pdf/pdf-text.fixture.ts'
import { Printer } from '../../files/pdf/printer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { systemEvery } from '../../platform/clock.ts'
import { callerOf, callsOf, NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'

/**
 * Twenty cancelled and corrected trades of GTCO, as a clerk checks them: by the notes below, which are worked out with
 * a pocket calculator. Every account begins with ₦200,000.00; who sells has 2,000 shares that cost ₦50.00 each. Traded
 * on Friday 20 November, the notes are final on Monday 23, and settle on Tuesday 24.
 */

const FRIDAY = 20
const MONDAY = 23
const WEDNESDAY = 25

/** A contract note in naira: what it prints below its facts. */
interface Note {
  readonly quantity: number
  readonly consideration: number
  /** In the order of the lines of its side. */
  readonly charges: readonly number[]
  readonly total: number
  readonly net: number
}

/**
 * The charges as printed, with their rates. Each is rounded to the kobo by itself, half a kobo upwards; VAT is 7.5% of
 * the line above it.
 */
const CHARGES = {
  [Side.buy]: [
    ...['Brokerage commission1.35%', 'VAT on brokerage commission7.5%', 'SEC fee0.3%', 'VAT on SEC fee7.5%'],
    ...['Stamp duty0.08%', 'Trade alert'],
  ],
  [Side.sell]: [
    ...['Brokerage commission1.35%', 'VAT on brokerage commission7.5%', 'NGX fee0.3%', 'VAT on NGX fee7.5%'],
    ...['CSCS fee0.3%', 'VAT on CSCS fee7.5%', 'Stamp duty0.08%', 'Trade alert'],
  ],
} as const

const NOTHING: Note = { quantity: 0, consideration: 0, charges: [], total: 0, net: 0 }

/** Purchases: the customer pays consideration and charges. */
const BOUGHT = {
  '1,000 at 60.00': {
    ...{ quantity: 1_000, consideration: 60_000, charges: [810, 60.75, 180, 13.5, 48, 4] },
    ...{ total: 1_116.25, net: 61_116.25 },
  },
  // Commission of 891.00: VAT of 66.825.
  '1,000 at 66.00': {
    ...{ quantity: 1_000, consideration: 66_000, charges: [891, 66.83, 198, 14.85, 52.8, 4] },
    ...{ total: 1_227.48, net: 67_227.48 },
  },
  '600 at 60.00': {
    ...{ quantity: 600, consideration: 36_000, charges: [486, 36.45, 108, 8.1, 28.8, 4] },
    ...{ total: 671.35, net: 36_671.35 },
  },
  '400 at 60.00': {
    ...{ quantity: 400, consideration: 24_000, charges: [324, 24.3, 72, 5.4, 19.2, 4] },
    ...{ total: 448.9, net: 24_448.9 },
  },
  '400 at 66.00': {
    ...{ quantity: 400, consideration: 26_400, charges: [356.4, 26.73, 79.2, 5.94, 21.12, 4] },
    ...{ total: 493.39, net: 26_893.39 },
  },
  // 685.488825, 7.5% of 685.49 = 51.41175, 152.33085, 7.5% of 152.33 = 11.42475, 40.62156.
  '777 at 65.35': {
    ...{ quantity: 777, consideration: 50_776.95, charges: [685.49, 51.41, 152.33, 11.42, 40.62, 4] },
    ...{ total: 945.27, net: 51_722.22 },
  },
  // 633.041325, 7.5% of 633.04 = 47.478, 140.67585, 7.5% of 140.68 = 10.551, 37.51356.
  '777 at 60.35': {
    ...{ quantity: 777, consideration: 46_891.95, charges: [633.04, 47.48, 140.68, 10.55, 37.51, 4] },
    ...{ total: 873.26, net: 47_765.21 },
  },
} as const satisfies Record<string, Note>

/** Sales: the customer gets consideration less charges. */
const SOLD = {
  '1,000 at 60.00': {
    ...{ quantity: 1_000, consideration: 60_000, charges: [810, 60.75, 180, 13.5, 180, 13.5, 48, 4] },
    ...{ total: 1_309.75, net: 58_690.25 },
  },
  // Commission of 891.00: VAT of 66.825.
  '1,000 at 66.00': {
    ...{ quantity: 1_000, consideration: 66_000, charges: [891, 66.83, 198, 14.85, 198, 14.85, 52.8, 4] },
    ...{ total: 1_440.33, net: 64_559.67 },
  },
  '400 at 60.00': {
    ...{ quantity: 400, consideration: 24_000, charges: [324, 24.3, 72, 5.4, 72, 5.4, 19.2, 4] },
    ...{ total: 526.3, net: 23_473.7 },
  },
  // 274.899825, 7.5% of 274.90 = 20.6175, twice 61.08885 and 7.5% of 61.09 = 4.58175, 16.29036.
  '333 at 61.15': {
    ...{
      quantity: 333,
      consideration: 20_362.95,
      charges: [274.9, 20.62, 61.09, 4.58, 61.09, 4.58, 16.29, 4],
    },
    ...{ total: 447.15, net: 19_915.8 },
  },
  // 272.652075, 7.5% of 272.65 = 20.44875, twice 60.58935 and 7.5% of 60.59 = 4.54425, 16.15716.
  '333 at 60.65': {
    ...{
      quantity: 333,
      consideration: 20_196.45,
      charges: [272.65, 20.45, 60.59, 4.54, 60.59, 4.54, 16.16, 4],
    },
    ...{ total: 443.52, net: 19_752.93 },
  },
} as const satisfies Record<string, Note>

interface Trade {
  readonly side: Side
  readonly quantity: number
  readonly price: number
}
const bought = (quantity: number, price: number): Trade => ({ side: Side.buy, quantity, price })
const sold = (quantity: number, price: number): Trade => ({ side: Side.sell, quantity, price })

/** A line of the statement, without the number of its note: a debit is below zero. */
type Line = readonly [words: string, amount: number]

interface Case {
  readonly what: string
  readonly trades: readonly Trade[]
  /** The day of November on which it is corrected. */
  readonly on: number
  /** What becomes of the last of the trades, one correction after the other. */
  readonly becomes: readonly (Partial<Pick<Trade, 'quantity' | 'price'>> | null)[]
  /** Traded on Wednesday, before the correction. */
  readonly later?: { readonly trade: Trade; readonly note: Note }
  /** The notes of Friday, each of which replaces the one before. */
  readonly notes: readonly Note[]
  /** The whole statement after the deposit. */
  readonly lines: readonly Line[]
  /** What the account has in the end: cash, shares, what they cost, and the gain of the year. */
  readonly cash: number
  readonly owned: number
  readonly cost: number
  readonly gain: number
}

const ALL_BACK = { cash: 200_000, owned: 0, cost: 0, gain: 0 }
const SHARES_BACK = { cash: 200_000, owned: 2_000, cost: 100_000, gain: 0 }
const AT_60 = { cash: 138_883.75, owned: 1_000, cost: 61_116.25, gain: 0 }
/** 58,690.25 for shares that cost 50,000.00. */
const SOLD_AT_60 = { cash: 258_690.25, owned: 1_000, cost: 50_000, gain: 8_690.25 }
const ONLY_600 = { cash: 163_328.65, owned: 600, cost: 36_671.35, gain: 0 }

const BOUGHT_AT_60: Line = ['Bought 1,000 GTCO at 60.00', -61_116.25]
const BOUGHT_AT_66: Line = ['Bought 1,000 GTCO at 66.00', -67_227.48]
const SOLD_1000_AT_60: Line = ['Sold 1,000 GTCO at 60.00', 58_690.25]
const CANCELED_AT_60: Line = ['Cancelled: 1,000 GTCO bought at 60.00', 61_116.25]
const SALE_CANCELED_AT_60: Line = ['Cancelled: 1,000 GTCO sold at 60.00', -58_690.25]
const FROM_66_TO_60: readonly Line[] = [
  ['Cancelled: 1,000 GTCO bought at 66.00', 67_227.48],
  ['Corrected: 1,000 GTCO bought at 60.00', -61_116.25],
]

const cases: Readonly<Record<string, Case>> = {
  C01: {
    what: 'a purchase is cancelled',
    ...{ trades: [bought(1_000, 60)], on: FRIDAY, becomes: [null] },
    notes: [NOTHING],
    lines: [['Purchase of GTCO, cancelled', 0]],
    ...ALL_BACK,
  },
  C02: {
    what: 'a purchase at a wrong price',
    ...{ trades: [bought(1_000, 66)], on: FRIDAY, becomes: [{ price: 60 }] },
    notes: [BOUGHT['1,000 at 60.00']],
    lines: [BOUGHT_AT_60],
    ...AT_60,
  },
  C03: {
    what: 'a purchase of too many',
    ...{ trades: [bought(1_000, 66)], on: FRIDAY, becomes: [{ quantity: 400 }] },
    notes: [BOUGHT['400 at 66.00']],
    lines: [['Bought 400 GTCO at 66.00', -26_893.39]],
    ...{ cash: 173_106.61, owned: 400, cost: 26_893.39, gain: 0 },
  },
  C04: {
    what: 'a part of a note',
    ...{ trades: [bought(600, 60), bought(400, 60)], on: FRIDAY, becomes: [null] },
    notes: [BOUGHT['600 at 60.00']],
    lines: [['Bought 600 GTCO at 60.00', -36_671.35]],
    ...ONLY_600,
  },
  C05: {
    what: 'a sale is cancelled',
    ...{ trades: [sold(1_000, 60)], on: FRIDAY, becomes: [null] },
    notes: [NOTHING],
    lines: [['Sale of GTCO, cancelled', 0]],
    ...SHARES_BACK,
  },
  C06: {
    what: 'a sale at a wrong price',
    ...{ trades: [sold(1_000, 66)], on: FRIDAY, becomes: [{ price: 60 }] },
    notes: [SOLD['1,000 at 60.00']],
    lines: [SOLD_1000_AT_60],
    ...SOLD_AT_60,
  },
  C07: {
    what: 'a sale of too many',
    ...{ trades: [sold(1_000, 60)], on: FRIDAY, becomes: [{ quantity: 400 }] },
    notes: [SOLD['400 at 60.00']],
    lines: [['Sold 400 GTCO at 60.00', 23_473.7]],
    // The 400 shares cost 20,000.00.
    ...{ cash: 223_473.7, owned: 1_600, cost: 80_000, gain: 3_473.7 },
  },
  C08: {
    what: 'the buyer of a cross',
    ...{ trades: [bought(1_000, 60)], on: FRIDAY, becomes: [null] },
    notes: [NOTHING],
    lines: [['Purchase of GTCO, cancelled', 0]],
    ...ALL_BACK,
  },
  C09: {
    what: 'the seller of the cross',
    ...{ trades: [sold(1_000, 60)], on: FRIDAY, becomes: [] },
    notes: [NOTHING],
    lines: [['Sale of GTCO, cancelled', 0]],
    // Both sides of the cross are corrected at once, with C08.
    ...SHARES_BACK,
  },
  C10: {
    what: 'a purchase is cancelled after its note',
    ...{ trades: [bought(1_000, 60)], on: MONDAY, becomes: [null] },
    notes: [BOUGHT['1,000 at 60.00'], NOTHING],
    lines: [BOUGHT_AT_60, CANCELED_AT_60],
    ...ALL_BACK,
  },
  C11: {
    what: 'a price after the note',
    ...{ trades: [bought(1_000, 66)], on: MONDAY, becomes: [{ price: 60 }] },
    notes: [BOUGHT['1,000 at 66.00'], BOUGHT['1,000 at 60.00']],
    lines: [BOUGHT_AT_66, ...FROM_66_TO_60],
    ...AT_60,
  },
  C12: {
    what: 'a part after the note',
    ...{ trades: [bought(600, 60), bought(400, 60)], on: MONDAY, becomes: [null] },
    notes: [BOUGHT['1,000 at 60.00'], BOUGHT['600 at 60.00']],
    lines: [BOUGHT_AT_60, ['Cancelled: 400 GTCO bought at 60.00', 24_444.9]],
    // 61,116.25 less 36,671.35: the note of what is left is charged the trade alert.
    ...ONLY_600,
  },
  C13: {
    what: 'a sale is cancelled after its note',
    ...{ trades: [sold(1_000, 60)], on: MONDAY, becomes: [null] },
    notes: [SOLD['1,000 at 60.00'], NOTHING],
    lines: [SOLD_1000_AT_60, SALE_CANCELED_AT_60],
    ...SHARES_BACK,
  },
  C14: {
    what: 'a sale at a wrong price after its note',
    ...{ trades: [sold(333, 61.15)], on: MONDAY, becomes: [{ price: 60.65 }] },
    notes: [SOLD['333 at 61.15'], SOLD['333 at 60.65']],
    lines: [
      ['Sold 333 GTCO at 61.15', 19_915.8],
      ['Cancelled: 333 GTCO sold at 61.15', -19_915.8],
      ['Corrected: 333 GTCO sold at 60.65', 19_752.93],
    ],
    // The 333 shares cost 16,650.00.
    ...{ cash: 219_752.93, owned: 1_667, cost: 83_350, gain: 3_102.93 },
  },
  C15: {
    what: 'corrected twice',
    ...{ trades: [bought(1_000, 66)], on: MONDAY, becomes: [{ price: 60 }, { quantity: 400 }] },
    notes: [BOUGHT['1,000 at 66.00'], BOUGHT['1,000 at 60.00'], BOUGHT['400 at 60.00']],
    lines: [
      BOUGHT_AT_66,
      ...FROM_66_TO_60,
      CANCELED_AT_60,
      ['Corrected: 400 GTCO bought at 60.00', -24_448.9],
    ],
    ...{ cash: 175_551.1, owned: 400, cost: 24_448.9, gain: 0 },
  },
  C16: {
    what: 'a settled purchase is cancelled',
    ...{ trades: [bought(1_000, 60)], on: WEDNESDAY, becomes: [null] },
    notes: [BOUGHT['1,000 at 60.00'], NOTHING],
    lines: [BOUGHT_AT_60, CANCELED_AT_60],
    ...ALL_BACK,
  },
  C17: {
    what: 'a settled price',
    ...{ trades: [bought(777, 65.35)], on: WEDNESDAY, becomes: [{ price: 60.35 }] },
    notes: [BOUGHT['777 at 65.35'], BOUGHT['777 at 60.35']],
    lines: [
      ['Bought 777 GTCO at 65.35', -51_722.22],
      ['Cancelled: 777 GTCO bought at 65.35', 51_722.22],
      ['Corrected: 777 GTCO bought at 60.35', -47_765.21],
    ],
    ...{ cash: 152_234.79, owned: 777, cost: 47_765.21, gain: 0 },
  },
  C18: {
    what: 'a settled sale is cancelled',
    ...{ trades: [sold(1_000, 60)], on: WEDNESDAY, becomes: [null] },
    notes: [SOLD['1,000 at 60.00'], NOTHING],
    lines: [SOLD_1000_AT_60, SALE_CANCELED_AT_60],
    ...SHARES_BACK,
  },
  C19: {
    what: 'the buyer has sold all on',
    ...{
      trades: [bought(1_000, 60)],
      on: WEDNESDAY,
      becomes: [null],
      later: { trade: sold(1_000, 60), note: SOLD['1,000 at 60.00'] },
    },
    notes: [BOUGHT['1,000 at 60.00'], NOTHING],
    lines: [BOUGHT_AT_60, CANCELED_AT_60, SOLD_1000_AT_60],
    // The sale had lost 2,426.00; without the purchase it brought all of its proceeds, for shares that are owed.
    ...{ cash: 258_690.25, owned: -1_000, cost: 0, gain: 58_690.25 },
  },
  C20: {
    what: 'the buyer has sold a part on',
    ...{
      trades: [bought(1_000, 66)],
      on: WEDNESDAY,
      becomes: [{ price: 60 }],
      later: { trade: sold(400, 60), note: SOLD['400 at 60.00'] },
    },
    notes: [BOUGHT['1,000 at 66.00'], BOUGHT['1,000 at 60.00']],
    lines: [BOUGHT_AT_66, ...FROM_66_TO_60, ['Sold 400 GTCO at 60.00', 23_473.7]],
    // 600 of 1,000 shares are left of 61,116.25; the 400 cost 24,446.50 and brought 23,473.70.
    ...{ cash: 162_357.45, owned: 600, cost: 36_669.75, gain: -972.8 },
  },
}
const named = Object.entries(cases)

const trader = (account: string): Trader => ({ tenantId: 1, account })
const cscsOf = (account: string) => `20000000${account.slice(1)}`
const [maker, checker] = [1, 2].map((userId) => ({
  ...installation(0),
  userId,
  userName: `control${userId}`,
}))
const printer = new Printer({ every: systemEvery })
let handlers: Handlers<`BackOffice/${string}`>
const { ask, answer } = callsOf(() => handlers, trader('C01'))
const callerOfAccount = (account: string) => callerOf(trader(account))
const koboOf = (naira: number) => Math.round(naira * 100)
const inText = (naira: number) => shownNaira(nairaToKobo(naira) as bigint)

let orders = 0
const send = (who: Trader, { side, quantity, price }: Trade) =>
  desk.submit(order(who, `order ${++orders}`, side, koboOf(price) as PriceKobo, quantity))

/** An account trades with somebody of the other firm. */
async function trade(account: string, { side, ...what }: Trade): Promise<void> {
  await send(SELLER, { ...what, side: side === Side.buy ? Side.sell : Side.buy })
  const done = await send(trader(account), { side, ...what })
  if (done.kind !== 'order' || done.order.ordStatus !== '2')
    throw new Error(`${account}: ${JSON.stringify(done)}`)
}

const lastTradeOf = async (account: string): Promise<number> => {
  const [number] = await stage.column(
    `SELECT x.trade_number FROM executions x JOIN orders o USING (tenant_id, order_id)
     WHERE o.account = '${account}' AND o.trade_date = '2026-11-20' AND x.exec_type = 'F' ORDER BY x.sequence DESC LIMIT 1`,
  )
  return Number(number)
}

async function correct(tradeNumber: number, becomes: Case['becomes'][number]): Promise<void> {
  const change = becomes && {
    price: becomes.price === undefined ? null : (koboOf(becomes.price) as PriceKobo),
    quantity: (becomes.quantity ?? null) as Quantity | null,
  }
  const asked = await desk.submit({
    ...{
      kind: 'requestTradeCorrection',
      origin: maker as typeof checker & object,
      tradeNumber,
      change,
      reason: 'Erroneous',
    },
  })
  if (asked.kind !== 'done') throw new Error(JSON.stringify(asked))
  const decided = { id: asked.sequence, tradeNumber, approves: true, reason: null }
  const own = await desk.submit({
    kind: 'decideTradeCorrection',
    origin: maker as typeof checker & object,
    ...decided,
  })
  expect(own).toMatchObject({ refusal: { refusal: 'tradeCorrectionOwn' } })
  const done = await desk.submit({
    kind: 'decideTradeCorrection',
    origin: checker as typeof maker & object,
    ...decided,
  })
  if (done.kind !== 'done') throw new Error(JSON.stringify(done))
}

async function turnTo(day: number): Promise<void> {
  stage.pass(Date.UTC(2026, 10, day, 10) - stage.now)
  const item = { headline: 'H', body: 'B', source: 'S', urgency: '0' as const, securityIDs: [] }
  await desk.submit({ kind: 'news', origin: installation(0), item })
}

async function correctAllOf(day: number): Promise<void> {
  for (const [account, { on, becomes }] of named) {
    if (on !== day) continue
    const tradeNumber = await lastTradeOf(account)
    for (const each of becomes) await correct(tradeNumber, each)
  }
}

shareDesk()

beforeAll(async () => {
  handlers = backOfficeFeature({
    ...{ store: stage.database.store, picture: desk.picture, desk, outbox: NO_MAIL, print: printer.print },
  })
  const bring = (who: Trader, transfer: object) =>
    desk.submit({
      kind: 'externalTransfer',
      origin: of(who),
      transfer: { account: who.account, reference: 'R', narration: 'N', ...transfer } as never,
    })
  await bring(SELLER, { type: 'deposit', amount: kobo(5_000_000_00n) })
  await bring(SELLER, {
    type: 'transferIn',
    securityID: 'GTCO',
    quantity: shares(100_000),
    unitCost: kobo(50_00n),
  })
  for (const [index, [account, { trades }]] of named.entries()) {
    const terms = {
      account,
      cscsAccount: cscsOf(account),
      customerId: 100 + index,
      customerName: `Customer ${index}`,
    }
    await desk.submit({ kind: 'openAccount', origin: of(trader(account)), account: terms })
    await bring(trader(account), { type: 'deposit', amount: kobo(200_000_00n) })
    if (trades[0]?.side === Side.sell)
      await bring(trader(account), {
        type: 'transferIn',
        securityID: 'GTCO',
        quantity: shares(2_000),
        unitCost: kobo(50_00n),
      })
  }
  for (const [account, { trades }] of named)
    if (account !== 'C08' && account !== 'C09') for (const each of trades) await trade(account, each)
  const cross = {
    crossID: 'x',
    securityID: 'GTCO',
    price: 60_00 as PriceKobo,
    orderQty: 1_000 as Quantity,
    text: null,
  }
  const crossed = await desk.submit({
    kind: 'crossOrder',
    origin: { ...of(trader('C08')), accounts: 'all' },
    request: { ...cross, buyAccount: 'C08', sellAccount: 'C09' },
  })
  expect(crossed.kind).toBe('cross')
  await correctAllOf(FRIDAY)
  await turnTo(MONDAY)
  await correctAllOf(MONDAY)
  await turnTo(24)
  await turnTo(WEDNESDAY)
  for (const [account, { later }] of named) if (later) await trade(account, later.trade)
  await correctAllOf(WEDNESDAY)
}, 120_000)
afterAll(() => printer.close())

const notesOf = async (account: string) =>
  (
    await answer(
      'BackOffice/GetContractNotes',
      { cscsAcct: cscsOf(account), from: '2026-11-20', to: '2026-11-20', sorting: 'number asc' },
      callerOfAccount(account),
    )
  ).items

const printed = async (account: string, number: number): Promise<string[]> => {
  const file = (await ask(
    'BackOffice/DownloadContractNote',
    { number },
    callerOfAccount(account),
  )) as FileAnswer
  if (isRefusal(file)) throw new Error(file.refusal)
  return linesOf(await buffer(file.body as AsyncIterable<Uint8Array>))
}

/** What a note prints, from its consideration to its net amount. */
const figuresOf = ({ consideration, charges, total, net }: Note, side: Side): string[] => [
  `Consideration${inText(consideration)}`,
  ...charges.map((amount, line) => `${CHARGES[side][line]}${inText(amount)}`),
  `Total charges${inText(total)}`,
  `Amount payable ${side === Side.buy ? 'by' : 'to'} you${inText(net)}`,
]

describe.each(named)(
  '%s',
  (account, { what, on, trades, later, notes: expectedNotes, lines, ...expected }) => {
    const cscsAcct = cscsOf(account)
    const side = trades[0]!.side

    test(`${what}: every line of the statement`, async () => {
      const statement = await answer(
        'BackOffice/GetAccountStatement',
        { cscsAcct, from: '2026-11-01', to: '2026-11-25', maxResultCount: 100 },
        callerOfAccount(account),
      )
      const [deposit, ...posted] = statement.items.map(
        ({ narration, debit, credit }): Line => [
          narration.replace(/, contract note \d+$/, ''),
          (credit ?? 0) - (debit ?? 0),
        ],
      )
      expect(deposit).toEqual(['N', 200_000])
      expect(posted).toEqual(lines)
      expect([statement.closingBalance, statement.items.at(-1)?.balance]).toEqual([
        expected.cash,
        expected.cash,
      ])
    })

    test(`${what}: holdings, their cost, cash and realised gain`, async () => {
      const [cash] = await stage.column(`SELECT balance FROM cash_balances WHERE account = '${account}'`)
      expect(Number(cash)).toBe(koboOf(expected.cash))
      const held = { securityID: 'GTCO', quantity: expected.owned, costValue: expected.cost }
      const rows = expected.owned === 0 ? [] : [held]
      const holdings = await answer(
        'BackOffice/GetDashAccountPortfolioHolding',
        { cscsAcct },
        callerOfAccount(account),
      )
      expect(holdings.items).toMatchObject(rows.map((row) => ({ ...row, heldQuantity: 0 })))
      const valuation = await answer(
        'BackOffice/GetDashAccountPortfolioValuation',
        { cscsAcct },
        callerOfAccount(account),
      )
      expect(valuation).toMatchObject({
        ...{ items: rows, cashBalance: expected.cash, realisedGain: expected.gain },
        totals: { costValue: expected.cost },
      })
    })

    test(`${what}: every note and its PDF, to the kobo`, async () => {
      const notes = await notesOf(account)
      expect(notes).toMatchObject(
        expectedNotes.map(({ quantity, consideration, total, net }, index) => ({
          ...{ quantity, consideration, totalFees: total, netAmount: net },
          replaces: notes[index - 1]?.number ?? null,
          replacedBy: notes[index + 1]?.number ?? null,
        })),
      )
      for (const [index, note] of expectedNotes.entries()) {
        const { number, state, fees } = notes[index]!
        const isInForce = index === notes.length - 1
        expect(state).toBe(isInForce ? (note.quantity === 0 ? 'cancelled' : 'settled') : 'replaced')
        expect(fees.map(({ amount }) => amount)).toEqual(note.charges)
        const printedLines = await printed(account, number)
        const first = printedLines.indexOf(`Consideration${inText(note.consideration)}`)
        const figures = figuresOf(note, side)
        expect(printedLines.slice(first, first + figures.length)).toEqual(figures)
        expect(printedLines).toContain(`Account${account}Quantity${note.quantity.toLocaleString('en')}`)
        const text = printedLines.join('\n')
        const saysOf = (words: RegExp) => words.exec(text)?.[0] ?? null
        expect([saysOf(/Replaces contract note \d+/), saysOf(/REPLACED by contract note \d+/)]).toEqual([
          index === 0 ? null : `Replaces contract note ${notes[index - 1]!.number}`,
          isInForce ? null : `REPLACED by contract note ${notes[index + 1]!.number}`,
        ])
        expect(text.includes('CANCELLED')).toBe(isInForce && note.quantity === 0)
      }
    })

    test(`${what}: the ledger has the charges of the notes that count, and sums to zero`, async () => {
      const [sums] = await stage.rows(
        `SELECT sum(amount) FILTER (WHERE ledger_account = 'customer'), sum(amount) FILTER (WHERE ledger_account ~ '^fee'),
         coalesce(sum(amount) FILTER (WHERE ledger_account ~ '^custody'), 0), sum(amount)
       FROM ledger_postings JOIN ledger_entries e USING (tenant_id, sequence, line) WHERE e.account = '${account}'`,
      )
      const charges = expectedNotes.at(-1)!.total + (later?.note.total ?? 0)
      expect(sums?.map(Number)).toEqual([koboOf(expected.cash), koboOf(charges), expected.owned, 0])
    })

    test(`${what}: a correction after the note is a separate line, which names the note and the reversed entry`, async () => {
      const rows = await stage.rows(
        `SELECT e.kind, e.note_number, e.reference, t.kind FROM ledger_entries e
       LEFT JOIN ledger_entries t ON (t.tenant_id, t.account, t.sequence) = (e.tenant_id, e.account, e.reverses)
         AND t.kind <> 'tradeCanceled'
       WHERE e.account = '${account}' AND e.kind LIKE 'trade%' AND e.kind <> 'trade' ORDER BY e.sequence, e.line`,
      )
      expect(rows.length).toBeGreaterThan(0)
      const numbers = (await notesOf(account)).map(({ number }) => String(number))
      for (const [, noteNumber, reference, reversed] of rows) {
        expect(noteNumber === null).toBe(on !== FRIDAY)
        expect(numbers).toContain(reference)
        expect(reversed).toMatch(/^trade(Corrected)?$/)
      }
    })
  },
)

test('the other firm has the same trades and corrections, and its ledger sums to zero', async () => {
  const corrections = await stage.rows(
    `SELECT o.account = 'B1', count(*)::int FROM executions x JOIN orders o USING (tenant_id, order_id)
     WHERE x.exec_type IN ('G', 'H') AND o.account NOT IN ('C08', 'C09') GROUP BY 1 ORDER BY 1`,
  )
  expect(corrections).toEqual([
    [false, corrections[1]?.[1]],
    [true, corrections[0]?.[1]],
  ])
  expect(
    await stage.rows(
      `SELECT order_id FROM orders WHERE order_qty < cum_qty OR filled_value <> (
         SELECT coalesce(sum(x.last_px::bigint * x.last_qty), 0) FROM executions x
         WHERE (x.tenant_id, x.order_id) = (orders.tenant_id, orders.order_id) AND x.exec_type IN ('F', 'G')
           AND NOT EXISTS (SELECT FROM executions l WHERE (l.tenant_id, l.exec_ref) = (x.tenant_id, x.sequence)))`,
    ),
  ).toEqual([])
  expect(
    await stage.rows(
      `SELECT tenant_id, asset, sum(amount) FROM ledger_postings GROUP BY 1, 2 HAVING sum(amount) <> 0`,
    ),
  ).toEqual([])
  const [balance] = await stage.column(`SELECT balance FROM cash_balances WHERE account = 'B1'`)
  const [posted] = await stage.column(
    `SELECT sum((postings -> 'NGN' ->> 'customer')::bigint) FROM ledger_entries WHERE account = 'B1'`,
  )
  expect(String(balance)).toBe(String(posted))
})

test('a replay of the journal gives the same ledgers, and so does a restart', async () => {
  const replayed = await stage.replayed()
  const cash = () =>
    stage.rows('SELECT account, balance, unsettled_buys, unsettled_sells FROM cash_balances ORDER BY 1')
  for (const [account, balance, buys, sells] of await cash()) {
    const firm = [...replayed.firms.values()].find(({ ledger }) => ledger.has(account as string))
    expect([account, firm?.ledger.cash(account as string)]).toEqual([
      account,
      expect.objectContaining({
        ...{ balance: BigInt(balance as string), unsettledBuys: BigInt(buys as string) },
        unsettledSells: BigInt(sells as string),
      }),
    ])
  }
  const before = await cash()
  await desk.end()
  await startDesk()
  expect(await cash()).toEqual(before)
  expect(await correct(await lastTradeOf('C02'), null)).toBeUndefined()
})
