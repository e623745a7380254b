import { OrdStatus } from '@tradebook/contract'
import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { copyOf, migrateNew } from '../../testing/test-database.ts'
import { of } from '../desk/desk.fixture.ts'
import { Desk } from '../desk/desk.ts'
import { fromJournalBody } from '../desk/record/journal.ts'
import { postgresRecord } from '../desk/record/postgres-record.ts'
import { GuardedClock } from '../platform/clock.ts'
import { openEmbeddedVenue } from '../venue/embedded/embedded.ts'
import { leadDatabase } from './lead.ts'
import { openStore } from './store.ts'

const silent = pino({ level: 'silent' })
const now = Date.parse('2026-11-20T10:00:00Z')

/** The rows of a firm as a server at migration 005 wrote them: a deposit, a note that is not settled, an open order. */
const rows = `
  INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (7, 'Older', 'Older firm', '2026-01-05T09:00Z');
  INSERT INTO customers (tenant_id, id, name) VALUES (7, 3, 'Ada');
  INSERT INTO trading_accounts VALUES (7, 'A1', 3, '0000000001');
  INSERT INTO securities VALUES ('GTCO', 0, 'Guaranty Trust Holding', NULL, 'Financial services', NULL, 'B', 29431179224);
  INSERT INTO daily_statistics (security_id, market_date, reference_px, published_px) VALUES ('GTCO', '2026-11-20', 4500, 4500);
  INSERT INTO journal VALUES
    (7, 1, '2026-11-19T09:00Z', 'posting',
      '{"posting": {"type": "deposit", "account": "A1", "amount": "100000000", "date": "2026-11-19", "reference": "D1", "narration": "Deposit"}}'),
    (7, 2, '2026-11-20T08:00Z', 'settle', '{"date": "2026-11-20"}'),
    (7, 4, '2026-11-18T09:00Z', 'posting',
      '{"posting": {"type": "transferIn", "account": "A1", "securityID": "GTCO", "quantity": "501", "unitCost": "4000", "date": "2026-11-18", "reference": "T1", "narration": "Transfer"}}');
  INSERT INTO cash_balances VALUES (7, 'A1', 99586539, 0, 913061, 0, 99586539);
  INSERT INTO positions VALUES (7, 'A1', 'GTCO', 401, 200, 0, 0, 401, 2517061);
  INSERT INTO contract_notes VALUES
    (7, 'A1', '1', 'GTCO', '2026-11-19', '2026-11-23', 200, 900000, '{"commission": "12150", "commission:vat": "911"}', false),
    (7, 'A1', '2', 'GTCO', '2026-11-18', '2026-11-19', 100, 500000, '{"tradeAlert": "400"}', true);
  INSERT INTO ledger_entries VALUES
    (7, 1, 0, 'deposit', 'A1', NULL, '2026-11-19', '2026-11-19', 'D1', 'Deposit'),
    (7, 4, 0, 'transferIn', 'A1', 'GTCO', '2026-11-18', '2026-11-18', 'T1', 'Transfer'),
    (7, 5, 0, 'trade', 'A1', 'GTCO', '2026-11-18', '2026-11-19', '5', 'Sold 100 GTCO at 50.00'),
    (7, 6, 0, 'settlement', 'A1', 'GTCO', '2026-11-19', '2026-11-19', '2026-11-18 sale GTCO', 'Settled 100 GTCO sold on 2026-11-18'),
    (7, 7, 0, 'trade', 'A1', 'GTCO', '2026-11-19', '2026-11-23', '7', 'Bought 200 GTCO at 45.00');
  INSERT INTO ledger_postings VALUES
    (7, 1, 0, 0, 'customer', 'A1', 'NGN', 100000000), (7, 1, 0, 1, 'bank', NULL, 'NGN', -100000000),
    (7, 4, 0, 0, 'custody', 'A1', 'GTCO', 501), (7, 4, 0, 1, 'depository', NULL, 'GTCO', -501),
    (7, 5, 0, 0, 'customer', 'A1', 'NGN', 499600), (7, 5, 0, 1, 'fee:tradeAlert', NULL, 'NGN', 400),
    (7, 5, 0, 2, 'clearing', NULL, 'NGN', -500000), (7, 5, 0, 3, 'custody:unsettled', 'A1', 'GTCO', -100),
    (7, 5, 0, 4, 'clearing', NULL, 'GTCO', 100),
    (7, 6, 0, 0, 'custody:unsettled', 'A1', 'GTCO', 100), (7, 6, 0, 1, 'custody', 'A1', 'GTCO', -100),
    (7, 7, 0, 0, 'customer', 'A1', 'NGN', -913061), (7, 7, 0, 1, 'fee:commission', NULL, 'NGN', 12150),
    (7, 7, 0, 2, 'fee:commission:vat', NULL, 'NGN', 911), (7, 7, 0, 3, 'clearing', NULL, 'NGN', 900000),
    (7, 7, 0, 4, 'custody:unsettled', 'A1', 'GTCO', 200), (7, 7, 0, 5, 'clearing', NULL, 'GTCO', -200);
  INSERT INTO orders VALUES
    (7, 8, 'A1', 1, 'broker', 'sold', NULL, 'GTCO', '2', '2', 5000, 100, '0', NULL, NULL, '2', 100, 0, 500000, 5000, 100,
     0, NULL, NULL, NULL, '2026-11-18', 8, '2026-11-18T09:45Z', '2026-11-18T09:45Z', 2),
    (7, 9, 'A1', 1, 'broker', 'bought', NULL, 'GTCO', '1', '2', 4500, 200, '0', NULL, NULL, '2', 200, 0, 900000, 4500, 200,
     0, NULL, NULL, NULL, '2026-11-19', 9, '2026-11-19T10:00Z', '2026-11-19T10:00Z', 2);
  INSERT INTO executions VALUES
    (7, 5, 8, 'sold', 'F', '2', 5000, 100, 100, 0, 500000, NULL, '2026-11-18T10:00Z'),
    (7, 7, 9, 'bought', 'F', '2', 4500, 200, 200, 0, 900000, NULL, '2026-11-19T10:00:50Z');
  INSERT INTO orders VALUES
    (7, 3, 'A1', 1, 'broker', 'mine', NULL, 'GTCO', '1', '2', 4500, 100, '0', NULL, NULL, '0', 0, 100, 0, NULL, NULL,
     460000, '3', NULL, NULL, '2026-11-20', 3, '2026-11-20T09:45Z', '2026-11-20T09:45Z', 1);
  INSERT INTO market_trades VALUES
    (1, 'GTCO', 4490, 10, '0', NULL, 1, '2026-11-19T10:00:20Z', '2026-11-19'),
    (2, 'GTCO', 4500, 200, '0', NULL, 2, '2026-11-19T10:00:50Z', '2026-11-19');
  INSERT INTO order_requests VALUES (7, 'A1', '2026-11-20', 'mine', 3, 'as it was asked');
  UPDATE desk SET sequence = 9, epoch = 4, fence = 2, market_time = '2026-11-20T09:45Z', market_date = '2026-11-20'`

test('a desk starts on a database of an earlier release, with its open orders, requests, notes and balances', async () => {
  const { access, drop } = await copyOf('tradebook_template_005', (template) =>
    migrateNew(template, '005_orders_of_the_day'),
  )
  const admin = new Client(access.admin)
  await admin.connect()
  await admin.query(rows)
  const leadership = await leadDatabase(access, silent)
  const store = await openStore(access, silent, { migrate: true })

  const journal = await admin.query("SELECT kind, body FROM journal WHERE kind = 'posting' ORDER BY sequence")
  expect(journal.rows.map(({ kind, body }) => fromJournalBody(kind, body))).toMatchObject([
    { kind: 'posting', posting: { type: 'deposit', account: 'A1', amount: 100_000_000n } },
    { kind: 'posting', posting: { type: 'transferIn', quantity: 501n, unitCost: 4_000n } },
  ])
  const desk = new Desk({
    connect: postgresRecord(() => leadership.connectDesk()),
    openVenue: openEmbeddedVenue,
    clock: 'open',
    time: new GuardedClock({ wall: () => now, monotonic: () => 0 }),
    pause: () => Promise.reject(new Error('the desk could not start')),
    orderRate: { perSecond: 1_000, burst: 1_000 },
    log: silent,
    onReplaced(reason) {
      throw reason
    },
  })
  await desk.start()
  expect(desk.health).toEqual({ ok: true })
  expect(desk.picture.book('GTCO')?.items).toMatchObject([{ mdEntryPx: 45, mdEntrySize: 100 }])
  const origin = of({ tenantId: 7, account: 'A1' })
  // The client's id of a request is used up.
  expect(await desk.submit({ kind: 'cancelOrder', origin, clOrdID: 'mine', orderID: '3' })).toMatchObject({
    kind: 'refused',
    refusal: { refusal: 'duplicateClOrdID' },
  })
  await desk.submit({ kind: 'cancelOrder', origin, clOrdID: 'cancel mine', orderID: '3' })
  const stored = async (sql: string) => (await admin.query({ text: sql, rowMode: 'array' })).rows
  expect(await stored('SELECT ord_status, leaves_qty, hold_amount FROM orders WHERE order_id = 3')).toEqual([
    [OrdStatus.canceled, 0, '0'],
  ])
  expect(await stored('SELECT balance, held FROM cash_balances')).toEqual([['99586539', '0']])

  // What is written with each entry today was found for those of before.
  const noteColumns = 'number, side, trades, realised_gain, provisional, settled'
  expect(await stored(`SELECT ${noteColumns} FROM contract_notes ORDER BY number`)).toEqual([
    // 100 of 501 shares that cost 40.00 each, sold for 5,000.00 less 4.00.
    [1, '2', 1, '99600', false, true],
    [2, '1', 1, '0', false, false],
  ])
  expect(await stored('SELECT lines FROM contract_notes WHERE number = 2')).toEqual([
    [
      [
        { line: 'commission', ratePpm: 13_500, amount: '12150' },
        { line: 'commission:vat', ratePpm: 75_000, amount: '911' },
        { line: 'sec', ratePpm: 3_000, amount: '0' },
        { line: 'sec:vat', ratePpm: 75_000, amount: '0' },
        { line: 'stampDuty', ratePpm: 800, amount: '0' },
        { line: 'tradeAlert', ratePpm: 0, amount: '0' },
      ],
    ],
  ])
  const facts = 'kind, side, quantity, price, note_number, narration, balance, holding, cost'
  expect(await stored(`SELECT ${facts} FROM ledger_entries ORDER BY sequence`)).toEqual([
    ['deposit', null, null, null, null, 'Deposit', '100000000', null, null],
    ['transferIn', null, '501', '4000', null, 'Transfer', null, '501', '2004000'],
    ['trade', '2', '100', '5000', 1, null, '100499600', '401', '1604000'],
    ['settlement', '2', '100', null, 1, null, null, '401', '1604000'],
    ['trade', '1', '200', '4500', 2, null, '99586539', '601', '2517061'],
  ])
  expect(
    await stored('SELECT sequence, trade_number FROM executions WHERE exec_type = $$F$$ ORDER BY 1'),
  ).toEqual([
    ['5', null],
    ['7', '2'],
  ])
  expect(await stored('SELECT count(*)::int, sum(rate_ppm)::int FROM fee_rates')).toEqual([[9, 37_600]])
  expect(await stored('SELECT market_date::text, balance FROM cash_days ORDER BY 1')).toEqual([
    ['2026-11-18', '100499600'],
    ['2026-11-19', '99586539'],
  ])
  expect(await stored('SELECT market_date::text, holding, cost FROM position_days ORDER BY 1')).toEqual([
    ['2026-11-18', '401', '1604000'],
    ['2026-11-19', '601', '2517061'],
  ])
  expect(
    await stored(
      "SELECT ledger_account, account, amount FROM ledger_postings WHERE sequence = 6 AND asset = 'GTCO' ORDER BY 1",
    ),
  ).toEqual([
    ['custody', 'A1', '-100'],
    ['custody:unsettled', 'A1', '100'],
  ])

  expect(await stored('SELECT trade_number, market_date::text FROM market_trades ORDER BY 1')).toEqual([
    ['1', '2026-11-19'],
    ['2', '2026-11-19'],
  ])
  expect(await stored('SELECT bar_time, open_px, close_px, volume FROM price_bars')).toEqual([
    [new Date('2026-11-19T10:00:00Z'), 4490, 4500, '210'],
  ])

  await desk.end()
  await store.close()
  await leadership.giveUp()
  await admin.end()
  await drop()
})
