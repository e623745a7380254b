import {
  type FeeRate,
  kobo,
  OrdType,
  type PriceKobo,
  Side,
  settingTexts,
  shares,
  TimeInForce,
} from '@tradebook/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Requested } from '../../apps/server/src/desk/decisions/transfer-request.ts'
import { BUYER, of, order, SELLER, type Trader } from '../../apps/server/src/desk/desk.fixture.ts'
import type { DeskAnswer, DeskInput, Origin } from '../../apps/server/src/desk/inputs.ts'
import { desk, shareDesk, stage } from '../../apps/server/src/desk/shared-desk.fixture.ts'
import { brokenRules } from './audit.ts'

/**
 * The rules of the audit, over a record with what a desk can make in a week: own fees, agreements, corporate actions,
 * changed terms of cash, waiting stop orders, proceeds spent before a setting forbade it, days whose trades are dropped.
 */

shareDesk({
  funds: { naira: 10_000_000n, gtco: 100_000 },
  options: { history: { indexBase: 100_000 as never, tradesDays: 2 } },
})

const host: Origin = { ...of(BUYER), tenantId: 0, accounts: 'all', userName: 'control' }
const news = { headline: 'H', body: 'B', source: 'S', urgency: '0', securityIDs: ['GTCO'] }
let ids = 0
const nextID = () => `a${++ids}`

/** Submits what must be taken. */
async function done(input: Parameters<typeof desk.submit>[0]): Promise<DeskAnswer> {
  const answer = await desk.submit(input)
  expect(answer).not.toHaveProperty('refusal')
  return answer
}

const goTo = async (day: number) => {
  stage.pass(Date.UTC(2026, 10, day, 10) - stage.now)
  await done({ kind: 'news', origin: host, item: news })
}

const near = async (ticks: number) => ((await stage.referencePx('GTCO')) + 5 * ticks) as PriceKobo

async function enter(who: Trader, side: Side, quantity: number, terms: object = {}): Promise<void> {
  const asked = order(who, nextID(), side, await near(0), quantity)
  const answer = await done({ ...asked, request: { ...asked.request, ...terms } } as DeskInput as never)
  if (answer.kind === 'order') expect(answer.order.ordStatus).not.toBe('8')
}

async function trade(quantity: number, [seller, buyer]: readonly [Trader, Trader] = [SELLER, BUYER]) {
  await enter(seller, Side.sell, quantity)
  await enter(buyer, Side.buy, quantity)
}

/** One person asks for a posting, or a change of terms, and another one decides. @returns the number of the request. */
async function request(who: Trader, transfer: Requested, approves: boolean | null): Promise<number> {
  const origin = of(who)
  const asked = {
    kind: 'requestTransfer',
    origin,
    postingID: nextID(),
    transfer,
    approvalAbove: kobo(0n),
  } as const
  const answer = await done(asked)
  if (answer.kind !== 'transfer') throw new Error(`answered ${answer.kind}`)
  if (approves === null) return answer.id
  const by = { ...origin, userId: 2, userName: 'other' }
  await done({
    kind: 'decideTransfer',
    origin: by,
    id: answer.id,
    approves,
    reason: approves ? null : 'No',
  })
  return answer.id
}

const direct = { route: 'direct', bankAccount: { bankCode: '011', number: '0000014579' } } as const

/** What the first firm charges from Monday on: a minimum that its small notes come to. */
const ownRate: FeeRate = {
  side: Side.buy,
  item: 'commission',
  dateFrom: '2026-11-23',
  ratePpm: 20_000,
  vatPpm: 75_000,
  minimum: kobo(500_00n),
}

let database: Client

beforeAll(async () => {
  for (const who of [BUYER, SELLER]) {
    const texts = settingTexts({ stopOrders: true, selfMatch: 'allow' })
    await done({ kind: 'changeSettings', origin: of(who), texts })
  }
  const rates = [ownRate, { ...ownRate, side: Side.sell, minimum: kobo(900_00n) }]
  await done({ kind: 'changeCharges', origin: of(BUYER), rates, agreements: [] })
  const agreed = { customerId: 1, dateFrom: '2026-11-24', commissionPpm: 5_000, stampDutyExempt: true }
  await done({ kind: 'changeCharges', origin: of(SELLER), rates: [], agreements: [agreed] })
  const [gtco, days] = ['GTCO', { registerDate: '2026-11-24', payDate: '2026-11-25' }]
  const announce = (terms: object) =>
    done({ kind: 'announceCorporateAction', origin: host, terms: terms as never, news })
  await announce({ type: 'dividend', securityID: gtco, ...days, rate: 1_234n })
  await announce({
    type: 'split',
    securityID: gtco,
    ...days,
    payDate: '2026-11-24',
    ratio: { shares: 3n, held: 2n },
  })
  const revoked = await announce({ type: 'dividend', securityID: 'MTNN', ...days, rate: 100n })
  if (revoked.kind === 'done')
    await done({ kind: 'revokeCorporateAction', origin: host, id: revoked.sequence, news })

  await request(SELLER, { type: 'cashTerms', account: SELLER.account, cash: direct }, true)
  await trade(10_000)
  for (const day of [23, 24, 25, 26]) {
    await goTo(day)
    await trade(100)
    await enter(BUYER, Side.buy, 7)
  }
  const out = {
    type: 'transferOut',
    account: SELLER.account,
    securityID: 'GTCO',
    quantity: shares(10),
  } as const
  const worded = (reference: string) => ({ reference, narration: 'N' })
  await request(SELLER, { ...out, ...worded('R1'), unitCost: kobo(0n) }, true)
  await request(SELLER, { ...out, ...worded('R2'), unitCost: kobo(0n) }, false)
  await request(SELLER, { ...out, ...worded('R3'), unitCost: kobo(0n) }, null)
  await request(BUYER, { type: 'cashTerms', account: BUYER.account, cash: direct }, null)

  // An entry is taken back, and an account released, by two people; a freeze is one person's.
  const { account } = BUYER
  const moved = { type: 'deposit', amount: kobo(100n) } as const
  await request(BUYER, { ...moved, account, ...worded('R4') }, true)
  const [entry] = await stage.column('SELECT max(sequence) FROM ledger_entries')
  await request(
    BUYER,
    { type: 'reversal', account, reverses: Number(entry), of: moved, ...worded('R4') },
    true,
  )
  // A reversal that overdraws an account whose money was paid out, and one that waits.
  const overdrawn = {
    ...{ account: 'O1', cscsAccount: '0000000071', customerId: 71, customerName: 'Overdrawn' },
    cash: { ...direct, route: 'broker' },
  } as const
  await done({ kind: 'openAccount', origin: of(BUYER), account: overdrawn })
  const wrong = { type: 'deposit', amount: kobo(100_000n) } as const
  const deposited = async (account: string, reference: string) => {
    await request(BUYER, { ...wrong, account, ...worded(reference) }, true)
    const [posted] = await stage.column('SELECT max(sequence) FROM ledger_entries')
    return { type: 'reversal', account, reverses: Number(posted), of: wrong, ...worded(reference) } as const
  }
  const first = await deposited('O1', 'R5')
  await request(BUYER, { type: 'withdrawal', account: 'O1', amount: kobo(60_000n), ...worded('R6') }, true)
  await request(BUYER, first, true)
  await request(BUYER, await deposited(account, 'R7'), null)
  const court = {
    ground: 'courtOrder',
    reference: 'Suit 12/2026',
    reason: 'R',
    from: '2026-11-26',
    document: null,
  } as const
  const freeze = await request(BUYER, { type: 'freeze', account, ...court, openOrders: 'keep' }, null)
  await request(BUYER, { type: 'unfreeze', account, freeze, reason: 'R' }, true)
  await request(SELLER, { type: 'freeze', account: SELLER.account, ...court, openOrders: 'keep' }, null)
  const [inForce] = await stage.column('SELECT max(id) FROM account_freezes')
  await request(
    SELLER,
    { type: 'unfreeze', account: SELLER.account, freeze: Number(inForce), reason: 'R' },
    true,
  )
  const change = {
    kind: 'changeCharges',
    rates: [{ ...ownRate, dateFrom: '2026-11-30' }],
    agreements: [],
  } as const
  await request(BUYER, { type: 'charges', account: '', change }, true)

  // The seller spends what it has not received, before the firm forbids that.
  await enter(SELLER, Side.sell, 20_000)
  await enter(BUYER, Side.buy, 20_000)
  await enter(BUYER, Side.sell, 15_000)
  await enter(SELLER, Side.buy, 15_000)
  await done({
    kind: 'changeSettings',
    origin: of(SELLER),
    texts: settingTexts({ unsettledProceedsUsable: false }),
  })

  const stop = { ordType: OrdType.stop, price: null }
  await enter(BUYER, Side.buy, 50, { ...stop, stopPx: await near(8) })
  await enter(BUYER, Side.sell, 50, { ...stop, stopPx: await near(-8) })
  await enter(BUYER, Side.buy, 20, {
    ordType: OrdType.stopLimit,
    timeInForce: TimeInForce.goodTillCancel,
    stopPx: await near(8),
    price: await near(9),
  })
  await enter(BUYER, Side.buy, 30)
  const unpriced = { ordType: OrdType.market, price: null }
  await enter(SELLER, Side.sell, 40, { price: await near(1) })
  await enter(BUYER, Side.buy, 10, { ...unpriced, timeInForce: TimeInForce.fillOrKill })
  await enter(BUYER, Side.buy, 10, { ...unpriced, timeInForce: TimeInForce.immediateOrCancel })
  await enter(BUYER, Side.buy, 20, unpriced)
  await enter(BUYER, Side.buy, 10, { ...unpriced, timeInForce: TimeInForce.goodTillClose })
  database = new Client(stage.database.access.admin)
  await database.connect()
}, 120_000)

afterAll(() => database?.end())

test('a record with all that a desk can make breaks none', async () => {
  expect(await brokenRules(database)).toEqual({})
})

test('it contains the complete file', async () => {
  expect(await stage.asAdmin('SELECT DISTINCT kind FROM ledger_entries ORDER BY 1')).toEqual(
    [
      ['deposit', 'directSettlement', 'dividend', 'settlement', 'split'],
      ['trade', 'transferIn', 'transferOut', 'withdrawal', 'withholdingTax'],
    ].flatMap((kinds) => kinds.map((kind) => [kind])),
  )
  expect(
    await stage.asAdmin(
      'SELECT type, state, count(*)::int FROM transfer_requests GROUP BY 1, 2 ORDER BY 1, 2',
    ),
  ).toEqual([
    ['cashTerms', 'approved', 1],
    ['cashTerms', 'pending', 1],
    ['charges', 'approved', 1],
    ['deposit', 'approved', 3],
    ['freeze', 'posted', 2],
    ['reversal', 'approved', 2],
    ['reversal', 'pending', 1],
    ['transferOut', 'approved', 1],
    ['transferOut', 'pending', 1],
    ['transferOut', 'rejected', 1],
    ['unfreeze', 'approved', 2],
    ['withdrawal', 'approved', 1],
  ])
  const [[open, unpriced] = []] = await stage.asAdmin(
    "SELECT count(*)::int, count(*) FILTER (WHERE price IS NULL)::int FROM orders WHERE ord_status IN ('0', '1')",
  )
  expect([open, unpriced]).toEqual([6, 3])
  const [[kept] = []] = await stage.asAdmin('SELECT min(market_date)::text FROM market_trades')
  expect(kept).toBe('2026-11-24')
  const [[usable] = []] = await stage.asAdmin(
    "SELECT balance - held - unsettled_sells < 0 FROM cash_balances WHERE account = 'B1'",
  )
  expect(usable).toBe(true)
})

/** A request of the last day as if an earlier day had it, too. */
const requestOf = (day: string) => `
  INSERT INTO order_requests SELECT (jsonb_populate_record(r, '{"trade_date": "${day}"}')).*
  FROM order_requests AS r WHERE trade_date = '2026-11-26' ORDER BY cl_ord_id LIMIT 1`

/** What breaks each rule that knows of these: rows as a fault would leave them. */
const faults: Readonly<Record<string, readonly string[]>> = {
  'every manual posting is an entry, every change of terms a line, or it waits, or was rejected': [
    "UPDATE transfer_requests SET posted = posted + 1 WHERE type = 'cashTerms' AND state = 'approved'",
    "UPDATE transfer_requests SET type = 'transferIn' WHERE type = 'transferOut' AND state = 'approved'",
    "UPDATE transfer_requests SET posted = posted - 1 WHERE type = 'reversal'",
    "UPDATE transfer_requests SET posted = posted - 1 WHERE type = 'freeze'",
    "UPDATE transfer_requests SET posted = posted - 1 WHERE type = 'unfreeze'",
    "UPDATE transfer_requests SET posted = posted - 1 WHERE type = 'charges'",
  ],
  'an entry is taken back by one of its own account': [
    'UPDATE ledger_entries SET reverses = reverses - 1 WHERE reverses IS NOT NULL',
  ],
  'a freeze is in force until the line that ends it': [
    'UPDATE account_freezes SET lifted = NULL',
    'UPDATE account_freezes SET lifted = lifted - 1',
  ],
  'no request was kept twice within the days of which requests are known': [
    requestOf('2026-11-25'),
    requestOf('2026-11-20'),
  ],
  'no two entries of a firm have one place': [
    `INSERT INTO ledger_entries SELECT (jsonb_populate_record(e, '{"account": "A2"}')).* FROM ledger_entries e
     WHERE kind = 'dividend' AND account = 'A1'`,
  ],
  'the cash of an account goes where it was approved last': [
    "UPDATE trading_accounts SET bank_account = '0123456789' WHERE account = 'B1'",
  ],
  'an entry leaves the shares that its account’s postings sum to': [
    "UPDATE ledger_entries SET holding = 1 WHERE kind = 'dividend' AND account = 'B1'",
    "UPDATE ledger_entries SET holding = NULL WHERE kind = 'split' AND account = 'B1'",
    "UPDATE ledger_entries SET holding = holding + 1 WHERE kind = 'split' AND account = 'A1'",
  ],
  'the last entry of a position leaves what it costs': [
    "UPDATE positions SET cost = cost + 1 WHERE account = 'B1' AND security_id = 'GTCO'",
  ],
  'every trade of an order has its number': [
    'DELETE FROM market_trades WHERE trade_number = (SELECT max(trade_number) FROM market_trades)',
    "UPDATE executions SET trade_number = NULL WHERE sequence = (SELECT min(sequence) FROM executions WHERE exec_type = 'F')",
  ],
  'an order without a price waits for the close or in its auction alone': [
    "UPDATE orders SET time_in_force = '0' WHERE ord_type = '1' AND ord_status = '0'",
  ],
  'what is immediate is over at once, and fills or kills': [
    "UPDATE orders SET time_in_force = '3' WHERE ord_type = '1' AND ord_status = '0'",
    "UPDATE orders SET time_in_force = '4' WHERE ord_type = '1' AND ord_status = '0'",
    "UPDATE orders SET cum_qty = cum_qty - 1 WHERE time_in_force = '4'",
  ],
  'nothing trades beyond the limits of its day': [
    'UPDATE market_trades SET price = price * 1.2 WHERE trade_number = (SELECT max(trade_number) FROM market_trades)',
    'UPDATE market_trades SET price = price * 0.8 WHERE trade_number = (SELECT min(trade_number) FROM market_trades)',
  ],
  'buyers bought what sellers sold and the market saw': [
    'UPDATE market_trades SET quantity = quantity + 1 WHERE trade_number = (SELECT max(trade_number) FROM market_trades)',
    `UPDATE executions SET last_qty = last_qty + 1 WHERE sequence = (SELECT min(sequence) FROM executions WHERE exec_type = 'F')`,
  ],
  'a corporate action gives each registered holding its due, once': [
    "UPDATE ledger_entries SET reference = 'CA0' WHERE kind = 'dividend' AND account = 'A1'",
    "DELETE FROM ledger_entries WHERE kind = 'split' AND account = 'B1'",
    `INSERT INTO ledger_entries SELECT e.tenant_id, e.sequence, line + 500, kind, account, security_id, entry_date, value_date,
       reference, narration, side, quantity, price, note_number, balance, holding, cost, postings
     FROM ledger_entries e WHERE kind = 'withholdingTax' AND account = 'B1'`,
    "UPDATE corporate_action_holdings SET quantity = quantity + 10 WHERE account = 'A1'",
    "UPDATE corporate_actions SET revoked_at = now(), revoked_by = 'x' WHERE security_id = 'GTCO'",
  ],
  'a note is charged by the fee table of its trade date': [
    "UPDATE fee_rates SET rate_ppm = rate_ppm + 1000 WHERE tenant_id = 1 AND item = 'commission' AND date_from = '2026-11-23'",
    "UPDATE fee_rates SET date_from = '2026-11-20' WHERE tenant_id = 1 AND date_from = '2026-11-23'",
    'DELETE FROM customer_charges',
  ],
  'cash on hold is what open orders may still cost': [
    "UPDATE orders SET order_qty = order_qty + 1, leaves_qty = leaves_qty + 1 WHERE ord_type = '3' AND side = '1' AND ord_status = '0'",
    "UPDATE orders SET order_qty = order_qty + 1, leaves_qty = leaves_qty + 1 WHERE ord_type = '1' AND ord_status = '0'",
    "UPDATE orders SET price = price - 5 WHERE ord_type = '4' AND ord_status = '0'",
    "UPDATE cash_balances SET held = held + 1 WHERE account = 'A1'",
    "UPDATE fee_rates SET minimum = minimum + 100000000 WHERE tenant_id = 1 AND date_from = '2026-11-23' AND side = '1'",
  ],
  'shares on hold are what open sell orders leave': [
    "UPDATE orders SET ord_status = '4' WHERE ord_type = '3' AND side = '2' AND ord_status = '0'",
  ],
  'what is available is neither held, nor to be reversed, nor, where the firm lets it not be spent, to be received':
    [
      "UPDATE cash_balances SET available = available + 1 WHERE account = 'A1'",
      "UPDATE cash_balances SET available = 1 WHERE account = 'B1'",
      "UPDATE transfer_requests SET amount = amount - 1 WHERE type = 'reversal' AND state = 'pending'",
    ],
  'nobody spent more than was usable, except for what was taken back, and proceeds that were usable until the firm changed that':
    [
      "UPDATE cash_balances SET balance = balance - 40001 WHERE account = 'O1'",
      "UPDATE ledger_entries SET reverses = NULL WHERE reverses IS NOT NULL AND account = 'O1'",
      "UPDATE cash_balances SET held = balance + 101 WHERE account = 'A1'",
      "UPDATE cash_balances SET unsettled_sells = 0, held = balance + 1 WHERE account = 'B1'",
      "INSERT INTO settings SELECT 1, NULL, name, value FROM settings WHERE name = 'UNSETTLED_PROCEEDS_USABLE' AND tenant_id = 2; UPDATE cash_balances SET unsettled_sells = balance + 101 WHERE account = 'A1'",
    ],
}

/** The rule, where rows as a fault would leave them break it. */
async function brokenBy(rows: string, rule: string): Promise<string[]> {
  await database.query('BEGIN')
  try {
    await database.query(rows)
    return Object.keys(await brokenRules(database, (name) => name === rule))
  } finally {
    await database.query('ROLLBACK')
  }
}

test('a request that is repeated when it is no longer known may be stored again', async () => {
  const rule = 'no request was kept twice within the days of which requests are known'
  expect(await brokenBy(requestOf('2026-11-19'), rule)).toEqual([])
})

describe.each(Object.entries(faults))('%s', (rule, broken) => {
  test.each(broken)('%s', async (fault) => {
    expect(await brokenBy(fault, rule)).toEqual([rule])
  })
})
