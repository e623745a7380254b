import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { type AuditRow, english } from '@tradebook/contract'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import AuditTrailScreen from './audit-trail-screen.tsx'

/** The audit trail as an administrator reads it. */

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call, download: vi.fn() }))

const row: AuditRow = {
  ...{ id: '41', tenantId: 1, userId: 7, userName: 'ada', serviceName: 'Settings', methodName: 'Update' },
  ...{ parameters: '{"memberCode":"MSB"}', executionTime: '2026-11-20T09:30:00.000Z', executionDuration: 3 },
  ...{ clientIpAddress: '192.0.2.1', clientName: null, browserInfo: 'Firefox', exception: null },
  ...{ hasException: 'false', customData: null, impersonatorUserId: null, impersonatorTenantId: null },
  changes: [
    {
      ...{ entity: 'Setting', id: '1' },
      before: { memberCode: 'MSL', idleMinutes: 15 },
      after: { memberCode: 'MSB', idleMinutes: 15 },
      thing: 'Settings',
      fields: [{ name: 'memberCode', title: 'Exchange member code', before: 'MSL', after: 'MSB' }],
    },
  ],
  ...{ call: 'Change settings', customerName: null, reason: null, remarks: null },
  askedText: 'Exchange member code: MSB',
  asked: [{ name: 'memberCode', title: 'Exchange member code', before: null, after: 'MSB' }],
  changed: 'Settings: Exchange member code: MSL → MSB',
  changedData: '[]',
  ...{ hash: 'ab'.repeat(32), previousHash: 'cd'.repeat(32) },
}

let verification: object

beforeEach(() => {
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  verification = { ok: true, rows: 1_234 }
  call
    .mockReset()
    .mockImplementation(async (name: string) =>
      name === 'ReportEventLog/VerifyChain' ? verification : { totalCount: 1, more: false, items: [row] },
    )
})

afterEach(async () => {
  cleanup()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

const settle = () => act(() => vi.advanceTimersByTimeAsync(200))

async function open(address = '/') {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <AuditTrailScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  for (let steps = 0; steps < 3; steps++) await settle()
}

test('filters are sent to the server, days from midnight to midnight in Lagos', async () => {
  await open('/?audit.hasException=true&audit.from=2026-11-19&audit.to=2026-11-20&audit.userName=ada')
  expect(call).toHaveBeenCalledWith(
    'ReportEventLog/GetReportEventLogs',
    {
      ...{ hasException: ['true'], userName: 'ada', skipCount: 0, maxResultCount: 50 },
      ...{ from: '2026-11-18T23:00:00.000Z', to: '2026-11-20T23:00:00.000Z' },
    },
    expect.anything(),
  )
})

test('a row opens to the request and each changed field, before and after, in words', async () => {
  await open()
  expect(screen.getByText('Change settings')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '20 Nov 2026, 10:30:00:000 AM' }))
  await settle()
  const rowsOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map(({ children }) => [...children].map(({ textContent }) => textContent))
  expect(rowsOf('Request')).toEqual([['Exchange member code', 'MSB']])
  expect(rowsOf('Changes')).toEqual([['Settings', 'Exchange member code', 'MSL', 'MSB']])
})

test('a call is chosen by its label, and requested by its names', async () => {
  await open('/?audit.call=Settings%2FUpdate')
  expect(call).toHaveBeenCalledWith(
    'ReportEventLog/GetReportEventLogs',
    { serviceName: 'Settings', methodName: 'Update', skipCount: 0, maxResultCount: 50 },
    expect.anything(),
  )
  // As a chip, and on paper.
  expect(screen.getAllByText('Call: Change settings')).toHaveLength(2)
})

test('the chain is verified on request, and an error names the row', async () => {
  await open()
  const press = async () => {
    fireEvent.click(screen.getByRole('button', { name: /Verify the chain$/ }))
    await settle()
  }
  await press()
  expect(screen.getByRole('status').textContent).toContain('1,234 rows match their hashes')
  verification = { ok: false, rows: 40, firstBroken: '41', fault: 'changed' }
  await press()
  expect(screen.getByRole('alert').textContent).toContain('Row 41 is not what was recorded')
  expect(screen.getByRole('alert').textContent).toContain('The 40 rows before it match their hashes.')
})
