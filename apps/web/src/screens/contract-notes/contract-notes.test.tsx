import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ContractNoteRow, NOTE_ORDERS, Side } from '@tradebook/contract'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../session.ts'
import { setUpScreen } from '../../ui/screen.fixture.tsx'
import PurchaseNotesScreen from './purchase-notes-screen.tsx'

const { call, download, saveFile } = vi.hoisted(() => ({
  call: vi.fn(),
  download: vi.fn(),
  saveFile: vi.fn(),
}))
vi.mock('../../api/client.ts', () => ({ call, download }))
vi.mock('../../api/save-file.ts', () => ({ saveFile }))

const ada = {
  id: 1,
  customerName: 'Ada Okafor',
  accountNumber: 'A1',
  cscsAccount: '0000000001',
  emailAddress: null,
  phoneNumber: null,
}
const note: ContractNoteRow = {
  number: 7,
  state: 'provisional',
  ...{ replaces: null, replacedBy: null },
  tradeDate: '2026-11-20',
  settlementDate: '2026-11-23',
  account: 'A1',
  cscsAccount: '0000000001',
  customerId: 1,
  customerName: 'Ada Okafor',
  address: '3 Palm Grove Close, Ikeja, Lagos',
  chn: null,
  securityID: 'GTCO',
  securityDesc: 'Guaranty',
  isin: 'NGGUARANTY06',
  side: Side.buy,
  quantity: 10_000,
  trades: 2,
  averagePrice: 36.8,
  consideration: 368_000,
  totalFees: 6_825.8,
  netAmount: 374_825.8,
  realisedGain: 0,
  orders: 2,
  orderID: '11',
  orderIDs: ['11', '12'],
  fees: [
    { name: 'commission', rate: 1.35, isMinimum: false, amount: 4_968 },
    { name: 'sec', rate: 0.3, isMinimum: true, amount: 1_500 },
    { name: 'tradeAlert', rate: 0, isMinimum: false, amount: 4 },
  ],
}
const notes = {
  totalCount: 1,
  more: false,
  items: [note],
  totals: { consideration: 368_000, totalFees: 6_825.8, cash: -374_825.8 },
  issuer: ['Meridian Securities Ltd', '14 Harbour Crescent', 'Dealing member, code MSL'],
}

const trades = {
  totalCount: 1,
  more: false,
  items: [
    {
      execID: '31',
      orderID: '4711',
      tradeNumber: 5,
      transactTime: '2026-11-20T10:00:00.000Z',
      quantity: 10_000,
      price: 36.8,
      consideration: 368_000,
    },
  ],
}

setUpScreen()

beforeEach(() => {
  download.mockReset()
  saveFile.mockReset()
  call
    .mockReset()
    .mockImplementation(async (name: string) =>
      name === 'BackOffice/GetCustomers'
        ? { totalCount: 1, items: [ada] }
        : name === 'BackOffice/GetContractNoteTrades'
          ? trades
          : notes,
    )
})

const rendered = (done: () => void = () => {}) =>
  act(async () => {
    done()
    await vi.advanceTimersByTimeAsync(100)
  })

async function open(permissions: readonly 'TRADE_ALL_ACCOUNTS'[] = []) {
  useSession.setState({ roles: new Set(['CUSTOMER']), permissions: new Set(permissions) })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/?from=2026-11-01&to=2026-11-20&account=A1']}>
        <PurchaseNotesScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await rendered()
  await rendered()
}

test('purchases of the days are listed with their sums, and one opens to its lines as printed', async () => {
  await open()
  expect(call.mock.lastCall?.slice(0, 2)).toEqual([
    'BackOffice/GetContractNotes',
    {
      cscsAcct: '0000000001',
      from: '2026-11-01',
      to: '2026-11-20',
      side: [Side.buy],
      skipCount: 0,
      maxResultCount: 50,
    },
  ])
  expect(screen.getAllByText('374,825.80')).toHaveLength(2)
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: '7' })))
  const lines = screen
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(lines).toContainEqual(['Brokerage commission', '1.35%', '4,968.00'])
  expect(lines).toContainEqual(['SEC fee', 'minimum', '1,500.00'])
  expect(screen.getByText('NGGUARANTY06')).toBeDefined()
  expect(lines).toContainEqual(['Trade alert', '', '4.00'])
  expect(lines).toContainEqual(['Amount payable by you', '', '374,825.80'])
  expect(screen.getByText(/^PROVISIONAL/)).toBeDefined()
  for (const line of [...notes.issuer, '3 Palm Grove Close, Ikeja, Lagos'])
    expect(screen.getByText(line)).toBeDefined()
})

test('a note of many orders says how many, names the first, and has all of them with its trades', async () => {
  const orderIDs = Array.from({ length: NOTE_ORDERS }, (_, index) => String(index + 1))
  const many = { ...notes, items: [{ ...note, orders: 10_000, orderIDs }] }
  call.mockImplementation(async (name: string) =>
    name === 'BackOffice/GetCustomers'
      ? { totalCount: 1, items: [ada] }
      : name === 'BackOffice/GetContractNoteTrades'
        ? trades
        : many,
  )
  await open()
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: '7' })))
  expect(screen.getByText(`${orderIDs.join(', ')} and 9,980 more`)).toBeDefined()
  expect(call.mock.lastCall?.slice(0, 2)).toEqual([
    'BackOffice/GetContractNoteTrades',
    { cscsAcct: '0000000001', number: 7, skipCount: 0, maxResultCount: 20 },
  ])
  expect(screen.getByText('4711')).toBeDefined()
})

test('a note is saved as PDF', async () => {
  const file = new File([], 'Contract note 7.pdf')
  download.mockResolvedValue(file)
  await open()
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: '7' })))
  await rendered(() =>
    fireEvent.click(screen.getByRole('button', { name: 'Download contract note 7 as PDF' })),
  )
  expect(download).toHaveBeenCalledWith('BackOffice/DownloadContractNote', { number: 7 })
  expect(saveFile).toHaveBeenCalledWith(file)
})

test('notes of a period are downloaded as one archive with progress, and the download can be stopped', async () => {
  let received: (piece: Uint8Array) => void = () => {}
  let signal: AbortSignal | undefined
  download.mockImplementation((_name, _input, options) => {
    received = options.received
    signal = options.signal
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal?.reason)))
  })
  await open()
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: /PDFs for this period/ })))
  expect(download.mock.lastCall?.slice(0, 2)).toEqual([
    'BackOffice/DownloadContractNotes',
    { cscsAcct: '0000000001', from: '2026-11-01', to: '2026-11-20', side: Side.buy },
  ])
  await rendered(() => received(new Uint8Array([0x50, 0x4b, 3, 4, 0])))
  expect(screen.getByRole('status').textContent).toBe('Notes downloaded: 1 of 1')
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Stop' })))
  expect(signal?.aborted).toBe(true)
  expect(saveFile).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: /PDFs for this period/ })).toBeDefined()
})

test('a user who trades for all accounts can get the notes of one account or of the firm', async () => {
  download.mockResolvedValue(new File([], 'Contract notes.zip'))
  await open(['TRADE_ALL_ACCOUNTS'])
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: /PDFs for this period/ })))
  await rendered(() => fireEvent.click(screen.getByText('Notes of all accounts')))
  expect(download.mock.lastCall?.slice(0, 2)).toEqual([
    'BackOffice/DownloadContractNotes',
    { from: '2026-11-01', to: '2026-11-20', side: Side.buy },
  ])
})
