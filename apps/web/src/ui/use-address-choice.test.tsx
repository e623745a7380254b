import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, test } from 'vitest'
import { useAddressChoice } from './use-address-choice.ts'

afterEach(cleanup)

function Choice() {
  const [tab, choose] = useAddressChoice('tab', ['orders', 'executions'])
  return (
    <>
      <p>{tab}</p>
      <button type="button" onClick={() => choose('executions')}>
        choose
      </button>
    </>
  )
}

test('the address names what is shown; the first stands for what it cannot name', async () => {
  const at = (address: string) =>
    render(
      <RouterProvider
        router={createMemoryRouter([{ path: '/', Component: Choice }], { initialEntries: [address] })}
      />,
    )
  at('/?tab=executions')
  expect((await screen.findByText('executions')).tagName).toBe('P')
  cleanup()
  at('/?tab=nothing')
  expect((await screen.findByText('orders')).tagName).toBe('P')
})

test('a choice is shown at once, while the router is still on its way; the address follows', async () => {
  const held = Promise.withResolvers<null>()
  const loader = () => (isBusy ? held.promise : null)
  let isBusy = false
  const router = createMemoryRouter([{ path: '/', Component: Choice, loader, HydrateFallback: () => null }])
  render(<RouterProvider router={router} />)
  await screen.findByText('orders')
  isBusy = true
  fireEvent.click(screen.getByText('choose'))
  expect(screen.getByText('executions').tagName).toBe('P')
  expect(router.state.location.search).toBe('')
  await act(async () => held.resolve(null))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=executions'))
  expect(screen.getByText('executions').tagName).toBe('P')
})
