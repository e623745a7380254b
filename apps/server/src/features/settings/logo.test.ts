import { isRefusal, type Refusal } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { pdfOf } from '../../files/pdf/layout.ts'
import { logoPng } from './logo.fixture.ts'
import { logoHandlers } from './logo.ts'

/** A picture is refused before anything is written: these reach no database. */
const kept: unknown[] = []
const handlers = logoHandlers(undefined as never, {
  checkPicture: async (_, type, bytes) => (type === 'image/jpeg' ? undefined : Buffer.from(bytes)),
  print: pdfOf,
})
const update = async (type: string, bytes: Uint8Array) => {
  const context = {
    files: [{ type, bytes }],
    caller: { tenantId: 1, userId: 1 },
    write: async () => kept.push(1),
  }
  const answer = await handlers['Settings/UpdateLogo']({}, context as never)
  return isRefusal(answer) ? (answer as Refusal).refusal : 'kept'
}

test.each<[string, string, Uint8Array, string]>([
  ['a small picture', 'image/png', logoPng(120, 40), 'kept'],
  ['a picture that is not what it claims', 'image/jpeg', logoPng(1, 1), 'logoInvalid'],
  ['more than two million pixels', 'image/png', logoPng(2_000, 1_001, Buffer.alloc(0)), 'logoInvalid'],
  [
    'a few kilobytes that unpack to a hundred megabytes',
    'image/png',
    logoPng(10, 10, Buffer.alloc(100_000_000)),
    'logoInvalid',
  ],
  [
    'data that do not unpack',
    'image/png',
    logoPng(10, 10, undefined, (data) => data.subarray(4)),
    'logoInvalid',
  ],
])('%s', async (_, type, bytes, outcome) => {
  expect(await update(type, bytes)).toBe(outcome)
})

test('a picture on which the printing of a document fails is refused', async () => {
  const broken = logoHandlers(undefined as never, {
    checkPicture: async (_, __, bytes) => Buffer.from(bytes),
    print: () => Promise.reject(new Error('Unknown image format')),
  })
  const context = { files: [{ type: 'image/png', bytes: logoPng(1, 1) }], caller: { tenantId: 1, userId: 1 } }
  expect(await broken['Settings/UpdateLogo']({}, context as never)).toMatchObject({ refusal: 'logoInvalid' })
})

test('a logo is drawn next to the issuer', async () => {
  const document = {
    title: 'T',
    language: 'en',
    issuer: ['Firm'] as [string],
    facts: [],
    sums: [],
    remarks: [],
  }
  const columns = [{ heading: 'H', align: 'left' as const, share: 1 }]
  const pdf = await pdfOf({ ...document, columns, rows: [['A']], logo: logoPng(120, 40) })
  expect(Buffer.from(pdf).toString('latin1')).toMatch(/\/Subtype \/Image/)
})
