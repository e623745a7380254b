import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { calls } from '../calls.ts'
import { allFields, signatory } from './registration.ts'

/** Texts of any characters, which nobody else reads: passwords, as they were chosen. */
const anyCharacters = /password/i

interface Text {
  readonly path: string
  readonly schema: z.ZodType
}

/** The schemas of texts within a schema, without those that hold one of some values. */
function textsOf(schema: z.ZodType, path: string): Text[] {
  const { def } = schema as unknown as { def: Def }
  switch (def.type) {
    case 'string':
      return [{ path, schema }]
    case 'object':
      return Object.entries(def.shape).flatMap(([name, member]) => textsOf(member, `${path}.${name}`))
    case 'array':
      return textsOf(def.element, `${path}[]`)
    case 'union':
      return def.options.flatMap((option) => textsOf(option, path))
    case 'record':
      return [...textsOf(def.keyType, `${path}{}`), ...textsOf(def.valueType, `${path}{}`)]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return textsOf(def.innerType, path)
    case 'pipe':
      // What a text becomes is checked with it.
      return textsOf(def.in, path).length > 0 ? [{ path, schema }] : []
    case 'number':
    case 'int':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
      return []
    default:
      throw new Error(
        `a schema of a kind that is not looked through: ${(def as { type: string }).type} at ${path}`,
      )
  }
}

type Def =
  | { type: 'string' | 'number' | 'int' | 'boolean' | 'enum' | 'literal' | 'null' }
  | { type: 'object'; shape: Record<string, z.ZodType> }
  | { type: 'array'; element: z.ZodType }
  | { type: 'union'; options: z.ZodType[] }
  | { type: 'record'; keyType: z.ZodType; valueType: z.ZodType }
  | { type: 'optional' | 'nullable' | 'default' | 'prefault' | 'readonly'; innerType: z.ZodType }
  | { type: 'pipe'; in: z.ZodType }

const texts: Text[] = [
  ...Object.entries(calls).flatMap(([name, { input }]) => textsOf(input, name)),
  ...Object.entries(allFields).flatMap(([name, schema]) => textsOf(schema, `registration.${name}`)),
  ...textsOf(signatory, 'signatory'),
]
/** A signatory as JSON in a text, whose members are texts of the same schema. */
const json = /\.signatories\[\]$/
const shown = texts.filter(({ path }) => !anyCharacters.test(path) && !json.test(path))

/** A control, a direction, a space without width, a line separator, a soft hyphen, a filler and a blank that is none. */
const unseen = ['\u0007', '\u202e', '\u200b', '\u2028', '\u00ad', '\u3164', '\u2800', '\ufeff']

test('the texts of the contract are found', () => {
  const paths = texts.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining([
      'User/Create.surname',
      'Order/SendNewOrder.text',
      'User/GetAll.keyword',
      'Customer/CustomerRegister.signatories[].bvn',
      'registration.jointSurname',
    ]),
  )
  expect(shown.length).toBeGreaterThan(200)
})

describe('on every door', () => {
  // What a draft has is refused when the request is submitted, and a correction at once, by the schemas of their fields.
  const drafts =
    /^Customer\/(CustomerRegister|CreateCustomer|UpdateCustomer|UpdateCustomerAccountCreationRequest)\./

  test.each(unseen)('no text has %j in it', (sign) => {
    const kept = shown.filter(({ path, schema }) => {
      if (drafts.test(path)) return false
      return ['a', '1', '0'].some((letter) => {
        const parsed = schema.safeParse(`${letter}${sign}${letter}`)
        return parsed.success && String(parsed.data).includes(sign)
      })
    })
    expect(kept.map(({ path }) => path)).toEqual([])
  })

  test.each(unseen)('a text of only %j is empty', (sign) => {
    const kept = shown.filter(({ schema }) => {
      const parsed = schema.safeParse(sign)
      return parsed.success && parsed.data !== ''
    })
    expect(kept.map(({ path }) => path)).toEqual([])
  })

  /** Ids that clients make of their own requests stay as they are sent. */
  const own = /clOrdID|postingID|crossID|sendID|sentAs/i

  test('a text is the same however a keyboard writes its marks', () => {
    const apart = shown.filter(({ path, schema }) => {
      const parsed = schema.safeParse('Adédayọ̀'.normalize('NFD'))
      return !own.test(path) && parsed.success && parsed.data !== 'Adédayọ̀'.normalize('NFC')
    })
    expect(apart.map(({ path }) => path)).toEqual([])
  })
})

describe('pasted values and their grouping', () => {
  const shape = calls['Account/VerifyAccount'].input.shape
  test.each([
    [allFields.phoneNumber, '+234 (0) 803 123 4567', '+234 (0) 803 123 4567'],
    [allFields.phoneNumber, '\u202a+234 803\u00a0123\u20114567\u202c', '+234 803 123-4567'],
    [allFields.phoneNumber, '00234 803.123.4567', '00234 803.123.4567'],
    [allFields.phoneNumber, '(0803) 123-4567', '(0803) 123-4567'],
    [allFields.phoneNumber, '０８０３１２３４５６７', '08031234567'],
    [allFields.bvn, '\u200b222 5555-1234\u202c', '22255551234'],
    [allFields.nin, ' 1234 5678 901\u2060', '12345678901'],
    [allFields.bankAccountNumber, '012\u2013345\u00a06789\ufeff', '0123456789'],
    [allFields.cscsAccount, '00 1234-5678', '0012345678'],
    [signatory.shape.bvn, '222-5555-1234', '22255551234'],
    [shape.code, '\u200e123 456\u200f', '123456'],
    [calls['TokenAuth/Authenticate'].input.shape.twoFactorVerificationCode, '123\u200b 456', '123 456'],
    [calls['Account/EnableTwoFactorAuth'].input.shape.verificationCode, '\ufeffabcd-efgh\u00a0', 'abcd-efgh'],
    [calls['BackOffice/PostCashEntry']?.input.shape.cscsAcct, '\u200bA-1 ', 'A-1'],
  ] as const)('%# is understood', (schema, typed, kept) => {
    expect(schema?.parse(typed)).toBe(kept)
  })

  test.each(['080312345', '+234 (0) 803 123 45678', '+2340803', 'phone'])(
    '%j is not a telephone number',
    (typed) => {
      expect(allFields.phoneNumber.safeParse(typed).success).toBe(false)
    },
  )
})

test('a password is the same however its marks are written; letter case and other characters count', () => {
  const { newPassword } = calls['Account/ChangePassword'].input.shape
  expect(newPassword.parse('pa\u0301ssword\u00a01')).toBe('p\u00e1ssword 1')
  expect(newPassword.parse('Password\u200b1')).toBe('Password\u200b1')
})
