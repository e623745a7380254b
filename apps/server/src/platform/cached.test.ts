import { expect, test } from 'vitest'
import { cached } from './cached.ts'

/** A question that is answered when the test does so, and a clock. */
function stage(keeps?: (answer: string) => boolean) {
  const at = { now: 0 }
  const asked: { key: number; answer: (text: string) => void; fail: (error: Error) => void }[] = []
  const answers = cached(
    (key: number) =>
      new Promise<string>((resolve, reject) => {
        asked.push({ key, answer: resolve, fail: reject })
      }),
    { most: 2, forMs: 5_000, now: () => at.now, ...(keeps ? { keeps } : {}) },
  )
  return { at, asked, answers }
}

test('however many callers ask at once, it is fetched once and cached for its lifetime', async () => {
  const { at, asked, answers } = stage()
  const all = Promise.all(Array.from({ length: 100 }, () => answers.of(1)))
  expect(asked).toHaveLength(1)
  asked[0]?.answer('yes')
  expect(new Set(await all)).toEqual(new Set(['yes']))
  at.now = 4_999
  expect(await answers.of(1)).toBe('yes')
  expect(asked).toHaveLength(1)
  at.now = 5_000
  void answers.of(1)
  expect(asked).toHaveLength(2)
})

test('a clock set back makes nothing known for longer', async () => {
  const { at, asked, answers } = stage()
  at.now = 1_000_000
  const first = answers.of(1)
  asked[0]?.answer('yes')
  await first
  at.now = 0
  void answers.of(1)
  expect(asked).toHaveLength(2)
})

test('the number of its entries is limited', async () => {
  const { asked, answers } = stage()
  for (const key of [1, 2, 3]) void answers.of(key)
  void answers.of(3)
  void answers.of(2)
  expect(asked.map(({ key }) => key)).toEqual([1, 2, 3])
  void answers.of(1)
  expect(asked.map(({ key }) => key)).toEqual([1, 2, 3, 1])
})

test('failures, uncacheable answers and cleared entries are requested again', async () => {
  const { asked, answers } = stage((answer) => answer !== 'no')
  const failed = answers.of(1)
  asked[0]?.fail(new Error('away'))
  await expect(failed).rejects.toThrow('away')
  const refused = answers.of(1)
  asked[1]?.answer('no')
  expect(await refused).toBe('no')
  const given = answers.of(1)
  asked[2]?.answer('yes')
  expect(await given).toBe('yes')
  expect(await answers.of(1)).toBe('yes')
  answers.clear()
  void answers.of(1)
  expect(asked).toHaveLength(4)
})
