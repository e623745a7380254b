import { refusals } from '@tradebook/contract'
import { isSensitive, particularNames } from '@tradebook/contract/schemas/customers'
import { describe, expect, test } from 'vitest'
import { addUser, app, call, current, database, meridian, submitted } from '../../http/identity.fixture.ts'
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

const personKept = (userName: string) =>
  database.store
    .forTenant(meridian)
    .read((tx) =>
      tx.selectFrom('users').selectAll().where('user_name', '=', userName).executeTakeFirstOrThrow(),
    )

describe('a correction', () => {
  test('of telephone, address and next of kin is made at once, with before and after in the audit trail', async () => {
    const { result } = await update({
      ...{ phoneNumber: '0803 999 0000', address1: '9 Marina', nextOfKinName: 'Ada Bello' },
    })
    expect(result).toMatchObject({ state: 'made' })
    const kept = await customerKept()
    expect(kept).toMatchObject({ phone_number: '0803 999 0000', address: '9 Marina, Lagos, Lagos' })
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

  test('of a name waits for another person, and reaches the desk, which has it on open orders', async () => {
    const { result } = await update({ surname: 'Sani' })
    expect(result.state).toBe('waiting')
    expect(await customerKept()).toMatchObject({ name: 'Zainab Bello' })
    expect((await approve(result.changeId, clerk)).error.code).toBe(refusals.customerChangeOwn.code)
    // While one waits nobody begins another.
    const { error } = await update({ city: 'Kano' }, colleague)
    expect(error).toMatchObject({ code: refusals.customerChangeWaits.code })
    expect(error.details).toContain('clerk')
    const { result: waiting } = await ask('Customer/GetCustomerChanges', {}, colleague)
    expect(waiting.items).toMatchObject([
      {
        ...{ id: result.changeId, makerName: 'clerk', notByReader: null },
        fields: [{ name: 'surname', before: 'Bello', after: 'Sani' }],
      },
    ])
    expect((await approve(result.changeId)).result).toEqual({})
    expect(submitted.at(-1)).toMatchObject({
      ...{ kind: 'renameCustomer', customerId: CUSTOMER, customerName: 'Zainab Sani' },
    })
    expect((await customerKept()).particulars).toMatchObject({ surname: 'Sani' })
    expect((await approve(result.changeId)).error.code).toBe(refusals.customerChangeDecided.code)
  })

  test('that is rejected changes nothing, and who asked for it may withdraw it', async () => {
    for (const who of [colleague, clerk]) {
      const { result } = await update({ bvn: '22999999999' })
      expect((await reject(result.changeId, who)).result).toEqual({})
      expect((await customerKept()).particulars).toMatchObject({ bvn: '22123456789' })
      expect((await approve(result.changeId)).error.code).toBe(refusals.customerChangeDecided.code)
    }
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

  test('to an address that another person signs in with is refused, and the name stays with it', async () => {
    await addUser(meridian, 'taken', 'CUSTOMER')
    const emailAddress = (await personKept('taken')).email_address
    const { result } = await update({ surname: 'Musa', emailAddress })
    const before = submitted.length
    expect((await approve(result.changeId)).error.code).toBe(refusals.emailAddressTaken.code)
    expect(submitted.slice(before)).toEqual([])
    await reject(result.changeId)
  })

  test('that is rejected while it is approved is either, never the name of the one and the answer of the other', async () => {
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
  ])('%s is refused in words', async (_, fields, code) => {
    const { error } = await update(fields)
    expect(error.code).toBe(code)
    expect(error.details).not.toContain('{')
  })

  test('is of one firm and of those who may', async () => {
    expect((await update({ city: 'Abuja' }, ofOther)).error.code).toBe(refusals.unknownCustomer.code)
    expect((await call('Customer/UpdateCustomer', { id: CUSTOMER, reason: 'x' }, {})).status).toBe(401)
  })

  test('needs a second person for what proves who somebody is, and for nothing else', () => {
    const sensitive = particularNames.filter(isSensitive)
    expect(sensitive.filter((name) => !name.startsWith('joint')).sort()).toEqual([
      ...['bankAccountName', 'bvn', 'companyName', 'dateOfBirth', 'dateOfIncorporation', 'emailAddress'],
      ...['firstName', 'nin', 'otherNames', 'politicallyExposed', 'rcNumber', 'signatories', 'surname'],
    ])
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

  test('files that were given are found the same way, with whose they are', async () => {
    const url = `/api/services/app/Customer/DownloadCustomerFile?id=${CUSTOMER}`
    expect((await app.inject({ url, headers: clerk })).statusCode).toBe(200)
    for (const about of [ACCOUNT, CSCS, 'new@example.com'])
      expect(await found(about, 'GetReportLogs')).toMatchObject([
        { methodName: 'DownloadCustomerFile', account: ACCOUNT, customerName: 'Zainab Bello' },
      ])
  })
})
