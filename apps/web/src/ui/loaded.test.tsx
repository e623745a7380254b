import { fireEvent, screen } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { useCall } from '../api/use-call.ts'
import { Loaded } from './loaded.tsx'
import { openScreen, rendered, setUpScreen } from './screen.fixture.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../api/client.ts', async (original) => ({ ...(await original<object>()), call }))

setUpScreen()

const EVERY_MS = 5_000

const refused = (message: string, details: string | null) =>
  new ApiError({ status: message === '' ? 0 : 500, message, details, code: 0, data: {} })

const Firm = () => {
  const firm = useCall('Tenant/Get', { id: 1 }, { refetchInterval: EVERY_MS })
  return <Loaded answer={firm}>{({ name }) => <input defaultValue={name} />}</Loaded>
}

test('a read without an answer says so, and Retry reads again', async () => {
  call.mockReset().mockRejectedValueOnce(refused('', null)).mockResolvedValue({ name: 'Meridian' })
  await openScreen(<Firm />)
  expect(screen.getByText(english['Loaded.Failed'])).toBeDefined()
  expect(screen.getByText(english['Table.Failed.details'])).toBeDefined()
  await rendered(() => void fireEvent.click(screen.getByRole('button', { name: english['Chunk.Retry'] })))
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Meridian')
})

test('a read that was refused shows the reason in the server’s words', async () => {
  call.mockReset().mockRejectedValue(refused('There is no such firm', 'It may have been deleted.'))
  await openScreen(<Firm />)
  expect(screen.getByText('There is no such firm')).toBeDefined()
  expect(screen.getByText('It may have been deleted.')).toBeDefined()
})

test('shown content and typed text stay while a later read fails', async () => {
  call.mockReset().mockResolvedValueOnce({ name: 'Meridian' }).mockRejectedValue(refused('', null))
  await openScreen(<Firm />)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Meridian Two' } })
  await rendered(() => void vi.advanceTimersByTime(2 * EVERY_MS))
  expect(call.mock.calls.length).toBeGreaterThan(1)
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Meridian Two')
})
