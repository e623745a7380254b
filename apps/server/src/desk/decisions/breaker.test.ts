import { indexValue, marketRules, type Phase } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { Breaker } from './breaker.ts'

const at = (time: string) => Date.parse(`2026-11-20T${time}:00+01:00`)
const index = (percent: number) => {
  const previous = indexValue(10_000_00)
  const value = indexValue(10_000_00 + percent * 10_000)
  return { previous, value, high: value, low: value }
}
const market = (phase: Phase, triggers: readonly number[] = []) => ({
  phase,
  line: { phase, since: 0, marketDate: '2026-11-20', triggers, halt: null },
})

test.each<[string, number, string, Phase, boolean]>([
  ['a rise of 5%', 5, '11:00', 'continuous', true],
  ['a fall of 5%', -5, '11:00', 'continuous', true],
  ['less', 4.99, '11:00', 'continuous', false],
  ['before the window', 6, '10:14', 'continuous', false],
  ['after it: a rise of 5.23% at 13:50', 5.23, '13:50', 'continuous', false],
  ['in an auction', 6, '11:00', 'reopening', false],
])('%s', (_, percent, time, phase, triggers) => {
  const breaker = new Breaker(marketRules, true, index(0))
  expect(breaker.isTriggered(index(percent), market(phase), at(time))).toBe(triggers)
})

test('an index that has moved too far when the window begins triggers the breaker', () => {
  const breaker = new Breaker(marketRules, true, index(6))
  expect(breaker.isTriggered(index(6), market('continuous'), at('10:15'))).toBe(true)
})

test('an index that returns and moves too far again is the second trigger, which closes the day', () => {
  const once = market('continuous', [at('11:00')])
  const breaker = new Breaker(marketRules, true, index(5.5))
  expect(breaker.isTriggered(index(6), once, at('11:45'))).toBe(false)
  expect(breaker.isTriggered(index(4), once, at('11:50'))).toBe(false)
  expect(breaker.isTriggered(index(5), once, at('11:55'))).toBe(true)
  expect(breaker.phaseAfter({ triggers: [at('11:00')] })).toBe('halted')
  expect(breaker.phaseAfter({ triggers: [at('11:00'), at('11:55')] })).toBe('closed')
})

test('a market that is open at all hours has no breaker', () => {
  const breaker = new Breaker(marketRules, false, index(0))
  expect(breaker.isTriggered(index(9), market('continuous'), at('11:00'))).toBe(false)
})
