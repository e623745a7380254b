import { type CustomerView, calls, refusals } from '@tradebook/contract'
import { besideParticulars, isSensitive, particularNames } from '@tradebook/contract/schemas/customers'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import {
  addUser,
  app,
  bearing,
  call,
  current,
  database,
  meridian,
  signIn,
  submitted,
} from '../../http/identity.fixture.ts'
import type { Caller } from '../../platform/caller.ts'
import { openCustomerViews } from '../../platform/customer-views.ts'
import {
  ACCOUNT,
  ask,
  auditKept,
  CSCS,
  CUSTOMER,
  clerk,
  colleague,
  customerKept,
  customersForAllTests,
  holderId,
  ofOther,
  requestId,
} from './customers.fixture.ts'

customersForAllTests()

const update = (fields: object, who = clerk) =>
  call('Customer/UpdateCustomer', { id: CUSTOMER, reason: 'By letter of 3 May', ...fields }, who)
const approve = (id: number, who = colleague) => call('Customer/ApproveCustomerChange', { id }, who)
const reject = (id: number, who = colleague) =>
  call('Customer/RejectCustomerChange', { id, reason: 'No document' }, who)

/** Writes what is the desk's to write. */
async function asDesk(...statements: readonly string[]): Promise<void> {
  const admin = new Client(database.access.admin)
  await admin.connect()
  for (const statement of statements) await admin.query(statement, [meridian])
  await admin.end()
}

const personKept = (userName: string) =>
  database.store
    .forTenant(meridian)
    .read((tx) =>
      tx.selectFrom('users').selectAll().where('user_name', '=', userName).executeTakeFirstOrThrow(),
    )

describe('a correction', () => {
  test('of address and next of kin applies at once, with before and after in the audit trail', async () => {
    const { result } = await update({
      ...{ address1: '9 Marina', nextOfKinName: 'Ada Bello' },
    })
    expect(result).toMatchObject({ state: 'made' })
    const kept = await customerKept()
    expect(kept).toMatchObject({ address: '9 Marina, Lagos, Lagos' })
    expect(kept.particulars).toMatchObject({ nextOfKinName: 'Ada Bello', surname: 'Bello' })
    const changes = await database.store
      .forTenant(meridian)
      .read((tx) => tx.selectFrom('audit_changes').selectAll().where('entity', '=', 'Customer').execute())
    expect(changes.at(-1)).toMatchObject({
      entity_id: String(CUSTOMER),
      before: { address1: '4 Lake Road', nextOfKinName: 'Musa Bello' },
      after: { address1: '9 Marina', nextOfKinName: 'Ada Bello' },
    })
  })

  test('of the telephone number, which alerts go to, and of the mother’s maiden name waits for another person', async () => {
    for (const [name, value] of [
      ['phoneNumber', '+234 803 999 0000'],
      ['motherMaidenName', 'Sule'],
    ] as const) {
      const { result } = await update({ [name]: value })
      expect(result.state).toBe('waiting')
      expect((await customerKept()).particulars).not.toMatchObject({ [name]: value })
      expect((await approve(result.changeId)).result).toEqual({})
      expect((await customerKept()).particulars).toMatchObject({ [name]: value })
    }
    expect(await customerKept()).toMatchObject({ phone_number: '+234 803 999 0000' })
  })

  test('of a name waits for another person, and reaches the desk, which has it on open orders, and the user', async () => {
    await database.store
      .forTenant(meridian)
      .write((tx) => tx.updateTable('users').set({ surname: 'Bello' }).where('id', '=', holderId).execute())
    const { result } = await update({ surname: 'Sani' })
    expect(result.state).toBe('waiting')
    expect(await customerKept()).toMatchObject({ name: 'Zainab Bello' })
    expect((await approve(result.changeId, clerk)).error.code).toBe(refusals.customerChangeOwn.code)
    // While it waits nobody begins another of the same field.
    const { error } = await update({ surname: 'Musa' }, colleague)
    expect(error).toMatchObject({ code: refusals.customerChangeWaits.code })
    expect(error.details).toContain('clerk')
    const { result: waiting } = await ask('Customer/GetCustomerChanges', {}, colleague)
    expect(waiting.items).toMatchObject([
      {
        ...{ id: result.changeId, makerName: 'clerk', isOwn: false, notByReader: null },
        fields: [{ name: 'surname', before: 'Bello', after: 'Sani' }],
      },
    ])
    // Its maker is known by number: a user's name can change.
    await database.store
      .forTenant(meridian)
      .write((tx) =>
        tx
          .updateTable('customer_changes')
          .set({ maker_name: 'clerk as was' })
          .where('id', '=', result.changeId)
          .execute(),
      )
    expect((await ask('Customer/GetCustomerChanges', {}, clerk)).result.items).toMatchObject([
      { isOwn: true },
    ])
    expect((await approve(result.changeId)).result).toEqual({})
    expect(submitted.at(-1)).toMatchObject({
      ...{ kind: 'correctCustomer', customerId: CUSTOMER, customerName: 'Zainab Sani' },
    })
    expect((await customerKept()).particulars).toMatchObject({ surname: 'Sani' })
    expect((await personKept('zainab')).surname).toBe('Sani')
    expect((await approve(result.changeId)).error.code).toBe(refusals.approvedByYou.code)
    expect((await reject(result.changeId, clerk)).error.code).toBe(refusals.customerChangeDecided.code)
  })

  test('of the CSCS number waits for another person, and reaches the desk, which has it on open orders', async () => {
    const { result } = await update({ cscsAccount: '0000000778' })
    expect(result.state).toBe('waiting')
    expect((await approve(result.changeId, clerk)).error.code).toBe(refusals.customerChangeOwn.code)
    expect((await approve(result.changeId)).result).toEqual({})
    const { origin, ...corrected } = submitted.at(-1) as { origin: object }
    expect(corrected).toEqual({ kind: 'correctCustomer', customerId: CUSTOMER, cscsAccount: '0000000778' })
    const made = await database.store
      .forTenant(meridian)
      .read((tx) => tx.selectFrom('customer_changes').selectAll().where('id', '=', result.changeId).execute())
    expect(made).toMatchObject([
      { state: 'made', before: { cscsAccount: CSCS }, after: { cscsAccount: '0000000778' } },
    ])
    // A number that is cut short, none, and the one that there is.
    for (const [cscsAccount, code] of [
      ['778', 0],
      ['', 0],
      [CSCS, refusals.customerUnchanged.code],
    ] as const)
      expect((await update({ cscsAccount })).error).toMatchObject({ code })
  })

  test('to the CSCS number of another account is refused, and that of a customer with several accounts', async () => {
    await asDesk(
      `INSERT INTO customers (tenant_id, id, name, particulars) VALUES ($1, 8, 'Musa Sani', '{}')`,
      `INSERT INTO trading_accounts (tenant_id, account, customer_id, cscs_account) VALUES
        ($1, 'MSL000008', 8, '0000000888'), ($1, 'MSL000009', 8, '0000000889')`,
    )
    expect((await update({ cscsAccount: '0000000888' })).error.code).toBe(refusals.cscsAccountHeld.code)
    // Of an account that the desk has not opened yet.
    await asDesk(
      `INSERT INTO account_requests (tenant_id, user_id, status, account_type, remarks, fields, applicant_name,
        account, cscs_account, creation_time)
       VALUES ($1, ${holderId}, 4, 'individual', '[]', '{}', 'Bola', 'MSL000010', '0000000887', now())`,
    )
    expect((await update({ cscsAccount: '0000000887' })).error.code).toBe(refusals.cscsAccountHeld.code)
    const several = { id: 8, reason: 'By letter', cscsAccount: '0000000890' }
    const { error } = await call('Customer/UpdateCustomer', several, clerk)
    expect(error.code).toBe(refusals.customerFieldsWrong.code)
    expect(error.details).toContain('CSCS')
  })

  test('changes nothing when rejected, and its requester can withdraw it', async () => {
    for (const [who, decided] of [
      [colleague, 'rejectedByYou'],
      [clerk, 'customerChangeDecided'],
    ] as const) {
      const { result } = await update({ bvn: '22999999999' })
      expect((await reject(result.changeId, who)).result).toEqual({})
      expect((await customerKept()).particulars).toMatchObject({ bvn: '22123456789' })
      expect((await approve(result.changeId)).error.code).toBe(refusals[decided].code)
    }
  })

  test('is undone at the desk when it is rejected after a crash interrupted its approval', async () => {
    const { result } = await update({ surname: 'Thief', cscsAccount: '0000000779' })
    const before = await customerKept()
    expect(before.particulars).toMatchObject({ surname: 'Sani' })
    await asDesk(
      `UPDATE customers SET name = 'Zainab Thief' WHERE tenant_id = $1 AND id = ${CUSTOMER}`,
      `UPDATE trading_accounts SET cscs_account = '0000000779' WHERE tenant_id = $1 AND account = '${ACCOUNT}'`,
    )
    expect((await reject(result.changeId)).result).toEqual({})
    const { origin, ...back } = submitted.at(-1) as { origin: object }
    expect(back).toEqual({
      ...{ kind: 'correctCustomer', customerId: CUSTOMER },
      ...{ customerName: before.name, cscsAccount: CSCS },
    })
    await asDesk(
      `UPDATE customers SET name = '${before.name}' WHERE tenant_id = $1 AND id = ${CUSTOMER}`,
      `UPDATE trading_accounts SET cscs_account = '${CSCS}' WHERE tenant_id = $1 AND account = '${ACCOUNT}'`,
    )
    // One that never reached the desk leaves it alone.
    const inputs = submitted.length
    const { result: another } = await update({ surname: 'Thief' })
    expect((await reject(another.changeId)).result).toEqual({})
    expect(submitted.length).toBe(inputs)
  })

  test('that is rejected restores the name that a correction approved before it had given', async () => {
    const id = 29
    await asDesk(`INSERT INTO customers (tenant_id, id, name) VALUES ($1, ${id}, 'Chief Musa Bello-Osagie')`)
    const renamed = async (to: string) =>
      asDesk(`UPDATE customers SET name = '${to}' WHERE tenant_id = $1 AND id = ${id}`)
    const { result: first } = await update({ id, surname: 'Sani' })
    const { result: second } = await update({ id, firstName: 'Ibrahim' })
    // As the desk writes it within the approval.
    await renamed('Musa Sani')
    expect((await approve(first.changeId)).result).toEqual({})
    // The approval of the second was interrupted once the desk had the name.
    await renamed('Ibrahim Sani')
    expect((await reject(second.changeId)).result).toEqual({})
    expect(submitted.at(-1)).toMatchObject({ customerId: id, customerName: 'Musa Sani' })
  })

  test('of the name leaves a user alone who goes by another name', async () => {
    const called = (surname: string) =>
      database.store
        .forTenant(meridian)
        .write((tx) => tx.updateTable('users').set({ surname }).where('id', '=', holderId).execute())
    const { surname: before } = await personKept('zainab')
    await called('Of her own')
    for (const surname of ['Sanusi', 'Sani']) {
      const { result } = await update({ surname })
      expect((await approve(result.changeId)).result).toEqual({})
      expect((await customerKept()).particulars).toMatchObject({ surname })
      expect((await personKept('zainab')).surname).toBe('Of her own')
    }
    await called(before)
  })

  test('that is rejected restores the name of a customer whose name is not stored in parts', async () => {
    const [id, name] = [19, 'Chief Musa Bello-Osagie']
    await asDesk(`INSERT INTO customers (tenant_id, id, name) VALUES ($1, ${id}, '${name}')`)
    const renamed = async (to: string) =>
      asDesk(`UPDATE customers SET name = '${to}' WHERE tenant_id = $1 AND id = ${id}`)
    const { result } = await update({ id, firstName: 'Musa', surname: 'Thief' })
    const { result: other } = await update({ id, phoneNumber: '08031112222' })
    await renamed('Musa Thief')
    expect((await reject(result.changeId)).result).toEqual({})
    expect(submitted.at(-1)).toMatchObject({ kind: 'correctCustomer', customerId: id, customerName: name })
    await renamed(name)
    const inputs = submitted.length
    expect((await reject(other.changeId)).result).toEqual({})
    expect(submitted.length).toBe(inputs)
  })

  test('of the e-mail address moves the sign-in of the person, once it is approved', async () => {
    const addressOf = () =>
      database.store.forTenant(meridian).read(async (tx) => {
        const rows = tx.selectFrom('users').select('email_address').where('id', '=', holderId)
        return (await rows.executeTakeFirstOrThrow()).email_address
      })
    const { result } = await update({ emailAddress: 'new@example.com' })
    expect(await addressOf()).toBe('zainab@example.com')
    await approve(result.changeId)
    expect(await addressOf()).toBe('new@example.com')
  })

  test('of the e-mail address ends links to the earlier one, informs its reader, and is in the audit trail of the user', async () => {
    const { email_address: from, id: userId } = await personKept('zainab')
    const store = database.store.forTenant(meridian)
    await store.write((tx) =>
      tx
        .insertInto('password_resets')
        .values({
          ...{ tenant_id: meridian, user_id: userId, digest: Buffer.alloc(32, 7) },
          ...{ creation_time: new Date(current.now), expires_at: new Date(current.now + 3_600_000) },
        })
        .execute(),
    )
    const mails = () =>
      store.read((tx) => tx.selectFrom('mails').selectAll().where('user_id', '=', userId).execute())
    const before = (await mails()).length
    const { result } = await update({ emailAddress: 'third@example.com' })
    expect((await approve(result.changeId)).result).toEqual({})
    expect((await mails()).slice(before)).toMatchObject([{ template: 'emailAddressChanged' }])
    const links = await store.read((tx) =>
      tx.selectFrom('password_resets').selectAll().where('user_id', '=', userId).execute(),
    )
    expect(links.map(({ used_at }) => used_at)).not.toContain(null)
    const changes = await store.read((tx) =>
      tx.selectFrom('audit_changes').selectAll().where('entity', '=', 'User').execute(),
    )
    expect(changes.at(-1)).toMatchObject({
      ...{ entity_id: String(userId), before: { emailAddress: from } },
      after: { emailAddress: 'third@example.com' },
    })
    const back = await update({ emailAddress: 'new@example.com' })
    await approve(back.result.changeId)
  })

  test('of the e-mail address leaves the sign-in of staff who trade for the account', async () => {
    const staffId = await addUser(meridian, 'dealer', 'ADMIN')
    await asDesk(
      `INSERT INTO customers (tenant_id, id, name, email_address, particulars)
        VALUES ($1, 9, 'Ngozi Eze', 'dealer@staff.example', '{}')`,
      `INSERT INTO trading_accounts (tenant_id, account, customer_id, cscs_account) VALUES ($1, 'MSL000010', 9, '0000000899')`,
      `UPDATE users SET email_address = 'dealer@staff.example' WHERE tenant_id = $1 AND id = ${staffId}`,
      `INSERT INTO user_trading_accounts (tenant_id, user_id, account) VALUES ($1, ${staffId}, 'MSL000010')`,
    )
    const asked = { id: 9, reason: 'By letter', emailAddress: 'thief@evil.example' }
    const { result } = await call('Customer/UpdateCustomer', asked, clerk)
    expect((await approve(result.changeId)).result).toEqual({})
    expect((await personKept('dealer')).email_address).toBe('dealer@staff.example')
  })

  test('of two customers to one CHN at the same time applies to only one', async () => {
    const of = (id: number, row: number) => ({
      id,
      insert: `INSERT INTO customers (tenant_id, id, name, chn, particulars)
        VALUES ($1, ${id}, 'Two of ${row}', 'C000${id}AA', '{}')`,
    })
    const pairs = [20, 30, 40, 50, 60].map((id) => [of(id, 1), of(id + 1, 2)] as const)
    await asDesk(...pairs.flat().map(({ insert }) => insert))
    for (const pair of pairs) {
      const chn = `C000${pair[0].id}0BB`
      const asked = await Promise.all(
        pair.map(({ id }) => call('Customer/UpdateCustomer', { id, reason: 'By letter', chn }, clerk)),
      )
      const answers = await Promise.all(asked.map(({ result }) => approve(result.changeId)))
      const codes = answers.map(({ error }) => error?.code ?? 0).sort()
      expect(codes).toEqual([0, refusals.chnHeld.code])
    }
  })

  test('to a CHN that another customer has received in the meantime is refused on approval', async () => {
    const { result } = await update({ chn: 'C0000999ZZ' })
    await asDesk(`UPDATE customers SET chn = 'c0000999zz' WHERE tenant_id = $1 AND id = 8`)
    expect((await approve(result.changeId)).error.code).toBe(refusals.chnHeld.code)
    await reject(result.changeId)
  })

  test('to an address that another person signs in with is refused, and the name stays with it', async () => {
    await addUser(meridian, 'taken', 'CUSTOMER')
    const emailAddress = (await personKept('taken')).email_address
    const { result } = await update({ surname: 'Musa', emailAddress })
    const before = submitted.length
    expect((await approve(result.changeId)).error.code).toBe(refusals.emailAddressTaken.code)
    expect(submitted.slice(before)).toEqual([])
    await reject(result.changeId)
  })

  test('rejected during its approval is one or the other, never the name of one with the answer of the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { result } = await update({ surname: `Musa${'a'.repeat(round)}` })
      const before = submitted.length
      const [approved, rejected] = await Promise.all([
        approve(result.changeId),
        reject(result.changeId, clerk),
      ])
      expect([approved.error, rejected.error].filter(Boolean)).toHaveLength(1)
      expect(submitted.length - before).toBe(approved.error ? 0 : 1)
    }
  })

  test.each<[what: string, fields: object, code: number]>([
    ['of nothing', { city: 'Lagos' }, refusals.customerUnchanged.code],
    [
      'to a telephone number that is none',
      { phoneNumber: 'by the bridge' },
      refusals.customerFieldsWrong.code,
    ],
    ['to a name that is missing', { surname: '' }, refusals.customerFieldsWrong.code],
    ['to the date of birth of a child', { dateOfBirth: '2020-01-01' }, refusals.customerFieldsWrong.code],
  ])('%s is refused with a clear message', async (_, fields, code) => {
    const { error } = await update(fields)
    expect(error.code).toBe(code)
    expect(error.details).not.toContain('{')
  })

  test('is of one firm and of those who may', async () => {
    expect((await update({ city: 'Abuja' }, ofOther)).error.code).toBe(refusals.unknownCustomer.code)
    expect((await call('Customer/UpdateCustomer', { id: CUSTOMER, reason: 'x' }, {})).status).toBe(401)
  })

  test('of the name of the bank account is refused where it is another person’s', async () => {
    const { error } = await update({ bankAccountName: 'EMEKA OBI' })
    expect(error).toMatchObject({ code: refusals.customerFieldsWrong.code })
  })

  test('needs a second person only for details that prove identity', () => {
    const sensitive = particularNames.filter(isSensitive)
    expect(sensitive.filter((name) => !name.startsWith('joint')).sort()).toEqual([
      ...['bvn', 'companyName', 'dateOfBirth', 'dateOfIncorporation', 'emailAddress'],
      ...['firstName', 'motherMaidenName', 'nin', 'otherNames', 'phoneNumber', 'politicallyExposed'],
      ...['rcNumber', 'signatories', 'surname'],
    ])
    expect(besideParticulars.filter((name) => !isSensitive(name))).toEqual([])
  })
})

test('the record has particulars, accounts, sign-in and corrections, and a row of who looked: once a day and person', async () => {
  const looks = async () =>
    (await auditKept()).filter(
      ({ method_name, parameters }) => method_name === 'View' && parameters.includes('"record"'),
    ).length
  const before = await looks()
  await ask('Customer/GetCustomerRecord', { id: String(CUSTOMER) }, colleague)
  const { result } = await ask('Customer/GetCustomerRecord', { id: String(CUSTOMER) }, colleague)
  expect(result).toMatchObject({
    ...{
      id: CUSTOMER,
      chn: 'C0000777ZB',
      accounts: [{ accountNumber: ACCOUNT, cscsAccount: CSCS, cash: 0 }],
    },
    users: [{ userName: 'zainab', isEmailConfirmed: true }],
    requests: [{ id: requestId }],
  })
  expect(result.changes.length).toBeGreaterThan(0)
  expect(result.views).toMatchObject([{ userName: 'colleague', screen: 'record' }])
  expect(await looks()).toBe(before + 1)
  // Another person, and another day, is another row.
  await ask('Customer/GetCustomerRecord', { id: String(CUSTOMER) }, clerk)
  expect(await looks()).toBe(before + 2)
  current.now += 86_400_000 / 4
  expect((await ask('Customer/GetCustomerRecord', { id: '999' }, clerk)).error.code).toBe(
    refusals.unknownCustomer.code,
  )
  expect((await ask('Customer/GetCustomerRecord', { id: String(CUSTOMER) }, ofOther)).error.code).toBe(
    refusals.unknownCustomer.code,
  )
})

test.each([
  ['BackOffice/GetAccountFreezes', 4_701, { cscsAcct: CSCS }],
  ['BackOffice/GetFreezeDocument', 4_702, { id: 4715 }],
] as const)('%s leaves a row of who looked at the freezes of which customer', async (name, userId, input) => {
  await asDesk(
    `INSERT INTO account_freezes (tenant_id, id, account, ground, reason, reference, from_date)
     VALUES ($1, 4715, '${ACCOUNT}', 'courtOrder', 'Order', 'FHC/L/12/2026', '2026-11-20')
     ON CONFLICT DO NOTHING`,
  )
  const shows = calls[name].shows as CustomerView
  const caller = {
    tenantId: meridian,
    userId,
    userName: name,
    accounts: [],
  } as unknown as Caller
  const views = openCustomerViews(database.store, () => current.now)
  await views(shows, input, caller, { clientIpAddress: '127.0.0.1', browserInfo: 'test' })
  const { result } = await ask('Customer/GetCustomerRecord', { id: String(CUSTOMER) })
  expect(result.views.filter(({ screen }: { screen: string }) => screen === 'freezes')).toContainEqual(
    expect.objectContaining({ userName: name }),
  )
  const row = (await auditKept()).findLast(
    ({ method_name, user_name }) => method_name === 'View' && user_name === name,
  )
  expect(JSON.parse(row?.parameters ?? '')).toEqual({
    screen: 'freezes',
    customerId: CUSTOMER,
    account: ACCOUNT,
  })
})

test('a row of the audit trail names the customer whom it is about', async () => {
  const rowOf = async (methodName: string, wanted: Record<string, string> = {}) =>
    (
      (await ask('ReportEventLog/GetReportEventLogs', { maxResultCount: '1000', ...wanted })).result
        .items as { methodName: string; parameters: string; customerName: string | null }[]
    ).find((row) => row.methodName === methodName)?.customerName
  const { name } = await customerKept()
  const { result } = await update({ motherMaidenName: 'Okoro' })
  await reject(result.changeId)
  await ask('Portfolio/GetHoldings', { cscsAcct: CSCS }, colleague)
  for (const method of ['UpdateCustomer', 'RejectCustomerChange', 'View'])
    expect([method, await rowOf(method)]).toEqual([method, name])
  // What a customer does is about the customer; what is of the firm is about none.
  await call('TokenAuth/Authenticate', {
    ...{ tenancyName: 'Meridian', userNameOrEmailAddress: 'zainab', password: 'wrong' },
  })
  expect(await rowOf('Authenticate', { userName: 'zainab' })).toBe(name)
  expect(await rowOf('Authenticate', { userName: 'clerk' })).toBeNull()
})

test('staff confirm an address by another way than a mailed code, with method and reason in the audit trail', async () => {
  const setConfirmed = (is_email_confirmed: boolean) =>
    database.store
      .forTenant(meridian)
      .write((tx) => tx.updateTable('users').set({ is_email_confirmed }).where('id', '=', holderId).execute())
  await setConfirmed(false)
  const { result } = await ask('Customer/GetUnprovedPeople', {})
  expect(result.items.map(({ userId }: { userId: number }) => userId)).toContain(holderId)
  const asked = { userId: holderId, method: 'telephone', reason: 'Called back on the number of the form' }
  expect((await call('Customer/ConfirmAddress', asked, clerk)).result).toEqual({})
  const row = (await auditKept()).findLast(({ method_name }) => method_name === 'ConfirmAddress')
  expect(JSON.parse(row?.parameters ?? '')).toEqual(asked)
  expect((await call('Customer/ConfirmAddress', asked, clerk)).error.code).toBe(
    refusals.addressIsConfirmed.code,
  )
})

describe('everything about a customer in one search', () => {
  const found = async (about: string, list = 'GetReportEventLogs') =>
    (await ask(`ReportEventLog/${list}`, { about, maxResultCount: '1000' })).result.items as {
      methodName: string
      exception: string | null
      userName: string | null
    }[]

  test('is found by name, account, CSCS number with and without zeros, CHN, user and mail alike', async () => {
    // What the person did, and tried to; what staff did, and tried to; what is of nobody here.
    await ask('Customer/GetCustomerRecord', { id: String(CUSTOMER) }, ofOther)
    await update({ city: 'Ibadan' })
    await update({ phoneNumber: 'none' })
    await call('TokenAuth/Authenticate', {
      ...{ tenancyName: 'Meridian', userNameOrEmailAddress: 'zainab', password: 'wrong' },
    })
    await call('Customer/ConfirmAddress', { userId: holderId, method: 'letter', reason: 'Again' }, clerk)
    const byAccount = await found(ACCOUNT)
    const names = new Set(byAccount.map(({ methodName }) => methodName))
    expect([...names]).toEqual(
      expect.arrayContaining([
        'UpdateCustomer',
        'ConfirmAddress',
        'View',
        'ApproveCustomerChange',
        'Authenticate',
      ]),
    )
    expect(byAccount.some(({ exception }) => exception === 'customerFieldsWrong')).toBe(true)
    for (const about of [CSCS, '777', 'c0000777zb', 'zainab', 'new@example.com', ACCOUNT.toLowerCase()])
      expect((await found(about)).length, about).toBe(byAccount.length)
    expect((await found('Sani')).length).toBeGreaterThan(0)
    expect(await found('MSL999999')).toEqual([])
  })

  test('is found after a number was corrected, too, where rows name the customer by the earlier one', async () => {
    const before = await found(ACCOUNT)
    await ask('Portfolio/GetHoldings', { cscsAcct: CSCS })
    await asDesk(
      `UPDATE trading_accounts SET cscs_account = '0000000778' WHERE tenant_id = $1 AND account = '${ACCOUNT}'`,
    )
    const after = await found(ACCOUNT)
    await asDesk(
      `UPDATE trading_accounts SET cscs_account = '${CSCS}' WHERE tenant_id = $1 AND account = '${ACCOUNT}'`,
    )
    expect(after.length).toBeGreaterThanOrEqual(before.length)
    expect(after).toEqual(await found(ACCOUNT))
  })

  test('a user name that is a word of every call finds nothing of others', async () => {
    await ask('Portfolio/GetHoldings', { cscsAcct: '0000000999' })
    const before = await found(ACCOUNT)
    const rename = (name: string) =>
      asDesk(`UPDATE users SET user_name = '${name}' WHERE tenant_id = $1 AND id = ${holderId}`)
    for (const name of ['cscsAcct', 'reason']) {
      await rename(name)
      const after = await found(ACCOUNT)
      expect(after.length).toBeLessThanOrEqual(before.length)
      expect(JSON.stringify(after)).not.toContain('0000000999')
    }
    await rename('zainab')
    expect(await found(ACCOUNT)).toEqual(before)
  })

  test('agreements, limits and kill switches of the customer are found, and nothing of another', async () => {
    const rows = [
      ['Fees', 'Update', 'ChargesOfCustomer', `${CUSTOMER},2026-11-27`],
      ['Fees', 'Update', 'ChargesOfCustomer', `${CUSTOMER}7,2026-11-27`],
      ['Limits', 'Update', 'Limits', `user ${holderId}`],
      ['Limits', 'SetKillSwitch', 'KillSwitch', `account ${ACCOUNT}`],
    ]
    const before = (await found(ACCOUNT)).length
    await database.store.forTenant(meridian).write(async (tx) => {
      for (const [service, method, entity = '', entity_id = ''] of rows) {
        const { id: _, ...last } = await tx
          .selectFrom('audit_log')
          .selectAll()
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()
        const of = { service_name: service, method_name: method, parameters: '{}', user_id: null }
        const { id } = await tx
          .insertInto('audit_log')
          .values({ ...last, ...of } as never)
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('audit_changes')
          .values({
            tenant_id: meridian,
            audit_id: id,
            number: 1,
            entity,
            entity_id,
            before: '{}',
            after: '{}',
          } as never)
          .execute()
      }
    })
    expect((await found(ACCOUNT)).length).toBe(before + 3)
  })

  test('files that were given are found the same way, with whose they are', async () => {
    const url = `/api/services/app/Customer/DownloadCustomerFile?id=${CUSTOMER}`
    expect((await app.inject({ url, headers: clerk })).statusCode).toBe(200)
    for (const about of [ACCOUNT, CSCS, 'new@example.com'])
      expect(await found(about, 'GetReportLogs')).toMatchObject([
        { methodName: 'DownloadCustomerFile', account: ACCOUNT, customerName: 'Zainab Bello' },
      ])
  })
})

test('the list of customers and files of an account are in the access log, what a customer sees is not', async () => {
  const seenBy = async (userName: string) => {
    const { result } = await ask('Customer/GetCustomerRecord', { id: String(CUSTOMER) })
    return (result.views as { userName: string; screen: string }[])
      .filter((view) => view.userName === userName)
      .map(({ screen }) => screen)
      .toSorted()
  }
  await addUser(meridian, 'reader', 'ADMIN')
  const reader = bearing((await signIn('reader')).result.accessToken)
  const holder = bearing((await signIn('zainab')).result.accessToken)
  for (const who of [reader, reader, holder]) await ask('BackOffice/GetCustomers', {}, who)
  expect(await seenBy('reader')).toEqual(['customers'])
  const get = (path: string) => app.inject({ url: `/api/services/app/${path}`, headers: reader })
  await get('BackOffice/DownloadCustomers')
  await get(`BackOffice/DownloadPortfolioMovement?cscsAcct=${CSCS}`)
  expect(await seenBy('reader')).toEqual(['customers', 'movement'])
  expect(await seenBy('zainab')).toEqual([])
})

test('a correction of the name of the bank account is made where the account has it, and nowhere else', async () => {
  const { firstName, surname } = (await customerKept()).particulars as Record<string, string>
  const bankAccountName = `${surname} ${firstName}`.toUpperCase()
  const { result } = await update({ bankAccountName })
  expect(result.state).toBe('waiting')
  await approve(result.changeId)
  expect(submitted.at(-1)).toMatchObject({
    ...{ kind: 'correctCustomer', customerId: CUSTOMER, bankAccountName },
  })
  expect((await customerKept()).particulars).not.toHaveProperty('bankAccountName')
  // The record reads it from the account, as the desk writes it.
  const nameAt = async () =>
    (await ask('Customer/GetCustomerRecord', { id: String(CUSTOMER) })).result as {
      particulars: { bankAccountName: string | null }
      accounts: { bankAccountName: string | null }[]
    }
  await asDesk(
    `UPDATE trading_accounts SET bank_account_name = 'BELLO Z' WHERE tenant_id = $1 AND account = '${ACCOUNT}'`,
  )
  const { particulars, accounts } = await nameAt()
  expect([particulars.bankAccountName, accounts[0]?.bankAccountName]).toEqual(['BELLO Z', 'BELLO Z'])
  await asDesk(`UPDATE trading_accounts SET bank_account_name = NULL WHERE tenant_id = $1`)
})
