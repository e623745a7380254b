import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { copyOf, migrateNew } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

test('the role of customers of an earlier release loses rights of staff, and each is reported', async () => {
  const { access, drop } = await copyOf('tradebook_template_140', (template) =>
    migrateNew(template, '140_names_in_one_form'),
  )
  const client = new Client(access.admin)
  await client.connect()
  await client.query(
    "INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (7, 'Older', 'O', now())",
  )
  for (const [id, name] of [
    [1, 'CUSTOMER'],
    [2, 'BROKER'],
  ])
    await client.query(
      `INSERT INTO roles (tenant_id, id, name, display_name, is_static, creation_time) OVERRIDING SYSTEM VALUE
       VALUES (7, $1, $2, $2, true, now())`,
      [id, name],
    )
  await client.query(
    `INSERT INTO role_permissions (tenant_id, role_id, permission)
     SELECT 7, role, permission FROM unnest(ARRAY[1, 2]) AS role, unnest(ARRAY['BUY', 'POST_LEDGER']) AS permission`,
  )

  const lines: { msg: string; reason?: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  await migrate(access.admin, log)

  const { rows } = await client.query({
    text: 'SELECT role_id, permission FROM role_permissions WHERE tenant_id = 7 AND role_id < 3 ORDER BY 1, 2',
    rowMode: 'array',
  })
  expect(rows).toEqual([
    [1, 'BUY'],
    [2, 'APPROVE_LEDGER'],
    [2, 'BUY'],
    [2, 'POST_LEDGER'],
  ])
  expect(lines.map(({ reason }) => reason)).toEqual([
    'the role CUSTOMER of firm Older does not grant POST_LEDGER any more: give it to staff by another role',
  ])
  await client.end()
  await drop()
})
