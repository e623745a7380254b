import { fireEvent, screen, within } from '@testing-library/react'
import type { Alert } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
// Fetched before the clock stands: the dialog is fetched on demand.
import '../../alerts/alert-dialog.tsx'
import { openAlert } from '../../alerts/open-alert.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import AlertsScreen from './alerts-screen.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const alert = (change: Partial<Alert>): Alert => ({
  ...{ id: 1, securityID: 'GTCO', condition: 'atOrAbove', price: 52, percent: null, byMail: false },
  ...{ state: 'waiting', creationTime: '2026-11-27T09:00:00Z', firedAt: null, firedPrice: null },
  ...{ firedPercent: null, newsID: null, headline: null },
  ...change,
})
const fired = alert({
  ...{ id: 2, securityID: 'MTNN', condition: 'fallOf', price: null, percent: 5 },
  ...{ state: 'fired', firedAt: '2026-11-27T10:00:00Z', firedPercent: -5.25 },
})

setUpScreen()
beforeEach(() => {
  call
    .mockReset()
    .mockImplementation(async (name: string) =>
      name === 'Alert/GetAll' ? { totalCount: 2, more: false, items: [fired, alert({})] } : alert({}),
    )
})

const sent = (name: string) => call.mock.calls.filter(([called]) => called === name).map(([, input]) => input)
const press = (name: string) => rendered(() => fireEvent.click(screen.getByRole('button', { name })))
/** The dialog, once it is there. */
const form = async () => {
  await rendered()
  return within(screen.getByRole('form', { name: 'Set an alert' }))
}

test('the list shows each alert’s condition, and the value at which it fired', async () => {
  await openScreen(<AlertsScreen />)
  for (const text of ['Price at or above 52.00', 'Down on the day by 5.00%'])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  await press('Remove: GTCO')
  expect(sent('Alert/Delete')).toEqual([{ id: 1 }])
})

test('a fired alert can be set again, as a new one', async () => {
  await openScreen(<AlertsScreen />)
  await press('Set again: MTNN')
  const dialog = await form()
  expect(dialog.getByLabelText<HTMLInputElement>('Percent').value).toBe('5')
  await rendered(() => fireEvent.submit(screen.getByRole('form', { name: 'Set an alert' })))
  expect(sent('Alert/Save')).toEqual([{ securityID: 'MTNN', condition: 'fallOf', byMail: false, percent: 5 }])
})

test('a waiting alert can be changed', async () => {
  await openScreen(<AlertsScreen />)
  await press('Change: GTCO')
  const dialog = await form()
  fireEvent.change(dialog.getByLabelText('Price'), { target: { value: '55.5' } })
  await rendered(() => fireEvent.submit(screen.getByRole('form', { name: 'Set an alert' })))
  expect(sent('Alert/Save')).toEqual([
    { id: 1, securityID: 'GTCO', condition: 'atOrAbove', byMail: false, price: 55.5 },
  ])
})

test('the level is checked before it is sent', async () => {
  await openScreen(<AlertsScreen />)
  await rendered(() => openAlert({ securityID: 'GTCO' }))
  const dialog = await form()
  fireEvent.change(dialog.getByLabelText('Price'), { target: { value: '52.123' } })
  await rendered(() => fireEvent.submit(screen.getByRole('form', { name: 'Set an alert' })))
  expect(dialog.getByText('Enter a price in naira with at most two decimals.')).toBeTruthy()
  expect(sent('Alert/Save')).toEqual([])
})
