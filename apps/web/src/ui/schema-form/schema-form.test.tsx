import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { calls, english } from '@tradebook/contract'
import { settingsInput } from '@tradebook/contract/schemas/settings'
import { type ReactNode, useState } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { loadTexts } from '../../i18n.ts'
import { useSession } from '../../session.ts'
import { SchemaForm } from './schema-form.tsx'

vi.mock('../../api/client.ts', () => ({ call: vi.fn(), clearCredentials: vi.fn() }))

const onDone = vi.fn()
const authenticated = { accessToken: 'token' }
const { input: schema } = calls['TokenAuth/Authenticate']

/** The form of a real call, at a route of its own, with a place to go to. */
function open() {
  const form = (
    <SchemaForm
      label="Person"
      change="TokenAuth/Authenticate"
      schema={schema}
      fields={[
        { name: 'userNameOrEmailAddress', label: 'Login.User' },
        { name: 'password', label: 'Login.Password', shownAs: 'password' },
        { name: 'rememberClient', label: 'Login.RememberMe' },
      ]}
      initial={{ tenancyName: 'Meridian', userNameOrEmailAddress: 'ada' }}
      action="Save changes"
      onDone={onDone}
    />
  )
  const router = createMemoryRouter([
    { path: '/', element: form },
    { path: '/elsewhere', element: <p>Elsewhere</p> },
  ])
  render(<RouterProvider router={router} />)
  return router
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: /Save changes/ }))
const refused = (more: object) => {
  const failure = {
    status: 400,
    code: 0,
    message: 'Your request is not valid!',
    details: 'Details.',
    data: {},
  }
  vi.mocked(call).mockRejectedValueOnce(new ApiError({ ...failure, ...more }))
}
const leaves = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  useSession.setState({ permissions: new Set(['Pages.Settings']) })
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  vi.mocked(call).mockReset()
  onDone.mockReset()
})

afterEach(cleanup)

test('a value that becomes known after the form was opened is filled in, unless the person has typed another', async () => {
  const form = (initial: object) => (
    <SchemaForm
      label="Person"
      change="TokenAuth/Authenticate"
      schema={schema}
      fields={[
        { name: 'userNameOrEmailAddress', label: 'Login.User' },
        { name: 'tenancyName', label: 'Login.Firm' },
      ]}
      initial={initial}
      action="Save changes"
      onDone={onDone}
    />
  )
  const page = createMemoryRouter([{ path: '/', element: <Late form={form} /> }])
  render(<RouterProvider router={page} />)
  type('User name or e-mail', 'musa')
  fireEvent.click(screen.getByRole('button', { name: 'Known' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Firm').value).toBe('Meridian'))
  expect(screen.getByLabelText<HTMLInputElement>('User name or e-mail').value).toBe('musa')
})

const Late = ({ form }: { readonly form: (initial: object) => ReactNode }) => {
  const [initial, know] = useState({})
  return (
    <>
      {form(initial)}
      <button type="button" onClick={() => know({ tenancyName: 'Meridian', userNameOrEmailAddress: 'ada' })}>
        Known
      </button>
    </>
  )
}

test('a missing value is shown next to its field, which gets the focus, and nothing is sent', async () => {
  open()
  save()
  const password = screen.getByLabelText('Password')
  await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'))
  await screen.findByText('Enter a value.')
  expect(document.activeElement).toBe(password)
  expect(call).not.toHaveBeenCalled()
  type('Password', 'secret')
  await waitFor(() => expect(screen.queryByText('Enter a value.')).toBeNull())
})

test('the values are sent once, with those that no field shows, and the answer is passed on', async () => {
  const answer = Promise.withResolvers<never>()
  vi.mocked(call).mockReturnValueOnce(answer.promise)
  open()
  type('Password', 'secret')
  fireEvent.click(screen.getByLabelText('Remember me on this device'))
  save()
  save()
  await waitFor(() => expect(call).toHaveBeenCalledOnce())
  const input = {
    tenancyName: 'Meridian',
    userNameOrEmailAddress: 'ada',
    password: 'secret',
    rememberClient: true,
    twoFactorVerificationCode: undefined,
  }
  expect(vi.mocked(call).mock.lastCall).toEqual(['TokenAuth/Authenticate', input, { failure: 'inline' }])
  answer.resolve(authenticated as never)
  await waitFor(() => expect(onDone.mock.calls).toEqual([[authenticated, input]]))
})

test("the server's errors are shown next to their fields, those without a field above the button", async () => {
  refused({
    validationErrors: [
      { message: 'This name is taken.', members: ['UserNameOrEmailAddress'] },
      { message: 'The firm is closed.', members: ['tenancyName'] },
    ],
  })
  open()
  type('Password', 'secret')
  save()
  const field = screen.getByLabelText('User name or e-mail')
  await screen.findByText('This name is taken.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(field))
  const note = screen.getByRole('alert', { name: '' })
  expect(note.textContent).toBe('Your request is not valid!The firm is closed.')
})

test('a refusal about no field is above the button; an unknown outcome asks to look first', async () => {
  refused({ message: 'Not enough money', details: 'Needs 5.00.' })
  open()
  type('Password', 'secret')
  save()
  await screen.findByText('Needs 5.00.')
  refused({ status: 0, message: '', details: null })
  save()
  await screen.findByText(/We couldn’t confirm that the change was saved\./)
  expect(screen.queryByText('Needs 5.00.')).toBeNull()
})

test('leaving with unsaved values asks first; after saving it does not', async () => {
  const router = open()
  expect(leaves()).toBe(false)
  type('Password', 'secret')
  expect(leaves()).toBe(true)
  await router.navigate('/elsewhere')
  await screen.findByText('Leave without saving?')
  fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(router.state.location.pathname).toBe('/')
  vi.mocked(call).mockResolvedValueOnce(authenticated as never)
  onDone.mockImplementation(() => void router.navigate('/elsewhere'))
  save()
  await screen.findByText('Elsewhere')
})

test('anyone who wants to leave without saving does', async () => {
  const router = open()
  type('Password', 'secret')
  await router.navigate('/elsewhere')
  fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await screen.findByText('Elsewhere')
})

test('a figure is shown with thousands separators, and sent as a number', async () => {
  vi.mocked(call).mockResolvedValueOnce({} as never)
  const form = (
    <SchemaForm
      label="Threshold"
      change="Settings/Update"
      schema={settingsInput.partial()}
      fields={[{ name: 'cashApprovalThreshold', label: 'Settings.CashApprovalThreshold' }]}
      initial={{ cashApprovalThreshold: 1_000_000 }}
      action="Save changes"
      onDone={onDone}
    />
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  expect(field.value).toBe('1,000,000')
  for (const [text, words] of [
    ['1,0000', 'Use commas for thousands (25,000) and a point for decimals (2.5k).'],
    ['1.000', '1.000 can mean 1 or 1,000. Enter the one you mean.'],
    ['five', 'Enter a number, such as 250,000.50 or 5m.'],
  ] as const) {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
    save()
    await screen.findByText(words)
    // What was typed stays: no other figure takes its place.
    expect(field.value).toBe(text)
  }
  expect(call).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: '2.5m' } })
  fireEvent.blur(field)
  expect(field.value).toBe('2,500,000')
  // A keypad that has a comma alone enters the same.
  fireEvent.change(field, { target: { value: '36,80' } })
  fireEvent.blur(field)
  expect(field.value).toBe('36.8')
  fireEvent.change(field, { target: { value: '2,500,000.5' } })
  save()
  await waitFor(() => expect(call).toHaveBeenCalledOnce())
  expect(vi.mocked(call).mock.lastCall?.[1]).toMatchObject({ cashApprovalThreshold: 2_500_000.5 })
})

test('a person who may not make the call sees the values, without a button or a password', () => {
  useSession.setState({ permissions: new Set(['COMPLIANCE']) })
  const form = (
    <SchemaForm
      label="Threshold"
      change="Settings/Update"
      schema={settingsInput.partial()}
      fields={[
        { name: 'cashApprovalThreshold', label: 'Settings.CashApprovalThreshold' },
        { name: 'memberCode', label: 'Settings.MemberCode', shownAs: 'password' },
      ]}
      initial={{ cashApprovalThreshold: 1_000_000 }}
      action="Save changes"
      onDone={onDone}
    />
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />)
  const [field, ...others] = screen.getAllByRole<HTMLInputElement>('textbox')
  expect([field?.value, field?.disabled, others.length]).toEqual(['1,000,000', true, 0])
  expect(screen.queryByRole('button')).toBeNull()
})
