import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { english, type Statistics, type Watchlist } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { loadTexts } from '../../../i18n.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { FRAME_MS } from '../../../live/paced-frames.ts'
import { arrange, useArrangement } from '../preferences.ts'
import { ListManager } from './list-manager.tsx'
import { useChangesOfOtherTabs, useMovedFavourites, useStar, useStarredList } from './own-lists.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../../api/client.ts', () => ({ call }))

/** The lists as the server keeps them for one user. */
let kept: Watchlist[] = []
let refusal: ApiError | undefined

const server = async (name: string, input: Partial<Watchlist>) => {
  if (name === 'Watchlist/GetAll') return { items: kept }
  if (refusal) throw refusal
  const others = kept.filter(({ id }) => id !== input.id)
  if (name === 'Watchlist/Delete') {
    kept = others
    return {}
  }
  const saved = { ...input, id: input.id ?? 1 + Math.max(0, ...kept.map(({ id }) => id)) } as Watchlist
  kept = [...others, saved]
  return saved
}

/** One tab of the browser: what it holds of the lists, and its star for GTCO. */
function Tab() {
  useChangesOfOtherTabs()
  useMovedFavourites()
  const star = useStar()
  const list = useStarredList()
  return (
    <>
      <button
        type="button"
        aria-pressed={list?.securityIDs.includes('GTCO') ?? false}
        onClick={() => star('GTCO')}
      >
        {list?.name ?? 'no list'}
      </button>
      <ListManager isOpen onClose={() => {}} onClosed={() => {}} />
    </>
  )
}

const rendered = (done: () => void = () => {}) =>
  act(async () => {
    done()
    await vi.advanceTimersByTimeAsync(FRAME_MS)
  })
const openTab = async () => {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  render(
    <QueryClientProvider client={queries}>
      <Tab />
    </QueryClientProvider>,
  )
  await rendered()
}
const stars = () => [...document.querySelectorAll<HTMLElement>('button[aria-pressed]')]
const button = (name: string) => screen.queryByLabelText(name) ?? screen.getByText(name).closest('button')
const press = (name: string) => rendered(() => fireEvent.click(button(name) as Element))
const type = (label: string, value: string) =>
  rendered(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }))

beforeEach(() => {
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  call.mockReset().mockImplementation(server)
  kept = []
  refusal = undefined
  arrange({ watchList: 'all', ownList: null, favourites: undefined })
  const figures = (securityID: string) => ({ securityID, symbol: securityID }) as Statistics
  liveMarket.store.statistics.load(['GTCO', 'UBA'].map(figures))
  vi.advanceTimersByTime(FRAME_MS)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('the first star makes a list, the next takes the security out again', async () => {
  await openTab()
  await rendered(() => stars()[0]?.click())
  expect(kept).toEqual([{ id: 1, name: 'Favourites', securityIDs: ['GTCO'] }])
  expect(stars()[0]?.getAttribute('aria-pressed')).toBe('true')
  await rendered(() => stars()[0]?.click())
  expect(kept).toEqual([{ id: 1, name: 'Favourites', securityIDs: [] }])
})

test('the star adds to the list that was chosen last', async () => {
  kept = [
    { id: 1, name: 'Banks', securityIDs: [] },
    { id: 2, name: 'Oil', securityIDs: [] },
  ]
  arrange({ ownList: 2 })
  await openTab()
  await rendered(() => stars()[0]?.click())
  expect(kept.find(({ id }) => id === 2)?.securityIDs).toEqual(['GTCO'])
})

test('lists added in another tab stay, and are visible there too', async () => {
  kept = [{ id: 1, name: 'Mine', securityIDs: [] }]
  await openTab()
  kept = [{ id: 1, name: 'Mine', securityIDs: ['UBA'] }]
  await rendered(() => stars()[0]?.click())
  expect(kept[0]?.securityIDs).toEqual(['UBA', 'GTCO'])

  kept = [{ id: 1, name: 'Renamed elsewhere', securityIDs: [] }]
  vi.useRealTimers()
  new BroadcastChannel('Tradebook.Watchlists').postMessage(null)
  expect(await screen.findByText('Renamed elsewhere', { selector: '[aria-pressed]' })).toBeDefined()
})

test("the favourites of an earlier release are moved once, in addition to the server's lists", async () => {
  kept = [{ id: 7, name: 'favourites', securityIDs: ['UBA'] }]
  arrange({ watchList: 'favourites', favourites: ['GTCO', 'UBA', 'DELISTED'] })
  await openTab()
  expect(kept).toEqual([{ id: 7, name: 'favourites', securityIDs: ['UBA', 'GTCO'] }])
  expect(useArrangement.getState()).toMatchObject({ watchList: 'own:7', ownList: 7, favourites: undefined })
  cleanup()
  call.mockClear()
  await openTab()
  expect(call.mock.calls.map(([name]) => name)).toEqual(['Watchlist/GetAll'])
})

test('favourites that the server does not take stay in the browser, and are not tried without end', async () => {
  refusal = new ApiError({
    status: 500,
    code: 3_016,
    message: 'You cannot add more lists',
    details: '',
    data: {},
  })
  arrange({ favourites: ['GTCO'] })
  await openTab()
  await rendered()
  expect(useArrangement.getState().favourites).toEqual(['GTCO'])
  expect(call.mock.calls.filter(([name]) => name === 'Watchlist/Save')).toHaveLength(1)
})

test('a list is added, chosen, renamed and deleted; its securities stay with its new name', async () => {
  await openTab()
  await type('Name of a new list', ' Banks ')
  await press('Add list')
  expect(useArrangement.getState()).toMatchObject({ watchList: 'own:1', ownList: 1 })
  kept = [{ id: 1, name: 'Banks', securityIDs: ['UBA'] }]
  await press('Rename Banks')
  await type('New name of Banks', 'Lenders')
  await press('Rename')
  expect(kept).toEqual([{ id: 1, name: 'Lenders', securityIDs: ['UBA'] }])
  await press('Delete Lenders')
  expect(screen.getByText('Delete Lenders? Securities on it: 1.')).toBeDefined()
  await press('Delete the list')
  expect(kept).toEqual([])
  expect(screen.getByText(/You have no lists yet/)).toBeDefined()
})

test("a refusal is shown where the request was made, in the server's words; a list without a name is not sent", async () => {
  refusal = new ApiError({
    status: 500,
    code: 3_015,
    data: {},
    message: 'You already have a list with this name',
    details: 'Choose a name other than Banks.',
  })
  await openTab()
  await type('Name of a new list', 'Banks')
  await press('Add list')
  expect(screen.getByRole('alert', { hidden: true }).textContent).toBe(
    'You already have a list with this name: Choose a name other than Banks.',
  )
  call.mockClear()
  await type('Name of a new list', '  ')
  await press('Add list')
  expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('Enter a name.')
  expect(call).not.toHaveBeenCalled()
})
