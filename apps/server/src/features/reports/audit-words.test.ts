import {
  calls,
  fieldsOfCall,
  languageNames,
  type RecordedRow,
  recordedAsJson,
  recordedCalls,
  recordedInWords,
  recordsDownload,
  recordsRefusals,
  titleOf,
} from '@tradebook/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isSecretField } from '../../platform/audit.ts'
import { translateTo } from '../../platform/localisation.ts'

/** Nobody has to know a name of the code to read the audit trail. */

const inEnglish = translateTo('en')

const row = (name: string, more: Partial<RecordedRow> = {}): RecordedRow => {
  const [serviceName = '', methodName = ''] = name.split('/')
  return {
    serviceName,
    methodName,
    parameters: '{}',
    exception: null,
    customData: null,
    changes: [],
    ...more,
  }
}
const words = (name: string, more?: Partial<RecordedRow>, translate = inEnglish) =>
  recordedInWords(row(name, more), translate)
const asked = (name: string, parameters: object, more?: Partial<RecordedRow>, translate = inEnglish) =>
  words(name, { parameters: JSON.stringify(parameters), ...more }, translate).asked.map(
    ({ title, after }) => [title, after],
  )

/** Calls that write no row, refused or done: of what each person keeps for itself. */
const OWN = /^Notification\/Mark/

test('every call of which a refusal leaves a row, and every file, has words', () => {
  const recorded = Object.entries(calls).filter(
    ([name, call]) => recordsRefusals(name, call) || recordsDownload(name, call),
  )
  const unworded = recorded
    .map(([name]) => name)
    .filter((name) => !OWN.test(name) && !Object.hasOwn(recordedCalls, name))
  expect(unworded).toEqual([])
})

test('every file leaves a row, except documents and the logo', () => {
  const files = Object.entries(calls).filter(([, call]) => 'gives' in call && call.gives === 'file')
  const unrecorded = files.filter(([name, call]) => !recordsDownload(name, call)).map(([name]) => name)
  // A document leaves one where it is read by anyone but its owner: its handler writes it.
  expect(unrecorded.sort()).toEqual([
    'BackOffice/GetFreezeDocument',
    'Customer/GetCustomerDocument',
    'Customer/GetDocument',
    'Settings/GetLogo',
  ])
})

/** Every member that a JSON schema names, however deep. */
function membersIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...others } = schema as { properties?: object }
  return [
    ...Object.keys(properties),
    // What is within a member that is not kept is not kept.
    ...Object.entries(properties).flatMap(([name, one]) => (isSecretField(name) ? [] : membersIn(one))),
    ...Object.values(others).flatMap(membersIn),
  ]
}

test('every field of their requests has a title in words', () => {
  const sent = Object.keys(recordedCalls)
    .filter((name) => name in calls)
    .flatMap((name) =>
      membersIn(
        z.toJSONSchema(calls[name as keyof typeof calls].input, { io: 'input', unrepresentable: 'any' }),
      ),
    )
  const kept = [...new Set(sent)].filter((member) => !isSecretField(member))
  expect(kept.length).toBeGreaterThan(150)
  expect(kept.filter((member) => titleOf(member, inEnglish) === member)).toEqual([])
})

test.each(languageNames)('a refused sign-in is described in %s without names from the code', (language) => {
  const translate = translateTo(language)
  const read = words(
    'TokenAuth/Authenticate',
    {
      parameters: '{"userNameOrEmailAddress":"hmac-sha256:abc","tenancyName":"Meridian"}',
      exception: 'invalidPassword',
      customData: 'request r-7; 12 refused calls before it are not recorded',
    },
    translate,
  )
  expect(read.call).toBe(translate('Login.Submit'))
  expect(read.reason).toBe(translate('Audit.Reason.passwordWrong'))
  expect(read.remarks).toContain('r-7')
  expect(read.remarks).toContain('12')
  expect(JSON.stringify([read.asked.map(({ after }) => after), read.remarks])).not.toMatch(/hmac|recorded/)
})

test.each([
  ['insufficientFunds', 'Not enough money'],
  ['adminIsKept', 'The user admin cannot be deleted or renamed'],
  ['memberCodeTaken', 'Another firm has this member code'],
  ['denied', 'A permission is missing'],
  ['ofAnEarlierRelease', 'ofAnEarlierRelease'],
])('%s is described as: %s', (exception, reason) => {
  expect(words('User/Update', { exception }).reason).toBe(reason)
})

test('no reason has a place for a value that is not kept', () => {
  for (const language of languageNames)
    for (const exception of ['tenancyNameTaken', 'memberCodeTaken', 'documentInvalid', 'failed', 'lockedOut'])
      expect(words('User/Update', { exception }, translateTo(language)).reason).not.toMatch(/[{}]/)
})

test('settings, codes and amounts are written as on the screens', () => {
  expect(asked('Settings/Update', { IDLE_MINUTES: '20', SELF_MATCH: 'firm', STOP_ORDERS: 'true' })).toEqual([
    ['Idle time in minutes', '20'],
    ['Self-trade prevention', 'Across the firm: the newer order is cancelled'],
    ['Allow stop orders', 'Yes'],
  ])
  const order = {
    securityID: 'GTCO',
    side: '1',
    ordType: '2',
    price: 5_840,
    execInst: null,
    timeInForce: '0',
  }
  expect(asked('Order/SendNewOrder', order)).toEqual([
    ['Security', 'GTCO'],
    ['Side', 'Buy'],
    ['Order type', 'Limit'],
    ['Price', '₦58.40'],
    ['Time in force', 'Day'],
  ])
  // A refused order was decided by the desk, too; a refused posting was never there.
  expect(asked('Order/SendNewOrder', { price: 5_840 }, { exception: 'insufficientFunds' })).toEqual([
    ['Price', '₦58.40'],
  ])
  expect(asked('BackOffice/PostCashEntry', { type: 'deposit', amount: '1000050' })).toEqual([
    ['Type', 'Deposit'],
    ['Amount', '₦10,000.50'],
  ])
  expect(asked('BackOffice/PostCashEntry', { amount: 10_000.5 }, { exception: 'unknownAccount' })).toEqual([
    ['Amount', '₦10,000.50'],
  ])
  expect(
    asked('Limits/Update', { level: 'user', id: 'ada', collarBps: 250, orderValue: 500_000_000 }),
  ).toEqual([
    ['Level', 'User'],
    ['Number', 'ada'],
    ['Collar (%)', '2.5'],
    ['Order value (₦)', '₦5,000,000.00'],
  ])
  expect(asked('Fees/Update', { rates: [{ side: '2', item: 'sec', ratePpm: 3_000, minimum: 0 }] })).toEqual([
    [
      'Contract note charges',
      'Side: Sell, Charge: SEC fee, Rate, % of consideration: 0.3, Minimum per note (₦): ₦0.00',
    ],
  ])
})

test('as JSON an amount that is not naira has its unit in its name', () => {
  const json = (name: string, parameters: object, more?: Partial<RecordedRow>) =>
    JSON.parse(recordedAsJson(row(name, { parameters: JSON.stringify(parameters), ...more })).parameters)
  expect(json('BackOffice/PostCashEntry', { type: 'deposit', amount: '300000000' })).toEqual({
    type: 'deposit',
    amountKobo: '300000000',
  })
  expect(json('Order/SendNewOrder', { price: 5_840 }, { exception: 'insufficientFunds' })).toEqual({
    priceKobo: 5_840,
  })
  expect(json('Fees/Update', { rates: [{ item: 'sec', minimum: 100 }] })).toEqual({
    rates: [{ item: 'sec', minimumKobo: 100 }],
  })
  // As it was sent.
  expect(json('BackOffice/PostCashEntry', { amount: 3_000_000 }, { exception: 'unknownAccount' })).toEqual({
    amount: 3_000_000,
  })
  const change = { entity: 'Limits', id: 'user ada', before: null, after: { orderValue: '100', orderQty: 5 } }
  expect(JSON.parse(recordedAsJson(row('Limits/Update', { changes: [change] })).changedData)).toEqual([
    { ...change, after: { orderValueKobo: '100', orderQty: 5 } },
  ])
  expect(recordedAsJson(row('Order/SendNewOrder', { parameters: 'cut' }))).toEqual({
    parameters: 'cut',
    changedData: '',
  })
})

test('fields of an account request have the words of its form, those of a second holder with whose they are', () => {
  expect(
    asked('Customer/CustomerRegister', { jointGender: 'female', idType: 'passport', accountType: 'joint' }),
  ).toEqual([
    ['Gender (second holder)', 'Female'],
    ['Identity document', 'International passport'],
    ['Type of account', 'Joint'],
  ])
})

test('filters and columns of a file have the words of its list', () => {
  const filters = {
    format: 'csv',
    columns: ['price', 'side'],
    side: ['1'],
    priceFrom: 10,
    from: '2026-11-20',
  }
  expect(asked('Order/DownloadStockOrders', filters)).toEqual([
    ['Format', 'csv'],
    // Every file of orders has these two.
    ['Columns', 'Order no., Account, Price, Side'],
    ['Side', 'Buy'],
    ['Price, From', '10'],
    ['From', '2026-11-20'],
  ])
  expect(words('Order/DownloadStockOrders').call).toBe('Download: Orders')
})

test('only what differs is shown, and what a thing is', () => {
  const changesOf = (change: RecordedRow['changes'][number]) =>
    words('User/Update', { changes: [change] }).changes.map(({ thing, fields }) => [
      thing,
      ...fields.map(({ title, before, after }) => [title, before, after]),
    ])
  expect(
    changesOf({
      ...{ entity: 'User', id: '7' },
      before: { name: 'Ada', isActive: true, permissions: [], roleNames: ['BROKER'] },
      after: { name: 'Ada', isActive: false, permissions: ['BUY', 'Pages.Users'], roleNames: ['BROKER'] },
    }),
  ).toEqual([['User 7', ['Active', 'Yes', 'No'], ['Additional permissions', null, 'Buy, Users']]])
  expect(
    changesOf({
      entity: 'Limits',
      id: 'user ada',
      before: null,
      after: { orderValue: '100', orderQty: null },
    }),
  ).toEqual([['Limits User ada', ['Order value (₦)', null, '₦1.00']]])
  expect(
    changesOf({ entity: 'FeeRate', id: '1,sec,0001-01-01', before: { ratePpm: 1 }, after: null })[0]?.[0],
  ).toBe('Charge Buy SEC fee 0001-01-01')
  expect(changesOf({ entity: 'Settings', id: '1', before: {}, after: { PHONE: '1' } })[0]?.[0]).toBe(
    'Settings',
  )
})

test.each([
  // A number is that of a contract note, and of a bank account only within one.
  ['BackOffice/DownloadContractNote', { number: 7 }, [['Note no.', '7']]],
  ['BackOffice/DownloadContractNoteTrades', { number: 7 }, [['Note no.', '7']]],
  ['BackOffice/DownloadContractNoteList', { number: '7' }, [['Note no.', '7']]],
  // A state of orders is none of account requests.
  ['Order/DownloadStockOrders', { status: '2' }, [['Which orders', 'Filled']]],
  ['Order/DownloadStockOrders', { status: 'open' }, [['Which orders', 'Open']]],
  ['Customer/DownloadCustomerAccountCreationRequests', { status: ['2'] }, [['Status', 'In review']]],
  ['BackOffice/DownloadAccountInflow', { kind: ['deposit'] }, [['Type', 'Deposit']]],
  ['BackOffice/DownloadPortfolioMovement', { kind: ['transferIn'] }, [['Type', 'Transfer in']]],
  ['Order/DownloadTrades', { isCross: ['true'] }, [['Cross deal', 'Yes']]],
] as const)('the parameters of %s, %o, mean what they mean in its list', (name, parameters, words) => {
  expect(asked(name, parameters)).toEqual(words)
})

test('the number within a bank account is the bank account’s', () => {
  const after = { cash: { route: 'direct', bankAccount: { bankCode: '011', number: '2034567890' } } }
  const [change] = words('BackOffice/PostAccountTerms', {
    changes: [{ entity: 'Account', id: 'A1', before: null, after }],
  }).changes
  expect(change?.fields[0]?.after).toContain(`${inEnglish('Terms.BankAccount')}: 2034567890`)
})

test('every downloadable list explains its filters and columns', () => {
  const unknown = Object.entries(calls)
    .filter(([, call]) => 'gives' in call && 'columns' in (call.input as z.ZodObject).shape)
    .filter(([name]) => Object.keys(fieldsOfCall(name)).length === 0)
    .map(([name]) => name)
  // Files of few rows whose names mean the same everywhere.
  expect(unknown).toEqual([])
})
