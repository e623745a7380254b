import { RequestStatus, refusals } from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { addUser, app, database, meridian } from '../../http/identity.fixture.ts'
import { ask, bearerOf, handed, sendForm } from './registration.fixture.ts'
import { files, individual } from './request.fixture.ts'
import { approve, ofOther, read, reviewer, reviewersForAllTests, second } from './reviewers.fixture.ts'

reviewersForAllTests()

let broker: Record<string, string>

beforeAll(async () => {
  broker = await bearerOf('broker')
})

const tokenOf = (who: Record<string, string>) => who.authorization?.split(' ')[1] ?? ''

const fromPaper = (more: Readonly<Record<string, string | boolean>>, who = reviewer, documents = files) =>
  sendForm('Customer/CreateCustomer', { ...individual, ...more }, documents, tokenOf(who))

test('staff open an account from a paper form: one enters it with its documents, another approves', async () => {
  const emailAddress = 'ngozi@paper.example'
  const { result } = await fromPaper({ emailAddress, submit: true })
  expect(result.status).toBe(RequestStatus.pending)
  const asked = await read(result.id, second)
  expect(asked).toMatchObject({ isFromPaper: true, surname: 'Bello', userName: emailAddress })
  expect(asked.documents).toHaveLength(Object.keys(files).length)

  const own = await approve(result.id)
  expect(own.error.code).toBe(refusals.accountRequestEdited.code)
  const { result: opened } = await approve(result.id, second)
  expect(opened.status).toBe(RequestStatus.completed)
  expect(handed.at(-1)?.account).toMatchObject({
    account: opened.accountNumber,
    customerName: 'Zainab Bello',
  })
  const kept = await database.store
    .forTenant(meridian)
    .read((tx) =>
      tx.selectFrom('customers').selectAll().where('id', '=', opened.customerId).executeTakeFirstOrThrow(),
    )
  expect(kept).toMatchObject({ account_type: 'individual', phone_number: '+234 803 000 0000' })
  expect(kept.particulars).toMatchObject({ nextOfKinName: 'Musa Bello' })
  // The bank account and its name are those of the account.
  for (const name of ['bankAccountNumber', 'bankAccountName'])
    expect(kept.particulars).not.toHaveProperty(name)
  // Staff who read it leave a row; people who read their own request do not.
  const record = await ask('Customer/GetCustomerRecord', { id: String(opened.customerId) }, second)
  expect(record.result.users).toMatchObject([{ emailAddress, isEmailConfirmed: false, lastLoginTime: null }])
  expect(record.result.views).toEqual(
    expect.arrayContaining([expect.objectContaining({ userName: 'second', screen: 'request' })]),
  )
})

test('a paper form is saved as a draft, which other staff can continue; its address stays the same', async () => {
  const names = {
    accountType: 'individual',
    firstName: 'Ife',
    surname: 'Ojo',
    emailAddress: 'ife@paper.example',
  }
  const begun = await sendForm('Customer/CreateCustomer', names, {}, tokenOf(reviewer))
  expect(begun.result.status).toBe(RequestStatus.draft)
  const { id } = begun.result
  const rest = { ...individual, id, emailAddress: 'ife.ojo@paper.example', submit: true }
  const name = 'Customer/UpdateCustomerAccountCreationRequest'
  const early = await sendForm(name, rest, {}, tokenOf(second))
  expect(early.error.code).toBe(refusals.accountRequestIncomplete.code)
  const { result } = await sendForm(name, rest, files, tokenOf(second))
  expect(result.status).toBe(RequestStatus.pending)
  expect(await read(id, second)).toMatchObject({ userName: 'ife.ojo@paper.example' })
  // Both edited it, or one only submitted it: neither approves it.
  expect((await approve(id, second)).error.code).toBe(refusals.accountRequestEdited.code)
})

/** What a person filled in who has no e-mail address. */
const { emailAddress: _, ...withoutAddress } = individual

const usersOf = (emailAddress: string) =>
  database.store
    .forTenant(meridian)
    .read((tx) =>
      tx
        .selectFrom('users')
        .select('id')
        .where('email_address', '=', emailAddress)
        .where('deletion_time', 'is', null)
        .execute(),
    )

test('a customer without an e-mail address is opened: nobody signs in for the account, and nothing is mailed', async () => {
  const mailsKept = () =>
    database.store.forTenant(meridian).read((tx) => tx.selectFrom('mails').select('id').execute())
  const before = await mailsKept()
  const { result } = await sendForm(
    'Customer/CreateCustomer',
    { ...withoutAddress, submit: true },
    files,
    tokenOf(reviewer),
  )
  expect(result.status).toBe(RequestStatus.pending)
  expect(await read(result.id, second)).toMatchObject({ userName: null, emailAddress: null })
  const { result: waiting } = await ask('Customer/GetAllCustomerAccountCreationRequests', {}, second)
  expect(waiting.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: result.id, userName: null, emailAddress: null, status: 2 }),
    ]),
  )
  const warned = await read(result.id, second)
  const { result: opened } = await approve(result.id, second, {
    ...{ reason: 'Seen in person', warnings: warned.warnings },
  })
  expect(opened.status).toBe(RequestStatus.completed)
  expect(handed.at(-1)).toMatchObject({ account: { account: opened.accountNumber }, alertsOff: true })
  const { result: record } = await ask(
    'Customer/GetCustomerRecord',
    { id: String(opened.customerId) },
    second,
  )
  expect(record).toMatchObject({ users: [], particulars: { emailAddress: null } })
  expect(record.requests).toMatchObject([{ id: result.id, userName: null, emailAddress: null }])
  const kept = await database.store
    .forTenant(meridian)
    .read((tx) =>
      tx.selectFrom('customers').selectAll().where('id', '=', opened.customerId).executeTakeFirstOrThrow(),
    )
  expect(kept.email_address).toBeNull()
  expect(await mailsKept()).toEqual(before)
})

test('two people without an address are two: one with the answers of the other is pointed out', async () => {
  const open = (bvn: string) =>
    sendForm('Customer/CreateCustomer', { ...withoutAddress, bvn, submit: true }, files, tokenOf(reviewer))
  const { result: one } = await open('22987654321')
  const { result: other } = await open('22987654321')
  expect((await read(other.id, second)).warnings).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'bvn', requestId: one.id })]),
  )
})

test('an address entered or removed before approval makes the user or takes it away', async () => {
  const name = 'Customer/UpdateCustomerAccountCreationRequest'
  const { result } = await sendForm('Customer/CreateCustomer', withoutAddress, files, tokenOf(reviewer))
  const change = (emailAddress: string) =>
    sendForm(name, { id: result.id, emailAddress, submit: false }, {}, tokenOf(reviewer))
  await change('late@paper.example')
  expect(await read(result.id, second)).toMatchObject({ userName: 'late@paper.example' })
  expect(await usersOf('late@paper.example')).toHaveLength(1)
  await change('')
  expect(await read(result.id, second)).toMatchObject({ userName: null, emailAddress: null })
  expect(await usersOf('late@paper.example')).toEqual([])
  // Nobody has the address any more.
  await change('late@paper.example')
  expect(await usersOf('late@paper.example')).toHaveLength(1)
})

test('a person who changes the address of a user who never signed in has decided about the user; another change does not count', async () => {
  const { result } = await fromPaper({ emailAddress: 'first@paper.example' })
  const [user] = await usersOf('first@paper.example')
  const change = (more: Record<string, string>) =>
    sendForm(
      'Customer/UpdateCustomerAccountCreationRequest',
      { id: result.id, ...more, submit: false },
      {},
      tokenOf(second),
    )
  const decided = () =>
    database.store.forTenant(meridian).read((tx) =>
      tx
        .selectFrom('influences')
        .innerJoin('users as by', 'by.id', 'influences.by_user_id')
        .select(['kind', 'by.user_name'])
        .where('user_id', '=', user?.id ?? 0)
        .orderBy('influences.id')
        .execute(),
    )
  const created = { kind: 'created', user_name: 'reviewer' }
  await change({ firstName: 'Ada' })
  expect(await decided()).toEqual([created])
  await change({ emailAddress: 'later@paper.example' })
  expect(await decided()).toEqual([created, { kind: 'address', user_name: 'second' }])
})

test('the address of someone who signs in by it stays', async () => {
  const { result } = await fromPaper({ emailAddress: 'signed@paper.example' })
  const [user] = await usersOf('signed@paper.example')
  await database.store.forTenant(meridian).write((tx) =>
    tx
      .updateTable('users')
      .set({ is_email_confirmed: true })
      .where('id', '=', user?.id ?? 0)
      .execute(),
  )
  const sent = { id: result.id, emailAddress: '' }
  const { error } = await sendForm(
    'Customer/UpdateCustomerAccountCreationRequest',
    sent,
    {},
    tokenOf(reviewer),
  )
  expect(error.code).toBe(refusals.accountRequestIncomplete.code)
  expect(await usersOf('signed@paper.example')).toHaveLength(1)
})

test.each<[what: string, more: Record<string, string>, code: number]>([
  [
    'without a name',
    { firstName: '', emailAddress: 'nobody@paper.example' },
    refusals.accountRequestIncomplete.code,
  ],
  [
    'with the address of another user',
    { emailAddress: 'reviewer@firm1.example' },
    refusals.emailAddressTaken.code,
  ],
])('a paper form %s is refused, and nothing is kept', async (_, more, code) => {
  const count = () =>
    database.store.forTenant(meridian).read((tx) =>
      tx
        .selectFrom('account_requests')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow(),
    )
  const before = await count()
  const taken = await database.store
    .forTenant(meridian)
    .read((tx) =>
      tx
        .selectFrom('users')
        .select('email_address')
        .where('user_name', '=', 'reviewer')
        .executeTakeFirstOrThrow(),
    )
  const sent = more.emailAddress?.startsWith('reviewer') ? { emailAddress: taken.email_address } : more
  const { error } = await fromPaper(sent)
  // The user name is the address.
  expect([code, refusals.userNameTaken.code]).toContain(error.code)
  expect(await count()).toEqual(before)
})

test("staff without the right to maintain customers open none, and do not see other people's requests", async () => {
  expect((await fromPaper({ emailAddress: 'x@paper.example' }, broker)).status).toBe(403)
  const { result } = await fromPaper({ emailAddress: 'other@paper.example', submit: true })
  for (const who of [broker, ofOther]) expect(await read(result.id, who)).toBeNull()
  await addUser(meridian, 'clerk')
  await database.store.forTenant(meridian).write((tx) =>
    tx
      .insertInto('user_permissions')
      .columns(['tenant_id', 'user_id', 'permission'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select(['tenant_id', 'id', eb.val('VIEW_CUSTOMERS').as('permission')])
          .where('user_name', '=', 'clerk'),
      )
      .execute(),
  )
  const clerk = await bearerOf('clerk')
  expect(await read(result.id, clerk)).toMatchObject({ id: result.id })
  const changed = await sendForm(
    'Customer/UpdateCustomerAccountCreationRequest',
    { id: result.id, surname: 'Other' },
    {},
    tokenOf(clerk),
  )
  expect(changed.error.code).toBe(refusals.accountRequestNotEditable.code)
  expect(app).toBeDefined()
})
