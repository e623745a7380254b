import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import { OwnTradeAlerts } from './own-trade-alerts.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

let chosen: { readonly alertsOff: boolean; readonly dateFrom: string | null }

setUpScreen()
beforeEach(() => {
  chosen = { alertsOff: false, dateFrom: null }
  call.mockReset().mockImplementation(async (name: string, input: { alertsOff: boolean }) => {
    if (name === 'Fees/UpdateTradeAlerts') chosen = { ...input, dateFrom: '2026-11-23' }
    return chosen
  })
})

test('a customer turns trade alerts off, and reads from which day on', async () => {
  useSession.setState({ roles: new Set(['CUSTOMER']) })
  await openScreen(<OwnTradeAlerts />)
  await rendered(() => fireEvent.click(screen.getByLabelText('Do not send me trade alerts')))
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Save trade alerts' })))
  expect(call.mock.calls.find(([name]) => name === 'Fees/UpdateTradeAlerts')?.[1]).toEqual({
    alertsOff: true,
  })
  expect(screen.getByText('Trade alerts saved.')).toBeTruthy()
  expect(screen.getByText('Your new choice applies from 23 Nov 2026.')).toBeTruthy()
})

test('staff have no trade alerts to choose', async () => {
  useSession.setState({ roles: new Set(['BROKER']) })
  await openScreen(<OwnTradeAlerts />)
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(call).not.toHaveBeenCalled()
})
