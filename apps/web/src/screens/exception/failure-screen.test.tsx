import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import '../../i18n.ts'
import { FailureScreen } from './failure-screen.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** The screen that stands where one failed to load. */
async function shownFor(error: Error) {
  // React reports what a screen throws.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const routes = [
    {
      path: '/',
      errorElement: <FailureScreen />,
      lazy: () => Promise.reject(error),
    },
  ]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
  return (await screen.findByRole('heading')).textContent
}

test('a chunk that did not load is shown in the specification’s words', async () => {
  const chunk = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })
  await expect(shownFor(chunk)).resolves.toBe('Loading chunk failed')
})

test('a style chunk that did not load shows its code', async () => {
  await shownFor(Object.assign(new Error('x'), { code: 'CSS_CHUNK_LOAD_FAILED' }))
  expect(screen.getByText(/CSS_CHUNK_LOAD_FAILED/)).toBeDefined()
})

test('a screen that failed to render is not reported as a chunk', async () => {
  await expect(shownFor(new Error('cannot read'))).resolves.not.toBe('Loading chunk failed')
})
