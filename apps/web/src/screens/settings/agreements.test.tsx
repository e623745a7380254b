import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import { Agreements } from './agreements.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const ada = { id: 7, customerName: 'Ada Obi', accountNumber: 'MSL1', cscsAccount: '0000000007' }
const agreed = (customerId: number, dateFrom: string, commissionPpm: number) => ({
  ...{ customerId, dateFrom, commissionPpm, stampDutyExempt: false, alertsOff: false },
})
const customers = [
  agreed(7, '2026-11-20', 5_000),
  agreed(7, '2026-11-23', 4_000),
  agreed(8, '2026-11-24', 9_900),
]

setUpScreen()
beforeEach(async () => {
  useSession.setState({ permissions: new Set(['CHANGE_CHARGES']) })
  call
    .mockReset()
    .mockImplementation(async (name: string) =>
      name === 'BackOffice/GetCustomers'
        ? { totalCount: 1, more: false, items: [ada] }
        : { id: 1, status: 'awaitingApproval' },
    )
  await openScreen(<Agreements customers={customers} marketDate="2026-11-20" />)
  await rendered(() => fireEvent.mouseDown(screen.getByRole('combobox')))
  await rendered(() => fireEvent.click(screen.getAllByText(/Ada Obi/).at(-1) as HTMLElement))
})

test('the agreements of the chosen customer are shown, and of no other', () => {
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('0.5%')
  expect(lines[1]).toContain('0.4%')
})

test('an agreement that has begun cannot be deleted; one that has not is asked to be', async () => {
  const buttons = screen.getAllByRole('button', { name: /^Delete/ })
  expect(buttons).toHaveLength(1)
  expect(buttons[0]?.getAttribute('aria-label')).toContain('23 Nov 2026')
  await rendered(() => fireEvent.click(buttons[0] as HTMLElement))
  expect(
    call.mock.calls.filter(([name]) => name === 'Fees/DeleteAgreement').map(([, input]) => input),
  ).toMatchObject([{ customerId: 7, dateFrom: '2026-11-23' }])
})
