import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type Execution, english } from '@tradebook/contract'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../i18n.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { LIST_LAG_MS } from '../../../ui/data-table/server-list.ts'
import { ExecutionsTable } from './executions-table.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../../api/client.ts', () => ({ call }))

const execution = (sequence: number) =>
  ({
    execID: `e${sequence}`,
    sequence,
    execType: 'F',
    ordStatus: '1',
    side: '1',
    securityID: `S${sequence}`,
    transactTime: '2026-11-20T10:00:00Z',
    lastQty: 10,
    lastPx: 58.4,
    cumQty: 10,
    leavesQty: 100,
    avgPx: 58.4,
    account: '1001',
    text: null,
  }) as unknown as Execution

const rendered = (done: () => void = () => {}, ms = 100) =>
  act(async () => {
    done()
    await vi.advanceTimersByTimeAsync(ms)
  })
const asked = () => call.mock.calls.map(([, input]) => input)

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ExecutionsTable onSelect={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

beforeEach(async () => {
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  call.mockReset().mockResolvedValue({ totalCount: 250, more: false, items: [execution(2), execution(1)] })
  show()
  await rendered()
})

afterEach(async () => {
  cleanup()
  liveMarket.store.reset()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

test('executions are one page of the server’s, filtered and sorted there', async () => {
  expect(screen.getByText('1–100 of 250')).toBeDefined()
  await rendered(() => fireEvent.click(screen.getByText('Trades')))
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Price' })))
  await rendered(() => fireEvent.click(screen.getByTitle('Next Page').querySelector('button') as Element))
  expect(asked()).toEqual([
    { skipCount: 0, maxResultCount: 100 },
    { skipCount: 0, maxResultCount: 100, execType: ['F'] },
    { skipCount: 0, maxResultCount: 100, execType: ['F'], sorting: 'lastPx asc' },
    { skipCount: 100, maxResultCount: 100, execType: ['F'], sorting: 'lastPx asc' },
  ])
})

test('an average of nothing is not shown', async () => {
  const nothing = { ...execution(3), cumQty: 0, avgPx: 0 }
  call.mockReset().mockResolvedValue({ totalCount: 1, more: false, items: [nothing] })
  cleanup()
  show()
  await rendered()
  const at = screen.getAllByRole('columnheader').findIndex(({ textContent }) => /Average/.test(textContent))
  const cells = screen.getByText('S3').closest('tr')?.querySelectorAll('td, th')
  expect(cells?.[at]?.textContent).toBe('–')
})

test('executions from the hub are listed soon, with one read for any number', async () => {
  call.mockResolvedValue({ totalCount: 10_000, more: true, items: [execution(5)] })
  await rendered(() => {
    for (const sequence of [3, 4, 5]) liveMarket.store.takeExecution(execution(sequence))
  }, 2 * LIST_LAG_MS)
  expect(asked()).toHaveLength(2)
  expect(screen.getByText('S5')).toBeDefined()
  expect(screen.getByText('1–100 of more than 10000')).toBeDefined()
  expect(screen.getByText(/^Only 10,000 rows of this list are searched and sorted\./)).toBeDefined()
})

test('without a network the list shows a message, and is fetched when the network is back', async () => {
  cleanup()
  call.mockClear()
  onlineManager.setOnline(false)
  show()
  await rendered()
  expect(screen.getByText('No connection')).toBeDefined()
  expect(call).not.toHaveBeenCalled()
  await rendered(() => onlineManager.setOnline(true))
  expect(screen.getByText('S2')).toBeDefined()
  expect(screen.queryByText('No connection')).toBeNull()
})

test('however little room there is, the reason for a refusal is among the columns', async () => {
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(60)
  cleanup()
  show()
  await rendered()
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headings).toContain('Reason')
  expect(headings).not.toContain('Account')
  width.mockRestore()
})
