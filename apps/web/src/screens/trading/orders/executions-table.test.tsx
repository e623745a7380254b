import { act, cleanup, render, screen } from '@testing-library/react'
import { type Execution, english } from '@tradebook/contract'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveMarket } from '../../../live/live-market.ts'
import { EXECUTIONS_KEPT } from '../../../live/market-store.ts'
import { takeWords } from '../../../words.ts'
import { ExecutionsTable } from './executions-table.tsx'

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
  render(
    <MemoryRouter>
      <ExecutionsTable onSelect={() => {}} />
    </MemoryRouter>,
  )
})

afterEach(async () => {
  cleanup()
  store.forget()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

test('executions are listed newest first, page by page, and that older ones are not is said', async () => {
  await hear(1, EXECUTIONS_KEPT - 1)
  expect(screen.getByText('S999')).toBeDefined()
  expect(screen.queryByText('S1')).toBeNull()
  expect(screen.getByText('1–100 of 999')).toBeDefined()
  expect(screen.queryByText(/older ones are not/)).toBeNull()
  await hear(EXECUTIONS_KEPT, EXECUTIONS_KEPT + 1)
  expect(screen.getByText('The newest 1000 are listed; older ones are not.')).toBeDefined()
  expect(screen.getByText('S1001')).toBeDefined()
})
