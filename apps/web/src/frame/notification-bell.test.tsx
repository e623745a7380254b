import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { english, NotificationState, type UserNotification } from '@tradebook/contract'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../api/client.ts'
import { loadTexts } from '../i18n.ts'
import { liveMarket } from '../live/live-market.ts'
import { NotificationBell } from './notification-bell.tsx'

vi.mock('../api/client.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }))

/** What the server has, and answers `Notification/*` with. */
let kept: UserNotification[]
let isAway: boolean

const notification = (
  id: string,
  notificationName: UserNotification['notification']['notificationName'],
  name: string,
  properties: Record<string, string | number>,
): UserNotification =>
  ({
    id,
    state: NotificationState.unread,
    notification: {
      id,
      notificationName,
      data: { message: { name }, properties },
      entityId: `7-${id}`,
      creationTime: '2026-11-20T09:05:00Z',
    },
  }) as unknown as UserNotification

const filled = notification('filled', 'orderFilled', 'Notification.Bought', {
  securityID: 'GTCO',
  quantity: 1_500,
  price: 45.0033,
  account: 'MSL1',
})
const refused = notification('refused', 'orderRefused', 'Notification.SellRefused', {
  securityID: 'UBA',
  quantity: 100,
  reason: 'Prices of UBA are multiples of 0.05.',
  account: 'MSL1',
})
const several = notification('several', 'orderRefused', 'Notification.SellsRefused', {
  securityID: 'UBA',
  quantity: 100,
  reason: 'Prices of UBA are multiples of 0.05.',
  account: 'MSL1',
  orders: 1_200,
})
const declined = notification('declined', 'paymentDecided', 'Notification.WithdrawalDeclined', {
  type: 'withdrawal',
  amount: 7_500,
  reason: 'Bank details are being checked',
  account: 'MSL1',
})
const news = notification('news', 'watchedNews', 'Notification.News', {
  headline: 'A bonus & more',
  source: 'NGX',
})

const router = () => createMemoryRouter([{ path: '*', element: <NotificationBell /> }])

beforeEach(async () => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  kept = [news, refused, filled]
  isAway = false
  const change: Record<string, (id: string) => void> = {
    'Notification/MarkAsRead': (id) => {
      kept = kept.map((one) => (one.id === id ? { ...one, state: NotificationState.read } : one))
    },
    'Notification/MarkAllAsRead': () => {
      kept = kept.map((one) => ({ ...one, state: NotificationState.read }))
    },
    'Notification/Delete': (id) => {
      kept = kept.filter((one) => one.id !== id)
    },
  }
  vi.mocked(call).mockImplementation((async (name: string, input: { id: string; maxResultCount: number }) => {
    if (isAway) throw new Error('no answer')
    change[name]?.(input.id)
    const unreadCount = kept.filter(({ state }) => state === NotificationState.unread).length
    return { items: kept.slice(0, input.maxResultCount), totalCount: kept.length, unreadCount }
  }) as never)
})
afterEach(() => {
  cleanup()
  vi.mocked(call).mockReset()
})

async function shown() {
  const routes = router()
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })}
    >
      <RouterProvider router={routes} />
    </QueryClientProvider>,
  )
  act(() => liveMarket.store.synchronised())
  return routes
}
const bell = (unread: number) => screen.findByRole('button', { name: `Notifications, ${unread} unread` })
const list = () => screen.getByRole('dialog', { name: 'Notifications' })
/** Of the notifications; the last link of the list leads to the alerts. */
const links = () =>
  within(list())
    .getAllByRole('link')
    .filter((link) => link.closest('li'))

test('the bell counts unread notifications, and opens a list that keeps the focus until it is closed', async () => {
  await shown()
  const button = await bell(3)
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(list())
  expect(links().map(({ textContent }) => textContent)).toEqual([
    'UnreadA bonus & more20 Nov 2026, 10:05 AM · NGX',
    'UnreadOrder to sell 100 UBA rejectedPrices of UBA are multiples of 0.05.20 Nov 2026, 10:05 AM · Account MSL1',
    'UnreadBought 1,500 GTCO at 45.003320 Nov 2026, 10:05 AM · Account MSL1',
  ])
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['news', '/app/marketData/marketNews?news.id=7-news'],
  ['refused', '/app/trading?security=UBA&tab=orders&orders.orderID=7-refused'],
  ['filled', '/app/trading?security=GTCO&tab=orders&orders.orderID=7-filled'],
  ['several', '/app/trading?security=UBA&tab=orders&orders.standing=ended'],
])('opening a notification leads to its screen and marks it as read: %s', async (id, place) => {
  if (id === 'several') kept = [several, ...kept]
  const { state } = await shown().then((routes) => ({ state: () => routes.state.location }))
  fireEvent.click(await bell(kept.length))
  fireEvent.click(links()[kept.findIndex((one) => one.id === id)]!)
  await waitFor(() => expect(`${state().pathname}${state().search}`).toBe(place))
  expect(screen.queryByRole('dialog')).toBeNull()
  await bell(kept.length - 1)
  expect(kept.find((one) => one.id === id)?.state).toBe(NotificationState.read)
})

test('each is marked or removed by its button, and one button marks all', async () => {
  await shown()
  fireEvent.click(await bell(3))
  fireEvent.click(within(list()).getByRole('button', { name: 'Mark as read: A bonus & more' }))
  await bell(2)
  fireEvent.click(within(list()).getByRole('button', { name: 'Remove: Bought 1,500 GTCO at 45.0033' }))
  await bell(1)
  expect(links()).toHaveLength(2)
  fireEvent.click(within(list()).getByRole('button', { name: 'Mark all as read' }))
  await bell(0)
  expect(within(list()).queryByRole('button', { name: /Mark/ })).toBeNull()
  expect(document.activeElement).toBe(list())
})

test('notifications marked as read in another tab are read here, and refused orders with one cause are counted', async () => {
  kept = [several, filled]
  await shown()
  fireEvent.click(await bell(2))
  expect(links()[0]?.textContent).toContain('1,200 orders rejected, the last to sell 100 UBA')
  kept = kept.map((one) => ({ ...one, state: NotificationState.read }))
  act(() => liveMarket.store.take.notificationsChanged({ unreadCount: 0 }))
  await bell(0)
})

test('a new one is fetched from the server, and the empty list says what will appear there', async () => {
  kept = []
  await shown()
  fireEvent.click(await bell(0))
  await within(list()).findByText('No notifications yet')
  kept = [filled]
  act(() => liveMarket.store.take.getNotification(filled))
  await bell(1)
  expect(links()).toHaveLength(1)
})

test('a list that cannot be read says so and is read again on request', async () => {
  isAway = true
  await shown()
  fireEvent.click(await bell(0))
  const retry = await within(list()).findByRole('button', { name: 'Retry' })
  isAway = false
  fireEvent.click(retry)
  await bell(3)
})

test('a declined request shows its reason once', async () => {
  kept = [declined]
  await shown()
  fireEvent.click(await bell(1))
  const link = await screen.findByRole('link', { name: /declined/ })
  expect(link.textContent?.match(/Bank details are being checked/g)).toHaveLength(1)
})
