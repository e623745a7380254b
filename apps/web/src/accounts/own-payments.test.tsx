import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import type { CustomerRow, PaymentRequest } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { liveMarket } from '../live/live-market.ts'
import { useSession } from '../session.ts'
import { LIST_LAG_MS } from '../ui/data-table/server-list.ts'
import { openScreen, rendered, setUpScreen } from '../ui/screen.fixture.tsx'
import { OwnPayments } from './own-payments.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../api/client.ts', () => ({ call, download: vi.fn() }))

const account = { accountNumber: 'A1', cscsAccount: '0000000001' } as CustomerRow
const DONE = /^Requested\. We have told your broker/

let requests: PaymentRequest[]
let withdrawable: number
let isFrozen: boolean

/** The firm as its server answers: a request waits until it is cancelled or declined. */
async function firm(name: string, input: { id?: number; state?: readonly string[]; amount?: number }) {
  if (name === 'BackOffice/GetPaymentOptions') {
    const payee = { bank: 'GTBank', bankAccount: '0123456789' }
    return { payee, withdrawable, payIn: '', today: '2026-11-20' }
  }
  if (name === 'BackOffice/GetAccountFreezes') return { items: [], isFrozen, openOrders: null }
  if (name === 'BackOffice/RequestWithdrawal') {
    requests = [{ ...waiting, amount: Number(input.amount) }]
    return { id: waiting.id }
  }
  if (name === 'BackOffice/CancelPaymentRequest') decide('cancelled')
  const items = requests.filter(({ state }) => input.state?.includes(state) ?? true)
  return { totalCount: items.length, more: false, items }
}
const waiting = {
  ...{
    id: 7,
    type: 'withdrawal',
    account: 'A1',
    cscsAccount: '0000000001',
    customerName: 'Ada',
    channel: null,
  },
  ...{ bank: null, bankAccount: null, paidOn: null, reference: '', madeAt: '2026-11-20T10:00:00Z' },
  ...{ makerName: 'ada', state: 'waiting', decidedAt: null, reason: null, postingID: null, isOwn: true },
} as unknown as PaymentRequest
const decide = (state: PaymentRequest['state']) => {
  requests = requests.map((request) => ({ ...request, state }))
}

setUpScreen()

beforeEach(() => {
  useSession.setState({ roles: new Set(['CUSTOMER']) })
  requests = []
  withdrawable = 1_000
  isFrozen = false
  call.mockReset().mockImplementation(firm)
})

/** The button of the row is before that of the question. */
const press = (name: string) =>
  rendered(() => fireEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement))

async function requestWithdrawal() {
  await openScreen(<OwnPayments type="withdrawal" account={account} />, '/')
  await rendered(() => fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '100' } }))
  await press('Request a withdrawal')
  expect(screen.getByText(DONE)).toBeTruthy()
}

/** The firm decided: its notification comes. */
const notified = async () => {
  await act(async () => {
    liveMarket.store.take.notificationsChanged({ unreadCount: 1 })
    await vi.advanceTimersByTimeAsync(2 * LIST_LAG_MS)
  })
}

test('a frozen account allows no withdrawal request, but a deposit report', async () => {
  isFrozen = true
  await openScreen(<OwnPayments type="withdrawal" account={account} />, '/')
  expect(screen.getByText('This account is frozen')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Request a withdrawal' })).toBeNull()
  cleanup()
  await openScreen(<OwnPayments type="deposit" account={account} />, '/')
  expect(screen.getByRole('button', { name: 'Report a deposit' })).toBeTruthy()
})

test('the amount available to withdraw and the request’s message follow the firm’s decision', async () => {
  await requestWithdrawal()
  await notified()
  expect(screen.getByText(DONE)).toBeTruthy()
  withdrawable = 900
  decide('declined')
  await notified()
  expect(screen.getByText('₦900.00')).toBeTruthy()
  expect(screen.queryByText(DONE)).toBeNull()
})

test('a request is cancelled after confirmation, and its success message disappears', async () => {
  await requestWithdrawal()
  await press('Cancel request 7')
  expect(screen.getByText('Cancel this request? Withdrawal of ₦100.00')).toBeTruthy()
  await press('Keep it')
  expect(requests).toMatchObject([{ state: 'waiting' }])
  expect(screen.getByText(DONE)).toBeTruthy()

  await press('Cancel request 7')
  const sure = screen.getAllByRole('button', { name: 'Cancel request 7' }).at(-1) as HTMLElement
  await rendered(() => fireEvent.click(sure))
  expect(requests).toMatchObject([{ state: 'cancelled' }])
  expect(screen.queryByText(DONE)).toBeNull()
})
