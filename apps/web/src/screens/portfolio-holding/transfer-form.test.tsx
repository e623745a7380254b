import { fireEvent, screen } from '@testing-library/react'
import { type CustomerRow, english } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import { TransferForm } from './transfer-form.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call, download: vi.fn() }))
vi.mock('../../live/use-live.ts', () => ({ useAllStatistics: () => [{ securityID: 'GTCO' }] }))

const account: CustomerRow = {
  ...{ id: 1, customerName: 'Ada', accountNumber: 'A1', cscsAccount: '0000000001' },
  ...{
    emailAddress: null,
    phoneNumber: null,
    ...{ chn: null, state: 'active', openedOn: null, lastActivity: null, cash: null },
  },
}

setUpScreen()
beforeEach(() => {
  useSession.setState({ permissions: new Set(['POST_LEDGER']) })
  call
    .mockReset()
    .mockImplementation(async (name: string) =>
      name === 'BackOffice/PostSecurityEntry' ? { id: 1, status: 'posted' } : { items: [] },
    )
})

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => rendered(() => fireEvent.click(screen.getByRole('button', { name })))
const calls = (name: string) => call.mock.calls.filter(([called]) => called === name)

async function fill() {
  await rendered(() => fireEvent.mouseDown(screen.getByLabelText('Security')))
  await rendered(() => fireEvent.click(screen.getByTitle('GTCO')))
  await rendered(() => {
    type('Quantity', '300')
    type('Cost per share (₦)', '12.5')
    type('Reference', 'V1')
    type('Particulars', 'From another broker')
  })
  await press('Check and post')
}

test('a transfer is confirmed and posted, and the data that it changes is fetched again', async () => {
  const Holdings = () => {
    useCall('BackOffice/GetDashAccountPortfolioHolding', { cscsAcct: account.cscsAccount })
    useCall('BackOffice/GetCashApprovals', {})
    return null
  }
  const form = (
    <>
      <TransferForm account={account} />
      <Holdings />
    </>
  )
  await openScreen(form)
  await fill()
  expect(calls('BackOffice/PostSecurityEntry')).toEqual([])
  await press('Post 300 GTCO')
  expect(calls('BackOffice/PostSecurityEntry').map(([, input]) => input)).toMatchObject([
    {
      ...{ cscsAcct: '0000000001', type: 'transferIn', securityID: 'GTCO', quantity: 300, unitCost: 12.5 },
      ...{ reference: 'V1', narration: 'From another broker' },
    },
  ])
  expect(screen.getByText('300 GTCO were posted into A1.')).toBeTruthy()
  for (const name of ['GetDashAccountPortfolioHolding', 'GetCashApprovals'])
    expect(calls(`BackOffice/${name}`)).toHaveLength(2)
})

test('shares with a repeated reference are posted again only deliberately', async () => {
  const details = '300 GTCO with the reference V1 was posted for this account.'
  const refused = { status: 500, code: 4045, message: 'Posted before', details, data: { id: 12 } }
  call.mockImplementation(async (name: string, input: { repeats?: number }) => {
    if (name !== 'BackOffice/PostSecurityEntry') return { items: [] }
    if (input.repeats !== 12) throw new ApiError(refused)
    return { id: 13, status: 'posted' }
  })
  await openScreen(<TransferForm account={account} />)
  await fill()
  await press('Post 300 GTCO')
  expect(screen.getByText(details)).toBeTruthy()
  await rendered(() => fireEvent.click(screen.getByRole('checkbox', { name: english['Transfer.Again'] })))
  await press('Check and post')
  // The question of before is on its way out.
  const confirming = screen.getAllByRole('button', { name: 'Post 300 GTCO' }).at(-1)
  await rendered(() => fireEvent.click(confirming as HTMLElement))
  expect(calls('BackOffice/PostSecurityEntry').map(([, input]) => input.repeats)).toEqual([undefined, 12])
  expect(screen.getByText('300 GTCO were posted into A1.')).toBeTruthy()
})
