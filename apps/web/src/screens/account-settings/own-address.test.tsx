import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { OwnAddress } from './own-address.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

beforeEach(() => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  call.mockReset().mockResolvedValue({})
  const router = createMemoryRouter([{ path: '/', element: <OwnAddress /> }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
})
afterEach(cleanup)

const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const sent = () => call.mock.calls.map(([name, input]) => [name, input])

test('an address is sent with the password, and then confirmed with the e-mailed code', async () => {
  expect(screen.queryByLabelText('Code from the e-mail')).toBeNull()
  enter('New e-mail address', 'ada@elsewhere.example')
  enter('Current password', 'secret words')
  fireEvent.click(screen.getByRole('button', { name: 'Send a code' }))
  const form = within(await screen.findByRole('form', { name: 'Change address' }))
  expect(screen.getByText(/^We sent a code to ada@elsewhere\.example/)).toBeTruthy()
  // The password does not stay on the screen.
  expect(screen.getByLabelText('Current password')).toHaveProperty('value', '')
  enter('Code from the e-mail', '123456')
  fireEvent.click(form.getByRole('button', { name: 'Change address' }))
  expect(await screen.findByText('From now on, we e-mail you at ada@elsewhere.example.')).toBeTruthy()
  expect(screen.queryByRole('form', { name: 'Change address' })).toBeNull()
  expect(sent()).toEqual([
    ['Account/ChangeEmailAddress', { emailAddress: 'ada@elsewhere.example', password: 'secret words' }],
    ['Account/ConfirmEmailAddress', { emailAddress: 'ada@elsewhere.example', code: '123456' }],
  ])
})
