import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { SharedAnswer, SharedAnswers } from './shared-answers.ts'

const textOf = (length: number) => 'x'.repeat(length)
const asked = async (answers: SharedAnswers, key: string, make: () => unknown, ...accepted: string[]) =>
  answers.of(new SharedAnswer(key, make)).encodedFor(new Set(accepted))

test('an answer is built once per key, and compressed once per encoding', async () => {
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

test('a small answer is not compressed', async () => {
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

test('one that cannot be made is not kept', () => {
  const answers = new SharedAnswers()
  const fails = () => {
    throw new Error('not now')
  }
  expect(() => answers.of(new SharedAnswer('a', fails))).toThrow('not now')
  expect(answers.of(new SharedAnswer('a', () => 'now')).entityTag).toMatch(/^W\//)
})

describe('each requester’s own number', () => {
  const words = Array.from({ length: 4_000 }, (_, n) => `Price ${n}`)
  const make = vi.fn(() => ({ session: { userId: null, name: '"userId":null' }, words }))
  const askedBy = async (answers: SharedAnswers, value: number, ...accepted: string[]) => {
    const answer = answers.of(new SharedAnswer('a', make, { member: 'userId', value }))
    const [encoding, bytes] = await answer.encodedFor(new Set(accepted))
    const text =
      encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'br' ? brotliDecompressSync(bytes) : bytes
    return { encoding, bytes, tag: answer.entityTag, result: JSON.parse(text.toString()).result }
  }

  test('is in an answer that is built once for all, and compressed once for each', async () => {
    const answers = new SharedAnswers()
    const tags = new Set<string>()
    for (const value of [7, 8, 1_234_567]) {
      for (const [expected, ...accepted] of [['br', 'br', 'gzip'], ['gzip', 'gzip'], [undefined]] as const) {
        const { encoding, bytes, tag, result } = await askedBy(answers, value, ...accepted)
        expect(encoding).toBe(expected)
        expect(result).toEqual({ session: { userId: value, name: '"userId":null' }, words })
        if (encoding) expect((await askedBy(answers, value, ...accepted)).bytes).toBe(bytes)
        tags.add(tag)
      }
    }
    expect(tags.size).toBe(3)
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('changes its entity tag with the rest of the answer, too', () => {
    const tag = (output: string) =>
      new SharedAnswers().of(
        new SharedAnswer('a', () => ({ userId: null, output }), { member: 'userId', value: 7 }),
      ).entityTag
    expect(tag('one')).not.toBe(tag('two'))
    expect(tag('one')).toBe(tag('one'))
  })

  test('makes the rest once, however many ask', async () => {
    make.mockClear()
    const answers = new SharedAnswers(200_000)
    for (let value = 1; value <= 100; value++) await askedBy(answers, value, 'br')
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('has one place in the answer', async () => {
    const of = (output: unknown) =>
      new SharedAnswers().of(new SharedAnswer('a', () => output, { member: 'userId', value: 7 }))
    for (const output of [{}, { userId: 5 }, [{ userId: null }, { userId: null }]])
      await expect(of(output).encodedFor(new Set())).rejects.toThrow('not one userId is null')
  })
})
