import { expect, test } from 'vitest'
import { openAfterAnswers } from './after-answers.ts'

/** Pauses that end when a test ends them. */
function paused() {
  const ends: (() => void)[] = []
  const wait = () => new Promise<void>((resolve) => void ends.push(resolve))
  const endAll = () => {
    for (const end of ends.splice(0)) end()
  }
  return { wait, endAll }
}

test('works begin after a pause, one after the other, whatever becomes of each', async () => {
  const { wait, endAll } = paused()
  const failures: unknown[] = []
  const done: string[] = []
  const works = openAfterAnswers(wait, (error) => failures.push(error))
  let endFirst = () => {}
  works.add(async () => {
    done.push('first')
    await new Promise<void>((resolve) => {
      endFirst = resolve
    })
    done.push('first ended')
  })
  works.add(() => Promise.reject(new Error('lost')))
  works.add(async () => void done.push('third'))
  await Promise.resolve()
  expect(done).toEqual([])
  endAll()
  await expect.poll(() => done).toEqual(['first'])
  endFirst()
  await works.idle()
  expect(done).toEqual(['first', 'first ended', 'third'])
  expect(failures).toEqual([new Error('lost')])
})

test('the number of waiting tasks is bounded', async () => {
  const { wait, endAll } = paused()
  const works = openAfterAnswers(wait, () => undefined)
  let done = 0
  const taken = Array.from({ length: 1_001 }, () => works.add(async () => void done++))
  expect(taken.filter((isTaken) => isTaken)).toHaveLength(1_000)
  endAll()
  await works.idle()
  expect(done).toBe(1_000)
  expect(works.add(async () => undefined)).toBe(true)
})
