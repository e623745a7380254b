import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { english, type NewsItem } from '@tradebook/contract'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import MarketNewsScreen from './market-news-screen.tsx'

const item = (id: string): NewsItem => ({
  id,
  headline: `Headline ${id}`,
  body: `Body ${id}`,
  source: 'Exchange',
  origTime: '2026-11-20T09:00:00Z',
  urgency: '0',
  securityIDs: [],
})
vi.mock('../../api/client.ts', async (original) => ({
  ...(await original<object>()),
  call: async () => ({ totalCount: 2, more: false, items: [item('2'), item('1')] }),
}))

const open = async (address: string) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider
        router={createMemoryRouter([{ path: '*', element: <MarketNewsScreen /> }], {
          initialEntries: [address],
        })}
      />
    </QueryClientProvider>,
  )
  await act(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
  })
}
const shownBodies = () => screen.queryAllByText(/^Body/).map(({ textContent }) => textContent)
const press = (id: string) => fireEvent.click(screen.getByRole('button', { name: `Headline ${id}` }))

beforeEach(() => {
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('an announcement expands under its headline, next to others, and collapses again', async () => {
  await open('/')
  expect(shownBodies()).toEqual([])
  press('1')
  expect(shownBodies()).toEqual(['Body 1'])
  press('2')
  expect(shownBodies()).toEqual(['Body 2', 'Body 1'])
  press('1')
  expect(shownBodies()).toEqual(['Body 2'])
})

test('a link to an announcement opens it expanded, with the focus on it', async () => {
  await open('/?news.id=2')
  expect(shownBodies()).toEqual(['Body 2'])
  expect(document.activeElement?.textContent).toBe('Headline 2')
})
