import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { basketColumns } from '@tradebook/contract'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import BasketScreen from './basket-screen.tsx'
import { keepSentLines } from './sent-lines.ts'

vi.mock('../../api/client.ts', () => ({ call: vi.fn(), download: vi.fn() }))

setUpScreen()

beforeEach(() => {
  const cells = Object.fromEntries(basketColumns.map((column) => [column, 'sent before'])) as never
  keepSentLines([cells])
})

const first = () => (screen.getByLabelText('Account, line 1') as HTMLInputElement).value

test('what was sent of an unsaved basket is there after a reload, and not in the next new basket', async () => {
  const router = createMemoryRouter([
    { path: '/', element: <BasketScreen /> },
    { path: '/elsewhere', element: null },
  ])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await rendered()
  expect(first()).toBe('sent before')
  await rendered(() => void router.navigate('/elsewhere'))
  await rendered(() => void router.navigate('/'))
  expect(first()).toBe('')
})
