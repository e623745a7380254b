import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type CallName, english, refusals, requestActions } from '@tradebook/contract'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { call, download } from '../../api/client.ts'
import { newQueryClient } from '../../api/query-client.ts'
import { loadTexts } from '../../i18n.ts'
import { accountRequestOf, answersOfAda, documentsOfAda } from '../../registration/account-request.fixture.ts'
import { useSession } from '../../session.ts'
import AccountRequestsScreen from './account-requests-screen.tsx'

vi.mock('../../api/client.ts', () => ({ call: vi.fn(), clearCredentials: vi.fn(), download: vi.fn() }))

const ada = accountRequestOf({ ...answersOfAda, status: 2, documents: documentsOfAda })
const rowOf = (id: number, status: number, applicantName: string) => ({
  id,
  status,
  accountType: 'individual',
  applicantName,
  userName: 'ada@example.com',
  emailAddress: 'ada@example.com',
  creationTime: '2026-11-20T09:00:00Z',
  submittedAt: '2026-11-20T09:40:00Z',
  submittedOn: '2026-11-20',
  waitsSince: status === 2 ? '2026-11-20T09:40:00Z' : null,
  reviewedBy: null,
})
let answers: Partial<Record<CallName, unknown>> = {}

const open = (address = '/?request=7') => {
  const router = createMemoryRouter([{ path: '/', element: <AccountRequestsScreen /> }], {
    initialEntries: [address],
  })
  render(
    <QueryClientProvider client={newQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}
const review = async () => within(await screen.findByRole('dialog'))
const sent = (name: CallName) => vi.mocked(call).mock.calls.filter(([called]) => called === name)

beforeEach(() => {
  useSession.setState({ permissions: new Set(['REVIEW_REQUESTS']) })
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  answers = {
    'Customer/GetAllCustomerAccountCreationRequests': {
      totalCount: 2,
      more: false,
      items: [rowOf(7, 2, 'Ada Okafor'), rowOf(6, 2, 'Sani Bello')],
    },
    'Customer/GetCustomerAccountCreationRequest': ada,
    'Customer/RejectCustomerAccountCreationRequest': { status: 1 },
    'Customer/ApproveAndSubmitCustomerAccountCreationRequest': { status: 3 },
  }
  vi.mocked(call).mockReset()
  vi.mocked(call).mockImplementation((name) => Promise.resolve(answers[name] as never))
  vi.mocked(download).mockResolvedValue(new File(['picture'], 'me.jpg', { type: 'image/jpeg' }))
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
})

afterEach(() => {
  cleanup()
  useSession.setState(useSession.getInitialState(), true)
})

test('a row opens to its answers next to its documents, and the next that waits follows', async () => {
  const router = open('/')
  fireEvent.click(await screen.findByRole('button', { name: 'Ada Okafor' }))
  const dialog = await review()
  await dialog.findByText('22123456789')
  await dialog.findByText('First Bank (011)')
  await dialog.findByRole('img', { name: 'Passport photograph' })
  expect(router.state.location.search).toBe('?request=7')
  fireEvent.click(dialog.getByRole('button', { name: 'Next in the queue' }))
  await waitFor(() => expect(router.state.location.search).toBe('?request=6'))
})

test.each([2, 4, 6] as const)('the buttons in state %i are those of the table', async (status) => {
  answers['Customer/GetCustomerAccountCreationRequest'] = { ...ada, status }
  open()
  const dialog = await review()
  await dialog.findByText('22123456789')
  for (const action of ['approve', 'reject', 'returnForCorrection'] as const) {
    const allowed = Object.hasOwn(requestActions[action].reviewer, status)
    const buttons = dialog.queryAllByRole('button', { name: english[requestActions[action].title] })
    expect(buttons).toHaveLength(allowed ? 1 : 0)
  }
})

test('waiting requests are counted, and the next one is the longest waiting that was not skipped', async () => {
  const rows = [rowOf(3, 2, 'Musa Ali'), rowOf(5, 6, 'Kola Ajayi'), rowOf(7, 2, 'Ada Okafor')]
  const list = 'Customer/GetAllCustomerAccountCreationRequests'
  vi.mocked(call).mockImplementation((name, input) => {
    const isWaiting = 'status' in (input ?? {})
    const items = isWaiting ? rows : [rowOf(7, 2, 'Ada Okafor')]
    return Promise.resolve(
      (name === list ? { totalCount: items.length, more: false, items } : answers[name]) as never,
    )
  })
  const router = open()
  await screen.findByText('3 waiting, oldest since 20 Nov 2026, 10:40 AM.')
  const next = async (id: number) => {
    fireEvent.click(await (await review()).findByRole('button', { name: 'Next in the queue' }))
    await waitFor(() => expect(router.state.location.search).toBe(`?request=${id}`))
  }
  for (const id of [3, 5, 3]) await next(id)
})

test('an answer that a colleague changed is marked, with the earlier value; the colleague cannot approve it', async () => {
  answers['Customer/GetCustomerAccountCreationRequest'] = {
    ...ada,
    changes: [
      { part: 'gender', before: 'male', at: '2026-11-20T10:00:00Z', by: 'admin2' },
      { part: 'signature', before: null, at: '2026-11-20T10:01:00Z', by: 'ada@example.com' },
    ],
    history: [
      {
        at: '2026-11-20T09:50:00Z',
        action: 'returnForCorrection',
        status: 1,
        reason: 'Gender?',
        by: 'admin',
      },
      { at: '2026-11-20T10:00:00Z', action: 'save', status: 2, reason: null, by: 'admin2' },
    ],
  }
  open()
  const dialog = await review()
  await dialog.findByText(/Before: Male/)
  dialog.getByText('Changed by ada@example.com, 20 Nov 2026, 11:01 AM')
  dialog.getByText('Last remarks: admin, 20 Nov 2026, 10:50 AM')
  dialog.getByRole('button', { name: 'Approve and send to the depository' })
  cleanup()
  useSession.setState({ user: { userName: 'admin2' } as never })
  open()
  await (await review()).findByText('You changed this request. Another person has to approve it.')
  expect((await review()).queryByRole('button', { name: 'Approve and send to the depository' })).toBeNull()
})

test('staff change answers of a request: those that were changed are sent, of the request as it was read', async () => {
  answers['Customer/UpdateCustomerAccountCreationRequest'] = { id: 7, status: 2 }
  open()
  const dialog = await review()
  fireEvent.click(await dialog.findByRole('button', { name: 'Change: Address and work' }))
  fireEvent.change(dialog.getByLabelText('City or town'), { target: { value: 'Ibadan' } })
  fireEvent.change(dialog.getByLabelText('Employer'), { target: { value: 'A school' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save the answers' }))
  await dialog.findByText('The answers are saved. Another person has to approve the request.')
  expect(sent('Customer/UpdateCustomerAccountCreationRequest').map(([, input]) => input)).toEqual([
    { id: 7, revision: 1, city: 'Ibadan', employer: 'A school' },
  ])
  // What is declared is the applicant's own.
  expect(dialog.queryByRole('button', { name: 'Change: Declarations' })).toBeNull()
})

test('a request is returned with a remark on a field; without any reason it is not', async () => {
  open()
  const dialog = await review()
  fireEvent.click(await dialog.findByRole('button', { name: 'Return for correction' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Return to Ada Okafor' }))
  await dialog.findByText('Enter a reason here, or a remark next to an answer or a document.')
  fireEvent.change(dialog.getByLabelText('What is wrong: BVN'), { target: { value: 'Another person’s' } })
  fireEvent.change(dialog.getByLabelText('What is wrong: Signature'), { target: { value: 'Dark' } })
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Nearly there.' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Return to Ada Okafor' }))
  await dialog.findByText('Returned to Ada Okafor for correction.')
  expect(sent('Customer/RejectCustomerAccountCreationRequest').map(([, input]) => input)).toEqual([
    {
      ...{ id: 7, revision: 1, reason: 'Nearly there.\nBVN: Another person’s\nSignature: Dark' },
      returnForCorrection: true,
      remarks: [
        { field: 'bvn', remark: 'Another person’s' },
        { field: 'signature', remark: 'Dark' },
      ],
    },
  ])
})

test('a colleague’s changes are shown before anything is decided', async () => {
  open()
  const dialog = await review()
  fireEvent.click(await dialog.findByRole('button', { name: 'Approve and send to the depository' }))
  await dialog.findByText(/only to .*0000014579/)
  const changed = { ...ada, revision: 2, bankAccountNumber: '0000000220' }
  answers['Customer/GetCustomerAccountCreationRequest'] = changed
  // The page is looked at again, which asks again.
  fireEvent(window, new Event('visibilitychange'))
  await dialog.findByText('Someone else changed this request')
  await dialog.findByText('0000000220')
  expect(dialog.queryByRole('button', { name: 'Approve: Ada Okafor' })).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Approve and send to the depository' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Approve: Ada Okafor' }))
  await dialog.findByText(/^The depository has not answered yet/)
  const approvals = sent('Customer/ApproveAndSubmitCustomerAccountCreationRequest')
  expect(approvals.map(([, input]) => input)).toEqual([{ id: 7, revision: 2 }])
})

test("a request with another person's answer is approved only with a reason", async () => {
  answers['Customer/GetCustomerAccountCreationRequest'] = {
    ...ada,
    warnings: [{ kind: 'bvn', requestId: 3, accountNumber: 'MSL100211', applicantName: 'Bako Tunde' }],
  }
  open()
  const dialog = await review()
  await dialog.findByText('BVN: also used by Bako Tunde, MSL100211')
  fireEvent.click(dialog.getByRole('button', { name: 'Approve and send to the depository' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Approve: Ada Okafor' }))
  await dialog.findByText('Enter a value.')
  fireEvent.change(dialog.getByLabelText('Why you approve it anyway'), { target: { value: 'Twins' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Approve: Ada Okafor' }))
  await dialog.findByText(/^The depository has not answered yet/)
  const approvals = sent('Customer/ApproveAndSubmitCustomerAccountCreationRequest')
  expect(approvals.map(([, input]) => input)).toEqual([
    {
      ...{ id: 7, revision: 1, reason: 'Twins' },
      warnings: [{ kind: 'bvn', requestId: 3, accountNumber: 'MSL100211' }],
    },
  ])
})

test('without a depository the reviewer enters its numbers, and errors are shown next to them', async () => {
  const { cscsAccountHeld } = refusals
  answers['Customer/GetCustomerAccountCreationRequest'] = {
    ...ada,
    chn: 'C1234567AB',
    isNumberedByHand: true,
  }
  open()
  const dialog = await review()
  fireEvent.click(await dialog.findByRole('button', { name: 'Approve' }))
  dialog.getByText(/^No depository is connected\. Enter the numbers/)
  const approveIt = () => fireEvent.click(dialog.getByRole('button', { name: 'Approve: Ada Okafor' }))
  // What the applicant entered is already there.
  expect(dialog.getByLabelText<HTMLInputElement>('Clearing house number').value).toBe('C1234567AB')
  approveIt()
  await dialog.findByText('Enter a value.')
  fireEvent.change(dialog.getByLabelText('CSCS account'), { target: { value: '12345' } })
  approveIt()
  await dialog.findByText('A CSCS account has exactly ten digits.')
  fireEvent.change(dialog.getByLabelText('CSCS account'), { target: { value: '1234567890' } })
  const message = 'This CSCS account is already in use'
  vi.mocked(call).mockImplementation((name) =>
    name === 'Customer/ApproveAndSubmitCustomerAccountCreationRequest'
      ? Promise.reject(
          new ApiError({
            ...{ status: 500, code: cscsAccountHeld.code, message, details: null, data: {} },
            validationErrors: [{ message, members: ['cscsAccount'] }],
          }),
        )
      : Promise.resolve(answers[name] as never),
  )
  approveIt()
  await dialog.findByText(message)
  expect(sent('Customer/ApproveAndSubmitCustomerAccountCreationRequest').map(([, input]) => input)).toEqual([
    { id: 7, revision: 1, cscsAccount: '1234567890', chn: 'C1234567AB' },
  ])
})

test('a new request with the same answer must be read before the decision', async () => {
  open()
  const dialog = await review()
  fireEvent.click(await dialog.findByRole('button', { name: 'Approve and send to the depository' }))
  dialog.getByRole('button', { name: 'Approve: Ada Okafor' })
  answers['Customer/GetCustomerAccountCreationRequest'] = {
    ...ada,
    warnings: [{ kind: 'nin', requestId: 4, accountNumber: null, applicantName: 'Bako Tunde' }],
  }
  fireEvent(window, new Event('visibilitychange'))
  await dialog.findByText('NIN: also used by Bako Tunde, Request 4')
  expect(dialog.queryByRole('button', { name: 'Approve: Ada Okafor' })).toBeNull()
})

test('a slower reviewer sees the request’s outcome', async () => {
  open()
  const dialog = await review()
  fireEvent.click(await dialog.findByRole('button', { name: 'Approve and send to the depository' }))
  const { code } = refusals.accountRequestChanged
  vi.mocked(call).mockImplementation((name) =>
    name === 'Customer/ApproveAndSubmitCustomerAccountCreationRequest'
      ? Promise.reject(new ApiError({ status: 500, code, message: 'Changed', details: null, data: {} }))
      : Promise.resolve(answers[name] as never),
  )
  answers['Customer/GetCustomerAccountCreationRequest'] = { ...ada, status: 5, reason: 'No such address' }
  fireEvent.click(dialog.getByRole('button', { name: 'Approve: Ada Okafor' }))
  await dialog.findByText(/Its status is now: Rejected\. Your decision was not saved\./)
  await dialog.findByText('No such address')
  expect(dialog.queryByRole('button', { name: /^Approve/ })).toBeNull()
})
