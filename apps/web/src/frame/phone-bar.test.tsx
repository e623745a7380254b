import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../i18n.ts'
import { useSession } from '../session.ts'
import { PhoneBar } from './phone-bar.tsx'

const open = async (address: string) => {
  const router = createMemoryRouter([{ path: '*', element: <PhoneBar /> }], { initialEntries: [address] })
  await act(async () => {
    render(<RouterProvider router={router} />)
  })
  return router
}
/** What the bar shows as the place that is open. */
const places = () =>
  [...document.querySelectorAll('nav [aria-current="page"]')].map(({ textContent }) => textContent)

beforeEach(() => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  // Only members have the bar.
  useSession.setState({ roles: new Set(['BROKER']) })
})
afterEach(cleanup)

test.each<[address: string, place: string[]]>([
  ['/app/trading', ['Market']],
  ['/app/trading?tab=orders', ['Orders']],
  ['/app/trading?tab=executions', ['Orders']],
  ['/app/trading?tab=holdings', ['Portfolio']],
  ['/app/trading?tab=orders&security=GTCO', ['Market']],
  ['/app/marketData/marketNews', ['News']],
  ['/app/dashboard', []],
])('at %s the bar of a phone shows %j as open', async (address, place) => {
  await open(address)
  expect(places()).toEqual(place)
})

test('each place of the bar leads to its part, and "More" to the menu, which closes with what is chosen', async () => {
  const router = await open('/app/trading')
  const at = () => router.state.location.pathname + router.state.location.search
  for (const [name, address] of [
    ['Orders', '/app/trading?tab=orders'],
    ['Portfolio', '/app/trading?tab=holdings'],
    ['News', '/app/marketData/marketNews'],
    ['Market', '/app/trading'],
  ] as const) {
    await act(async () => fireEvent.click(screen.getByRole('link', { name })))
    expect([at(), places()]).toEqual([address, [name]])
  }
  const more = screen.getByRole('button', { name: 'More' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  await act(async () => fireEvent.click(more))
  expect(more.getAttribute('aria-expanded')).toBe('true')
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Price List' })))
  expect(at()).toBe('/app/marketData/all-pricelists')
  expect(more.getAttribute('aria-expanded')).toBe('false')
})
