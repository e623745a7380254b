import { calls } from '@tradebook/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { fittingJson, isSecretField } from './audit.ts'
import { openAuditedWrite } from './audited-write.ts'
import { openRefusalRecord } from './refused-calls.ts'

let database: TestDatabase
let now = Date.parse('2026-11-23T10:00:00Z')

beforeAll(async () => {
  database = await testStore()
  await database.run(
    `INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now())`,
  )
}, 60_000)

afterAll(() => database.close())

const call = {
  ...{ tenantId: 1, caller: { userId: 7, userName: 'ada' }, name: 'Settings/Update' },
  ...{
    parameters: { password: 'never', memberCode: 'MSB' },
    clientIpAddress: '192.0.2.1',
    browserInfo: 'test',
  },
}

const rows = (methodName: string) =>
  database.store
    .forTenant(1)
    .read((tx) =>
      tx
        .selectFrom('audit_log')
        .select(['user_name', 'parameters', 'exception_message', 'custom_data'])
        .where('method_name', '=', methodName)
        .orderBy('id')
        .execute(),
    )

/** Codes that name something, and are not secrets. */
const PUBLIC_CODES = ['bankCode', 'bankSortCode', 'memberCode']

/** The names of all fields in a schema of JSON. */
function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: Readonly<Record<string, unknown>> }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldsIn)]
}

test('no field of a call that is a password, a code, a token or a secret is in an audit row', () => {
  const fields = Object.values(calls).flatMap(({ input }) =>
    fieldsIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
  )
  const named = new Set(
    fields.filter((field) => /pass(word|phrase)|code|token|secret|otp|captcha/i.test(field)),
  )
  expect([...named]).toEqual(
    expect.arrayContaining([
      'password',
      'newPassword',
      'resetToken',
      'twoFactorVerificationCode',
      'recoveryCode',
    ]),
  )
  expect([...named].filter((field) => !isSecretField(field) && !PUBLIC_CODES.includes(field))).toEqual([])
})

test('parameters that are too long are shortened, and stay JSON', () => {
  const long = { body: 'x'.repeat(5_000), ids: Array.from({ length: 900 }, (_, id) => `no. ${id}`), on: true }
  const text = fittingJson(JSON.stringify(long), 4_096)
  expect(JSON.parse(text)).toMatchObject({ body: `${'x'.repeat(500)}…`, on: true })
  expect(JSON.parse(text).ids.at(-1)).toBe('… 800 more')
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 30, max: 300 }), (value, most) => {
      const fitting = fittingJson(JSON.stringify(value), most)
      expect(fitting.length).toBeLessThanOrEqual(most)
      expect(() => JSON.parse(fitting)).not.toThrow()
    }),
  )
})

test('a call’s changes are stored with its row, without secrets', async () => {
  const write = openAuditedWrite(database.store, () => now)
  await write({ ...call, name: 'User/Update' }, async (_, changed) => {
    changed({ entity: 'User', id: '7', before: { name: 'Ada', passwordHash: 'x' }, after: { name: 'Bola' } })
    changed({ entity: 'User', id: '8', before: null, after: { amount: 5n } })
  })
  const changes = await database.store
    .forTenant(1)
    .read((tx) =>
      tx
        .selectFrom('audit_changes')
        .select(['number', 'entity', 'entity_id', 'before', 'after'])
        .orderBy('number')
        .execute(),
    )
  expect(changes).toEqual([
    { number: 1, entity: 'User', entity_id: '7', before: { name: 'Ada' }, after: { name: 'Bola' } },
    { number: 2, entity: 'User', entity_id: '8', before: null, after: { amount: '5' } },
  ])
})

describe('a refused call', () => {
  const log = { error: () => undefined }

  test('is a separate row, with the reason and without secrets', async () => {
    const record = openRefusalRecord({ store: database.store, now: () => now, log })
    await record({ ...call, exception: 'settingInvalid', began: now - 5, customData: 'request 1' })
    expect(await rows('Update')).toContainEqual({
      ...{ user_name: 'ada', parameters: '{"memberCode":"MSB"}' },
      ...{ exception_message: 'settingInvalid', custom_data: 'request 1' },
    })
  })

  test('does not fill the disk: beyond two per second they are only counted', async () => {
    const record = openRefusalRecord({ store: database.store, now: () => now, log })
    const refused = { ...call, name: 'Limits/Update', exception: 'amountInvalid', began: now }
    for (let count = 0; count < 130; count++) await record(refused)
    expect(await rows('Update')).toHaveLength(1 + 1 + 120)
    now += 1_000
    await record({ ...refused, name: 'Limits/SetKillSwitch' })
    expect(await rows('SetKillSwitch')).toMatchObject([
      { custom_data: '10 refused calls before it are not recorded' },
    ])
  })

  test('without sign-in counts one IPv6 network as one address', async () => {
    const record = openRefusalRecord({ store: database.store, now: () => now, log })
    const refused = { ...call, caller: null, name: 'Fees/Update', exception: 'denied', began: now }
    for (let host = 0; host < 130; host++)
      await record({ ...refused, clientIpAddress: `2001:db8::${host.toString(16)}` })
    await record({ ...refused, clientIpAddress: '2001:db8:0:1::1' })
    expect(
      (await rows('Update')).filter(({ exception_message }) => exception_message === 'denied'),
    ).toHaveLength(120 + 1)
  })

  test('is still refused when it cannot be recorded', async () => {
    const failing = { forTenant: () => ({ write: () => Promise.reject(new Error('away')) }) } as never
    const record = openRefusalRecord({ store: failing, now: () => now, log })
    await expect(record({ ...call, exception: 'x', began: now })).resolves.toBeUndefined()
  })
})
