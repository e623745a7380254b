import { expect, test } from 'vitest'
import { type ExchangeState, ExchangeStates } from './exchange-states.ts'

const wordsOf = (state: ExchangeState) =>
  state.kind === 'venuePhase' ? state.phase : `${state.action} ${state.securityID}`

/** A desk that decides when the test lets it. */
function opened() {
  const given: { readonly what: string; answer(isTaken: boolean | Error): void }[] = []
  const warnings: string[] = []
  const states = new ExchangeStates(
    (state) =>
      new Promise((resolve, reject) => {
        const answer = (isTaken: boolean | Error) =>
          isTaken instanceof Error ? reject(isTaken) : resolve(isTaken)
        given.push({ what: wordsOf(state), answer })
      }),
    (text) => warnings.push(text),
  )
  const halts = {
    said: (action: 'halt' | 'resume', securityID: string | null) =>
      states.said({ kind: 'venueHalt', action, securityID }),
    stop: () => states.stop(),
  }
  const next = async (count: number) => {
    await expect.poll(() => given.length).toBe(count)
    return given[count - 1]!
  }
  /** Once all that was answered has been carried on. */
  const rest = () => new Promise((resolve) => setImmediate(resolve))
  return { states, halts, given, warnings, next, rest }
}

test('a desk that is busy is told again until it has decided the halt', async () => {
  const { halts, given, next, rest } = opened()
  halts.said('halt', 'GTCO')
  for (const [count, isTaken] of [
    [1, false],
    [2, false],
    [3, true],
  ] as const)
    (await next(count)).answer(isTaken)
  await rest()
  expect(given.map(({ what }) => what)).toEqual(['halt GTCO', 'halt GTCO', 'halt GTCO'])
})

test('a halt and a resume in one turn end with the resume, however long the halt is being decided', async () => {
  const { halts, given, next, rest } = opened()
  halts.said('halt', 'GTCO')
  halts.said('resume', 'GTCO')
  ;(await next(1)).answer(true)
  ;(await next(2)).answer(true)
  await rest()
  expect(given.map(({ what }) => what)).toEqual(['halt GTCO', 'resume GTCO'])
})

test('what is out of date before the desk could take it is not given any more', async () => {
  const { halts, given, next, rest } = opened()
  halts.said('halt', 'GTCO')
  halts.said('resume', 'GTCO')
  ;(await next(1)).answer(false)
  expect((await next(2)).what).toBe('resume GTCO')
  halts.said('halt', 'GTCO')
  halts.said('resume', 'GTCO')
  given[1]!.answer(true)
  await rest()
  expect(given).toHaveLength(2)
})

test('securities and the market do not wait for each other', async () => {
  const { halts, given } = opened()
  halts.said('halt', 'GTCO')
  halts.said('halt', 'MTNN')
  halts.said('halt', null)
  expect(given.map(({ what }) => what)).toEqual(['halt GTCO', 'halt MTNN', 'halt null'])
})

test('a failure of the desk is reported, and the halt given again', async () => {
  const { halts, warnings, next } = opened()
  halts.said('halt', null)
  ;(await next(1)).answer(new Error('no desk'))
  ;(await next(2)).answer(true)
  expect(warnings).toEqual(['halt of the market failed: no desk'])
})

test('at the end nothing is given again', async () => {
  const { halts, given, next, rest } = opened()
  halts.said('halt', 'GTCO')
  const first = await next(1)
  halts.stop()
  halts.said('resume', 'GTCO')
  first.answer(true)
  await rest()
  expect(given).toHaveLength(1)
})

test('of the phase, too, the desk is given what was said last', async () => {
  const { states, given, next, rest } = opened()
  states.said({ kind: 'venuePhase', phase: 'preOpen' })
  states.said({ kind: 'venuePhase', phase: 'continuous' })
  ;(await next(1)).answer(false)
  ;(await next(2)).answer(true)
  await rest()
  expect(given.map(({ what }) => what)).toEqual(['preOpen', 'continuous'])
})
