import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { testStore } from '../../testing/test-database.ts'
import { Role } from '../store/roles.ts'
import { identitiesOf } from './identities.ts'

const couple = {
  ...{
    firstName: 'Bọ́lá',
    surname: 'Adé  Cole',
    dateOfBirth: '1990-02-28',
    bvn: '22123456789',
    nin: '12345678901',
  },
  ...{ phoneNumber: '+234 803 000 0000', emailAddress: ' Bola@Example.com' },
  ...{
    jointFirstName: 'Musa',
    jointSurname: 'Bello',
    jointDateOfBirth: '1989-01-01',
    jointBvn: '22123456780',
  },
  ...{ jointPhoneNumber: '0803-000-0001', jointEmailAddress: 'musa@example.com' },
}
const company = {
  ...{ companyName: 'Obi Ltd', phoneNumber: '08030000002', emailAddress: 'info@example.com' },
  signatories: [
    { name: 'Ada Obi', bvn: '22000000001', phoneNumber: '(0803) 000-0003', emailAddress: 'ada@example.com' },
  ],
}

test('all persons of a request are known by their numbers, e-mail addresses, and names with birthdays', () => {
  expect(identitiesOf(couple)).toEqual([
    ['bvn', '22123456789'],
    ['bvn', '22123456780'],
    ['nin', '12345678901'],
    ['phoneNumber', '8030000000'],
    ['phoneNumber', '8030000001'],
    ['emailAddress', 'bola@example.com'],
    ['emailAddress', 'musa@example.com'],
    ['nameAndBirthday', 'ade cole bola 1990-02-28'],
    ['nameAndBirthday', 'bello musa 1989-01-01'],
  ])
  expect(identitiesOf(company)).toEqual([
    ['phoneNumber', '8030000002'],
    ['emailAddress', 'info@example.com'],
    ['bvn', '22000000001'],
    ['phoneNumber', '8030000003'],
    ['emailAddress', 'ada@example.com'],
  ])
  const [ofBola, turned] = [couple, { ...couple, firstName: 'ADE COLE', surname: 'Bola' }].map(
    (fields) => identitiesOf(fields).find(([kind]) => kind === 'nameAndBirthday')?.[1],
  )
  expect(turned).toBe(ofBola)
  expect(identitiesOf({ ...couple, surname: '' })).not.toContainEqual([
    'nameAndBirthday',
    expect.stringMatching(/bola/),
  ])
})

test('requests of an earlier release are known by the same', async () => {
  const { access, close } = await testStore()
  const client = new Client(access.admin)
  await client.connect()
  await client.query(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (7, 'Older', 'Older firm', '2026-01-05T09:00Z');
    INSERT INTO users (tenant_id, id, user_name, name, surname, email_address, password_hash, security_stamp, creation_time)
    OVERRIDING SYSTEM VALUE SELECT 7, n, 'user' || n, 'Ada', 'Eze', n || '@x.example', '', gen_random_uuid(), now() FROM generate_series(1, 3) n`)
  const requests = [couple, company, { ...couple, surname: '' }]
  for (const [at, fields] of requests.entries())
    await client.query(
      `INSERT INTO account_requests (tenant_id, id, user_id, status, account_type, fields, applicant_name, creation_time)
       OVERRIDING SYSTEM VALUE VALUES (7, $1, $1, 2, 'joint', $2, '', now())`,
      [at + 1, JSON.stringify(fields)],
    )
  const path = new URL('../store/migrations/100_more_request_identities.sql', import.meta.url)
  await client.query(`SET ROLE ${Role.owner}; ${readFileSync(path, 'utf8')}; RESET ROLE`)
  for (const [at, fields] of requests.entries()) {
    const { rows } = await client.query({
      ...{
        text: 'SELECT kind, value FROM account_request_identities WHERE request_id = $1',
        values: [at + 1],
      },
      rowMode: 'array',
    })
    expect(rows.sort()).toEqual(identitiesOf(fields).sort())
  }
  await client.end()
  await close()
})
