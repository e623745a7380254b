import { fireEvent, screen, within } from '@testing-library/react'
import { MAIL_SETTING, type RoleRow, type UserRow } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { type Session, useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import UsersScreen from './users-screen.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const broker: UserRow = {
  id: 7,
  userName: 'broker',
  name: 'Bola',
  surname: 'Ade',
  fullName: 'Bola Ade',
  emailAddress: 'broker@meridian.example',
  phoneNumber: null,
  isActive: true,
  isTwoFactorOn: true,
  passkeys: 0,
  shouldChangePasswordOnNextLogin: false,
  rightsGivenBy: null,
  lockedUntil: null,
  lastLoginTime: '2026-11-20T10:00:00.000Z',
  creationTime: '2026-11-20T09:00:00.000Z',
  roleNames: ['BROKER'],
  permissions: [],
  userTradingAccounts: [
    { accountNumber: 'MSL100201', cscsAccount: '0012345678', customerName: 'Amina Bello' },
  ],
}
const roleOf = (normalizedName: string, grantedPermissions: string[]): RoleRow => ({
  id: normalizedName.length,
  name: normalizedName,
  displayName: normalizedName,
  normalizedName,
  description: null,
  isStatic: true,
  grantedPermissions,
})

const answers: Readonly<Record<string, unknown>> = {
  'User/GetAll': { totalCount: 1, more: false, items: [broker] },
  'User/GetRoles': { items: [roleOf('ADMIN', ['POST_LEDGER']), roleOf('CUSTOMER', ['BUY'])] },
  'BackOffice/GetCustomers': { totalCount: 0, more: false, items: [] },
}

setUpScreen()

beforeEach(() => {
  useSession.setState({
    user: { id: 1 } as Session['user'],
    tenant: { id: 1, tenancyName: 'Meridian', name: 'Meridian' },
    permissions: new Set(['BUY', 'SELL', 'Pages.Users']),
  })
  call
    .mockReset()
    .mockImplementation(async (name: string, input: object) => answers[name] ?? { ...broker, ...input })
})

const open = () => openScreen(<UsersScreen />)

const press = (name: string | RegExp, place: HTMLElement = document.body) =>
  rendered(() => fireEvent.click(within(place).getByRole('button', { name })))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const sent = (name: string) => call.mock.calls.filter(([called]) => called === name).map(([, input]) => input)

test('a new user without a password is e-mailed a link', async () => {
  await open()
  await press('New user')
  type('User name', 'ngozi')
  type('First name', 'Ngozi')
  type('Surname', 'Eze')
  type('E-mail address', 'ngozi@meridian.example')
  await press('Add user')
  expect(sent('User/Create')).toMatchObject([
    { userName: 'ngozi', isActive: true, roleNames: [], permissions: [], userTradingAccounts: [] },
  ])
  expect(sent('User/Create')[0].password ?? null).toBeNull()
  expect(screen.getByText(/^User ngozi created\. We have e-mailed a link to choose a password/)).toBeTruthy()
})

test('without a mail server a message says that the new user’s password must be passed on', async () => {
  useSession.setState({ settings: { [MAIL_SETTING]: 'false' } })
  await open()
  await press('New user')
  expect(screen.getByText('No mail server is set up: choose a first password and pass it on.')).toBeTruthy()
  type('User name', 'ngozi')
  type('First name', 'Ngozi')
  type('Surname', 'Eze')
  type('E-mail address', 'ngozi@meridian.example')
  await press('Add user')
  expect(screen.getByText(/^User ngozi created\. No mail server is set up/)).toBeTruthy()
  useSession.setState({ settings: {} })
})

test('only roles that the person may give are offered', async () => {
  await open()
  await press('New user')
  await rendered(() => fireEvent.mouseDown(screen.getByRole('combobox', { name: /Roles/ })))
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(offered).toEqual(['CUSTOMER'])
})

test('leaving the roles by Tab after a choice gives no further role', async () => {
  useSession.setState({ permissions: new Set(['BUY', 'POST_LEDGER', 'Pages.Users']) })
  await open()
  await press('broker')
  const form = screen.getByRole('form', { name: 'User broker' })
  const roles = screen.getByRole('combobox', { name: 'Roles' })
  await rendered(() => fireEvent.mouseDown(roles))
  await rendered(() => fireEvent.change(roles, { target: { value: 'CUST' } }))
  for (const [key, keyCode] of [
    ['Enter', 13],
    ['Tab', 9],
  ] as const)
    await rendered(() => fireEvent.keyDown(roles, { key, keyCode, which: keyCode }))
  await press('Save changes', form)
  expect(sent('User/Update')).toMatchObject([{ roleNames: ['BROKER', 'CUSTOMER'] }])
})

test('an error for a taken name is shown next to its field', async () => {
  const details = 'Username ‘admin’ is already taken.'
  await open()
  await press('broker')
  const form = screen.getByRole('form', { name: 'User broker' })
  type('User name', 'admin')
  call.mockRejectedValueOnce(
    new ApiError({
      ...{ status: 500, message: 'This user name is taken', details, code: 1016, data: {} },
      validationErrors: [{ message: details, members: ['userName'] }],
    }),
  )
  await press('Save changes', form)
  expect(within(form).getByText(details)).toBeTruthy()
  expect(screen.getByLabelText('User name').getAttribute('aria-invalid')).toBe('true')
  expect(within(form).queryByRole('alert', { name: '' })?.textContent ?? details).toBe(details)
})

test('a change does not affect fields that it does not show', async () => {
  await open()
  await press('broker')
  const form = screen.getByRole('form', { name: 'User broker' })
  type('Surname', 'Eze')
  await press('Save changes', form)
  const [changed] = sent('User/Update')
  expect(changed).toMatchObject({
    id: 7,
    surname: 'Eze',
    roleNames: ['BROKER'],
    userTradingAccounts: [{ accountNumber: 'MSL100201' }],
  })
  expect(changed).not.toHaveProperty('isActive')
})

test('deactivating and deleting are confirmed with the name of the user', async () => {
  await open()
  await press('broker')
  await press('Deactivate')
  expect(sent('User/DeActivate')).toEqual([])
  const confirmation = screen.getAllByRole('dialog').at(-1)!
  expect(within(confirmation).getAllByText('Deactivate broker?')).not.toEqual([])
  await press('Deactivate', confirmation)
  expect(sent('User/DeActivate')).toEqual([{ id: 7 }])
  expect(screen.getByText('broker can no longer sign in.')).toBeTruthy()
})

test("locked-out users are shown as such and can be unlocked; a user opens with current data, not the list's", async () => {
  const locked = { ...broker, lockedUntil: '2026-11-23T09:00:00.000Z' }
  call.mockImplementation(async (name: string) =>
    name === 'User/GetAll'
      ? { totalCount: 1, more: false, items: [{ ...locked, name: 'As the list had it' }] }
      : name === 'User/Get'
        ? locked
        : (answers[name] ?? null),
  )
  await open()
  expect(screen.getAllByText('Locked')).not.toEqual([])
  await press('broker')
  expect(screen.getByText(/Sign-in is locked until 23 Nov 2026/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe(broker.name)
  await press('Unlock')
  expect(sent('User/Unlock')).toEqual([{ id: 7 }])
  expect(screen.getByText('broker can sign in again.')).toBeTruthy()
})

test('password and second factor are changed by their own password; their own user has neither there', async () => {
  await open()
  await press('broker')
  const factor = screen.getByRole('form', { name: 'Two-factor sign-in' })
  fireEvent.change(within(factor).getByLabelText('Your own password'), { target: { value: 'mine' } })
  await press('Turn off', factor)
  expect(sent('User/DisableTwoFactor')).toEqual([{ adminPassword: 'mine', userId: 7 }])
  useSession.setState({ user: { id: 7 } as Session['user'] })
  await press('broker')
  expect(screen.queryByRole('form', { name: 'New password' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('a person who may only read sees users and their rights, without buttons to change them', async () => {
  useSession.setState({ permissions: new Set(['COMPLIANCE']) })
  await open()
  expect(screen.queryByRole('button', { name: 'New user' })).toBeNull()
  await press('broker')
  const drawer = screen.getByRole('dialog')
  expect(screen.getByLabelText<HTMLInputElement>('Surname')).toMatchObject({ value: 'Ade', disabled: true })
  expect(screen.getByRole('checkbox', { name: 'Buy' })).toMatchObject({ disabled: true })
  expect(screen.queryByLabelText('Your password')).toBeNull()
  expect(
    within(drawer)
      .queryAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([''])
  expect(within(drawer).queryByRole('heading', { name: 'Sign-in' })).toBeNull()
})
