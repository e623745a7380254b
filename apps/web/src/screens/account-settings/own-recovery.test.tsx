import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import { OwnRecovery } from './own-recovery.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))
const { saveFile } = vi.hoisted(() => ({ saveFile: vi.fn() }))
vi.mock('../../api/save-file.ts', () => ({ saveFile }))

const recoveryCodes = ['11111-22222-33333-44444', '55555-66666-77777-88888']

setUpScreen()
beforeEach(() => {
  saveFile.mockReset()
  call.mockReset().mockResolvedValue({ recoveryCodes })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  [10, false],
  [3, false],
  [2, true],
  [0, true],
])('with %i codes left the number is shown, as a warning: %s', async (left, isWarned) => {
  await openScreen(<OwnRecovery left={left} />)
  expect(screen.getByText(`Recovery codes left: ${left}`)).toBeTruthy()
  expect(screen.queryByRole('alert') !== null).toBe(isWarned)
})

test('new codes need a code and the password, and can be copied or saved as a file', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }))
  await openScreen(<OwnRecovery left={1} />)
  const enter = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  enter('Code from the app', '123456')
  enter('Current password', 'secret words')
  const press = (name: string) => rendered(() => fireEvent.click(screen.getByRole('button', { name })))
  await press('Get ten new codes')
  expect(call.mock.calls.map(([name, input]) => [name, input])).toEqual([
    ['Account/RenewRecoveryCodes', { verificationCode: '123456', password: 'secret words' }],
  ])
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes)
  await press('Copy codes')
  expect(writeText).toHaveBeenCalledWith(recoveryCodes.join('\n'))
  expect(screen.getByText('Codes copied.')).toBeTruthy()
  await press('Save as a file')
  const [file] = saveFile.mock.calls[0] as [File]
  expect([file.name, await file.text()]).toEqual([
    'Tradebook recovery codes.txt',
    `${recoveryCodes.join('\n')}\n`,
  ])
  writeText.mockRejectedValue(new Error('no'))
  await press('Copy codes')
  expect(screen.getByText(/did not copy the codes/)).toBeTruthy()
})
