import { act, cleanup, render, screen } from '@testing-library/react'
import { type Execution, english } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveMarket } from '../../../live/live-market.ts'
import { takeWords } from '../../../words.ts'
import { ExecutionsTable, MOST_EXECUTIONS } from './executions-table.tsx'

const { store } = liveMarket
const execution = (sequence: number) =>
  ({
    execID: `e${sequence}`,
    sequence,
    execType: '0',
    side: '1',
    securityID: `S${sequence}`,
    transactTime: '2026-11-20T10:00:00Z',
    lastQty: 0,
    lastPx: null,
    cumQty: 0,
    leavesQty: 100,
    avgPx: 0,
    account: '1001',
    text: null,
  }) as unknown as Execution
const hear = (from: number, to: number) =>
  act(async () => {
    for (let sequence = from; sequence <= to; sequence++) store.takeExecution(execution(sequence))
    await vi.advanceTimersByTimeAsync(100)
  })

beforeEach(() => {
  vi.useFakeTimers()
  takeWords({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  render(<ExecutionsTable onSelect={() => {}} />)
})

afterEach(async () => {
  cleanup()
  store.forget()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

test('the newest executions are listed, and that older ones are not is said', async () => {
  await hear(1, MOST_EXECUTIONS)
  expect(screen.queryByText(/older ones are not/)).toBeNull()
  await hear(MOST_EXECUTIONS + 1, MOST_EXECUTIONS + 1)
  expect(screen.getByText('The newest 200 are listed; older ones are not.')).toBeDefined()
  expect(screen.getByText('S201')).toBeDefined()
  expect(screen.queryByText('S1')).toBeNull()
})
