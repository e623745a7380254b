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
 * Twenty cancelled and corrected trades of GTCO, as a clerk checks them. Every account begins with ₦200,000.00; who
 * sells has 2,000 shares that cost ₦50.00 each. Traded on Friday 20 November, the notes are final on Monday 23, and
 * settle on Tuesday 24. By the standard fees:
 *
 * | trade           | consideration | charges  | net       |
 * |-----------------|--------------:|---------:|----------:|
 * | 1,000 bought 60 |     60,000.00 | 1,116.25 | 61,116.25 |
 * | 1,000 bought 66 |     66,000.00 | 1,227.48 | 67,227.48 |
 * |   600 bought 60 |     36,000.00 |   671.35 | 36,671.35 |
 * |   400 bought 60 |     24,000.00 |   448.90 | 24,448.90 |
 * |   400 bought 66 |     26,400.00 |   493.39 | 26,893.39 |
 * | 1,000 sold 60   |     60,000.00 | 1,309.75 | 58,690.25 |
 * | 1,000 sold 66   |     66,000.00 | 1,440.33 | 64,559.67 |
 * |   400 sold 60   |     24,000.00 |   526.30 | 23,473.70 |
 */

const FRIDAY = 20
const MONDAY = 23
const WEDNESDAY = 25

interface Trade {
  readonly side: Side
  readonly quantity: number
  readonly price: number
}
const bought = (quantity: number, price: number): Trade => ({ side: Side.buy, quantity, price })
const sold = (quantity: number, price: number): Trade => ({ side: Side.sell, quantity, price })

interface Case {
  readonly what: string
  readonly trades: readonly Trade[]
  /** The day of November on which it is corrected. */
  readonly on: number
  /** What becomes of the last of the trades, one correction after the other. */
  readonly becomes: readonly (Partial<Pick<Trade, 'quantity' | 'price'>> | null)[]
  /** Traded on Wednesday, before the correction. */
  readonly later?: Trade
  /** What the account has in the end: cash, shares, what they cost, and the gain of the year. */
  readonly cash: number
  readonly owned: number
  readonly cost: number
  readonly gain: number
  /** What the note in force prints: shares, and the net amount. */
  readonly note: readonly [quantity: number, net: number]
}

const ALL_BACK = { cash: 200_000, owned: 0, cost: 0, gain: 0, note: [0, 0] as const }
const SHARES_BACK = { cash: 200_000, owned: 2_000, cost: 100_000, gain: 0, note: [0, 0] as const }
const AT_60 = { cash: 138_883.75, owned: 1_000, cost: 61_116.25, gain: 0, note: [1_000, 61_116.25] as const }
const SOLD_AT_60 = {
  cash: 258_690.25,
  owned: 1_000,
  cost: 50_000,
  gain: 8_690.25,
  note: [1_000, 58_690.25] as const,
}
const ONLY_600 = { cash: 163_328.65, owned: 600, cost: 36_671.35, gain: 0, note: [600, 36_671.35] as const }

const cases: Readonly<Record<string, Case>> = {
  C01: {
    what: 'a purchase is cancelled',
    trades: [bought(1_000, 60)],
    on: FRIDAY,
    becomes: [null],
    ...ALL_BACK,
  },
  C02: {
    what: 'a purchase at a wrong price',
    trades: [bought(1_000, 66)],
    on: FRIDAY,
    becomes: [{ price: 60 }],
    ...AT_60,
  },
  C03: {
    ...{
      what: 'a purchase of too many',
      trades: [bought(1_000, 66)],
      on: FRIDAY,
      becomes: [{ quantity: 400 }],
    },
    ...{ cash: 173_106.61, owned: 400, cost: 26_893.39, gain: 0, note: [400, 26_893.39] },
  },
  C04: {
    what: 'a part of a note',
    trades: [bought(600, 60), bought(400, 60)],
    on: FRIDAY,
    becomes: [null],
    ...ONLY_600,
  },
  C05: {
    what: 'a sale is cancelled',
    trades: [sold(1_000, 60)],
    on: FRIDAY,
    becomes: [null],
    ...SHARES_BACK,
  },
  C06: {
    what: 'a sale at a wrong price',
    trades: [sold(1_000, 66)],
    on: FRIDAY,
    becomes: [{ price: 60 }],
    ...SOLD_AT_60,
  },
  C07: {
    ...{ what: 'a sale of too many', trades: [sold(1_000, 60)], on: FRIDAY, becomes: [{ quantity: 400 }] },
    ...{ cash: 223_473.7, owned: 1_600, cost: 80_000, gain: 3_473.7, note: [400, 23_473.7] },
  },
  C08: {
    what: 'the buyer of a cross',
    trades: [bought(1_000, 60)],
    on: FRIDAY,
    becomes: [null],
    ...ALL_BACK,
  },
  C09: {
    what: 'the seller of the cross',
    trades: [sold(1_000, 60)],
    on: FRIDAY,
    becomes: [],
    ...SHARES_BACK,
  },
  C10: {
    what: 'a purchase is cancelled after its note',
    trades: [bought(1_000, 60)],
    on: MONDAY,
    becomes: [null],
    ...ALL_BACK,
  },
  C11: {
    what: 'a price after the note',
    trades: [bought(1_000, 66)],
    on: MONDAY,
    becomes: [{ price: 60 }],
    ...AT_60,
  },
  C12: {
    what: 'a part after the note',
    trades: [bought(600, 60), bought(400, 60)],
    on: MONDAY,
    becomes: [null],
    ...ONLY_600,
  },
  C13: {
    what: 'a sale is cancelled after its note',
    trades: [sold(1_000, 60)],
    on: MONDAY,
    becomes: [null],
    ...SHARES_BACK,
  },
  C14: {
    what: 'a sale at a wrong price after its note',
    trades: [sold(1_000, 66)],
    on: MONDAY,
    becomes: [{ price: 60 }],
    ...SOLD_AT_60,
  },
  C15: {
    ...{
      what: 'corrected twice',
      trades: [bought(1_000, 66)],
      on: MONDAY,
      becomes: [{ price: 60 }, { quantity: 400 }],
    },
    ...{ cash: 175_551.1, owned: 400, cost: 24_448.9, gain: 0, note: [400, 24_448.9] },
  },
  C16: {
    what: 'a settled purchase is cancelled',
    trades: [bought(1_000, 60)],
    on: WEDNESDAY,
    becomes: [null],
    ...ALL_BACK,
  },
  C17: {
    what: 'a settled price',
    trades: [bought(1_000, 66)],
    on: WEDNESDAY,
    becomes: [{ price: 60 }],
    ...AT_60,
  },
  C18: {
    what: 'a settled sale is cancelled',
    trades: [sold(1_000, 60)],
    on: WEDNESDAY,
    becomes: [null],
    ...SHARES_BACK,
  },
  C19: {
    ...{
      what: 'the buyer has sold all on',
      trades: [bought(1_000, 60)],
      on: WEDNESDAY,
      becomes: [null],
      later: sold(1_000, 60),
    },
    // The sale had lost 2,426.00; without the purchase it brought all of its proceeds, for shares that are owed.
    ...{ cash: 258_690.25, owned: -1_000, cost: 0, gain: 58_690.25, note: [0, 0] },
  },
  C20: {
    ...{
      what: 'the buyer has sold a part on',
      trades: [bought(1_000, 66)],
      on: WEDNESDAY,
      becomes: [{ price: 60 }],
      later: sold(400, 60),
    },
    // 600 of 1,000 shares are left of 61,116.25; the 400 cost 24,446.50 and brought 23,473.70.
    ...{ cash: 162_357.45, owned: 600, cost: 36_669.75, gain: -972.8, note: [1_000, 61_116.25] },
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
const inText = (naira: number) => shownNaira(nairaToKobo(naira) as bigint)

let orders = 0
const send = (who: Trader, { side, quantity, price }: Trade) =>
  desk.submit(order(who, `order ${++orders}`, side, (price * 100) as PriceKobo, quantity))

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
    price: becomes.price === undefined ? null : ((becomes.price * 100) as PriceKobo),
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
  for (const [account, { later }] of named) if (later) await trade(account, later)
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

describe.each(named)('%s', (account, { what, on, becomes, trades, ...expected }) => {
  test(`${what}: cash, shares, cost and gain`, async () => {
    const cscsAcct = cscsOf(account)
    const statement = await answer(
      'BackOffice/GetAccountStatement',
      { cscsAcct, from: '2026-11-01', to: '2026-11-25', maxResultCount: 100 },
      callerOfAccount(account),
    )
    expect(statement.closingBalance).toBe(expected.cash)
    expect(statement.items.map(({ balance }) => balance)).toContain(expected.cash)
    const [row] = await stage.rows(
      `SELECT settled + unsettled_in - unsettled_out, cost, held FROM positions
       WHERE account = '${account}' AND security_id = 'GTCO'`,
    )
    expect(row?.map(Number)).toEqual([expected.owned, Math.round(expected.cost * 100), 0])
    const valuation = await answer(
      'BackOffice/GetDashAccountPortfolioValuation',
      { cscsAcct },
      callerOfAccount(account),
    )
    expect(valuation).toMatchObject({ cashBalance: expected.cash, realisedGain: expected.gain })
  })

  test(`${what}: the note in force, what it replaces, and its document`, async () => {
    const notes = await notesOf(account)
    const [quantity, netAmount] = expected.note
    const inForce = notes.at(-1)!
    expect(inForce).toMatchObject({ quantity, netAmount, replacedBy: null })
    expect(notes).toHaveLength(on === FRIDAY ? 1 : becomes.length + 1)
    for (const [index, note] of notes.slice(0, -1).entries())
      expect(note).toMatchObject({ state: 'replaced', replacedBy: notes[index + 1]?.number })
    if (quantity === 0) expect(inForce.state).toBe('cancelled')
    const lines = await printed(account, inForce.number)
    expect(lines.join('\n')).toContain(inText(netAmount))
    if (notes.length === 1) return
    expect(inForce.replaces).toBe(notes.at(-2)?.number)
    expect(lines.join('\n')).toContain(`Replaces contract note ${inForce.replaces}`)
    const first = await printed(account, notes[0]!.number)
    expect(first.join('\n')).toContain(`REPLACED by contract note ${notes[1]!.number}`)
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
    expect(trades.length).toBeGreaterThan(0)
  })
})

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
