import { expect, test } from 'vitest'
import { registrationSchema, stepSchema } from './registration.ts'

const faultOf = (phoneNumber: string): unknown =>
  registrationSchema('corporate', '2026-11-20')
    .safeParse({ phoneNumber })
    .error?.issues.find(({ path }) => path[0] === 'phoneNumber')?.message

test.each([
  ...['+234 803 000 0000', '+2348030000000', '0803-000-0000', '0803 (000) 0000', '+44 20 7946 0000'],
  ...[
    '+234 (0) 803 000 0000',
    '+234 0803 000 0000',
    '00234 803 000 0000',
    '234 803 000 0000',
    '(0803) 000.0000',
  ],
])('a telephone number is accepted: %s', (number) => expect(faultOf(number)).toBeUndefined())

test.each([
  ['a digit more', '+234 803 000 0000 0'],
  ['a digit more behind the zero', '0803 000 0000 0'],
  ['a digit less', '0803 000 000'],
  ['two zeros behind the code', '+234 00803 000 0000'],
  ['a code in pieces, and a digit more', '+2 34 803 000 0000 0'],
  ['neither code nor zero', '803 000 0000'],
  ['more than any country has', '+44 1234 5678 9012 345'],
])('a telephone number with %s is refused', (_, number) =>
  expect(faultOf(number)).toBe('Registration.Wrong.phoneNumber'),
)

const bankStep = {
  ...{ bankSortCode: '011', bankAccountNumber: '0000014579', bankAccountName: 'OBI NGOZI' },
  ...{ investmentObjective: 'growth' },
}

test('a paper form needs no e-mail address; one that is given is an address', () => {
  const company = registrationSchema('corporate', '2026-11-20', true)
  const contactless = { signatories: [{ ...SIGNATORY, emailAddress: '' }] }
  const wrongOf = (fields: object) =>
    (company.safeParse(fields).error?.issues ?? []).map(({ path }) => path.join('.'))
  expect(wrongOf(contactless)).not.toContain('emailAddress')
  expect(wrongOf(contactless).filter((path) => path.startsWith('signatories'))).toEqual([])
  expect(wrongOf({ emailAddress: 'nobody' })).toContain('emailAddress')
  expect(wrongOf({ signatories: [{ ...SIGNATORY, emailAddress: 'nobody' }] })).toContain(
    'signatories.0.emailAddress',
  )
  const online = registrationSchema('corporate', '2026-11-20').safeParse(contactless).error?.issues ?? []
  expect(online.map(({ path }) => path.join('.'))).toEqual(
    expect.arrayContaining(['emailAddress', 'signatories.0.emailAddress']),
  )
})
const SIGNATORY = { name: 'Ngozi Obi', position: 'Director', bvn: '22123456789', phoneNumber: '08030000000' }

test.each([
  ['the person', 'Ngozi Obi', true],
  ['one person of two', 'Ada Okafor & Ngozi Obi', true],
  ['another person', 'Ada Okafor', false],
])('the bank account of an application must be in the applicant’s name; %s: %s', (_, customerName, isOwn) => {
  const messages = stepSchema('individual', 'bank', '2026-11-20', { customerName })
    .safeParse(bankStep)
    .error?.issues.map(({ path, message }) => [path[0], message])
  expect(messages).toEqual(isOwn ? undefined : [['bankAccountName', 'Registration.Wrong.bankAccountName']])
})
