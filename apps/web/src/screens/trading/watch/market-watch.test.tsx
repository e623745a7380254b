import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Side, type Statistics, type Watchlist } from '@tradebook/contract'
import { ConfigProvider } from 'antd'
import fc from 'fast-check'
import { createRef } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveMarket } from '../../../live/live-market.ts'
import { FRAME_MS } from '../../../live/paced-frames.ts'
import { useSelection } from '../../../market/selection.ts'
import { useSession } from '../../../session.ts'
import { arrange } from '../preferences.ts'
import { useTicket } from '../ticket/ticket-store.ts'
import { MarketWatch } from './market-watch.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../../api/client.ts', () => ({ call }))

/** Nothing is laid out here: a list with room for all its rows. */
vi.mock('@tanstack/react-virtual', () => ({
  defaultRangeExtractor: () => [],
  useVirtualizer: ({ count }: { count: number }) => ({
    getVirtualItems: () => Array.from({ length: count }, (_, index) => ({ index, start: 0 })),
    getTotalSize: () => 0,
    measure() {},
    scrollToIndex() {},
  }),
}))

const names = ['ACCESSCORP', 'DANGCEM', 'FBNH', 'GTCO', 'MTNN', 'NB', 'UBA', 'ZENITHBANK']
const figures = (symbol: string, tradeValue: number) =>
  ({
    securityID: symbol,
    symbol,
    securityDesc: `${symbol} PLC`,
    sector: 'Services',
    tradeValue,
  }) as Statistics

/** Every security with the values of a moment: another moment, another order. */
function market(values: readonly number[]): void {
  liveMarket.store.statistics.load(names.map((name, at) => figures(name, values[at] ?? 0)))
  vi.advanceTimersByTime(FRAME_MS)
}

const page = { searchBox: createRef<never>() }

function Watch() {
  const [selected, select] = useSelection()
  return <MarketWatch selected={selected} onSelect={select} searchBox={page.searchBox} />
}

/** The lists as the server keeps them, over its calls. */
function keepLists(kept: readonly Watchlist[]): void {
  let lists = kept
  call.mockImplementation(async (name: string, input: Watchlist) => {
    if (name === 'Watchlist/Save') lists = [...lists.filter(({ id }) => id !== input.id), input]
    return name === 'Watchlist/Save' ? input : { items: lists }
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  useSession.setState({ permissions: new Set(['BUY', 'SELL']) })
  arrange({ watchList: 'all', ownList: null })
  keepLists([{ id: 1, name: 'Mine', securityIDs: ['UBA', 'GTCO'] }])
  market(names.map((_, at) => at))
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The watch with a security selected, and what a person does to it. */
function open(selected: string) {
  const router = createMemoryRouter([{ path: '/', Component: Watch }], {
    initialEntries: [`/?security=${selected}`],
  })
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      {/* No animation ends here. */}
      <ConfigProvider theme={{ token: { motion: false } }}>
        <RouterProvider router={router} />
      </ConfigProvider>
    </QueryClientProvider>,
  )
  const rendered = () => act(() => vi.advanceTimersByTimeAsync(1_100))
  const grid = () => container.querySelector('table') as HTMLElement
  const search = () => container.querySelector('input[aria-label="Trading.Watch.Search"]') as HTMLElement
  return {
    rendered,
    drawnAsMarked: () => container.querySelector<HTMLElement>('tr[data-marked]')?.dataset.security,
    selected: () => new URLSearchParams(router.state.location.search).get('security'),
    searched: () => (search() as HTMLInputElement).value,
    shown: () =>
      [...container.querySelectorAll<HTMLElement>('tr[data-security]')].map(
        ({ dataset }) => dataset.security,
      ),
    type: (value: string) => fireEvent.change(search(), { target: { value } }),
    focusSearch: () => act(() => search().focus()),
    /** A key pressed where the focus is; answers what has it then. */
    pressThere: (key: string) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key })
      return document.activeElement
    },
    grid,
    search,
    pressEscape: () => fireEvent.keyDown(search(), { key: 'Escape' }),
    down: () => fireEvent.keyDown(search(), { key: 'ArrowDown' }),
    press: (key: string) => fireEvent.keyDown(grid(), { key }),
  }
}

test('closing the lists dialog focuses the watch, not the list box that opened it', async () => {
  const watch = open('MTNN')
  await watch.rendered()
  const box = screen.getByRole('combobox', { name: 'Trading.Watch.List' })
  await act(async () => {
    box.focus()
    fireEvent.mouseDown(box)
  })
  await watch.rendered()
  fireEvent.click(screen.getByText('Trading.Lists.Manage'))
  // The dialog is loaded when it is first opened.
  await vi.dynamicImportSettled()
  await watch.rendered()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await watch.rendered()
  expect(document.activeElement?.tagName).toBe('TABLE')
})

test('Escape clears the search, in its box and in the list, and shows every security again', async () => {
  const watch = open('MTNN')
  await watch.rendered()
  for (const leave of [() => watch.pressEscape(), () => watch.press('Escape')]) {
    watch.type('gtco')
    expect(watch.shown()).toEqual(['GTCO'])
    leave()
    expect(watch.searched()).toBe('')
    expect(watch.shown().toSorted()).toEqual(names)
  }
})

test('typing marks what it finds, ↓ enters the list there, and B opens the ticket of it', async () => {
  const watch = open('MTNN')
  await watch.rendered()
  watch.type('gtco')
  expect(watch.drawnAsMarked()).toBe('GTCO')
  watch.down()
  expect(watch.drawnAsMarked()).toBe('GTCO')
  const { focusRequests } = useTicket.getState()
  watch.press('b')
  await watch.rendered()
  expect(watch.selected()).toBe('GTCO')
  expect(useTicket.getState().focusRequests).toBe(focusRequests + 1)
})

test('Enter in the search opens what it found, and the next key acts on that: S sells it', async () => {
  const watch = open('MTNN')
  await watch.rendered()
  watch.focusSearch()
  watch.type('zenith')
  expect(watch.pressThere('Enter')).toBe(watch.grid())
  const { focusRequests } = useTicket.getState()
  watch.pressThere('s')
  await watch.rendered()
  expect(watch.searched()).toBe('zenith')
  expect(watch.selected()).toBe('ZENITHBANK')
  expect(useTicket.getState()).toMatchObject({
    focusRequests: focusRequests + 1,
    securityID: 'ZENITHBANK',
    draft: { side: Side.sell },
  })
})

test('Enter in a search that finds nothing stays in its box', async () => {
  const watch = open('MTNN')
  await watch.rendered()
  watch.focusSearch()
  watch.type('nothing')
  expect(watch.pressThere('Enter')).toBe(watch.search())
})

test('the first Escape clears the search, the second leaves its box for the rows', async () => {
  const watch = open('MTNN')
  await watch.rendered()
  watch.focusSearch()
  watch.type('zenith')
  expect(watch.pressThere('Escape')).toBe(watch.search())
  expect(watch.searched()).toBe('')
  expect(watch.pressThere('Escape')).toBe(watch.grid())
})

test('once a list is chosen the keys act on its rows', async () => {
  const watch = open('MTNN')
  await watch.rendered()
  const box = screen.getByRole('combobox', { name: 'Trading.Watch.List' })
  await act(async () => {
    box.focus()
    fireEvent.mouseDown(box)
  })
  await watch.rendered()
  fireEvent.click(screen.getByText('Mine'))
  await watch.rendered()
  expect(document.activeElement).toBe(watch.grid())
  expect(watch.shown().toSorted()).toEqual(['GTCO', 'UBA'])
})

test('the sort order is stated only if no heading shows it', async () => {
  const watch = open('MTNN')
  await watch.rendered()
  const note = () => screen.queryByText(/^Trading\.Watch\.Sorted/)?.textContent
  expect(note()).toBe('Trading.Watch.Sorted.descending')
  await act(async () => arrange({ watchSort: { column: 'tradeValue', descending: false } }))
  expect(note()).toBe('Trading.Watch.Sorted.ascending')
  await act(async () => arrange({ watchSort: { column: 'symbol', descending: false } }))
  expect(note()).toBeUndefined()
  await act(async () => arrange({ watchSort: { column: 'tradeValue', descending: true } }))
})

test.each<[what: string, bidPx: number | null, offerPx: number | null, isMarked: boolean]>([
  ['a bid below the offer', 58.4, 58.45, false],
  ['a bid at the offer', 58.45, 58.45, true],
  ['a bid above the offer', 58.5, 58.45, true],
  ['no bid', null, 58.45, false],
  ['no offer', 58.4, null, false],
])(
  '%s: the quotes are marked as those of an auction (%s, %s): %s',
  async (_what, bidPx, offerPx, isMarked) => {
    const watch = open('MTNN')
    await watch.rendered()
    const row = { ...figures('GTCO', 3), bidPx, offerPx, indicativePx: 58.45 }
    await act(async () => liveMarket.store.statistics.load([row as Statistics]))
    await watch.rendered()
    const drawn = watch.grid().querySelector('tr[data-security="GTCO"]')
    expect(drawn?.querySelectorAll('[data-crossed]').length).toBe(isMarked ? 2 : 0)
    expect(drawn?.querySelector('[role="img"][aria-label="Trading.Watch.Crossed"]') !== null).toBe(isMarked)
  },
)

test('whatever was typed, pressed and updated before, B opens the ticket of the highlighted row, or none', async () => {
  const step = fc.oneof(
    fc.constantFrom('', 'gtco', 'u', 'b', 'plc', 'nothing').map((text) => ({ type: text })),
    fc.constantFrom('ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'Enter', 'Escape', 'f').map((key) => ({
      press: key,
    })),
    fc.constant({ down: true }),
    fc.array(fc.nat(99), { minLength: names.length, maxLength: names.length }).map((values) => ({ values })),
    fc.constantFrom('all', 'own:1', 'own:2', 'Services').map((list) => ({ list })),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.array(step, { maxLength: 8 }), async (selected, done) => {
      const watch = open(selected)
      await watch.rendered()
      for (const what of done) {
        if ('type' in what) watch.type(what.type)
        if ('press' in what) watch.press(what.press)
        if ('down' in what) watch.down()
        if ('values' in what) act(() => market(what.values))
        if ('list' in what) act(() => arrange({ watchList: what.list }))
        await watch.rendered()
      }
      const drawn = watch.drawnAsMarked()
      const before = { selected: watch.selected(), focusRequests: useTicket.getState().focusRequests }
      watch.press('s')
      await watch.rendered()
      const { focusRequests, draft } = useTicket.getState()
      expect(watch.selected()).toBe(drawn ?? before.selected)
      expect(focusRequests).toBe(before.focusRequests + (drawn === undefined ? 0 : 1))
      if (drawn !== undefined) expect(draft.side).toBe(Side.sell)
      cleanup()
    }),
    { numRuns: 12 },
  )
})
