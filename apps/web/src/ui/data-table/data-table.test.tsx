import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { english, type NewsItem, newsList } from '@tradebook/contract'
import { createMemoryRouter, MemoryRouter, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { loadTexts } from '../../i18n.ts'
import { DataTable } from './data-table.tsx'
import { useListState } from './list-state.ts'
import { type ListView, listView } from './list-view.ts'
import { useServerList } from './server-list.ts'

const { call, download } = vi.hoisted(() => ({ call: vi.fn(), download: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call, download }))

const view: ListView<NewsItem> = listView({
  key: 'notes',
  title: 'News.Title',
  of: newsList,
  file: 'MarketData/DownloadNews',
  rowKey: ({ id }) => id,
  pageSize: 2,
  columns: [
    { key: 'headline', characters: 20, isKept: true, opens: true },
    { key: 'source', characters: 10 },
    { key: 'origTime', characters: 20, isExtra: true },
  ],
  filters: [{ key: 'keyword', title: 'News.Search', kind: 'text' }],
  leaving: [],
  card: [['headline'], ['source']],
  empty: { title: 'News.Empty', details: 'News.Empty.details' },
})

const note = (id: string) => ({ id, headline: `Note ${id}`, source: 'NGX', origTime: '2026-11-20T10:00:00Z' })
const opened = vi.fn()
let address = ''

const Notes = () => {
  const [state, change] = useListState(view)
  address = useLocation().search
  const source = useServerList('MarketData/GetNews', view, state)
  return (
    <DataTable list={view} source={source} state={state} onChange={change} onOpen={({ id }) => opened(id)} />
  )
}

const rendered = (done: () => void = () => {}) =>
  act(async () => {
    done()
    await vi.advanceTimersByTimeAsync(100)
  })
const open = async (at = '/') => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[at]}>
        <Notes />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await rendered()
}
const answer = (totalCount: number, ids: readonly string[]) =>
  call.mockResolvedValue({ totalCount, more: false, items: ids.map(note) })
const refuse = (status: number, code: number) =>
  call.mockRejectedValue(
    new ApiError({ status, code, message: 'No such list', details: 'The first is of Monday.', data: {} }),
  )
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

beforeEach(() => {
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  call.mockReset()
  opened.mockReset()
})

afterEach(async () => {
  cleanup()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

test('filters, sorting and page are those of the address, and changing them changes it', async () => {
  answer(5, ['3', '4'])
  await open('/?notes.page=2&notes.sort=-headline&notes.keyword=rate&notes.unknown=1&security=GTCO')
  expect(call.mock.lastCall?.[1]).toEqual({
    keyword: 'rate',
    skipCount: 2,
    maxResultCount: 2,
    sorting: 'headline desc',
  })
  await rendered(() => fireEvent.click(screen.getByLabelText('Remove: Search in headlines: rate')))
  expect(call.mock.lastCall?.[1]).toEqual({ skipCount: 0, maxResultCount: 2, sorting: 'headline desc' })
  const query = new URLSearchParams(address)
  expect([query.get('notes.sort'), query.get('notes.page'), query.get('security')]).toEqual([
    '-headline',
    null,
    'GTCO',
  ])
})

test('a list responds at once, however busy the page, not as a delayed transition', async () => {
  answer(2, ['1', '2'])
  const router = createMemoryRouter([{ path: '/', element: <Notes /> }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await rendered()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  screen.getByRole('button', { name: 'Headline' }).click()
  // React renders a transition in a task of its own; only what is promised is waited for here.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  expect(screen.getByRole('columnheader', { name: 'Headline' }).getAttribute('aria-sort')).toBe('ascending')
  vi.unstubAllGlobals()
  await rendered()
})

test('of the rows only the changed one is rendered again', () => {
  const shows = vi.fn()
  const list: ListView<NewsItem> = {
    ...view,
    columns: view.columns.map((column) => ({
      ...column,
      show: ({ id, headline }: NewsItem) => {
        if (column.key === 'headline') shows(id)
        return headline
      },
    })),
  }
  const table = (rows: readonly NewsItem[]) => (
    <DataTable
      list={list}
      source={{ rows, total: rows.length }}
      state={{ page: 1, filters: {} }}
      onChange={() => {}}
      onOpen={() => {}}
    />
  )
  const rows = ['1', '2', '3'].map(note) as unknown as NewsItem[]
  const { rerender } = render(table(rows))
  shows.mockClear()
  const changed = { ...rows[1], headline: 'Corrected' } as NewsItem
  rerender(table(rows.with(1, changed)))
  expect(shows.mock.calls).toEqual([['2']])
  expect(screen.getAllByText('Corrected')).not.toEqual([])
})

test.each(['phone', 'desk'])('the sums are under the rows of a %s', (room) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: room === 'phone' && query.includes('width < 768px'),
    addEventListener() {},
    removeEventListener() {},
  }))
  const rows = [note('1')] as unknown as NewsItem[]
  render(
    <DataTable
      list={view}
      source={{ rows, total: 1, totals: { source: 'NGX alone' } }}
      state={{ page: 1, filters: {} }}
      onChange={() => {}}
    />,
  )
  expect(screen.getByText('Total')).toBeDefined()
  expect(screen.getByText('NGX alone')).toBeDefined()
  vi.unstubAllGlobals()
})

test('Shift ticks the rows between, the heading all on the page; rows of other pages keep their ticks', () => {
  const chosen = vi.fn()
  const rows = ['1', '2', '3', '4'].map(note) as unknown as NewsItem[]
  const table = (keys: readonly string[]) => (
    <DataTable
      list={view}
      source={{ rows, total: 4 }}
      state={{ page: 1, filters: {} }}
      onChange={() => {}}
      selection={{
        keys,
        onChange: chosen,
        isSelectable: ({ id }) => id !== '2',
        label: ({ id }) => `Tick ${id}`,
      }}
    />
  )
  const { rerender } = render(table(['9']))
  fireEvent.click(screen.getByLabelText('Tick 1'))
  expect(chosen).toHaveBeenLastCalledWith(['9', '1'])
  rerender(table(['9', '1']))
  expect(screen.getByLabelText<HTMLInputElement>('Select all on this page').indeterminate).toBe(true)
  fireEvent.click(screen.getByLabelText('Tick 3'), { shiftKey: true })
  expect(chosen).toHaveBeenLastCalledWith(['9', '1', '3'])
  rerender(table(['9', '1', '3', '4']))
  expect(screen.getByLabelText<HTMLInputElement>('Select all on this page').checked).toBe(true)
  fireEvent.click(screen.getByLabelText('Select all on this page'))
  expect(chosen).toHaveBeenLastCalledWith(['9'])
})

test('opening a row is its first cell’s button', async () => {
  answer(1, ['7'])
  await open()
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Note 7' })))
  expect(opened).toHaveBeenCalledWith('7')
})

test('nothing at all and nothing that passes the filters have different texts', async () => {
  answer(0, [])
  await open()
  expect(screen.getByText('No news yet')).toBeDefined()
  cleanup()
  await open('/?notes.keyword=rate')
  expect(screen.getByText('Nothing matches the filters')).toBeDefined()
  answer(1, ['1'])
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Show all' })))
  await rendered()
  expect(screen.getByText('Note 1')).toBeDefined()
})

test('a list that could not be loaded shows that, and is fetched again', async () => {
  call.mockRejectedValue(new Error('no answer'))
  await open()
  expect(screen.getByText('The list could not be loaded')).toBeDefined()
  answer(1, ['1'])
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
  expect(screen.getByText('Note 1')).toBeDefined()
})

test('the columns a person chose are kept over the visit', async () => {
  Object.defineProperty(document, 'cookie', { value: '', writable: true, configurable: true })
  answer(1, ['1'])
  await open()
  expect(headings()).toEqual(['Headline', 'Source'])
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Columns of this list' })))
  await rendered(() => fireEvent.click(screen.getByRole('checkbox', { name: 'Published' })))
  await rendered(() => fireEvent.click(screen.getByRole('checkbox', { name: 'Source' })))
  expect(headings()).toEqual(['Headline', 'Published'])
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Headline' }).disabled).toBe(true)
  expect(document.cookie).toMatch(/^Tradebook\.List\.notes\..*=headline%2CorigTime; path=\/app/)
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Default columns' })))
  expect(headings()).toEqual(['Headline', 'Source'])
  Reflect.deleteProperty(document, 'cookie')
})

test('the file has the filtered rows, in the same order and columns', async () => {
  answer(1, ['1'])
  download.mockResolvedValue(new File(['Headline'], 'News.xlsx'))
  URL.createObjectURL = () => 'blob:news'
  URL.revokeObjectURL = () => {}
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await open('/?notes.page=3&notes.sort=-headline&notes.keyword=rate')
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Download this list' })))
  await rendered(() => fireEvent.click(screen.getByText('Excel file')))
  expect(download.mock.lastCall).toEqual([
    'MarketData/DownloadNews',
    { keyword: 'rate', sorting: 'headline desc', columns: ['headline', 'source'], format: 'xlsx' },
  ])
  expect(saved).toHaveBeenCalledOnce()
  saved.mockRestore()
})

test('a page beyond the last one leads to the last one', async () => {
  call.mockImplementation((_name, { skipCount }: { skipCount: number }) =>
    Promise.resolve({ totalCount: 3, more: false, items: skipCount === 2 ? [note('3')] : [] }),
  )
  await open('/?notes.page=99')
  await rendered()
  expect(address).toBe('?notes.page=2')
  expect(screen.getByText('Note 3')).toBeDefined()
})

test("a refusal is shown in the server's words, without Retry; a failure can be retried", async () => {
  refuse(500, 3013)
  await open()
  expect(screen.getByText('No such list')).toBeDefined()
  expect(screen.getByText('The first is of Monday.')).toBeDefined()
  expect(screen.queryByText(english['Chunk.Retry'])).toBeNull()
  cleanup()
  refuse(503, 6001)
  await open()
  expect(screen.getByText(english['Table.Failed'])).toBeDefined()
  expect(screen.getByText(english['Chunk.Retry'])).toBeDefined()
})
