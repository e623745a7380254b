import { OrdStatus } from '@tradebook/contract'
import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { of } from '../desk/desk.fixture.ts'
import { Desk } from '../desk/desk.ts'
import { fromJournalBody } from '../desk/journal.ts'
import { postgresRecord } from '../desk/postgres-record.ts'
import { CertainTime } from '../platform/clock.ts'
import { openEmbeddedVenue } from '../venue/embedded.ts'
import { leadDatabase } from './lead.ts'
import { openStore } from './store.ts'
import { copyOf, migrateNew } from './test-database.ts'

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
    (7, 2, '2026-11-20T08:00Z', 'settle', '{"date": "2026-11-20"}');
  INSERT INTO cash_balances VALUES (7, 'A1', 99000000, 0, 1000000, 0, 98000000);
  INSERT INTO positions VALUES (7, 'A1', 'GTCO', 500, 0, 0, 0, 500, 2000000);
  INSERT INTO contract_notes VALUES
    (7, 'A1', '1', 'GTCO', '2026-11-19', '2026-11-23', 200, 900000, '{"commission": "12150", "commission:vat": "911"}', false);
  INSERT INTO orders VALUES
    (7, 3, 'A1', 1, 'broker', 'mine', NULL, 'GTCO', '1', '2', 4500, 100, '0', NULL, NULL, '0', 0, 100, 0, NULL, NULL,
     460000, '3', NULL, NULL, '2026-11-20', 3, '2026-11-20T09:45Z', '2026-11-20T09:45Z', 1);
  INSERT INTO market_trades VALUES
    (1, 'GTCO', 4490, 10, '0', NULL, 1, '2026-11-19T10:00:20Z', '2026-11-19'),
    (2, 'GTCO', 4500, 30, '0', NULL, 2, '2026-11-19T10:00:50Z', '2026-11-19');
  INSERT INTO order_requests VALUES (7, 'A1', '2026-11-20', 'mine', 3, 'as it was asked');
  UPDATE desk SET sequence = 3, epoch = 4, fence = 2, market_time = '2026-11-20T09:45Z', market_date = '2026-11-20'`

test('a desk starts on a database of an earlier release, with its open orders, requests, notes and balances', async () => {
  const { access, drop } = await copyOf('tradebook_template_005', (template) =>
    migrateNew(template, '005_orders_of_the_day'),
  )
  const admin = new Client(access.admin)
  await admin.connect()
  await admin.query(rows)
  const leadership = await leadDatabase(access, silent)
  const store = await openStore(access, silent, { migrate: true })

  const journal = await admin.query("SELECT kind, body FROM journal WHERE kind = 'posting'")
  expect(journal.rows.map(({ kind, body }) => fromJournalBody(kind, body))).toMatchObject([
    { kind: 'posting', posting: { type: 'deposit', account: 'A1', amount: 100_000_000n } },
  ])
  const desk = new Desk({
    connect: postgresRecord(() => leadership.connectDesk()),
    openVenue: openEmbeddedVenue,
    clock: 'open',
    time: new CertainTime({ wall: () => now, monotonic: () => 0 }),
    pause: () => Promise.reject(new Error('the desk could not start')),
    orderRate: { perSecond: 1_000, burst: 1_000 },
    log: silent,
    onStopped(reason) {
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
  expect(await stored('SELECT ord_status, leaves_qty, hold_amount FROM orders')).toEqual([
    [OrdStatus.canceled, 0, '0'],
  ])
  expect(await stored('SELECT balance, held FROM cash_balances')).toEqual([['99000000', '0']])
  expect(await stored('SELECT quantity, settled FROM contract_notes')).toEqual([['200', false]])

  expect(await stored('SELECT trade_number, market_date::text FROM market_trades ORDER BY 1')).toEqual([
    ['1', '2026-11-19'],
    ['2', '2026-11-19'],
  ])
  expect(await stored('SELECT bar_time, open_px, close_px, volume FROM price_bars')).toEqual([
    [new Date('2026-11-19T10:00:00Z'), 4490, 4500, '40'],
  ])

  await desk.stop()
  await store.close()
  await leadership.giveUp()
  await admin.end()
  await drop()
})
