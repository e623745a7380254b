import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Session, useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import DueScreen from './due-screen.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const user = {
  ...{ id: 1, name: 'Ada', surname: 'Obi', userName: 'ada', emailAddress: 'ada@firm.example' },
  roles: ['BROKER'],
}
let due: NonNullable<Session['user']>['due']

const answers: Readonly<Record<string, () => object>> = {
  'Account/GetPasskeys': () => ({ items: [], isPasswordNeeded: false }),
  'Account/GetProfile': () => ({ ...user, phoneNumber: null, isTwoFactorOn: false }),
  'AbpUserConfiguration/GetAll': () => ({
    auth: { allPermissions: {}, grantedPermissions: {} },
    setting: { values: {} },
    localization: { languages: [], currentLanguage: { name: 'en', displayName: 'English' } },
  }),
  'Session/GetCurrentLoginInformations': () => ({
    user: { ...user, due },
    tenant: null,
    application: { version: '1', features: {} },
  }),
}

setUpScreen()
beforeEach(() => {
  call.mockReset().mockImplementation(async (name: string) => answers[name]?.() ?? true)
})

const open = async (step: NonNullable<typeof due>) => {
  due = step
  useSession.setState({ user: { ...user, due } })
  await openScreen(<DueScreen />)
}

test('a password set by someone else is replaced, and the next required step is shown', async () => {
  await open('newPassword')
  expect(screen.getByRole('heading', { name: 'Choose your own password' })).toBeTruthy()
  const enter = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  enter('Current password', 'of another')
  enter('New password', 'Quiet-harbour-lamp-7')
  due = 'secondFactor'
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Change password' })))
  expect(screen.getByRole('heading', { name: 'Set up two-factor sign-in' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Set up' })).toBeTruthy()
})

test('nothing is shown once nothing is due', async () => {
  await open('newPassword')
  await rendered(() => useSession.setState({ user: { ...user, due: null } }))
  expect(screen.queryByRole('heading')).toBeNull()
})
