import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { CustomerRow, StatementLine } from '@tradebook/contract'
import { useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import AccountStatementScreen from './account-statement-screen.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call, download: vi.fn() }))

const customer = (id: number, customerName: string): CustomerRow => ({
  id,
  customerName,
  accountNumber: `A${id}`,
  cscsAccount: `000000000${id}`,
  emailAddress: null,
  phoneNumber: null,
  ...{ chn: null, state: 'active', openedOn: null, lastActivity: null, cash: null },
})
const ada = customer(1, 'Ada Okafor')
const joint = customer(2, 'Ada and Obi Okafor')

const line = (fields: Partial<StatementLine>): StatementLine => ({
  id: '1',
  date: '2026-11-20',
  valueDate: '2026-11-20',
  reference: 'TRF 1',
  narration: 'Deposit',
  debit: null,
  credit: 100,
  balance: 100,
  noteNumber: null,
  trades: null,
  entry: null,
  reverses: null,
  reversedBy: null,
  reversalWaits: false,
  ...fields,
})
const note = line({
  id: '2',
  reference: 'Contract note 7',
  narration: 'Bought 10 GTCO at 5.00',
  noteNumber: 7,
  trades: 1,
  debit: 51.25,
  credit: null,
  balance: 48.75,
})
const statement = {
  from: '2026-11-01',
  to: '2026-11-20',
  openingBalance: 0,
  closingBalance: 48.75,
  totals: { debit: 51.25, credit: 100 },
  totalCount: 2,
  more: false,
}
const trade = {
  execID: '12',
  orderID: '11',
  tradeNumber: 5,
  transactTime: '2026-11-20T10:00:00.000Z',
  quantity: 10,
  price: 5,
  consideration: 50,
}

let items: readonly StatementLine[] = []
let customers: readonly CustomerRow[] = []
let address = ''

setUpScreen()

beforeEach(() => {
  items = [line({}), note]
  call.mockReset().mockImplementation(async (name: string, { query }: { query?: string }) => {
    if (name === 'BackOffice/GetCustomers') {
      const items = customers.filter(({ accountNumber }) => !query || accountNumber === query)
      return { totalCount: items.length, items }
    }
    if (name === 'BackOffice/GetAccountStatement') return { ...statement, items }
    return { totalCount: 1, more: false, items: [trade] }
  })
})

const Address = () => {
  address = useLocation().search
  return null
}

async function open(search: string, who: 'customer' | 'broker') {
  const isBroker = who === 'broker'
  useSession.setState({
    roles: new Set([isBroker ? 'BROKER' : 'CUSTOMER']),
    permissions: new Set(isBroker ? ['TRADE_ALL_ACCOUNTS'] : []),
  })
  await openScreen(
    <>
      <AccountStatementScreen />
      <Address />
    </>,
    `/${search}`,
  )
}

const asked = () => call.mock.calls.filter(([name]) => name === 'BackOffice/GetAccountStatement').at(-1)?.[1]
const linesShown = () =>
  screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '))

test('a customer reads the statement of the one account without choosing', async () => {
  customers = [ada]
  await open('', 'customer')
  // On the screen, and on paper.
  expect(screen.getAllByText('Ada Okafor · A1')).toHaveLength(2)
  expect(screen.queryByRole('combobox', { name: 'Account' })).toBeNull()
  expect(asked()).toEqual({ cscsAcct: '0000000001', skipCount: 0, maxResultCount: 50 })
  expect(linesShown()).toEqual([
    'Date | Value date | Reference | Particulars | Debit | Credit | Balance',
    '20 Nov 2026 | 20 Nov 2026 | TRF 1 | Deposit | – | 100.00 | 100.00',
    '20 Nov 2026 | 20 Nov 2026 | Contract note 7 | Bought 10 GTCO at 5.00 | 51.25 | – | 48.75',
    'Total |  |  |  | 51.25 | 100.00 | 48.75',
  ])
  expect(screen.getByText(/Opening balance on 1 Nov 2026/).textContent).toContain('0.00')
  expect(screen.getByText(/Closing balance on 20 Nov 2026/).textContent).toContain('48.75')
})

test('a line of a contract note opens to its trades; a line of cash has nothing to open', async () => {
  customers = [ada]
  await open('', 'customer')
  expect(screen.queryByRole('button', { name: 'TRF 1' })).toBeNull()
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Contract note 7' })))
  expect(screen.getByText('Trades of contract note 7')).toBeDefined()
  expect(call.mock.lastCall?.slice(0, 2)).toEqual([
    'BackOffice/GetContractNoteTrades',
    { cscsAcct: '0000000001', number: 7, skipCount: 0, maxResultCount: 20 },
  ])
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Contract note 7' })))
  expect(screen.queryByText('Trades of contract note 7')).toBeNull()
})

test('a wrong entry and its reversal are one line, which opens to both by a button that says whether it is open', async () => {
  customers = [ada]
  const wrong = {
    id: '3',
    reference: 'TRF 9',
    narration: 'Wrong (reversed by entry 5)',
    entry: 3,
    reversedBy: 5,
  }
  items = [
    line({}),
    line({ ...wrong, credit: 40, balance: 140 }),
    line({
      ...{ id: '4', date: '2026-11-21', reference: 'TRF 9', narration: 'Reversal of entry 3' },
      ...{ entry: 5, reverses: 3, debit: 40, credit: null, balance: 100 },
    }),
    line({ id: '5', date: '2026-11-21', narration: 'Fee', debit: 20, credit: null, balance: 80 }),
  ]
  await open('', 'customer')
  const opens = () => screen.getByRole('button', { name: 'TRF 9' })
  expect(linesShown().slice(2, -1)).toEqual([
    '20 Nov 2026 | 20 Nov 2026 | TRF 9 | Posted in error on 20 Nov 2026 and reversed on 21 Nov 2026: Wrong (reversed by entry 5) | 40.00 | 40.00 | 100.00',
    '21 Nov 2026 | 20 Nov 2026 | TRF 1 | Fee | 20.00 | – | 80.00',
  ])
  expect(opens().getAttribute('aria-expanded')).toBe('false')
  await rendered(() => fireEvent.click(opens()))
  expect(opens().getAttribute('aria-expanded')).toBe('true')
  const pair = screen.getByRole('list', { name: 'Wrong entry and reversal' })
  expect([...pair.children].map(({ textContent }) => textContent)).toEqual([
    '20 Nov 2026 · TRF 9 · Wrong (reversed by entry 5) · Credit 40.00 · Balance 140.00',
    '21 Nov 2026 · TRF 9 · Reversal of entry 3 · Debit 40.00 · Balance 100.00',
  ])
  await rendered(() => fireEvent.click(opens()))
  expect(screen.queryByRole('list', { name: 'Wrong entry and reversal' })).toBeNull()
})

test('a customer with several accounts selects one, and the URL keeps it with the days', async () => {
  customers = [ada, joint]
  await open('?from=2026-10-01&statement.page=3', 'customer')
  expect(asked()).toMatchObject({ cscsAcct: '0000000001', from: '2026-10-01' })
  await rendered(() => fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Account' })))
  await rendered(() => fireEvent.click(screen.getByText('Ada and Obi Okafor · A2')))
  await rendered()
  expect(asked()).toEqual({ cscsAcct: '0000000002', from: '2026-10-01', skipCount: 0, maxResultCount: 50 })
  expect(address).toBe('?from=2026-10-01&account=A2')
})

test.each([
  ['First day', '15 Nov 2026', '?from=2026-11-15&to=2026-11-15'],
  ['Last day', '1 Nov 2026', '?from=2026-11-01&to=2026-11-01'],
  ['First day', '5 Nov 2026', '?from=2026-11-05&to=2026-11-10'],
])('a %s moved past the other moves it along: %s', async (label, day, expected) => {
  customers = [ada]
  await open('?from=2026-11-02&to=2026-11-10', 'customer')
  const picker = screen.getByLabelText(label)
  await rendered(() => {
    fireEvent.mouseDown(picker)
    fireEvent.change(picker, { target: { value: day } })
    fireEvent.keyDown(picker, { key: 'Enter' })
  })
  expect(address).toBe(expected)
})

test('a broker chooses an account first, and one in the address is chosen', async () => {
  customers = [ada, joint]
  await open('', 'broker')
  expect(screen.getByText('No account chosen')).toBeDefined()
  expect(asked()).toBeUndefined()
  cleanup()
  await open('?account=A2', 'broker')
  expect(asked()).toMatchObject({ cscsAcct: '0000000002' })
})

test('an account that the person may not see looks as if it did not exist', async () => {
  customers = [ada]
  await open('?account=A9', 'customer')
  expect(screen.getByText('There is no account A9')).toBeDefined()
  expect(asked()).toBeUndefined()
})

test('an entry whose reversal waits for approval leads to it, and is not reversed a second time', async () => {
  customers = [ada]
  items = [line({ entry: 12, reversalWaits: true }), line({ id: '3', entry: 13, reference: 'TRF 2' })]
  await open('?account=A1', 'broker')
  useSession.setState({ permissions: new Set(['TRADE_ALL_ACCOUNTS', 'POST_LEDGER']) })
  for (const reference of ['TRF 1', 'TRF 2'])
    await rendered(() => fireEvent.click(screen.getByRole('button', { name: reference })))
  expect(screen.getByRole('link', { name: 'The reversal of entry 12 waits for approval' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reverse entry 12' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Reverse entry 13' })).toBeTruthy()
})

test('the person who requested a reversal is still told so once the statement shows it as waiting', async () => {
  customers = [ada]
  items = [line({ entry: 12 })]
  await open('?account=A1', 'broker')
  useSession.setState({ permissions: new Set(['TRADE_ALL_ACCOUNTS', 'POST_LEDGER']) })
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'TRF 1' })))
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Reverse entry 12' })))
  fireEvent.change(screen.getByRole('textbox', { name: /^Reason/ }), {
    target: { value: 'Paid by another customer' },
  })
  items = [line({ entry: 12, reversalWaits: true })]
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Request the reversal' })))
  await rendered()
  expect(screen.getByRole('link', { name: 'The reversal of entry 12 waits for approval' })).toBeTruthy()
  expect(screen.getByText('Requested. Another person must approve it under Cash Approvals.')).toBeTruthy()
})
