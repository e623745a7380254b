import { inflateRawSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, database, meridian, printed } from '../../http/identity.fixture.ts'
import { customerTable, customerTableNames, notInFile } from './customer-tables.ts'
import {
  ACCOUNT,
  CUSTOMER,
  clerk,
  customersForAllTests,
  holderId,
  ofOther,
  requestId,
} from './customers.fixture.ts'

customersForAllTests()

let admin: Client

beforeAll(async () => {
  admin = new Client(database.access.admin)
  await admin.connect()
})
afterAll(() => admin.end())

/** Columns that name a customer, or what is a customer's. */
const NAMING = ['account', 'customer_id', 'user_id', 'request_id', 'order_id', 'subject', 'subject_id']

test('every table with a column that names a customer has its place in the file, or a reason why not', async () => {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT DISTINCT relname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attname = ANY($1)
       AND EXISTS (SELECT FROM pg_attribute tenant WHERE tenant.attrelid = pg_class.oid AND attname = 'tenant_id')
     ORDER BY 1`,
    [NAMING],
  )
  const known = new Set<string>([...customerTableNames, ...Object.keys(notInFile)])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

interface Column {
  readonly name: string
  readonly type: string
  readonly identity: string
}

const columnsOf = async (table: string): Promise<Column[]> =>
  (
    await admin.query<Column>(
      `SELECT attname AS name, format_type(atttypid, NULL) AS type, attidentity AS identity
       FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
         AND attgenerated = '' ORDER BY attnum`,
      [table],
    )
  ).rows

let numbers = 700_000_000

/** What makes a row this customer's, in whichever table. */
const naming: Readonly<Record<string, unknown>> = {
  ...{ account: ACCOUNT, request_id: () => requestId, order_id: 4711, subject_id: CUSTOMER },
  ...{ customer_id: CUSTOMER, user_id: () => holderId, tenant_id: () => meridian },
}

const ofTable: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  sign_in_failures: { subject: () => `user ${holderId}` },
  verification_codes: { subject: () => `user ${holderId}` },
  instructions: { id: 4715 },
  instruction_events: { instruction_id: 4715 },
  audit_changes: { audit_id: 4712 },
  audit_log: { id: 4712 },
}

type Values = Readonly<Record<string, unknown>>

/** Of tables whose rows are a customer's in several ways, a row of each. */
const inSeveralWays: Readonly<Record<string, readonly Values[]>> = {
  kill_switches: [
    { scope: 'account', id: ACCOUNT },
    { scope: 'user', id: () => String(holderId) },
  ],
  order_limits: [
    { level: 'account', id: ACCOUNT },
    { level: 'user', id: () => String(holderId) },
  ],
  mails: [{ customer_id: null }, { user_id: null }],
  customer_views: [
    { subject: 'customer' },
    { subject: 'request', subject_id: () => requestId },
    { subject: 'firm', subject_id: 0 },
  ],
}

const keptIn = (table: string, { name, type }: Column, way: Values): unknown => {
  const given = { ...naming, ...ofTable[table], ...way }[name]
  if (given !== undefined) return typeof given === 'function' ? (given as () => unknown)() : given
  numbers += 1
  if (type === 'text' || type.startsWith('character')) return `canary-${table}-${name}-${numbers}`
  if (type === 'text[]') return [`canary-${table}-${name}-${numbers}`]
  if (type === 'jsonb' || type === 'json')
    return JSON.stringify({ canary: `canary-${table}-${name}-${numbers}` })
  if (type === 'boolean') return true
  if (type === 'date') return '2031-04-05'
  if (type.startsWith('timestamp'))
    return new Date(Date.UTC(2031, 3, 5) + (numbers % 86_400_000)).toISOString()
  if (type === 'uuid') return `3c1b9a3e-0000-4000-8000-${String(numbers).padStart(12, '0')}`
  if (type === 'bytea') return Buffer.from(`canary-${table}-${name}-${numbers}`)
  if (type === 'smallint') return 7
  return numbers
}

test('a value in every column of every table of a customer is found in the file, and no secret is', async () => {
  await admin.query(`SET session_replication_role = replica`)
  const { rows: checks } = await admin.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint WHERE contype = 'c'
       AND connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of checks) await admin.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
  await admin.query(`SELECT set_config('app.tenant_id', $1, false)`, [String(meridian)])

  const kept: { table: string; column: Column; value: unknown }[] = []
  // What exists once is changed; of everything else a row is added.
  const existing = new Set([
    'customers',
    'users',
    'trading_accounts',
    'user_trading_accounts',
    'account_requests',
  ])
  for (const table of customerTableNames.filter((name) => !existing.has(name))) {
    await admin.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
    const columns = await columnsOf(table)
    for (const way of inSeveralWays[table] ?? [{}]) {
      const values = columns.map((column) => keptIn(table, column, way))
      await admin.query(
        `INSERT INTO ${table} (${columns.map(({ name }) => `"${name}"`).join()}) OVERRIDING SYSTEM VALUE
         VALUES (${columns.map((_, index) => `$${index + 1}`).join()})`,
        values,
      )
      columns.forEach((column, index) => {
        kept.push({ table, column, value: values[index] })
      })
    }
  }

  const answer = await app.inject({
    url: `/api/services/app/Customer/DownloadCustomerFile?id=${CUSTOMER}`,
    headers: clerk,
  })
  expect(answer.statusCode).toBe(200)
  const files = unzipped(answer.rawPayload)
  const missing: string[] = []
  for (const { table, column, value } of kept) {
    if (column.name === 'tenant_id' || value === null) continue
    const { without = [], money = [], file } = customerTable(table as never)
    const text = files.get(`${table}.csv`)?.toString() ?? ''
    const shown = shownAs(value, money.includes(column.name))
    if (without.includes(column.name)) expect(text).not.toContain(shown)
    else if (column.name === file)
      expect(
        [...files.values()].some((bytes) => bytes.includes(shown)),
        table,
      ).toBe(true)
    else if (!text.includes(shown)) missing.push(`${table}.${column.name}`)
  }
  expect(missing).toEqual([])
  for (const table of customerTableNames) expect([...files.keys()]).toContain(`${table}.csv`)
  expect([...files.keys()].slice(-2)).toEqual(['contents.csv', 'index.pdf'])
  expect(printed.at(-1)?.rows.map(([file]) => file)).toEqual(
    [...files.keys()].filter((name) => name !== 'contents.csv' && name !== 'index.pdf'),
  )
}, 120_000)

/** The columns that nobody is given: what is not a secret is in the file. */
const secrets = {
  users: ['password_hash', 'security_stamp'],
  sessions: ['security_stamp'],
  verification_codes: ['digest'],
  registrations: ['security_stamp', 'email_digest'],
  password_resets: ['digest'],
  two_factors: ['sealed_secret'],
  passkeys: ['credential_id', 'public_key'],
  recovery_codes: ['digest'],
  mails: ['sealed'],
}

test('only secrets are left out of a table', () => {
  const without = customerTableNames.flatMap((name) => {
    const columns = customerTable(name).without
    return columns ? [[name, columns]] : []
  })
  expect(Object.fromEntries(without)).toEqual(secrets)
})

/** Large numbers that count something else than kobo: shares, ids and positions in a sequence. */
const counts = new Set([
  ...['id', 'order_id', 'bulk_order_id', 'action_id', 'audit_id', 'exec_ref', 'trade_number'],
  ...['sequence', 'priority', 'reverses', 'posted', 'decided', 'lifted', 'last_step', 'sign_count'],
  ...['quantity', 'holding', 'settled', 'unsettled_in', 'unsettled_out', 'after_news'],
  ...['positions.held', 'positions.available'],
  // As the alert's level: kobo, hundredths of a percent, or the id of news.
  'alerts.fired_value',
])

test('every amount of money is written in naira', async () => {
  for (const table of customerTableNames) {
    const amounts = (await columnsOf(table))
      .filter(({ name, type }) => type === 'bigint' && !counts.has(name) && !counts.has(`${table}.${name}`))
      .map(({ name }) => name)
    expect(customerTable(table).money ?? [], table).toEqual(expect.arrayContaining(amounts))
  }
})

test('the document of a freeze is named by the ground, the date and the reference of the freeze', async () => {
  const document = { ...{ tenant_id: meridian, id: 4713, account: ACCOUNT }, name: 'order.pdf' }
  await admin.query(
    `INSERT INTO freeze_documents (tenant_id, id, account, name, type, size, content, uploaded_at)
     OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, 'application/pdf', 5, 'order', now())`,
    Object.values(document),
  )
  await admin.query(
    `INSERT INTO account_freezes (tenant_id, id, account, ground, reason, reference, from_date, document)
     VALUES ($1, 4714, $2, 'courtOrder', 'Order', 'FHC/L/12/2026', '2026-11-20', 4713)`,
    [meridian, ACCOUNT],
  )
  const { rawPayload } = await app.inject({
    url: `/api/services/app/Customer/DownloadCustomerFile?id=${CUSTOMER}`,
    headers: clerk,
  })
  const name = 'documents/freeze Court order 2026-11-20 4713 order.pdf'
  expect(unzipped(rawPayload).get(name)?.toString()).toBe('order')
  // A code has the words that screens show for it.
  expect(unzipped(rawPayload).get('account_freezes.csv')?.toString()).toContain('Court order (courtOrder)')
  expect(unzipped(rawPayload).get('account_requests.csv')?.toString()).toContain('Individual (individual)')
  expect(printed.at(-1)?.rows.find(([file]) => file === name)?.[1]).toBe(
    'Freezes, Court order, 2026-11-20, FHC/L/12/2026',
  )
})

test('requests are in the file as people know them: their state, amounts in naira, agreements with this customer only', async () => {
  await admin.query(`SET session_replication_role = replica`)
  const request = async (
    id: number,
    account: string,
    type: string,
    details: object,
    payment: number | null = null,
  ) =>
    admin.query(
      `INSERT INTO transfer_requests (tenant_id, id, posting_id, type, account, reference, narration, state,
         maker_id, maker_name, made_at, market_date, details, payment_request)
       VALUES ($1, $2, $3, $4, $5, '', '', 'pending', 1, 'clerk', now(), '2026-11-20', $6, $7)`,
      [meridian, id, `file ${id}`, type, account, details, payment],
    )
  const agreement = (customerId: number, commissionPpm: number) => ({
    ...{ customerId, dateFrom: '2026-12-01', commissionPpm, stampDutyExempt: false },
  })
  const charges = (...agreements: object[]) => ({
    ...{ type: 'charges', account: '', change: { kind: 'changeCharges', rates: [], agreements } },
  })
  await request(4720, ACCOUNT, 'reversal', {
    type: 'reversal',
    of: { type: 'deposit', amount: { $bigint: '123456' } },
  })
  await request(4721, '', 'charges', charges(agreement(CUSTOMER, 4_321), agreement(CUSTOMER + 1, 9_876)))
  await request(4722, '', 'charges', charges(agreement(CUSTOMER + 1, 8_765)))
  await admin.query(
    `INSERT INTO payment_requests (tenant_id, id, account, type, amount, reference, request_id, state, maker_id, maker_name, made_at)
     OVERRIDING SYSTEM VALUE VALUES ($1, 4723, $2, 'withdrawal', 100, 'PAY 4723', 'pay', 'taken', 1, 'zainab', now())`,
    [meridian, ACCOUNT],
  )
  await request(4724, ACCOUNT, 'withdrawal', { type: 'withdrawal' }, 4723)
  const { rawPayload } = await app.inject({
    url: `/api/services/app/Customer/DownloadCustomerFile?id=${CUSTOMER}`,
    headers: clerk,
  })
  const linesOf = (table: string) => unzipped(rawPayload).get(`${table}.csv`)?.toString().split('\r\n') ?? []
  const lineOf = (table: string, id: number) => linesOf(table).find((line) => line.startsWith(`${id},`))
  expect(lineOf('transfer_requests', 4720)).toContain('""amount"":1234.56')
  expect(lineOf('transfer_requests', 4721)).toContain('""commissionPpm"":4321')
  expect(lineOf('transfer_requests', 4721)).not.toContain('9876')
  expect(lineOf('transfer_requests', 4722)).toBeUndefined()
  expect(lineOf('payment_requests', 4723)).toContain('(pending)')
})

test('the file covers one firm, and needs the permissions to see customers and the audit trail', async () => {
  const url = `/api/services/app/Customer/DownloadCustomerFile?id=${CUSTOMER}`
  expect((await app.inject({ url, headers: ofOther })).json().error.code).toBeGreaterThan(0)
  expect((await app.inject({ url })).statusCode).toBe(401)
})

/** As a cell has it. */
function shownAs(value: unknown, isMoney: boolean): string {
  if (isMoney) return String(Number(value) / 100)
  if (Buffer.isBuffer(value)) return value.toString()
  if (Array.isArray(value)) return String(value[0])
  const text = String(value)
  return text.startsWith('{') ? String(JSON.parse(text).canary) : text
}

/** The files of an archive, by its directory (PKWARE APPNOTE 4.3). */
function unzipped(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(bytes.length - 6)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [method, size, nameLength, start] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const data = bytes.subarray(from, from + size)
    files.set(name, method === 0 ? data : inflateRawSync(data))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return files
}
