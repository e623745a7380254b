import { readFileSync } from 'node:fs'
import { type RefusalName, refusals } from '@tradebook/contract'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { testStore } from '../../testing/test-database.ts'
import { failure, success } from '../http/envelope.ts'
import { Role } from './roles.ts'

const upgrade = readFileSync(new URL('./migrations/110_refusal_numbers.sql', import.meta.url), 'utf8')

/** The numbers of an earlier release. */
const before: Partial<Record<RefusalName, number>> = {
  ...{ expiryInvalid: 2013, displayQtyInvalid: 2014, minQtyInvalid: 2015, durationNotReplaceable: 2016 },
  ...{ replaceRejected: 2017, orderOverdue: 2018, crossOutsideQuotes: 2020, crossOfOneAccount: 2021 },
  ...{
    crossNotInThisPhase: 2022,
    duplicateCrossID: 2023,
    orderValueAboveLimit: 2024,
    orderQtyAboveLimit: 2025,
  },
  ...{ volumeShareAboveLimit: 2026, priceOutsideCollar: 2027, tooManyOrders: 2028, orderEnteredTwice: 2029 },
  ...{ turnoverAboveLimit: 2030, killSwitchOn: 2031, alreadyOpen: 4006, cscsAccountInvalid: 4007 },
  ...{ transferOwn: 4020, balanceNotShown: 4023, insufficientFunds: 4002, stopOrdersNotTaken: 2032 },
}
const refused = Object.entries(before) as [RefusalName, number][]
const words = '"error":{"code":2013, "x"'
const answer = (code: number) =>
  failure({ code, message: words, details: `code ${code}`, data: { orderID: '7', code } })
const done = success({ orderID: '8', text: '"error":{"code":2013,' })

test('stored answers of an earlier release keep their meaning, and differ only in the number', async () => {
  const { access, close } = await testStore()
  const client = new Client(access.admin)
  await client.connect()
  await client.query(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (7, 'Older', 'Older firm', now());
    INSERT INTO users (tenant_id, id, user_name, name, surname, email_address, password_hash, security_stamp, creation_time)
    OVERRIDING SYSTEM VALUE VALUES (7, 1, 'ada', 'Ada', 'Eze', 'ada@x.example', '', gen_random_uuid(), now())`)
  const kept = [...refused.map(([name, code]) => [name, answer(code)]), ['done', done], ['begun', null]]
  for (const [key, text] of kept)
    await client.query(
      `INSERT INTO idempotency_keys (tenant_id, user_id, key, request_hash, status, answer, created_at)
       VALUES (7, 1, $1, '', $2, $3, now())`,
      [key, text === null ? null : 500, text],
    )
  await client.query(`SET ROLE ${Role.owner}; ${upgrade}; RESET ROLE`)
  const { rows } = await client.query<{ key: string; answer: string | null }>(
    'SELECT key, answer FROM idempotency_keys',
  )
  const now = new Map(rows.map((row) => [row.key, row.answer]))
  for (const [name, code] of refused)
    expect(now.get(name)).toBe(answer(code).replace(`{"code":${code}`, `{"code":${refusals[name].code}`))
  expect([now.get('done'), now.get('begun')]).toEqual([done, null])
  await client.end()
  await close()
})
