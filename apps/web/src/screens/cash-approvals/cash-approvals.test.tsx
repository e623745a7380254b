import { fireEvent, screen, within } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSession } from '../../session.ts'
import { columnsWithoutRoom } from '../../ui/columns-with-room.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import CashApprovalsScreen from './cash-approvals-screen.tsx'
import { cashApprovalsView } from './cash-approvals-view.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call, download: vi.fn() }))

const customer = { id: 1, customerName: 'Ada', accountNumber: 'A1', cscsAccount: '0000000001' }
const answers: Readonly<Record<string, object>> = {
  'BackOffice/GetCustomers': { items: [customer] },
  'BackOffice/PostCashEntry': { id: 1, status: 'posted' },
}

setUpScreen()

beforeEach(() => {
  useSession.setState({ permissions: new Set(['TRADE_ALL_ACCOUNTS', 'POST_LEDGER', 'APPROVE_LEDGER']) })
  call
    .mockReset()
    .mockImplementation(async (name: string) => answers[name] ?? { totalCount: 0, more: false, items: [] })
})

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => rendered(() => fireEvent.click(screen.getByRole('button', { name })))
const posted = () => call.mock.calls.filter(([name]) => name === 'BackOffice/PostCashEntry')

async function fill(amount: string) {
  await rendered(() => {
    type('Amount', amount)
    type('Reference', 'TRF 1')
    type('Particulars', 'Transfer')
  })
  await press('Check and post')
}

test('a fraction of a kobo is an error of its field, never confirmed rounded; the previous posting’s message disappears', async () => {
  await openScreen(<CashApprovalsScreen />, '/?account=A1')
  await fill('250000')
  await press('Post: Deposit of 250,000.00')
  expect(posted()).toHaveLength(1)
  expect(screen.getByText('Posted: Deposit of ₦250,000.00 for A1.')).toBeTruthy()

  await fill('10.0051')
  expect(screen.getByText('Enter a multiple of 0.01.')).toBeTruthy()
  expect(screen.queryByText(/10\.01/)).toBeNull()
  expect(screen.queryByText('Posted: Deposit of ₦250,000.00 for A1.')).toBeNull()
  expect(posted()).toHaveLength(1)
})

test('a repeated reference is shown with the earlier posting, and posted again only deliberately', async () => {
  const details = '250.00 with the reference TRF 1 was posted for this account.'
  const refused = { status: 500, code: 4045, message: 'Posted before', details, data: { id: 12 } }
  call.mockImplementation(async (name: string, input: { repeats?: number }) => {
    if (name === 'BackOffice/PostCashEntry' && input.repeats !== 12) throw new ApiError(refused)
    return answers[name] ?? { totalCount: 0, more: false, items: [] }
  })
  await openScreen(<CashApprovalsScreen />, '/?account=A1')
  const again = () => screen.queryByRole('checkbox', { name: english['Cash.Post.Again'] })
  await fill('250')
  expect(again()).toBeNull()
  await press('Post: Deposit of 250.00')
  expect(screen.getByText(details)).toBeTruthy()
  expect(posted().map(([, input]) => input.repeats)).toEqual([undefined])
  await rendered(() => fireEvent.click(again() as HTMLElement))
  await press('Check and post')
  // The question of before is on its way out.
  const confirming = screen.getAllByRole('button', { name: 'Post: Deposit of 250.00' }).at(-1)
  await rendered(() => fireEvent.click(confirming as HTMLElement))
  expect(posted().at(-1)?.[1]).toMatchObject({ reference: 'TRF 1', repeats: 12 })
  expect(screen.getByText('Posted: Deposit of ₦250.00 for A1.')).toBeTruthy()
  // The next posting is not one that is repeated.
  expect(again()).toBeNull()
})

test.each([
  [
    'with a bank account',
    { payee: { bank: 'GTBank', bankAccount: '0123456789' } },
    false,
    'Withdrawals go to GTBank 0123456789. Available to withdraw: ₦900.00',
  ],
  ['without a bank account', { payee: null }, false, english['Cash.Payee.none']],
  ['that is frozen', { payee: null }, true, english['Freeze.Frozen.details']],
] as const)('the form says where withdrawals go from an account %s', async (_, options, isFrozen, words) => {
  call.mockImplementation(async (name: string) => {
    if (name === 'BackOffice/GetPaymentOptions')
      return { ...options, withdrawable: 900, payIn: '', today: '' }
    if (name === 'BackOffice/GetAccountFreezes') return { items: [], isFrozen, openOrders: null }
    return answers[name] ?? { totalCount: 0, more: false, items: [] }
  })
  await openScreen(<CashApprovalsScreen />, '/?account=A1')
  expect(screen.getByText(words)).toBeTruthy()
})

test.each([
  ['within what can be withdrawn', '900', 0],
  ['above what can be withdrawn', '900.01', 1],
] as const)(
  'the confirmation of a withdrawal says where it goes, and warns when it is %s',
  async (_, amount, warnings) => {
    const payee = { bank: 'GTBank', bankAccount: '0123456789' }
    call.mockImplementation(async (name: string) => {
      if (name === 'BackOffice/GetPaymentOptions') return { payee, withdrawable: 900, payIn: '', today: '' }
      return answers[name] ?? { totalCount: 0, more: false, items: [] }
    })
    await openScreen(<CashApprovalsScreen />, '/?account=A1')
    await rendered(() => fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Type' })))
    await rendered(() =>
      fireEvent.click(screen.getByText('Withdrawal', { selector: '.ant-select-item-option-content' })),
    )
    await fill(amount)
    const question = screen.getByRole('dialog')
    expect(question.textContent).toContain('Withdrawals go to GTBank 0123456789.')
    expect(question.textContent).toContain('for Ada, A1')
    expect(within(question).queryAllByRole('alert')).toHaveLength(warnings)
  },
)

test('a posting refetches what it changes: the requests and the account’s value', async () => {
  const Worth = () => {
    useCall('BackOffice/GetPortfolioPerformance', { cscsAcct: customer.cscsAccount })
    useCall('BackOffice/GetDashAccountPortfolioValuation', { cscsAcct: customer.cscsAccount })
    return null
  }
  const asked = () =>
    ['GetCashApprovals', 'GetPortfolioPerformance', 'GetDashAccountPortfolioValuation'].map(
      (name) => call.mock.calls.filter(([called]) => called === `BackOffice/${name}`).length,
    )
  const screens = (
    <>
      <CashApprovalsScreen />
      <Worth />
    </>
  )
  await openScreen(screens, '/?account=A1')
  const before = asked()
  await fill('250000')
  await press('Post: Deposit of 250,000.00')
  expect(asked()).toEqual(before.map((times) => times + 1))
})

test('at 1440 pixels the list has room for the customer and the particulars', () => {
  const { columns, leaving } = cashApprovalsView(() => {}, true)
  const usual = columns.filter(({ isExtra }) => !isExtra)
  // So many characters are seen whole there.
  expect(columnsWithoutRoom(usual, leaving, 131)).toEqual(['account', 'deciderName'])
})

/** What waits, as the list has it. */
const waiting = {
  ...{ id: 7, madeAt: '2026-11-20T09:30:00.000Z', account: 'A1', cscsAccount: 'C1', customerName: 'Ada' },
  ...{
    type: 'transferIn',
    amount: null,
    securityID: 'GTCO',
    quantity: 1_000_000,
    unitCost: 40,
    worth: 47_500_000,
  },
  ...{
    reference: 'T 1',
    narration: 'From a custodian',
    state: 'pending',
    makerName: 'maker',
    isOwn: false,
    approvalRefused: null,
  },
  ...{ deciderName: null, decidedAt: null, reason: null, payee: null, balanceAfter: null, freeze: null },
}
const listOf = (item: object) =>
  call.mockImplementation(async (name: string) =>
    name === 'BackOffice/GetCashApprovals'
      ? { totalCount: 1, more: false, items: [item] }
      : { totalCount: 0, more: false, items: [] },
  )

test('a posting of shares has its maker, time and worth in the list and in the dialog; its buttons come last', async () => {
  listOf(waiting)
  await openScreen(<CashApprovalsScreen />)
  const row = screen.getAllByRole('row')[1]
  expect(row?.textContent).toContain('20 Nov 2026, 10:30 AM')
  expect(row?.textContent).toContain('maker')
  expect(row?.textContent).toContain('47,500,000.00')
  expect(row?.textContent).toContain('Transfer in 1,000,000 GTCO')
  expect(row?.lastElementChild?.textContent).toBe('ApproveReject')
  await press('Approve posting 7')
  expect(screen.getByText('Value: 47,500,000.00')).toBeTruthy()
})

test('the requester can withdraw a waiting request with a reason, and cannot approve it', async () => {
  useSession.setState({ permissions: new Set(['POST_LEDGER']) })
  listOf({ ...waiting, isOwn: true })
  await openScreen(<CashApprovalsScreen />)
  expect(screen.getAllByRole('row')[1]?.lastElementChild?.textContent).toBe(
    `${english['Cash.Own']}${english['Cash.Withdraw']}`,
  )
  await press('Withdraw request 7')
  type(english['List.Column.reason'], 'Wrong account')
  await press(english['Cash.Withdraw'])
  expect(call).toHaveBeenCalledWith(
    'BackOffice/RejectCashEntry',
    { id: 7, reason: 'Wrong account' },
    expect.anything(),
  )
})

test.each([
  ['has after it', 1_500, 0],
  ['owes after it', -500, 1],
] as const)('the approver of a reversal reads what the account %s', async (_, balanceAfter, warnings) => {
  listOf({ ...waiting, type: 'reversal', amount: 2_000, quantity: null, securityID: null, balanceAfter })
  await openScreen(<CashApprovalsScreen />)
  await press('Approve posting 7')
  const dialog = within(screen.getByRole('dialog'))
  const words = balanceAfter < 0 ? 'Reversal.Overdrawn' : 'Reversal.After'
  const said = english[words].replace('{amount}', balanceAfter < 0 ? '500.00' : '1,500.00')
  expect(dialog.getByText(said)).toBeTruthy()
  expect(dialog.queryAllByRole('alert')).toHaveLength(warnings)
})

test('the approver of the end of a freeze reads which freeze it is, and no other of the account', async () => {
  const freeze = {
    ...{ id: 3, ground: 'courtOrder', reason: 'Order of the court', reference: 'Suit 12/2026' },
    ...{
      from: '2026-11-20',
      document: 'order.pdf',
      isInForce: true,
      endAskedBy: 'maker',
      endReason: 'Set aside',
    },
    ...{ frozenAt: '2026-11-20T09:30:00.000Z', frozenBy: 'officer', liftedBy: null, liftedAt: null },
  }
  const items = [freeze, { ...freeze, id: 4, reason: 'Another order' }]
  const request = { ...waiting, type: 'unfreeze', quantity: null, securityID: null, worth: null, freeze: 3 }
  call.mockImplementation(async (name: string) => {
    if (name === 'BackOffice/GetCashApprovals') return { totalCount: 1, more: false, items: [request] }
    if (name === 'BackOffice/GetAccountFreezes') return { items, isFrozen: true, openOrders: null }
    return { totalCount: 0, more: false, items: [] }
  })
  await openScreen(<CashApprovalsScreen />)
  await press('Approve posting 7')
  await rendered(() => undefined)
  const region = screen.getByRole('region', { name: english['Freeze.Lift.which'] })
  expect(region.textContent).toContain('Suit 12/2026')
  expect(region.textContent).toContain('Order of the court')
  expect(region.textContent).toContain('order.pdf')
  expect(region.textContent).not.toContain('Another order')
})
