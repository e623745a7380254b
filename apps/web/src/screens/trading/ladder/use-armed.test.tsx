import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ARMED_MS, useArmed } from './use-armed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const armed = (meaning = 'GTCO 1001', isPossible = true) => {
  const hook = renderHook((props) => useArmed(props.meaning, props.isPossible), {
    initialProps: { meaning, isPossible },
  })
  act(() => hook.result.current.arm())
  return hook
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('is armed only by the person, and for a minute after the last order', () => {
  const { result } = armed()
  expect(result.current.isArmed).toBe(true)
  pass(ARMED_MS - 1)
  act(() => result.current.used())
  pass(ARMED_MS - 1)
  expect(result.current.isArmed).toBe(true)
  pass(1)
  expect(result.current.isArmed).toBe(false)
  act(() => result.current.used())
  expect(result.current.isArmed).toBe(false)
})

test.each([
  ['another security or account', { meaning: 'UBA 1001', isPossible: true }],
  ['a lost connection', { meaning: 'GTCO 1001', isPossible: false }],
])('%s disarms, and going back does not arm again', (_, props) => {
  const { result, rerender } = armed()
  rerender(props)
  expect(result.current.isArmed).toBe(false)
  rerender({ meaning: 'GTCO 1001', isPossible: true })
  expect(result.current.isArmed).toBe(false)
})

test.each([
  ['the window loses the focus', () => window.dispatchEvent(new Event('blur'))],
  ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
])('it disarms when %s', (_, happens) => {
  const { result } = armed()
  act(() => void happens())
  expect(result.current.isArmed).toBe(false)
})
