import { fireEvent, screen } from '@testing-library/react'
import type { CustomerRow } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { useCall } from '../../api/use-call.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import { TransferForm } from './transfer-form.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call, download: vi.fn() }))
vi.mock('../../live/use-live.ts', () => ({ useAllStatistics: () => [{ securityID: 'GTCO' }] }))

const account: CustomerRow = {
  ...{ id: 1, customerName: 'Ada', accountNumber: 'A1', cscsAccount: '0000000001' },
  ...{ emailAddress: null, phoneNumber: null },
}

setUpScreen()
beforeEach(() => {
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

test('a transfer is confirmed and posted, and what it changes is asked for again', async () => {
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
  await rendered(() => fireEvent.mouseDown(screen.getByLabelText('Security')))
  await rendered(() => fireEvent.click(screen.getByTitle('GTCO')))
  await rendered(() => {
    type('Quantity', '300')
    type('Cost of a share (₦)', '12.5')
    type('Reference', 'V1')
    type('Particulars', 'From another broker')
  })
  await press('Check and post')
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
