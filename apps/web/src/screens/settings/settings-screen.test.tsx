import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { english, standardFees, toNaira } from '@tradebook/contract'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { useSession } from '../../session.ts'
import SettingsScreen from './settings-screen.tsx'

const { call, download } = vi.hoisted(() => ({ call: vi.fn(), download: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call, download }))
vi.mock('../../live/use-live.ts', () => ({ useMarketDate: () => '2026-11-20' }))

const answers: Readonly<Record<string, object>> = {
  'Settings/GetAll': {
    cashApprovalThreshold: 1_000_000,
    approvalThresholdToday: 1_000_000,
    unsettledProceedsUsable: true,
    selfMatch: 'account',
    showAccountBalance: true,
    memberCode: 'MSL',
    payIn: '',
    address: '14 Harbour Crescent',
    phone: '+2348000000014',
    ...{ emailAddress: '', rcNumber: '', secNumber: '', taxNumber: '', reportErrorsDays: 0, signatory: '' },
    idleMinutes: 15,
    sessionHours: 24,
    rememberDays: 30,
    lockoutTries: 5,
    lockoutMinutes: 5,
    secondFactor: 'nobody',
    independenceDays: 7,
    approversByTwo: false,
    languages: ['en', 'fr', 'ha', 'yo', 'ig'],
    own: ['memberCode', 'address', 'phone'],
  },
  'Fees/Get': {
    rates: [
      ...standardFees.map((row) => ({ ...row, minimum: toNaira(row.minimum) })),
      {
        side: '1',
        item: 'commission',
        dateFrom: '2026-12-01',
        ratePpm: 10_000,
        minimum: 0,
        vatPpm: 75_000,
      },
    ],
    customers: [],
  },
  'BackOffice/GetCustomers': {
    totalCount: 1,
    more: false,
    items: [
      {
        id: 7,
        accountNumber: 'MSL1',
        cscsAccount: '0000000007',
        customerName: 'Ada Obi',
        emailAddress: null,
        phoneNumber: null,
      },
    ],
  },
  'Settings/GetChecklist': { items: [] },
  'Settings/GetIdentityProvider': {
    ...{ provider: null, roles: [], redirectUri: 'https://trade.example/user/provider' },
    backChannelLogoutUri: 'https://trade.example/openid/1/back-channel-logout',
  },
  'BackOffice/GetAccountTerms': { cashRoute: 'broker', bankCode: null, bankAccount: null },
}

beforeEach(() => open('Pages.Settings', 'CHANGE_CHARGES'))
afterEach(cleanup)

async function open(...held: readonly string[]) {
  useSession.setState({
    permissions: new Set(held),
    tenant: { id: 1, tenancyName: 'Meridian', name: 'Meridian' },
  })
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  call.mockReset().mockImplementation(async (name: string) => answers[name] ?? {})
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([{ path: '/', element: <SettingsScreen /> }])
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  )
  await screen.findByRole('region', { name: 'Example trade' })
}

const sent = (name: string) => call.mock.calls.filter(([called]) => called === name).map(([, input]) => input)

test('only changed settings are saved; the firm’s settings can be reset', async () => {
  const particulars = within(screen.getByRole('region', { name: 'Firm details' }))
  fireEvent.change(particulars.getByLabelText('Phone number'), { target: { value: '+2348000000015' } })
  fireEvent.click(particulars.getByRole('button', { name: 'Save settings' }))
  await particulars.findByText('Saved.')
  expect(sent('Settings/Update')).toEqual([{ phone: '+2348000000015' }])
  fireEvent.click(particulars.getByRole('button', { name: 'Reset to defaults: Firm details' }))
  await particulars.findByText('Defaults restored.')
  expect(sent('Settings/Update').at(-1)).toEqual({ memberCode: null, address: null, phone: null })
})

test('session length and lockout are saved independently, languages when one is removed', async () => {
  const signIn = within(screen.getByRole('region', { name: 'Sign-in' }))
  const save = () => fireEvent.click(signIn.getByRole('button', { name: 'Save settings' }))
  fireEvent.change(signIn.getByLabelText('Wrong passwords before lockout'), { target: { value: '2' } })
  save()
  expect(await signIn.findByText('Enter at least 3.')).toBeTruthy()
  fireEvent.change(signIn.getByLabelText('Wrong passwords before lockout'), { target: { value: '3' } })
  save()
  await signIn.findByText('Saved.')
  expect(sent('Settings/Update')).toEqual([{ lockoutTries: 3 }])
  const languages = signIn.getByLabelText('Languages')
  fireEvent.keyDown(languages, { key: 'Backspace', keyCode: 8 })
  save()
  await waitFor(() => expect(sent('Settings/Update').at(-1)).toEqual({ languages: ['en', 'fr', 'ha', 'yo'] }))
})

test('an approval limit raised today is shown next to the one in force today', async () => {
  const cash = within(screen.getByRole('region', { name: 'Cash and balances' }))
  expect(cash.queryByText(/^Today’s limit is/)).toBeNull()
  const raised = { ...answers['Settings/GetAll'], cashApprovalThreshold: 50_000_000 }
  call.mockImplementation(async (name: string) =>
    name === 'Settings/GetAll' ? raised : (answers[name] ?? {}),
  )
  fireEvent.change(cash.getByLabelText(english['Settings.CashApprovalThreshold']), {
    target: { value: '50000000' },
  })
  fireEvent.click(cash.getByRole('button', { name: 'Save settings' }))
  await cash.findByText('Today’s limit is ₦1,000,000.00; from the next market day: ₦50,000,000.00.')
})

test('the example trade is charged by the table of its date', async () => {
  const example = within(screen.getByRole('region', { name: 'Example trade' }))
  // Check values of 10,000 shares at 36.80.
  expect(example.getByRole('row', { name: /^Net amount/ }).textContent).toBe('Net amount374,825.80359,987.40')
  fireEvent.change(example.getByLabelText('Trade date'), { target: { value: '2026-12-01' } })
  // A commission of 1% instead of 1.35%, with its VAT: 1,288 and 96.60 less.
  expect(example.getByRole('row', { name: /^Net amount/ }).textContent).toBe('Net amount373,441.20359,987.40')
})

test('the example reads figures as people type them, and asks about those with two meanings', async () => {
  const example = within(screen.getByRole('region', { name: 'Example trade' }))
  const net = () => example.getByRole('row', { name: /^Net amount/ }).textContent
  const type = (label: string, value: string) =>
    fireEvent.change(example.getByLabelText(label), { target: { value } })
  type('Quantity', '10k')
  type('Price', '36,80')
  expect(net()).toBe('Net amount374,825.80359,987.40')
  type('Quantity', '1.000')
  expect(example.getByText('1.000 can mean 1 or 1,000. Enter the one you mean.')).toBeTruthy()
  expect(net()).toBe('Net amount374,825.80359,987.40')
})

test('the logo is sent by the type of its content, and a file that is not a picture is refused before it is sent', async () => {
  const logo = within(screen.getByRole('region', { name: english['Settings.Logo'] }))
  const choose = async (file: File) => {
    const input = logo.getByLabelText(new RegExp(english['Settings.Logo.Choose']))
    await act(async () => fireEvent.change(input, { target: { files: [file] } }))
  }
  await choose(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.png', { type: 'image/png' }))
  await logo.findByRole('alert')
  expect(sent('Settings/UpdateLogo')).toEqual([])
  const draw = vi.fn(() => Promise.reject(new Error('no canvas')))
  vi.stubGlobal('createImageBitmap', draw)
  await choose(new File(['RIFF1234WEBPVP8 '], 'logo.webp', { type: 'image/webp' }))
  expect(draw).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
  await choose(
    new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'logo', { type: '' }),
  )
  await logo.findByText(english['Settings.Logo.Saved'])
  expect(logo.queryByRole('alert')).toBeNull()
  expect(sent('Settings/UpdateLogo')).toHaveLength(1)
})

/** The form of a new row of the fee table, of a purchase from a later day on. */
async function chargeOf(item: string) {
  const form = within(screen.getByRole('form', { name: 'Change a charge' }))
  const choose = async (label: string, option: string) => {
    fireEvent.mouseDown(form.getByLabelText(label))
    const found = await screen.findAllByText(option)
    fireEvent.click(found.at(-1) as HTMLElement)
  }
  await choose('Item', item)
  await choose('Side', 'Buy')
  const enter = (label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } })
  enter('From', '4 Jan 2027')
  fireEvent.keyDown(form.getByLabelText('From'), { key: 'Tab' })
  return { form, enter }
}

test('the fee table shows current and future rows, and a new row is sent in parts per million', async () => {
  const table = within(screen.getByRole('region', { name: 'Contract note charges' }))
  const commissions = table.getAllByRole('row', { name: /^Brokerage commission Buy/ })
  expect(commissions.map(({ textContent }) => textContent)).toEqual([
    'Brokerage commissionBuyAlways1.35%0.007.5%',
    'Brokerage commissionBuy1 Dec 20261%0.007.5%Delete',
  ])
  const { form, enter } = await chargeOf('SEC fee')
  enter('Rate, % of consideration', '0.1234')
  enter('VAT, % of the charge', '7.5')
  fireEvent.click(form.getByRole('button', { name: 'Save charges' }))
  await screen.findByText(english['Fees.Asked'])
  expect(sent('Fees/Update')).toEqual([
    {
      postingID: expect.any(String),
      rates: [
        {
          item: 'sec',
          side: '1',
          dateFrom: '2027-01-04',
          ratePpm: 1_234,
          minimum: 0,
          vatPpm: 75_000,
        },
      ],
    },
  ])
})

test('a charge per trade needs a maximum, and is not a rate at the same time', async () => {
  const { form, enter } = await chargeOf('SEC fee')
  enter('VAT, % of the charge', '7.5')
  enter('Rate, % of consideration', '0.3')
  enter('Amount per trade (₦)', '25')
  fireEvent.click(form.getByRole('button', { name: 'Save charges' }))
  await form.findByText(english['Fees.Wrong.basis'])
  expect(form.getByText(english['Fees.Wrong.maximum'])).toBeTruthy()
  expect(sent('Fees/Update')).toEqual([])
  enter('Rate, % of consideration', '0')
  enter('Maximum per note (₦)', '100')
  fireEvent.click(form.getByRole('button', { name: 'Save charges' }))
  await screen.findByText(english['Fees.Asked'])
  const row = { item: 'sec', side: '1', dateFrom: '2027-01-04', ratePpm: 0, minimum: 0, vatPpm: 75_000 }
  expect(sent('Fees/Update')).toEqual([
    { postingID: expect.any(String), rates: [{ ...row, perTrade: 25, maximum: 100 }] },
  ])
  // The form of the next change is empty.
  const next = within(screen.getByRole('form', { name: 'Change a charge' }))
  expect(next.getByLabelText<HTMLInputElement>('Amount per trade (₦)').value).toBe('')
})

test('a charge that has not begun can be deleted, one that is in force cannot', async () => {
  const table = within(screen.getByRole('region', { name: 'Contract note charges' }))
  const buttons = table.getAllByRole('button')
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Delete Brokerage commission, Buy, from 1 Dec 2026',
  ])
  await act(async () => fireEvent.click(buttons[0] as HTMLElement))
  expect(sent('Fees/DeleteRate')).toEqual([
    { side: '1', item: 'commission', dateFrom: '2026-12-01', postingID: expect.any(String) },
  ])
})

test('the direct route is chosen with a bank of the list and the number on file', async () => {
  const proceeds = within(screen.getByRole('region', { name: 'Sale proceeds' }))
  const choose = async (label: string, option: RegExp) => {
    fireEvent.mouseDown(proceeds.getByLabelText(label))
    const found = await screen.findAllByText(option)
    await act(async () => fireEvent.click(found.at(-1) as HTMLElement))
  }
  await choose('Account', /Ada Obi/)
  await proceeds.findByLabelText('Bank account number')
  await choose('Proceeds', /^Directly/)
  fireEvent.mouseDown(proceeds.getByLabelText('Bank'))
  fireEvent.change(proceeds.getByLabelText('Bank'), { target: { value: 'First' } })
  await act(async () =>
    fireEvent.click((await screen.findAllByText('First Bank · 011')).at(-1) as HTMLElement),
  )
  fireEvent.change(proceeds.getByLabelText('Bank account number'), { target: { value: '0000014579' } })
  fireEvent.change(proceeds.getByLabelText('Name on the bank account'), { target: { value: 'OBI ADA' } })
  fireEvent.click(proceeds.getByRole('button', { name: 'Request the change' }))
  await proceeds.findByText(/^The change is waiting/)
  expect(sent('BackOffice/UpdateAccountTerms')).toEqual([
    {
      postingID: expect.any(String),
      cscsAcct: '0000000007',
      cashRoute: 'direct',
      bankCode: '011',
      bankAccount: '0000014579',
      accountName: 'OBI ADA',
    },
  ])
})

test('a firm without a logo does not request its picture, so nothing fails', async () => {
  await screen.findByText(english['Settings.Logo.None'])
  expect(download).not.toHaveBeenCalled()
})

test('a person who may only read sees every value, without buttons to change them', async () => {
  cleanup()
  await open('COMPLIANCE')
  const particulars = within(screen.getByRole('region', { name: 'Firm details' }))
  const phone = particulars.getByLabelText<HTMLInputElement>('Phone number')
  expect([phone.value, phone.disabled]).toEqual(['+2348000000014', true])
  expect(screen.getByRole('region', { name: 'Contract note charges' })).toBeTruthy()
  expect(screen.queryByRole('form', { name: 'Change a charge' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^(Save|Reset|Delete|Choose|Remove)/ })).toBeNull()
})
