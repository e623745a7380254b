import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))
const { createPasskey } = vi.hoisted(() => ({ createPasskey: vi.fn() }))
vi.mock('../../api/authenticator.ts', () => ({ createPasskey, hasPasskeys: () => true }))

const phone = {
  ...{ id: '5b7f64dd-62e8-4b71-8c3d-41b2eaf70133', name: 'My phone', isSynced: false },
  ...{ creationTime: '2026-11-20T09:00:00Z', lastUsedTime: null },
}
const credential = {
  id: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AA', attestationObject: 'AA' },
}
const options = { challenge: 'AA' }

let answers: Record<string, unknown>

setUpScreen()
beforeEach(() => {
  answers = {
    'Account/GetPasskeys': { items: [phone], isPasswordNeeded: false },
    'Account/GetProfile': { isTwoFactorOn: false },
    'Account/BeginPasskey': options,
    'Account/AddPasskey': { ...phone, name: 'My key' },
    'Account/RenamePasskey': {},
    'Account/RevokePasskey': {},
  }
  call.mockReset().mockImplementation(async (name: string) => answers[name])
  createPasskey.mockReset().mockResolvedValue(credential)
})

const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string, at = -1) =>
  rendered(() => fireEvent.click(screen.getAllByRole('button', { name }).at(at)!))
const sent = (name: string) => call.mock.calls.filter(([one]) => one === name).map(([, input]) => input)

test('a passkey needs only a name after a recent sign-in, and the password later', async () => {
  await openScreen(<OwnPasskeys />)
  await press('Add a passkey')
  enter('Name of the passkey', 'My key')
  await press('Add a passkey')
  expect(sent('Account/BeginPasskey')).toEqual([{ password: undefined }])
  expect(createPasskey).toHaveBeenCalledWith(options)
  expect(sent('Account/AddPasskey')).toEqual([{ name: 'My key', credential }])
  expect(screen.getByText('Passkey My key added.')).toBeTruthy()

  answers['Account/GetPasskeys'] = { items: [phone], isPasswordNeeded: true }
  await openScreen(<OwnPasskeys />)
  await press('Add a passkey')
  enter('Name of the passkey', 'My key')
  enter('Current password', 'secret words')
  await press('Add a passkey')
  expect(sent('Account/BeginPasskey').at(-1)).toEqual({ password: 'secret words' })
})

test('a passkey that the device did not create is not sent, and a message says so', async () => {
  const failure = { status: 400, code: 0, message: 'No passkey was created', details: 'Try again.', data: {} }
  createPasskey.mockRejectedValue(new ApiError(failure))
  await openScreen(<OwnPasskeys />)
  await press('Add a passkey')
  enter('Name of the passkey', 'My key')
  await press('Add a passkey')
  expect(screen.getByText('No passkey was created')).toBeTruthy()
  expect(sent('Account/AddPasskey')).toEqual([])
})

test('a passkey is renamed and removed by its id', async () => {
  await openScreen(<OwnPasskeys />)
  await press('Rename')
  enter('Name of the passkey', 'Old phone')
  await press('Save changes')
  expect(sent('Account/RenamePasskey')).toEqual([{ id: phone.id, name: 'Old phone' }])
  await press('Remove')
  await press('Remove')
  expect(sent('Account/RevokePasskey')).toEqual([{ id: phone.id }])
  expect(screen.getByText('Passkey My phone removed.')).toBeTruthy()
})

test.each([
  ['the only one', [phone], false, true],
  ['one of two', [phone, { ...phone, id: '5b7f64dd-62e8-4b71-8c3d-41b2eaf70134' }], false, false],
  ['one that other devices have', [{ ...phone, isSynced: true }], false, false],
  ['one besides an app', [phone], true, false],
])(
  'a user who has %s is warned if losing it would lock them out',
  async (_, items, isTwoFactorOn, isWarned) => {
    answers['Account/GetPasskeys'] = { items, isPasswordNeeded: false }
    answers['Account/GetProfile'] = { isTwoFactorOn }
    await openScreen(<OwnPasskeys />)
    expect(screen.queryByText(/This passkey is your only way to sign in/) !== null).toBe(isWarned)
  },
)
