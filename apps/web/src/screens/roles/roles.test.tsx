import { fireEvent, screen, within } from '@testing-library/react'
import type { RoleRow } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import RolesScreen from './roles-screen.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const dealer: RoleRow = {
  id: 7,
  name: 'Dealer',
  displayName: 'Dealer',
  normalizedName: 'DEALER',
  description: null,
  isStatic: false,
  grantedPermissions: ['BUY', 'SELL'],
}
const customer: RoleRow = { ...dealer, id: 3, name: 'CUSTOMER', displayName: 'Customer', isStatic: true }
const broker: RoleRow = { ...dealer, id: 2, name: 'BROKER', displayName: 'Broker', isStatic: true }

setUpScreen()

beforeEach(() => {
  useSession.setState({
    tenant: { id: 1, tenancyName: 'Meridian', name: 'Meridian' },
    permissions: new Set(['BUY', 'VIEW_ADMINSETTING', 'Pages.Roles', 'Pages.Users']),
  })
  call
    .mockReset()
    .mockImplementation(
      async (name: string, input: { id?: number }) => answers[name]?.(input) ?? { ...dealer, ...input },
    )
})

const permissions = [
  { name: 'SELL', displayName: 'Sell' },
  { name: 'BUY', displayName: 'Buy' },
]
const answers: Record<string, (input: { id?: number }) => unknown> = {
  'Role/GetAll': () => ({ totalCount: 3, more: false, items: [broker, customer, dealer] }),
  'Role/GetAllPermissions': () => ({ items: permissions }),
  'User/GetAll': () => ({
    ...{ totalCount: 22, more: true },
    items: [
      { userName: 'ada', isActive: true },
      { userName: 'bola', isActive: false },
    ],
  }),
  'Role/GetRolesAsync': () => ({ items: [dealer] }),
  'Role/GetRoleForEdit': ({ id }) => {
    const { grantedPermissions, ...role } = [broker, customer, dealer].find((one) => one.id === id) ?? dealer
    return { role, permissions, grantedPermissionNames: grantedPermissions }
  },
}

const open = () => openScreen(<RolesScreen />)

const press = (name: string, within_: HTMLElement = document.body) =>
  rendered(() => fireEvent.click(within(within_).getByRole('button', { name })))
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const sent = (name: string) => call.mock.calls.filter(([called]) => called === name).map(([, input]) => input)

test('checking a permission checks its parent, unchecking the parent unchecks it', async () => {
  await open()
  await press('New role')
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'Clerk' } })
  fireEvent.change(screen.getByLabelText('Name on screen'), { target: { value: 'Clerk' } })
  await rendered(() => fireEvent.click(box('Users')))
  expect([box('Users').checked, box('Administration').checked]).toEqual([true, true])
  await rendered(() => fireEvent.click(box('Administration')))
  expect([box('Users').checked, box('Administration').checked]).toEqual([false, false])
  await rendered(() => fireEvent.click(box('Roles')))
  await press('Add role')
  expect(sent('Role/Create')).toEqual([
    {
      name: 'Clerk',
      displayName: 'Clerk',
      description: undefined,
      grantedPermissions: ['VIEW_ADMINSETTING', 'Pages.Roles'],
    },
  ])
  expect(screen.getByText('Role Clerk created.')).toBeTruthy()
})

test('permissions that the person does not hold can be removed but not granted', async () => {
  await open()
  await press('Dealer')
  expect([box('Sell').disabled, box('See the audit trail').disabled, box('Buy').disabled]).toEqual([
    false,
    true,
    false,
  ])
  await rendered(() => fireEvent.click(box('Sell')))
  expect(box('Sell').disabled).toBe(true)
  await press('Save changes')
  expect(sent('Role/Update')).toMatchObject([{ id: 7, name: 'Dealer', grantedPermissions: ['BUY'] }])
})

test('a static role keeps its name and is not deleted; another is, after a confirmation', async () => {
  await open()
  await press('BROKER')
  expect(screen.queryByLabelText('Role')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete role' })).toBeNull()
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: /close/i })))
  await press('Dealer')
  await press('Delete role')
  expect(sent('Role/Delete')).toEqual([])
  const confirmation = screen.getAllByRole('dialog').at(-1)!
  expect(within(confirmation).getAllByText('Delete the role Dealer?')).not.toEqual([])
  await press('Delete role', confirmation)
  expect(sent('Role/Delete')).toEqual([{ id: 7 }])
})

test('the role that comes with an account that is opened is offered no rights of staff', async () => {
  await open()
  await press('CUSTOMER')
  const boxes = within(screen.getByRole('group', { name: 'Permissions' })).getAllByRole('checkbox')
  expect(boxes.map((each) => each.closest('label')?.textContent)).toEqual(['Buy', 'Sell'])
  expect(screen.getByText(/it cannot grant staff permissions/)).toBeTruthy()
})

test('a drawer over changes that are not saved asks before it closes, and one without closes at once', async () => {
  await open()
  // The first is the drawer’s own, the question has another.
  const close = () =>
    rendered(() => fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement))
  const isOpen = () => screen.queryByLabelText('Name on screen') !== null
  await press('Dealer')
  await close()
  expect(isOpen()).toBe(false)
  await press('Dealer')
  fireEvent.change(screen.getByLabelText('Name on screen'), { target: { value: 'Trader' } })
  await close()
  expect([isOpen(), screen.queryByText('Leave without saving?') !== null]).toEqual([true, true])
  await press('Keep editing')
  expect(screen.getByLabelText<HTMLInputElement>('Name on screen').value).toBe('Trader')
  await close()
  await press('Leave without saving')
  expect(isOpen()).toBe(false)
  expect(sent('Role/Update')).toEqual([])
})

test('a role opens as it is now, not as the list had it', async () => {
  const { 'Role/GetRoleForEdit': asListed } = answers
  answers['Role/GetRoleForEdit'] = () => {
    const { grantedPermissions: _, ...role } = dealer
    return {
      role: { ...role, displayName: 'Renamed meanwhile' },
      permissions,
      grantedPermissionNames: ['BUY'],
    }
  }
  try {
    await open()
    await press('Dealer')
    expect(screen.getByLabelText<HTMLInputElement>('Name on screen').value).toBe('Renamed meanwhile')
    expect([box('Buy').checked, box('Sell').checked]).toEqual([true, false])
  } finally {
    answers['Role/GetRoleForEdit'] = asListed as never
  }
})

test('a permission names the roles that grant it, and each of them opens to all that it grants', async () => {
  await open()
  await rendered(() => fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Permission' })))
  const offered = [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent)
  expect(offered).toEqual(['Buy', 'Sell'])
  await rendered(() => fireEvent.click(screen.getByTitle('Sell')))
  await rendered()
  expect(sent('Role/GetRolesAsync')).toEqual([{ permission: 'SELL' }])
  expect(sent('User/GetAll')).toMatchObject([{ roleName: 'Dealer' }])
  expect(screen.getByText('Users: ada, bola (Inactive) and 20 more')).toBeTruthy()
  const role = screen.getByText('What Dealer grants').closest('details') as HTMLDetailsElement
  await rendered(() => {
    role.open = true
    fireEvent(role, new Event('toggle'))
  })
  await rendered()
  expect(sent('Role/Get')).toEqual([{ id: 7 }])
  expect(role.querySelector('p')?.textContent).toBe('Buy, Sell')
})

test('a person who may only read sees what a role grants, without buttons to change it', async () => {
  useSession.setState({ permissions: new Set(['COMPLIANCE']) })
  await open()
  expect(screen.queryByRole('button', { name: 'New role' })).toBeNull()
  await press('Dealer')
  expect(box('Sell')).toMatchObject({ checked: true, disabled: true })
  expect(screen.queryByRole('button', { name: /^(Save changes|Delete role)$/ })).toBeNull()
})
