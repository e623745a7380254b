import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { translateTo } from '../../platform/localisation.ts'
import { readPage } from '../../store/list-rows.ts'
import { explainQueries } from '../../store/plans.fixture.ts'
import { auditSource } from './audit-list.ts'
import { reportLogSource } from './report-log-list.ts'
import { reportsFeature } from './reports.ts'

/** Whatever is asked of an audit trail is found by indexes, however long it is, and only the firm's own. */

const ROWS = 30_000
/** Of the firm's rows all but the newest. */
const CHAINED = ROWS * 0.9 - 3

let database: TestDatabase
const plansOf = explainQueries(() => database, /from "(audit_log|report_logs)"/)

beforeAll(async () => {
  database = await testStore()
  await database.run(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now()), (2, 'other', 'Other', now());
    INSERT INTO audit_log (tenant_id, user_id, user_name, service_name, method_name, parameters, execution_time, execution_duration, client_ip_address, exception)
    SELECT 1 + (n % 10 = 9)::int, 1, CASE WHEN n % 1000 = 1 THEN 'rare' ELSE 'broker' END, CASE WHEN n % 500 = 2 THEN 'Settings' ELSE 'Order' END,
      CASE WHEN n % 500 = 2 THEN 'Update' ELSE 'SendNewOrder' END, '{"n":' || n || '}', timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute', 1,
      '192.0.2.1', CASE WHEN n % 2000 = 3 THEN 'insufficientFunds' END
    FROM generate_series(1, ${ROWS}) AS n;
    INSERT INTO audit_changes SELECT tenant_id, id, 1, 'Settings', id % 1000, '{"memberCode":"A"}', '{"memberCode":"B"}' FROM audit_log WHERE service_name = 'Settings';
    INSERT INTO audit_changes SELECT 1, 1000000 + n, 1, 'User', n, NULL, '{}' FROM generate_series(1, 10000) AS n;
    INSERT INTO report_logs (tenant_id, user_id, user_name, service_name, method_name, parameters, file_name, row_count, is_complete, execution_time, execution_duration)
    SELECT 1 + (n % 10 = 9)::int, 1, 'broker', 'Order', 'DownloadStockOrders', '{}', 'Orders.csv', n, n % 2 = 0, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute', 1
    FROM generate_series(1, 5000) AS n;
    INSERT INTO audit_hashes SELECT 1, id, row_number() OVER (ORDER BY id), decode(repeat('00', 32), 'hex') FROM audit_log WHERE tenant_id = 1;
    DELETE FROM audit_hashes WHERE tenant_id = 1 AND position > ${CHAINED};
    INSERT INTO audit_heads SELECT tenant_id, audit_id, position, hash FROM audit_hashes WHERE tenant_id = 1 AND position = ${CHAINED};
    ANALYZE audit_log, audit_changes, audit_hashes, audit_heads, report_logs`)
}, 60_000)

afterAll(() => database.close())

const inEnglish = translateTo('en')
const page = { skipCount: 0, maxResultCount: 50 }
const day = { from: '2026-01-02T00:00:00.000Z', to: '2026-01-03T00:00:00.000Z' }
const asked = (input: Parameters<typeof auditSource>[0], tenantId = 1) =>
  readPage(database.store.forTenant(tenantId), auditSource(input, inEnglish), page)

test.each<[string, Parameters<typeof auditSource>[0], number, boolean]>([
  ['everything', {}, 10_000, true],
  ['a day', day, 1_296, false],
  ['a time after all', { from: '2027-01-01T00:00:00.000Z' }, 0, false],
  ['a user', { userName: 'rare' }, 30, false],
  ['a user in a day', { userName: 'rare', ...day }, 1, false],
  ['calls of a service', { serviceName: 'Settings' }, 60, false],
  ['one call', { serviceName: 'Settings', methodName: 'Update' }, 60, false],
  ['what was refused', { hasException: ['true'] }, 15, false],
  ['changes of a thing', { entity: 'Settings', entityId: '2' }, 30, false],
  ['orders, the newest of which are looked at', { serviceName: 'Order', methodName: 'x' }, 0, true],
  ['a keyword among the newest', { keyword: 'rare' }, 11, true],
  ['oldest first', { sorting: 'executionTime asc' }, 10_000, true],
])('%s is found by an index', async (_, input, count, more) => {
  const plans = await plansOf(async () => {
    const { totalCount, ...rest } = await asked(input)
    expect([totalCount, rest.more]).toEqual([count, more])
  })
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on audit_(log|changes|hashes)/)
})

test('rows are looked through for a keyword once, for the count and for the page', async () => {
  const plans = await plansOf(async () => {
    const { items, totalCount } = await readPage(
      database.store.forTenant(1),
      auditSource({ keyword: 'rare' }, inEnglish),
      { skipCount: 2, maxResultCount: 4 },
    )
    expect(totalCount).toBe(11)
    expect(items.map(({ userName }) => userName)).toEqual(['rare', 'rare', 'rare', 'rare'])
    expect(items.map(({ id }) => Number(id))).toEqual(items.map(({ id }) => Number(id)).sort((a, b) => b - a))
  })
  const looking = plans.filter((plan) => plan.includes('folded(') && !/Index Cond: [^\n]*id = ANY/.test(plan))
  expect(looking).toHaveLength(1)
})

test('a page far down is found by the key', async () => {
  const plans = await plansOf(async () => {
    const { items } = await readPage(database.store.forTenant(1), auditSource({}, inEnglish), {
      skipCount: 9_950,
      maxResultCount: 50,
    })
    expect(items).toHaveLength(50)
  })
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan on audit_(log|changes|hashes)/)
    // What waits for its link is counted from the head on.
    if (/waiting/.test(plan)) expect(plan).toMatch(/Index Cond: [^\n]*id > [^\n]*id <= audit_log\.id/)
  }
})

test('a row shows its changes, before and after; another firm sees none of them', async () => {
  const { items } = await asked({ entity: 'Settings' })
  expect(items[0]).toMatchObject({
    ...{ serviceName: 'Settings', hasException: 'false', tenantId: 1, call: 'Change settings', reason: null },
    changes: [{ entity: 'Settings', before: { memberCode: 'A' }, after: { memberCode: 'B' } }],
    changed: 'Settings: Exchange member code: A → B',
  })
  expect((await asked({ serviceName: 'Settings' }, 2)).totalCount).toBe(0)
  expect((await asked({}, 2)).totalCount).toBe(ROWS / 10)
  expect((await asked({}, 0)).totalCount).toBe(0)
})

test('a firm’s own rows are numbered without a gap, including those not yet chained', async () => {
  const { items } = await asked({})
  expect(items.map(({ id }) => Number(id))).toEqual(items.map((_, index) => ROWS * 0.9 - index))
  expect(items.map(({ hash }) => hash !== null).indexOf(true)).toBe(3)
  const oldest = await asked({ sorting: 'executionTime asc' })
  expect(oldest.items.slice(0, 3).map(({ id }) => id)).toEqual(['1', '2', '3'])
})

test('a row inserted among chained rows has none of their numbers', async () => {
  await database.run(`INSERT INTO audit_log OVERRIDING SYSTEM VALUE
    SELECT (json_populate_record(a, json_build_object('id', 9))).* FROM audit_log a WHERE id = 8 AND NOT EXISTS (SELECT FROM audit_log WHERE id = 9 AND tenant_id = 1)`)
  const { items } = await asked({ sorting: 'executionTime asc' })
  expect(items.slice(7, 10).map(({ id }) => id)).toEqual(['8', '-9', '9'])
})

test('downloaded files are found by an index of their time', async () => {
  const plans = await plansOf(async () => {
    const { totalCount, items } = await readPage(
      database.store.forTenant(1),
      reportLogSource({ ...day, isComplete: ['true'] }, inEnglish),
      page,
    )
    expect(totalCount).toBe(720)
    expect(items[0]).toMatchObject({ fileName: 'Orders.csv', isComplete: 'true', userName: 'broker' })
  })
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan/)
})

test('files of the audit trail and of the report log are named by day and firm', async () => {
  const clock = { now: () => Date.parse('2026-11-22T23:30:00.000Z') }
  const feature = reportsFeature({ store: database.store, filedHead: async () => undefined, clock })
  const context = { caller: { tenantId: 2 }, translate: (key: string) => key, write: async () => undefined }
  const none = { from: '2027-01-01T00:00:00.000Z', format: 'csv' } as const
  const names = await Promise.all([
    feature['ReportEventLog/DownloadReportEventLogs'](none, context as never),
    feature['ReportEventLog/DownloadReportLogs'](none, context as never),
  ])
  // The day is that of Lagos.
  expect(names.map((file) => 'name' in file && file.name)).toEqual([
    'Reports.AuditTrail 2026-11-23 other.csv',
    'Reports.Logs 2026-11-23 other.csv',
  ])
})
