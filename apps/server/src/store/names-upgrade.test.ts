import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { copyOf, migrateNew } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

const NFC = 'Adé'.normalize('NFC')
const NFD = 'Adé'.normalize('NFD')

test('names of an earlier release are composed, and those that become equal are distinguished and reported', async () => {
  const { access, drop } = await copyOf('tradebook_template_123', (template) =>
    migrateNew(template, '123_functions_by_grant'),
  )
  const client = new Client(access.admin)
  await client.connect()
  const user = (id: number, name: string, lastLogin: string | null, deleted: string | null = null) =>
    client.query(
      `INSERT INTO users (tenant_id, id, user_name, name, surname, email_address, password_hash, security_stamp,
         creation_time, last_login_time, deletion_time)
       OVERRIDING SYSTEM VALUE
       VALUES (7, $1, $2, $2, E'\\u200bObi\\u202c', $3, '', gen_random_uuid(), now(), $4, $5)`,
      [id, name, `${id}@x.example`, lastLogin, deleted],
    )
  await client.query(
    "INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (7, 'Older', $1, now())",
    [`${NFD} Securities`],
  )
  await user(1, NFC, null)
  await user(2, NFD, '2026-11-20T09:00Z')
  await user(3, `${NFD}\u200b`, '2026-11-21T09:00Z')
  await user(4, NFD.toUpperCase(), null, '2026-11-01T09:00Z')
  await user(5, 'plain', null)
  await client.query('INSERT INTO customers (tenant_id, id, name) VALUES (7, 3, $1)', [`\u202a${NFD}\u202c`])
  for (const [id, name] of [NFC, NFD].entries())
    await client.query(
      `INSERT INTO roles (tenant_id, id, name, display_name, creation_time) OVERRIDING SYSTEM VALUE
       VALUES (7, $1, $2, $2, now())`,
      [id + 1, name],
    )

  const lines: { msg: string; reason?: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  await migrate(access.admin, log)

  const rows = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows
  expect(await rows('SELECT id, user_name, name, surname FROM users ORDER BY id')).toEqual([
    [1, NFC, NFC, 'Obi'],
    [2, `${NFC}-2`, NFC, 'Obi'],
    [3, `${NFC}-3`, NFC, 'Obi'],
    [4, NFC.toUpperCase(), NFC.toUpperCase(), 'Obi'],
    [5, 'plain', 'plain', 'Obi'],
  ])
  expect(await rows('SELECT name FROM customers')).toEqual([[NFC]])
  expect(await rows('SELECT name FROM tenants WHERE id = 7')).toEqual([[`${NFC} Securities`]])
  expect(await rows('SELECT name FROM roles WHERE tenant_id = 7 AND id < 3 ORDER BY id')).toEqual([
    [NFC],
    [`${NFC}-2`],
  ])
  expect(lines.map(({ reason }) => reason)).toEqual([
    `user 3 of firm Older is now named "${NFC}-3": "${NFC}" is the name of another user, too`,
    `user 2 of firm Older is now named "${NFC}-2": "${NFC}" is the name of another user, too`,
    `role 2 of firm Older is now named "${NFC}-2": "${NFC}" is the name of another role, too`,
  ])
  // The database takes no other form, whichever door it comes by.
  await expect(user(6, NFD, null)).rejects.toThrow('user_name_is_composed')
  await expect(user(6, NFC, null)).rejects.toThrow('users_by_name')
  await client.end()
  await drop()
})
