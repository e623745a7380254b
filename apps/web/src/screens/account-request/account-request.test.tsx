import { act, screen } from '@testing-library/react'
import { RequestStatus } from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { call } from '../../api/client.ts'
import { accountRequestOf, answersOfAda } from '../../registration/account-request.fixture.ts'
import { openScreen, setUpScreen } from '../../ui/screen.fixture.tsx'
import AccountRequestScreen from './account-request-screen.tsx'

vi.mock('../../api/client.ts', () => ({ call: vi.fn(), clearCredentials: vi.fn(), download: vi.fn() }))

setUpScreen()

const openAs = async (more: Parameters<typeof accountRequestOf>[0]) => {
  const request = accountRequestOf({ ...answersOfAda, ...more })
  vi.mocked(call).mockResolvedValue({
    ...{ status: request.status, request, history: [], marketDate: '2026-11-23' },
  } as never)
  await openScreen(<AccountRequestScreen />)
}

test.each([
  ['a draft goes on where it was', null, 'Draft Not handed in yet. Go on where you were.'],
  [
    'a draft that was returned is to be corrected',
    'The NIN is another person’s.',
    'Returned for correction Your broker asks you to correct it and to hand it in again.',
  ],
])('%s', async (_, reason, words) => {
  await openAs({ status: RequestStatus.draft, reason })
  expect(screen.getAllByRole('status')[0]?.textContent).toBe(words)
})

test('what is decided meanwhile is shown without loading the page again, and an open account leads on', async () => {
  await openAs({ status: RequestStatus.pending })
  expect(screen.getAllByRole('status')[0]?.textContent).toMatch(/^In review/)
  const assigned = {
    customerId: 1,
    accountNumber: 'MSL1',
    cscsAccount: '7000000001',
    chn: 'C00000001AO',
    payIn: 'First Bank\n2034567890',
  }
  const request = accountRequestOf({ ...answersOfAda, status: RequestStatus.completed, assigned })
  vi.mocked(call).mockClear()
  vi.mocked(call).mockResolvedValue({
    ...{ status: request.status, request, history: [], marketDate: '2026-11-23' },
  } as never)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(screen.getAllByRole('status')[0]?.textContent).toBe(
    'Completed Your account is open. You can trade now.',
  )
  screen.getByText('Start trading')
  expect(screen.getByText(/2034567890/).textContent).toBe('First Bank\n2034567890')
  // Nothing more is awaited.
  const asked = vi.mocked(call).mock.calls.length
  await act(() => vi.advanceTimersByTimeAsync(300_000))
  expect(vi.mocked(call).mock.calls).toHaveLength(asked)
})
