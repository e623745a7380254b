import { fireEvent, screen, within } from '@testing-library/react'
import type { CallName, CallOutput, DoubtRow, UnclaimedRow } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import ExchangeLineScreen from './exchange-line-screen.tsx'

let state: CallOutput<'ExchangeLine/GetState'>
let doubts: readonly DoubtRow[]
let unclaimed: readonly UnclaimedRow[]
const sent: { name: CallName; input: unknown }[] = []
vi.mock('../../api/client.ts', async (original) => ({
  ...(await original<object>()),
  call: async (name: CallName, input: unknown) => {
    if (name === 'ExchangeLine/GetState') return state
    if (name === 'ExchangeLine/GetOrdersInDoubt') return { items: doubts, totalCount: doubts.length }
    if (name === 'ExchangeLine/GetUnclaimedOrders') return { items: unclaimed, totalCount: unclaimed.length }
    if (name === 'ExchangeLine/GetReports') return { items: [], totalCount: 0 }
    sent.push({ name, input })
    return {}
  },
}))

const doubt: DoubtRow = {
  ...{ id: 7, since: '2026-11-20T10:00:00Z', orderID: '815', firm: 'Meridian', account: 'A1' },
  ...{ securityID: 'GTCO', side: '1', why: 'onlyHere', cumQty: 40, leavesQty: 60 },
  ...{ cumQtyThere: null, leavesQtyThere: null, proposed: null, proposerName: null, isOwn: false },
}

setUpScreen()
beforeEach(() => {
  sent.length = 0
  doubts = []
  unclaimed = []
  state = {
    ...{ state: 'disconnected', since: '2026-11-20T10:00:00Z', lastSentAt: null, lastReceivedAt: null },
    ...{ waiting: 3, unanswered: 2, inDoubt: 1, halted: null, reconciled: null },
  }
  useSession.setState({ permissions: new Set(['MARKET_CONTROL']) })
})

const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const button = (name: string) => screen.getByRole('button', { name })
const write = async (reason: string) => {
  await rendered(() =>
    fireEvent.change(within(screen.getByRole('dialog')).getByRole('textbox'), { target: { value: reason } }),
  )
}

test('the state of the line, what waits and what is unanswered are shown', async () => {
  await openScreen(<ExchangeLineScreen />)
  expect(figure('Status')).toBe('Disconnected')
  expect([figure('Commands waiting'), figure('Commands unanswered')]).toEqual(['3', '2'])
})

test('the line is halted with a reason', async () => {
  await openScreen(<ExchangeLineScreen />)
  await rendered(() => fireEvent.click(button('Halt the line')))
  await write('Fault at the exchange')
  const dialog = screen.getByRole('dialog')
  await rendered(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Halt the line' })))
  expect(sent).toMatchObject([
    {
      name: 'Limits/SetKillSwitch',
      input: { scope: 'market', on: true, reason: 'Fault at the exchange' },
    },
  ])
})

test('a halted line says why and can be released', async () => {
  state = { ...state, halted: { since: '2026-11-20T10:00:00Z', by: 'admin', reason: 'Fault' } }
  await openScreen(<ExchangeLineScreen />)
  expect(screen.getByRole('alert').textContent).toContain('by admin: Fault')
  expect(button('Release the line')).toBeTruthy()
})

test('an order in doubt is asked about and marked; a person who has marked it cannot mark it again', async () => {
  doubts = [doubt, { ...doubt, orderID: '816', proposed: 'canceled', isOwn: true }]
  await openScreen(<ExchangeLineScreen />)
  await rendered(() => fireEvent.click(button('Ask again about order 815')))
  expect(sent).toMatchObject([{ name: 'ExchangeLine/AskAgain', input: { orderID: '815' } }])
  expect(button('Mark order 816 as cancelled').hasAttribute('disabled')).toBe(true)
  await rendered(() => fireEvent.click(button('Mark order 815 as cancelled')))
  await write('They say so')
  const dialog = screen.getByRole('dialog')
  await rendered(() =>
    fireEvent.click(within(dialog).getByRole('button', { name: 'Mark order 815 as cancelled' })),
  )
  expect(sent.at(-1)).toMatchObject({
    ...{ name: 'ExchangeLine/SettleOrder', input: { orderID: '815', as: 'canceled', reason: 'They say so' } },
  })
})

test('an order that only the exchange has is adopted under an account, or cancelled', async () => {
  const row: UnclaimedRow = {
    ...{ id: 9, since: '2026-11-20T10:00:00Z', venueOrderID: 'V1', orderID: null, securityID: 'GTCO' },
    ...{ side: '1', price: 61, cumQty: 0, leavesQty: 100, proposed: null, firm: null, account: null },
    ...{ proposerName: null, isOwn: false, isDecided: false, bar: null, rejected: null },
  }
  const ended = {
    ...row,
    venueOrderID: 'V2',
    orderID: '815',
    bar: 'ended',
    proposed: 'canceled',
    isOwn: true,
  } as const
  unclaimed = [row, ended, { ...row, venueOrderID: 'V3', isDecided: true }]
  await openScreen(<ExchangeLineScreen />)
  expect(screen.queryByRole('button', { name: 'Adopt order V2' })).toBeNull()
  expect(button('Cancel order V2 at the exchange').hasAttribute('disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Cancel order V3 at the exchange' })).toBeNull()
  await rendered(() => fireEvent.click(button('Adopt order V1')))
  const dialog = screen.getByRole('dialog')
  const [firm, account, reason] = within(dialog).getAllByRole('textbox')
  const typed = [
    [firm, 'Meridian'],
    [account, 'A1'],
    [reason, 'Called'],
  ] as const
  for (const [field, value] of typed) await rendered(() => fireEvent.change(field!, { target: { value } }))
  await rendered(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Adopt order V1' })))
  expect(sent.at(-1)).toMatchObject({
    name: 'ExchangeLine/SettleUnclaimed',
    input: { venueOrderID: 'V1', as: 'adopted', firm: 'Meridian', account: 'A1', reason: 'Called' },
  })
})
