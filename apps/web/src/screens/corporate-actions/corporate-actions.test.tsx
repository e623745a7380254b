import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import {
  type CorporateActionEffect,
  type CorporateActionRow,
  english,
  type MarketSession,
} from '@tradebook/contract'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { liveMarket } from '../../live/live-market.ts'
import { type Session, useSession } from '../../session.ts'
import CorporateActionsScreen from './corporate-actions-screen.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call, download: vi.fn() }))
vi.mock('../../live/security-choice.tsx', () => ({
  useSecurityOptions: () => [{ value: 'GTCO', label: 'GTCO · Guaranty Trust' }],
}))

const announced: CorporateActionRow = {
  id: 1,
  type: 'dividend',
  securityID: 'MTNN',
  securityDesc: 'MTN Nigeria',
  registerDate: '2026-12-04',
  exDate: '2026-12-03',
  payDate: '2026-12-11',
  ratePerShare: 2.5,
  ratio: null,
  state: 'announced',
  announcedAt: '2026-11-20T10:00:00.000Z',
  announcedBy: 'admin',
}
const effect: CorporateActionEffect & { totalCount: number; more: boolean; items: object[] } = {
  exDate: '2026-12-03',
  payDate: '2026-12-11',
  publishedPx: 58.4,
  referencePx: 57.15,
  isRegistered: false,
  totals: { quantity: 1_000, gross: 1_250, tax: 125, net: 1_125, shares: 0 },
  totalCount: 1,
  more: false,
  items: [
    {
      account: 'MSL100201',
      cscsAccount: 'C1',
      customerName: 'Amina Bello',
      quantity: 1_000,
      gross: 1_250,
      tax: 125,
      net: 1_125,
      shares: null,
    },
  ],
}
const answers: Readonly<Record<string, object>> = {
  'BackOffice/GetCorporateActions': { totalCount: 1, more: false, items: [announced] },
  'BackOffice/PreviewCorporateAction': effect,
}

function open(permissions: readonly string[]): void {
  useSession.setState({ permissions: new Set(permissions), tenant: { id: 1 } as Session['tenant'] })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([{ path: '/', element: <CorporateActionsScreen /> }])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const sent = (name: string) => call.mock.calls.filter(([called]) => called === name).map(([, input]) => input)
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  call.mockReset().mockImplementation(async (name: string) => answers[name] ?? {})
})
afterEach(cleanup)

test('required fields of a dividend are marked and checked; its effect is shown before the last click', async () => {
  open(['MARKET_CONTROL'])
  const form = within(screen.getByRole('form', { name: 'Announce' }))
  for (const label of ['Security', 'Dividend per share (₦)', 'Qualification date', 'Payment date'])
    expect(form.getByText(label).className, label).toContain('required')

  fireEvent.click(button('Announce to everyone'))
  await waitFor(() => expect(form.getAllByText('Enter a value.')).toHaveLength(4))
  expect(sent('BackOffice/PreviewCorporateAction')).toEqual([])

  fireEvent.mouseDown(form.getByLabelText('Security'))
  fireEvent.click(await screen.findByText('GTCO · Guaranty Trust'))
  fireEvent.change(form.getByLabelText('Dividend per share (₦)'), { target: { value: '1.25' } })
  const enterDay = (label: string, day: string) => {
    fireEvent.change(form.getByLabelText(label), { target: { value: day } })
    fireEvent.keyDown(form.getByLabelText(label), { key: 'Tab' })
  }
  enterDay('Qualification date', '4 Dec 2026')
  enterDay('Payment date', '2026-12-11')
  // However it was typed, it is written as everywhere.
  expect((form.getByLabelText('Payment date') as HTMLInputElement).value).toBe('11 Dec 2026')

  fireEvent.click(button('Announce to everyone'))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Dividends of ₦1,250.00, less tax of ₦125.00: ₦1,125.00 on 1,000 shares.', {
    exact: false,
  })
  const title = 'Announce a dividend of ₦1.25 per share of GTCO to everyone?'
  expect(dialog.getAllByText(title).length).toBeGreaterThan(0)
  dialog.getByText(/^Qualification date 4 Dec 2026\. From 3 Dec 2026, shares/)
  await dialog.findByText(/reference price on the ex-day will be 57\.15/)
  expect(dialog.queryByText(/above the price of the share/)).toBeNull()
  expect(sent('BackOffice/PostCorporateAction')).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Announce to everyone' }))
  await screen.findByText('Announced: Dividend of GTCO.')
  expect(sent('BackOffice/PostCorporateAction')).toEqual([
    {
      type: 'dividend',
      securityID: 'GTCO',
      ratePerShare: 1.25,
      ratio: undefined,
      registerDate: '2026-12-04',
      payDate: '2026-12-11',
    },
  ])
})

test('the heading of the list is before its filters; only the host revokes', async () => {
  open(['MARKET_CONTROL'])
  const heading = screen.getByRole('heading', { name: 'Announced' })
  const search = screen.getByRole('searchbox', { name: 'Security' })
  expect(heading.compareDocumentPosition(search)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke corporate action 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/^Dividends of ₦1,250\.00/)
  fireEvent.click(dialog.getByRole('button', { name: 'Revoke corporate action 1' }))
  await waitFor(() => expect(sent('BackOffice/RevokeCorporateAction')).toEqual([{ id: 1 }]))

  cleanup()
  open([])
  await screen.findByRole('button', { name: 'Effect of corporate action 1' })
  expect(screen.queryByRole('button', { name: 'Revoke corporate action 1' })).toBeNull()
  expect(screen.queryByRole('form', { name: 'Announce' })).toBeNull()
})

/** Opens the effect of the one action of the list, a dividend unless it says otherwise. */
async function openEffect(terms: Partial<CorporateActionRow>): Promise<void> {
  call.mockImplementation(async (name: string) =>
    name === 'BackOffice/GetCorporateActions'
      ? { totalCount: 1, more: false, items: [{ ...announced, ...terms }] }
      : answers[name],
  )
  open([])
  fireEvent.click(await screen.findByLabelText('Effect of corporate action 1'))
}

test('a dividend above the share price shows a warning, and the host sees no accounts', async () => {
  await openEffect({ ratePerShare: 803 })
  await screen.findByText('The dividend is above the price of the share, 58.40: check the amount per share.')
  await screen.findByText('Amina Bello')
  await act(async () => useSession.setState({ tenant: null }))
  await screen.findByText('Each firm sees here what its own accounts receive.')
  expect(screen.queryByText('Amina Bello')).toBeNull()
})

test('an action in effect shows no price that would be diluted twice', async () => {
  await openEffect({})
  await screen.findByText(/57\.15/)
  const exDay = { marketDate: '2026-12-03', marketTime: '2026-12-03T10:00:00Z', speed: 1 }
  await act(async () => liveMarket.store.loadSession(exDay as MarketSession))
  await screen.findByText('In effect: the reference price was adjusted on the ex-day.')
  expect(screen.queryByText(/57\.15/)).toBeNull()
})

test('a split loses no right and pays nothing', async () => {
  await openEffect({ type: 'split', ratePerShare: null, ratio: '3:1' })
  await screen.findByText(
    'Qualification date 4 Dec 2026. From 3 Dec 2026, shares are counted, priced and traded after the split.',
  )
  expect(screen.queryByText(/entitlement|payment date/)).toBeNull()
})
