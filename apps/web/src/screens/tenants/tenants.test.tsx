import { act, fireEvent, screen, within } from '@testing-library/react'
import { english, MAIL_SETTING, type TenantRecord } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { type Session, useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import TenantsScreen from './tenants-screen.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const firm: TenantRecord = {
  id: 7,
  tenancyName: 'Sahel',
  name: 'Sahel Securities',
  isActive: true,
  creationTime: '2026-11-20T09:00:00.000Z',
  features: { SignalR: true },
  memberCode: 'SHL',
  address: '1 Dune Road',
  phone: '',
  adminEmailAddress: null,
  secondAdmin: null,
  isKillSwitchOn: false,
  openOrderCount: 0,
  cancelledByHalt: 0,
  areOrdersHalted: false,
}
const LINK = 'https://trade.example/user/reset-password?tenant=Coast#8.secret'

let shown: TenantRecord
/** Why a firm is not deleted. */
let refusal: ApiError | undefined

setUpScreen()

beforeEach(() => {
  useSession.setState({
    user: { id: 1 } as Session['user'],
    tenant: null,
    permissions: new Set(['Pages.Tenants']),
  })
  shown = firm
  refusal = undefined
  call.mockReset().mockImplementation(async (name: string, input: object) => {
    if (name === 'Tenant/GetAll') return { totalCount: 1, more: false, items: [shown] }
    if (
      name === 'Tenant/Create' ||
      name === 'Tenant/RenewFirstLink' ||
      name === 'Tenant/NameSecondAdministrator'
    )
      return {
        ...{ ...shown, ...input, adminUserName: 'admin', passwordLink: LINK },
        passwordLinkExpires: '2026-11-23T09:00:00.000Z',
      }
    if (name === 'Tenant/Delete' && refusal) throw refusal
    return name === 'Tenant/Delete' ? null : { ...shown, ...input }
  })
})

const open = () => openScreen(<TenantsScreen />)

const press = (name: string, within_ = screen as Pick<typeof screen, 'getByRole'>) =>
  rendered(() => fireEvent.click(within_.getByRole('button', { name })))
const openFirm = () =>
  rendered(() => fireEvent.click(screen.getAllByRole('button', { name: 'Sahel Securities' })[0]!))
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const sent = (name: string) => call.mock.calls.find(([asked]) => asked === name)?.[1]

test('a firm is created with its administrator, and the link is shown once', async () => {
  await open()
  await press('New firm')
  fill('Name', 'Coast Securities')
  fill('Short name', 'Coast')
  fill('E-mail address of the administrator', 'chief@coast.example')
  await press('Create firm')
  expect(sent('Tenant/Create')).toMatchObject({
    ...{ name: 'Coast Securities', tenancyName: 'Coast', adminEmailAddress: 'chief@coast.example' },
    ...{ isActive: true, features: { SignalR: true } },
  })
  const dialog = screen.getByRole('dialog', { name: 'Coast Securities was created' })
  expect(within(dialog).getByLabelText('Link to set the password')).toHaveProperty('value', LINK)
  expect(dialog.textContent).toContain(
    'e-mailed a link to set the password of the user admin to chief@coast.example',
  )
  act(() => useSession.setState({ settings: { [MAIL_SETTING]: 'false' } }))
  expect(dialog.textContent).toContain(
    'No mail server is set up: pass on this link to admin (chief@coast.example)',
  )
  act(() => useSession.setState({ settings: {} }))
})

test('errors in a firm’s details are shown next to their fields', async () => {
  await open()
  await press('New firm')
  fill('Name', 'Coast Securities')
  fill('Short name', '1 coast')
  fill('E-mail address of the administrator', 'chief@coast.example')
  await press('Create firm')
  expect(sent('Tenant/Create')).toBeUndefined()
  const faults = [...document.querySelectorAll('.ant-form-item-explain-error')].map(
    ({ textContent }) => textContent,
  )
  expect(faults).toEqual([english['Form.Invalid']])
})

test('names and features of a firm are changed in its drawer', async () => {
  await open()
  await openFirm()
  fill('Name', 'Sahel Ltd')
  fireEvent.click(screen.getByLabelText(english['Tenants.Feature.SignalR']))
  await press('Save the firm')
  expect(sent('Tenant/Update')).toMatchObject({
    ...{ id: 7, name: 'Sahel Ltd', tenancyName: 'Sahel', isActive: true, memberCode: 'SHL' },
    features: { SignalR: false },
  })
  expect(screen.getByText('Sahel Ltd saved.')).toBeTruthy()
})

test('an administrator who has not signed in yet is e-mailed another link, to a corrected address', async () => {
  shown = { ...firm, adminEmailAddress: 'cheif@sahel.example' }
  await open()
  await openFirm()
  fill('E-mail address of the administrator', 'chief@sahel.example')
  await press('Create a new link')
  expect(sent('Tenant/RenewFirstLink')).toEqual({ id: 7, adminEmailAddress: 'chief@sahel.example' })
  const dialog = screen.getByRole('dialog', { name: 'Sahel Securities has a new link' })
  expect(within(dialog).getByLabelText('Link to set the password')).toHaveProperty('value', LINK)
})

test('the second administrator is named, and only until the first sign-in', async () => {
  await open()
  await openFirm()
  fill('User name', 'ngozi')
  fill('First name', 'Ngozi')
  fill('Surname', 'Eze')
  fill('E-mail address', 'ngozi@sahel.example')
  await press('Name the second administrator')
  expect(sent('Tenant/NameSecondAdministrator')).toEqual({
    ...{ id: 7, userName: 'ngozi', name: 'Ngozi', surname: 'Eze', emailAddress: 'ngozi@sahel.example' },
  })
  const dialog = screen.getByRole('dialog', { name: 'Sahel Securities has a new link' })
  await rendered(() => fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!))
  shown = { ...firm, secondAdmin: { userName: 'ngozi', name: 'Ngozi', surname: 'Eze', emailAddress: null } }
  await openFirm()
  expect(screen.getByText('ngozi has signed in.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Name the second administrator' })).toBeNull()
})

test('a firm is disabled with a reason, and enabled with or without its kill switch', async () => {
  await open()
  await openFirm()
  fill('Reason', 'Fees are due')
  await press('Disable Sahel Securities')
  expect(sent('Tenant/DeActivate')).toBeUndefined()
  const confirmation = screen.getAllByRole('dialog').at(-1)!
  expect(within(confirmation).getAllByText('Disable Sahel Securities?')).not.toEqual([])
  await press('Disable Sahel Securities', within(confirmation))
  expect(within(confirmation).getByText('No open orders.')).toBeTruthy()
  expect(sent('Tenant/DeActivate')).toEqual({ id: 7, reason: 'Fees are due', openOrders: 'cancel' })
  expect(screen.getByText('Sahel Securities is disabled.')).toBeTruthy()

  shown = { ...firm, isActive: false, isKillSwitchOn: true }
  await openFirm()
  expect(screen.getByText(english['Tenants.KillSwitchOn'])).toBeTruthy()
  await press('Enable Sahel Securities')
  expect(sent('Tenant/Activate')).toEqual({ id: 7, releaseKillSwitch: false })
})

const stop = async (button: string, choice?: string) => {
  await openFirm()
  if (choice) {
    fireEvent.mouseDown(screen.getByLabelText('Open orders'))
    fireEvent.click(screen.getByText(choice))
  }
  await press(button)
  return screen.getAllByRole('dialog').at(-1)!
}

test.each([
  [undefined, 'Open orders to be cancelled: 1,204.', 'cancel'],
  [
    'Halt them',
    'Open orders to be halted until the kill switch is released: 1,200. Orders to be cancelled: 4.',
    'halt',
  ],
])(
  'before a firm is disabled the host sees what happens to its open orders: %s',
  async (choice, text, openOrders) => {
    shown = { ...firm, openOrderCount: 1_204, cancelledByHalt: 4 }
    await open()
    const confirmation = await stop('Disable Sahel Securities', choice)
    expect(within(confirmation).getByText(text)).toBeTruthy()
    await press('Disable Sahel Securities', within(confirmation))
    expect(sent('Tenant/DeActivate')).toMatchObject({ id: 7, openOrders })
  },
)

test('the halted orders of a disabled firm are shown, and can still be cancelled', async () => {
  shown = { ...firm, isActive: false, isKillSwitchOn: true, openOrderCount: 3, areOrdersHalted: true }
  await open()
  const confirmation = await stop('Change open orders')
  expect(screen.getAllByText(/Halted open orders: 3[.]/)).toHaveLength(2)
  await press('Change open orders', within(confirmation))
  expect(sent('Tenant/DeActivate')).toEqual({ id: 7, openOrders: 'cancel' })
})

test('buttons that stop or delete a firm are red', async () => {
  await open()
  await openFirm()
  const dangers = () =>
    [...document.querySelectorAll('form .ant-btn-dangerous')].map(({ textContent }) => textContent)
  expect(dangers()).toEqual(['Disable Sahel Securities', 'Delete Sahel Securities'])
})

test('a firm is deleted after its name is confirmed, and otherwise the reason is shown', async () => {
  await open()
  await openFirm()
  refusal = new ApiError({
    ...{ status: 500, code: 1032, message: 'The firm cannot be deleted yet' },
    ...{ details: 'Open orders: 3.', data: {} },
  })
  await press('Delete Sahel Securities')
  const confirmation = screen.getAllByRole('dialog').at(-1)!
  expect(confirmation.textContent).toContain('Sahel Securities (Sahel)')
  await press('Delete', within(confirmation))
  expect(screen.getByText('The firm cannot be deleted yet')).toBeTruthy()
})
