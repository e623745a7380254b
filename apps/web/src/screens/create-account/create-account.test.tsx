import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type CallName, english } from '@tradebook/contract'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../../api/client.ts'
import { keepRegistrationToken, registrationToken } from '../../api/registration-token.ts'
import { loadTexts } from '../../i18n.ts'
import { accountRequestOf } from '../../registration/account-request.fixture.ts'
import CreateAccountScreen from './create-account-screen.tsx'

vi.mock('../../api/client.ts', () => ({ call: vi.fn(), clearCredentials: vi.fn(), download: vi.fn() }))

const status = {
  id: null,
  status: null,
  reason: null,
  history: [],
  isEmailVerified: false,
  marketDate: '2026-11-23',
  request: null,
}
let answers: Partial<Record<CallName, unknown>> = {}

const open = () => {
  const router = createMemoryRouter(
    [
      { path: '/user/create-account', element: <CreateAccountScreen /> },
      { path: '/user/login', element: <p>Sign-in</p> },
    ],
    { initialEntries: ['/user/create-account?tenant=Meridian'] },
  )
  render(<RouterProvider router={router} />)
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button span' }))
const sent = (name: CallName) => vi.mocked(call).mock.calls.filter(([called]) => called === name)

beforeEach(() => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  sessionStorage.clear()
  answers = {
    'Account/IsTenantAvailable': { state: 1, tenantId: 2, isRegistrationOpen: true },
    'Account/Register': { canLogin: false, accessToken: 'registration' },
    'Account/VerifyAccount': { verified: true },
    'Account/GetResendVerificationCode': {},
    'Customer/CustomerRegister': { id: 7, status: 1 },
    'Customer/GetCustomerAccountCreationRequestStatus': status,
  }
  vi.mocked(call).mockReset()
  vi.mocked(call).mockImplementation((name) => Promise.resolve(answers[name] as never))
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const fillUser = () => {
  type('First name', 'Ada')
  type('Surname', 'Okafor')
  type('E-mail', 'ada@example.com')
  type('Password', 'quiet-harbour-7')
}

test('missing values are shown next to their fields; a firm that does not open accounts is named', async () => {
  answers['Account/IsTenantAvailable'] = { state: 1, tenantId: 2, isRegistrationOpen: false }
  open()
  press('Continue')
  expect(screen.getAllByText('Enter a value.')).toHaveLength(4)
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  fillUser()
  press('Continue')
  await screen.findByText('Meridian does not open accounts online. Ask the firm how it opens accounts.')
  expect(sent('Account/Register')).toEqual([])
})

test('a user is opened, the code verified, and the request begins with the names that are known', async () => {
  open()
  fillUser()
  press('Continue')
  await screen.findByText(/We sent a six-digit code to ada@example\.com/)
  expect(registrationToken()).toBe('registration')
  type('Code', '12')
  press('Confirm my address')
  await screen.findByText('Enter the six-digit code.')
  answers['Account/VerifyAccount'] = { verified: false }
  type('Code', '123 456')
  press('Confirm my address')
  await screen.findByText('This code is wrong. Use the one in the latest e-mail.')
  answers['Account/VerifyAccount'] = { verified: true }
  const known = { firstName: 'Ada', surname: 'Okafor', emailAddress: 'ada@example.com' }
  answers['Customer/GetCustomerAccountCreationRequestStatus'] = { ...status, isEmailVerified: true, known }
  // The button takes no press while it shows that it is busy.
  await waitFor(() => {
    press('Confirm my address')
    expect(sent('Account/VerifyAccount')).toHaveLength(2)
  })
  await screen.findByText('Type of account', { selector: 'h2' })
  expect(sent('Account/VerifyAccount').at(-1)?.[1]).toEqual({ accessToken: 'registration', code: '123456' })
  press('Save and continue')
  await screen.findByText('About you', { selector: 'h2' })
  expect(sent('Customer/CustomerRegister')[0]?.[1]).toMatchObject({
    ...{ accessToken: 'registration', accountType: 'individual', submit: false },
    ...known,
  })
})

test('after a reload at the code, the names are not asked again', async () => {
  keepRegistrationToken('registration')
  open()
  await screen.findByText('We sent a six-digit code to your address. It is valid for 30 minutes.')
  const known = { firstName: 'Ada', surname: 'Okafor', emailAddress: 'ada@example.com' }
  answers['Customer/GetCustomerAccountCreationRequestStatus'] = { ...status, isEmailVerified: true, known }
  type('Code', '123456')
  press('Confirm my address')
  await screen.findByText('Type of account', { selector: 'h2' })
  press('Save and continue')
  await screen.findByText('About you', { selector: 'h2' })
  expect(screen.getByLabelText<HTMLInputElement>('Surname').value).toBe('Okafor')
})

test('another code is e-mailed once the countdown is over, and the countdown restarts', async () => {
  keepRegistrationToken('registration')
  vi.useFakeTimers()
  open()
  await act(() => vi.advanceTimersByTimeAsync(10))
  screen.getByText('Send another code in 60 s')
  for (let second = 0; second < 61; second++) await act(() => vi.advanceTimersByTimeAsync(1_000))
  press('Send another code')
  await act(() => vi.advanceTimersByTimeAsync(10))
  screen.getByText('We sent another code. Earlier codes no longer work.')
  screen.getByText('Send another code in 60 s')
})

test('after a reload the person continues the draft', async () => {
  keepRegistrationToken('registration')
  const request = accountRequestOf({ accountType: 'joint' })
  answers['Customer/GetCustomerAccountCreationRequestStatus'] = { ...status, isEmailVerified: true, request }
  open()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Joint/).checked).toBe(true))
})
