import { RequestStatus, refusals, settingTexts } from '@tradebook/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addUser, call, current, database, meridian } from '../../http/identity.fixture.ts'
import { explainQueries } from '../../store/plans.fixture.ts'
import {
  ask,
  bearerOf,
  completion,
  mailed,
  registrationForAllTests,
  sendForm,
  set,
  submitted,
  waited,
} from './registration.fixture.ts'
import { files } from './request.fixture.ts'

registrationForAllTests()

type Who = Record<string, string>
let reviewer: Who
let second: Who

beforeAll(async () => {
  await addUser(meridian, 'reviewer', 'ADMIN')
  await addUser(meridian, 'second', 'ADMIN')
  await set(meridian, settingTexts({ memberCode: 'MSL', payIn: 'First Bank\n2034567890' }))
})

beforeEach(async () => {
  current.now += 60_000
  reviewer = await bearerOf('reviewer')
  second = await bearerOf('second')
})

const read = async (id: number, who: Who) =>
  (await ask('Customer/GetCustomerAccountCreationRequest', { id: String(id) }, who)).result
const change = (id: number, fields: object, who: Who) =>
  call('Customer/UpdateCustomerAccountCreationRequest', { id, ...fields }, who)
const sendBack = async (id: number, who: Who, more: object = {}) =>
  call(
    'Customer/RejectCustomerAccountCreationRequest',
    {
      ...{ id, revision: (await read(id, who)).revision, reason: 'The photograph is dark' },
      returnForCorrection: true,
      ...more,
    },
    who,
  )
const listed = async (parameters: Record<string, string> = {}) =>
  (await ask('Customer/GetAllCustomerAccountCreationRequests', parameters, reviewer)).result.items
const partsOf = async (id: number, who: Who) =>
  (await read(id, who)).changes.map(({ part, before, by }: Record<string, string>) => [part, before, by])

test('requests that wait for staff come first, oldest first, with waiting time and reviewer', async () => {
  const requests: Record<string, number> = {}
  for (const userName of ['queued.one', 'queued.two', 'queued.three']) {
    requests[userName] = (await submitted(userName)).id
    current.now += 60_000
  }
  expect(waited.filter((tenantId) => tenantId === meridian).length).toBeGreaterThanOrEqual(3)
  const { 'queued.one': one = 0, 'queued.two': two = 0, 'queued.three': three = 0 } = requests
  const queue = async () =>
    (await listed({ keyword: 'queued.' })).map(({ id, waitsSince, reviewedBy }: Record<string, string>) => [
      id,
      waitsSince === null ? null : Date.parse(waitsSince as string) - current.now,
      reviewedBy,
    ])
  expect(await queue()).toEqual([
    [one, -180_000, null],
    [two, -120_000, null],
    [three, -60_000, null],
  ])
  // A change of staff is not a new wait.
  await change(two, { city: 'Ibadan' }, second)
  await sendBack(one, reviewer)
  expect(await queue()).toEqual([
    [two, -120_000, null],
    [three, -60_000, null],
    [one, null, 'reviewer'],
  ])
  // Who submits it again waits again.
  await change(one, { submit: true }, await bearerOf('queued.one'))
  expect((await queue()).at(-1)).toEqual([one, 0, 'reviewer'])
  // What staff have seen nothing of is behind all that waits.
  const owner = await bearerOf('queued.two')
  const own = await ask('Customer/GetAllUserAccountCreationRequests', {}, owner)
  expect(own.result.items).toMatchObject([{ id: two, reviewedBy: null }])
  expect(await listed({ keyword: 'queued.', status: '2', sorting: 'id desc' })).toMatchObject([
    { id: three },
    { id: two },
    { id: one },
  ])
})

test('a customer with a new account learns how to pay in, by mail and on the page', async () => {
  const { id } = await submitted('payer')
  const { revision, warnings } = await read(id, second)
  const decision = { id, revision, warnings, reason: 'Seen in person' }
  const name = 'Customer/ApproveAndSubmitCustomerAccountCreationRequest'
  expect((await call(name, decision, second)).result.status).toBe(RequestStatus.completed)
  expect(await mailed('payer')).toContain('How to pay in:\nFirst Bank\n2034567890')
  const { result } = await ask(
    'Customer/GetCustomerAccountCreationRequestStatus',
    {},
    await bearerOf('payer'),
  )
  expect(result.request.assigned.payIn).toBe('First Bank\n2034567890')
})

test('staff changes are shown to the reviewer with the earlier values, and to the owner only by field name', async () => {
  const { id } = await submitted('restated')
  const { revision } = await read(id, second)
  await change(id, { revision, bankAccountName: 'Zainab Ada Bello', city: 'Ibadan' }, reviewer)
  await change(id, { city: 'Abeokuta' }, reviewer)
  expect(await partsOf(id, second)).toEqual([
    ['city', 'Lagos', 'reviewer'],
    ['bankAccountName', 'Zainab Bello', 'reviewer'],
  ])
  // As it was read before, it is changed no more.
  expect((await change(id, { revision, city: 'Enugu' }, second)).error.code).toBe(
    refusals.accountRequestRevised.code,
  )
  await change(id, { city: 'Lagos' }, reviewer)
  expect(await partsOf(id, second)).toEqual([['bankAccountName', 'Zainab Bello', 'reviewer']])
  expect((await read(id, await bearerOf('restated'))).changes).toEqual([])
  const mails = await mailed('restated')
  expect(mails).toContain('Meridian Securities changed your request for a trading account')
  expect(mails).toContain('City or town\nName on the bank account')
  expect(mails).not.toContain('Sade Cole')
})

test('changes since the request was returned are marked, including documents, until it is decided again', async () => {
  const { id } = await submitted('reworked')
  await sendBack(id, reviewer, { remarks: [{ field: 'passportPhoto', remark: 'Too dark' }] })
  const owner = await bearerOf('reworked')
  expect((await read(id, owner)).remarks).toEqual([{ field: 'passportPhoto', remark: 'Too dark' }])
  // Step by step, as the form saves it.
  await change(id, { nin: '12345678902' }, owner)
  await change(id, { nin: '12345678903', city: 'Ibadan' }, owner)
  const texts = { id, city: 'Lagos', submit: true }
  const name = 'Customer/UpdateCustomerAccountCreationRequest'
  const { passportPhoto } = files
  const { result } = await sendForm(name, texts, { passportPhoto }, owner.authorization?.slice(7))
  expect(result.status).toBe(RequestStatus.pending)
  const changed = [
    ['nin', '12345678901', 'reworked'],
    ['passportPhoto', null, 'reworked'],
  ]
  for (const who of [reviewer, second]) expect(await partsOf(id, who)).toEqual(changed)
  await change(id, { lga: 'Fagge' }, reviewer)
  await sendBack(id, second)
  await change(id, { submit: true }, owner)
  // What staff changed stays named: who changed it never approves it.
  expect(await partsOf(id, second)).toEqual([['lga', 'Nassarawa', 'reviewer']])
})

const plansOf = explainQueries(() => database, /opened_at is null/)

test('remaining work is found without reading requests whose accounts are open', async () => {
  await database.store.forTenant(meridian).write((tx) =>
    sql`
      INSERT INTO account_requests (tenant_id, user_id, status, account_type, fields, applicant_name, creation_time, account, opened_at)
      SELECT ${meridian}, (SELECT min(id) FROM users), 4, 'individual', '{}', 'Done', now(), 'D' || n, now()
      FROM generate_series(1, 3000) n`.execute(tx),
  )
  const [plan] = await plansOf(() => completion.resume(), meridian)
  expect(plan).toContain('account_requests_unfinished')
})
