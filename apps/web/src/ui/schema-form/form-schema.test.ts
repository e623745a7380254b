import { expect, test } from 'vitest'
import { z } from 'zod'
import { errorsIn, inputOf, traitsOf } from './form-schema.ts'

const schema = z.object({
  name: z.string().trim().min(2).max(20),
  emailAddress: z.email().max(256),
  phone: z.string().max(15).nullish(),
  remark: z.string().nullable(),
  limit: z.number().int().min(1).max(100),
  share: z.number().gt(0).lt(1).optional(),
  isActive: z.boolean().default(true),
  side: z.enum(['1', '2']),
})
const valid = {
  name: 'Ada',
  emailAddress: 'ada@example.com',
  remark: null,
  limit: 5,
  isActive: true,
  side: '1',
}
const faults = (more: object) => Object.fromEntries(errorsIn(schema, inputOf(schema, { ...valid, ...more })))

test('a control follows from its field, whatever the field is wrapped in', () => {
  const traits = Object.keys(schema.shape).map((name) => {
    const { kind, isRequired, isEmail, maxLength, options } = traitsOf(schema, name)
    return [name, kind, isRequired, isEmail, maxLength, options.join()]
  })
  expect(traits).toEqual([
    ['name', 'text', true, false, 20, ''],
    ['emailAddress', 'text', true, true, 256, ''],
    ['phone', 'text', false, false, 15, ''],
    ['remark', 'text', false, false, undefined, ''],
    ['limit', 'number', true, false, undefined, ''],
    ['share', 'number', false, false, undefined, ''],
    ['isActive', 'boolean', false, false, undefined, ''],
    ['side', 'choice', true, false, undefined, '1,2'],
  ])
})

test('a field that the schema does not have, or that no control edits, is a fault of the form', () => {
  expect(() => traitsOf(schema, 'nowhere')).toThrow('no field nowhere')
  expect(() => traitsOf(z.object({ rows: z.array(z.number()) }), 'rows')).toThrow('rows')
})

test('several texts are picked from what is offered; none need be', () => {
  const optional = z.object({ securityIDs: z.array(z.string()).default([]) })
  expect(traitsOf(optional, 'securityIDs')).toMatchObject({ kind: 'texts', isRequired: false })
  const asked = z.object({ any: z.array(z.string()).max(3), some: z.array(z.string()).min(1) })
  expect(traitsOf(asked, 'any').isRequired).toBe(false)
  expect(traitsOf(asked, 'some').isRequired).toBe(true)
})

test('an empty control is sent as what its field takes for none', () => {
  const emptied = { ...valid, phone: '', remark: '', share: null, isActive: undefined }
  expect(inputOf(schema, emptied)).toEqual({
    ...valid,
    phone: undefined,
    remark: null,
    share: undefined,
    isActive: false,
  })
})

test('valid values have no errors', () => {
  expect(faults({ phone: '0803', share: 0.5 })).toEqual({})
  expect(faults({ limit: '5', share: '0,5' })).toEqual({})
})

test.each([
  [{ name: '' }, 'name', 'Form.Missing', undefined],
  [{ name: 'A' }, 'name', 'Form.TooShort', { least: 2 }],
  [{ name: 'A'.repeat(21) }, 'name', 'Form.TooLong', { most: 20 }],
  [{ emailAddress: 'ada' }, 'emailAddress', 'Form.NotEmail', undefined],
  [{ limit: null }, 'limit', 'Form.Missing', undefined],
  [{ limit: 1.5 }, 'limit', 'Form.NotWhole', undefined],
  [{ limit: 'many' }, 'limit', 'Form.NotFigure', undefined],
  [{ limit: '1,0000' }, 'limit', 'Form.Separator', undefined],
  [{ limit: '1.000' }, 'limit', 'Form.TwoMeanings', { typed: '1.000', less: '1', more: '1,000' }],
  [{ limit: 0 }, 'limit', 'Form.TooSmall', { least: 1 }],
  [{ limit: 101 }, 'limit', 'Form.TooLarge', { most: 100 }],
  [{ share: 0 }, 'share', 'Form.NotMoreThan', { least: 0 }],
  [{ share: 1 }, 'share', 'Form.NotLessThan', { most: 1 }],
  [{ side: '3' }, 'side', 'Form.NotOffered', undefined],
  [{ side: undefined }, 'side', 'Form.Missing', undefined],
])('%o: %s is wrong (%s)', (more, name, text, values) => {
  expect(faults(more)).toEqual({ [name]: values ? { text, values } : { text } })
})

test('an error that concerns several fields has no name', () => {
  const paired = schema.refine(({ limit }) => limit !== 13)
  expect([...errorsIn(paired, inputOf(paired, { ...valid, limit: 13 }))]).toEqual([
    ['', { text: 'Form.Invalid' }],
  ])
})
