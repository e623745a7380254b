import { act, fireEvent, screen } from '@testing-library/react'
import { english, RequestStatus } from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { call } from '../../api/client.ts'
import { accountRequestOf, answersOfAda } from '../../registration/account-request.fixture.ts'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import AccountRequestScreen from './account-request-screen.tsx'

vi.mock('../../api/client.ts', () => ({ call: vi.fn(), clearCredentials: vi.fn(), download: vi.fn() }))

setUpScreen()

type Request = ReturnType<typeof accountRequestOf>

/** The newest request first. */
const answer = (...requests: readonly Request[]) =>
  vi.mocked(call).mockImplementation((async (name: string, { id }: { id?: number }) => {
    if (name === 'Customer/GetAllUserAccountCreationRequests')
      return {
        totalCount: requests.length,
        items: requests.map((request) => ({
          ...{ id: request.id, status: request.status, reason: request.reason, accountType: 'individual' },
          ...{ submittedOn: '2026-11-20', changedAt: '2026-11-23T09:30:00.000Z', applicantName: 'Ada' },
        })),
      }
    const request = requests.find((one) => one.id === id) ?? null
    return { status: request?.status ?? null, request, history: [], marketDate: '2026-11-23', known: null }
  }) as never)

const openAs = async (more: Parameters<typeof accountRequestOf>[0]) => {
  answer(accountRequestOf({ ...answersOfAda, ...more }))
  await openScreen(<AccountRequestScreen />)
}

const rows = () =>
  screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '))

test('all requests are listed with state, dates, reason and what to do next; opening one shows it', async () => {
  const reason = 'The photograph is dark.'
  const over = accountRequestOf({ ...answersOfAda, id: 3, status: RequestStatus.completed })
  const returned = accountRequestOf({ ...answersOfAda, id: 8, status: RequestStatus.draft, reason })
  answer(returned, over)
  await openScreen(<AccountRequestScreen />)
  expect(rows()[1]).toBe(
    '8 | Individual | Returned for correction | 20 Nov 2026 | 23 Nov 2026, 10:30:00:000 AM | The photograph is dark. | ' +
      'Your broker asks you to correct it and submit it again.',
  )
  expect(rows()[2]).toMatch(/^3 \| Individual \| Completed \| .* Your account is open\. You can trade now\.$/)
  expect(screen.getAllByRole('status')[0]?.textContent).toMatch(/^Returned for correction/)
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: '3' })))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getAllByRole('status')[0]?.textContent).toMatch(/^Completed/)
  // While one is not over, no other is begun.
  expect(screen.queryByRole('button', { name: english['AccountRequest.BeginAnother'] })).toBeNull()
})

test('staff without a request are shown where customers’ requests are, and can start their own', async () => {
  useSession.setState({ roles: new Set(['ADMIN']), permissions: new Set(['REVIEW_REQUESTS']) })
  answer()
  await openScreen(<AccountRequestScreen />)
  expect(screen.getByText(english['AccountRequest.None.details'])).toBeTruthy()
  expect(screen.getByRole('button', { name: english['AccountRequest.OfCustomers'] })).toBeTruthy()
  expect(screen.queryByText(english['Registration.Type.Title'])).toBeNull()
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: english['AccountRequest.Begin'] })))
  expect(screen.queryByText(english['AccountRequest.None.details'])).toBeNull()
})

test.each([
  ['a draft goes on where it was', null, 'Draft Not submitted yet. Continue where you left off.'],
  [
    'a draft that was returned is to be corrected',
    'The NIN is another person’s.',
    'Returned for correction Your broker asks you to correct it and submit it again.',
  ],
])('%s', async (_, reason, words) => {
  await openAs({ status: RequestStatus.draft, reason })
  expect(screen.getAllByRole('status')[0]?.textContent).toBe(words)
})

test('a decision is shown without reloading the page, and an open account links to trading', async () => {
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
  answer(request)
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
