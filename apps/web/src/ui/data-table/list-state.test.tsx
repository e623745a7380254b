import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { type ChangeList, useListState } from './list-state.ts'
import type { ListView } from './list-view.ts'

afterEach(cleanup)

const list = {
  key: 'orders',
  columns: [{ key: 'price', sort: 'price' }],
  filters: [{ key: 'standing', kind: 'text' }],
} as unknown as ListView<object>

test.each([
  ['asked of a table that is drawn late', true],
  ['made before the router has arrived', false],
])('a change %s keeps what was changed before', async (_, isThere) => {
  const asked: ChangeList[] = []
  function Asking(): ReactNode {
    asked.push(useListState(list)[1])
    return null
  }
  const router = createMemoryRouter([{ path: '/', Component: Asking }])
  render(<RouterProvider router={router} />)
  const [first] = asked
  const changes = [{ filters: { standing: 'ended' } }, { sorting: [{ by: 'price', descending: false }] }]
  const both = () => {
    for (const change of changes) first?.(change)
  }
  if (isThere) for (const change of changes) await act(async () => first?.(change))
  else await act(async () => both())
  const { searchParams } = new URL(router.state.location.search, 'http://page')
  expect(Object.fromEntries(searchParams)).toEqual({ 'orders.standing': 'ended', 'orders.sort': 'price' })
})
