import { readFileSync } from 'node:fs'
import { hubEvents, permissionNames } from '@tradebook/contract'
import fc, { type Arbitrary } from 'fast-check'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { testStore } from '../../../testing/test-database.ts'
import type { DeskInput } from '../inputs.ts'
import type { Baseline, EventBatch } from '../publishing/desk-events.ts'
import { decode, encode } from './codec.ts'
import { fromJournalBody, type JournalEntry, toJournalBody } from './journal.ts'

const text = fc.string({ unit: 'binary' })
const whole = fc.maxSafeInteger()
const amount = fc.bigInt()
const nullable = <T>(value: Arbitrary<T>) => fc.option(value, { nil: null })
const side = fc.constantFrom('1', '2')

const origin = fc.record({
  tenantId: whole,
  userId: whole,
  userName: text,
  accounts: fc.oneof(fc.constant('all'), fc.array(text)),
  permissions: fc.uniqueArray(fc.constantFrom(...permissionNames)).map((names) => new Set(names)),
  clientIpAddress: text,
  browserInfo: text,
})
const transfer = fc.oneof(
  fc.record({
    type: fc.constantFrom('deposit', 'withdrawal'),
    account: text,
    reference: text,
    narration: text,
    amount,
  }),
  fc.record({
    type: fc.constantFrom('transferIn', 'transferOut'),
    account: text,
    reference: text,
    narration: text,
    securityID: text,
    quantity: amount,
    unitCost: amount,
  }),
)
const marketWork = fc.oneof(
  fc.record({
    kind: fc.constant('enter'),
    ref: whole,
    security: whole,
    side,
    price: nullable(whole),
    quantity: whole,
    immediate: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('cancel'), ref: whole }),
  fc.record({ kind: fc.constant('replace'), ref: whole, price: whole, quantity: whole }),
)
const bankAccount = fc.record({ bankCode: text, number: text })
const accountTerms = fc.record({
  account: text,
  cscsAccount: text,
  customerId: whole,
  customerName: text,
  cash: fc.record({ route: text, bankAccount: nullable(bankAccount) }),
})
const news = fc.record({
  headline: text,
  body: text,
  source: text,
  urgency: text,
  securityIDs: fc.array(text),
  announcement: fc.record({ kind: text, values: fc.dictionary(text, fc.oneof(text, whole)) }),
})
const dated = { securityID: text, registerDate: text, payDate: text }
/** The members of each kind of input; a kind without a row is a type error. */
const inputs: Record<DeskInput['kind'], Record<string, Arbitrary<unknown>>> = {
  newOrder: {
    origin,
    request: fc.record({
      clOrdID: text,
      account: text,
      securityID: text,
      side,
      ordType: text,
      price: nullable(whole),
      orderQty: whole,
      timeInForce: text,
      expireDate: nullable(text),
      text: nullable(text),
    }),
  },
  crossOrder: {
    origin,
    request: fc.record({
      crossID: text,
      securityID: text,
      price: nullable(whole),
      orderQty: whole,
      buyAccount: text,
      sellAccount: text,
      text: nullable(text),
    }),
  },
  replaceOrder: {
    origin,
    clOrdID: text,
    orderID: text,
    change: fc.record({ price: nullable(whole), orderQty: nullable(whole) }),
  },
  bulkOrder: {
    origin,
    request: fc.record({
      clOrdID: text,
      securityID: text,
      side,
      ordType: text,
      price: nullable(whole),
      timeInForce: text,
      allocation: text,
      parts: fc.array(fc.record({ account: text, orderQty: whole })),
      text: nullable(text),
    }),
  },
  allocateBulkOrder: {
    origin,
    orderID: text,
    lines: fc.array(fc.record({ account: text, quantity: whole })),
  },
  cancelOrder: { origin, clOrdID: text, orderID: text },
  requestTradeCorrection: {
    origin,
    tradeNumber: whole,
    change: nullable(fc.record({ price: nullable(whole), quantity: nullable(whole) })),
    reason: text,
  },
  decideTradeCorrection: {
    origin,
    id: whole,
    tradeNumber: whole,
    approves: fc.boolean(),
    reason: nullable(text),
  },
  venueOrders: { origin, orders: nullable(fc.array(fc.record({ orderID: nullable(text), cumQty: whole }))) },
  settleDoubt: {
    ...{ origin, orderID: text, as: fc.constantFrom('neverArrived', 'canceled'), reason: text },
    confirms: nullable(fc.record({ byId: whole, at: whole })),
  },
  settleUnclaimed: {
    ...{ origin, venueOrderID: text, as: fc.constantFrom('adopted', 'canceled'), reason: text },
    ...{ firm: whole, account: text, confirms: nullable(fc.record({ byId: whole, at: whole })) },
  },
  askAgain: { origin, orderID: text },
  cancelAll: { origin, reason: text },
  externalTransfer: { origin, transfer },
  requestTransfer: { origin, postingID: text, transfer, approvalAbove: nullable(amount), rightGivenBy: text },
  decideTransfer: { origin, id: whole, approves: fc.boolean(), reason: nullable(text) },
  news: {
    origin,
    item: news,
  },
  openFirm: { origin },
  closeFirm: { origin, tenantId: whole },
  changeSettings: { origin, texts: fc.dictionary(text, text) },
  openAccount: { origin, account: accountTerms },
  changeTerms: { origin, account: accountTerms },
  correctCustomer: { origin, customerId: whole, customerName: text, cscsAccount: text },
  changeCharges: {
    origin,
    rates: fc.array(
      fc.record({
        side: fc.constantFrom('1', '2'),
        item: text,
        dateFrom: text,
        ratePpm: whole,
        minimum: amount,
        vatPpm: whole,
      }),
    ),
    agreements: fc.array(
      fc.record({
        customerId: whole,
        dateFrom: text,
        commissionPpm: nullable(whole),
        stampDutyExempt: fc.boolean(),
      }),
    ),
  },
  chooseAlerts: { origin, accounts: fc.array(text), alertsOff: fc.boolean() },
  removeCharges: {
    origin,
    rates: fc.array(fc.record({ side: fc.constantFrom('1', '2'), item: text, dateFrom: text })),
    agreements: fc.array(fc.record({ customerId: whole, dateFrom: text })),
  },
  changeLimits: {
    origin,
    level: fc.constantFrom('firm', 'user', 'account'),
    id: text,
    limits: fc.record({
      orderValue: nullable(amount),
      orderQty: nullable(whole),
      volumeShareBps: nullable(whole),
      collarBps: nullable(whole),
      ordersPerSecond: nullable(whole),
      duplicateSeconds: nullable(whole),
      dailyTurnover: nullable(amount),
    }),
  },
  setKillSwitch: {
    origin,
    tenantId: whole,
    scope: text,
    id: text,
    on: fc.boolean(),
    reason: text,
    cause: text,
  },
  marketControl: {
    origin,
    action: fc.constantFrom('halt', 'resume'),
    securityID: nullable(text),
    reason: text,
  },
  venueHalt: { origin, action: fc.constantFrom('halt', 'resume'), securityID: nullable(text) },
  venuePhase: { origin, phase: fc.constantFrom('continuous', 'closed') },
  announceCorporateAction: {
    origin,
    terms: fc.oneof(
      fc.record({ ...dated, type: fc.constant('dividend'), rate: amount }),
      fc.record({ ...dated, type: text, ratio: fc.record({ shares: amount, held: amount }) }),
    ),
    news,
  },
  revokeCorporateAction: { origin, id: whole, news },
  venueReport: {
    origin,
    said: fc.record({
      orderID: nullable(text),
      execID: text,
      report: fc.record({ execType: text, lastPx: whole, lastQty: whole }),
      line: fc.record({ sequence: whole, venueOrderID: nullable(text), venueTime: whole }),
    }),
  },
  marketWork: { work: fc.array(marketWork) },
  phase: { phase: text },
  uncross: { securityID: text },
}

/** Arguments of hub events are flat, except for lists of texts. */
const argument = fc.dictionary(
  fc.stringMatching(/^[a-zA-Z]\w*$/),
  fc.oneof(
    text,
    whole,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n || 0),
    fc.boolean(),
    fc.array(text),
    amount,
    fc.constant(null),
  ),
)
const event = fc.record(
  {
    target: fc.constantFrom(...Object.keys(hubEvents)),
    argument,
    order: fc.record({ tenantId: whole, userId: whole, account: text }),
  },
  { requiredKeys: ['target', 'argument'] },
)
const batch = fc.record({
  epoch: whole,
  batch: whole,
  events: fc.array(event),
  workReports: fc.array(fc.record({ ref: whole, leaves: whole })),
}) as Arbitrary<unknown> as Arbitrary<EventBatch>
const baseline = fc.record({
  epoch: whole,
  batch: whole,
  statistics: fc.array(argument),
  books: fc.array(fc.tuple(text, argument)).map((pairs) => new Map(pairs)),
  trades: fc.array(argument),
  venue: argument,
}) as Arbitrary<unknown> as Arbitrary<Baseline>

function survives(value: unknown): void {
  expect(decode(JSON.parse(encode(value)))).toEqual(value)
}

test.each(Object.entries(inputs))('every input %s survives', (kind, members) => {
  fc.assert(fc.property(fc.record({ kind: fc.constant(kind), ...members }), survives))
})

test('every published batch and every baseline survives', () => {
  fc.assert(fc.property(batch, survives))
  fc.assert(fc.property(baseline, survives))
})

test('a journal line survives, amounts beyond a double’s exact range included', () => {
  fc.assert(
    fc.property(transfer, (posting) => {
      const entry = { kind: 'posting', posting } as unknown as JournalEntry
      expect(fromJournalBody('posting', JSON.parse(toJournalBody(entry)))).toEqual(entry)
    }),
  )
})

test('the amounts of older journal lines are brought to this form', async () => {
  const database = await testStore()
  const client = new Client(database.access.admin)
  await client.connect()
  try {
    // As it was before a batch was one row.
    await client.query(
      'DROP VIEW journal; CREATE TABLE journal (tenant_id int, sequence bigint, at timestamptz, kind text, body jsonb)',
    )
    const older = [
      { type: 'deposit', account: 'A1', amount: '9007199254740993' },
      { type: 'transferIn', account: 'A1', securityID: 'GTCO', quantity: '12', unitCost: '4550' },
    ]
    for (const [sequence, posting] of older.entries()) {
      await client.query(
        "INSERT INTO journal (tenant_id, sequence, at, kind, body) VALUES (1, $1, now(), 'posting', $2)",
        [sequence + 1, JSON.stringify({ posting })],
      )
    }
    const migration = new URL('../../store/migrations/007_journal_amounts.sql', import.meta.url)
    // Twice, for what has this form already is left as it is.
    for (const _ of [1, 2]) await client.query(readFileSync(migration, 'utf8'))
    const { rows } = await client.query('SELECT body FROM journal ORDER BY sequence')
    expect(rows.map(({ body }) => fromJournalBody('posting', body))).toEqual([
      { kind: 'posting', posting: { ...older[0], amount: 9_007_199_254_740_993n } },
      { kind: 'posting', posting: { ...older[1], quantity: 12n, unitCost: 4550n } },
    ])
  } finally {
    await client.end()
    await database.close()
  }
})
