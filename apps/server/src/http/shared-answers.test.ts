import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { SharedAnswer, SharedAnswers } from './shared-answers.ts'

const textOf = (length: number) => 'x'.repeat(length)
const asked = async (answers: SharedAnswers, key: string, make: () => unknown, ...accepted: string[]) =>
  answers.of(new SharedAnswer(key, make)).encodedFor(new Set(accepted))

test('an answer is made once for a key, and compressed once for an encoding', async () => {
  const answers = new SharedAnswers()
  const make = vi.fn(() => textOf(5_000))
  const [encoding, first] = await asked(answers, 'a', make, 'gzip', 'br')
  const [, second] = await asked(answers, 'a', make, 'br')
  expect(encoding).toBe('br')
  expect(second).toBe(first)
  expect(JSON.parse(brotliDecompressSync(first).toString()).result).toBe(textOf(5_000))
  const [gzip, zipped] = await asked(answers, 'a', make, 'gzip')
  expect([gzip, gunzipSync(zipped).toString()]).toEqual(['gzip', brotliDecompressSync(first).toString()])
  expect((await asked(answers, 'a', make, 'deflate'))[0]).toBeUndefined()
  expect(make).toHaveBeenCalledTimes(1)
})

test('a small answer goes as it is', async () => {
  expect((await asked(new SharedAnswers(), 'a', () => 'short', 'br'))[0]).toBeUndefined()
})

test('the same output has the same entity tag under any key, another one another', () => {
  const answers = new SharedAnswers()
  const tag = (key: string, output: string) => answers.of(new SharedAnswer(key, () => output)).entityTag
  expect(tag('a', 'one')).toBe(tag('b', 'one'))
  expect(tag('c', 'two')).not.toBe(tag('a', 'one'))
})

test('the answer that was asked for longest ago makes room', async () => {
  const answers = new SharedAnswers(3_500)
  const make = { a: vi.fn(() => textOf(1_500)), b: vi.fn(() => textOf(1_500)), c: vi.fn(() => textOf(1_500)) }
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b'] as const) await asked(answers, key, make[key])
  expect([make.a, make.b, make.c].map((made) => made.mock.calls.length)).toEqual([1, 2, 1])
})

test('compressed bytes count, too', async () => {
  const noise = Array.from({ length: 3_000 }, (_, n) => Math.sin(n).toString(36).slice(4, 6)).join('')
  const answers = new SharedAnswers(14_000)
  const make = vi.fn(() => noise)
  await asked(answers, 'a', make)
  await asked(answers, 'b', () => noise)
  await asked(answers, 'b', () => noise, 'br')
  await asked(answers, 'a', make)
  expect(make).toHaveBeenCalledTimes(2)
})

test('one that can not be made is not kept', () => {
  const answers = new SharedAnswers()
  const fails = () => {
    throw new Error('not now')
  }
  expect(() => answers.of(new SharedAnswer('a', fails))).toThrow('not now')
  expect(answers.of(new SharedAnswer('a', () => 'now')).entityTag).toMatch(/^W\//)
})
