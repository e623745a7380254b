import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { english } from '@tradebook/contract'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { loadTexts } from '../i18n.ts'

/** A screen over calls that the test answers, on a clock that the test drives: a file that uses it mocks `api/client.ts`. */

/** Longer than lists and forms wait before they ask. */
const WAITS_MS = 1_000

/** Before each test of the file: English, and a clock that stands. */
export function setUpScreen(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  })
  afterEach(async () => {
    cleanup()
    await vi.runOnlyPendingTimersAsync()
    vi.useRealTimers()
  })
}

/** Does something, and lets what follows from it be rendered. */
export const rendered = (done: () => void = () => {}) =>
  act(async () => {
    done()
    await vi.advanceTimersByTimeAsync(WAITS_MS)
  })

/** Opens a screen alone, at an address of its own. */
export async function openScreen(element: ReactNode, address = '/'): Promise<void> {
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: [address] })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await rendered()
}
