import { permissionsOf, refusals } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { administratorsForAllTests, ask, clerk, made, refused } from './administration.fixture.ts'

administratorsForAllTests()

describe('roles', () => {
  test('are created, changed, listed and deleted, and unknown permission names are ignored', async () => {
    const role = await made('Role/Create', {
      name: 'Desk',
      displayName: 'Desk',
      description: 'Trades',
      grantedPermissions: ['SELL', 'No.Such', 'Pages.Tenants', 'BUY'],
    })
    expect(role).toEqual({
      id: role.id,
      name: 'Desk',
      displayName: 'Desk',
      normalizedName: 'DESK',
      description: 'Trades',
      isStatic: false,
      grantedPermissions: ['BUY', 'SELL'],
    })
    const changes = { id: role.id, name: 'Buyer', displayName: 'Buyer', grantedPermissions: ['BUY'] }
    const changed = { ...role, ...changes, normalizedName: 'BUYER', description: null }
    expect(await made('Role/Update', changes)).toEqual(changed)
    expect(await made('Role/Get', { id: role.id })).toEqual(changed)
    expect(await made('Role/GetAll', { keyword: 'buy' })).toEqual({
      totalCount: 1,
      more: false,
      items: [changed],
    })
    const forEdit = await made('Role/GetRoleForEdit', { id: role.id })
    expect(forEdit.grantedPermissionNames).toEqual(['BUY'])
    expect(forEdit.permissions).toHaveLength(permissionsOf('tenant').length)
    expect(await made('Role/Delete', { id: role.id })).toBeNull()
    expect(await refused('Role/Get', { id: role.id })).toBe('roleIsGone')
    // Its name is free.
    const again = await made('Role/Create', { name: 'BUYER', displayName: 'B', grantedPermissions: [] })
    expect(again.id).not.toBe(role.id)
  })

  test('an error for a taken name is shown next to its field', async () => {
    const { error } = await ask('Role/Create', { name: 'broker', displayName: 'B', grantedPermissions: [] })
    expect(error).toMatchObject({
      code: refusals.roleNameTaken.code,
      validationErrors: [{ message: 'Role name ‘broker’ is already taken.', members: ['name'] }],
    })
  })

  test('all the permissions of a firm are listed by name, with their places in the tree', async () => {
    const { items } = await made('Role/GetAllPermissions', {})
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(permissionsOf('tenant').sort())
    expect(items[0]).toEqual({
      id: 0,
      name: 'VIEW_ADMINSETTING',
      displayName: 'Administration',
      description: 'Open the administration screens',
      parentName: null,
    })
    expect(items.map(({ displayName }: { displayName: string }) => displayName)).toEqual(
      items
        .map(({ displayName }: { displayName: string }) => displayName)
        .toSorted((one: string, other: string) => one.localeCompare(other)),
    )
  })

  test('as choices they can be narrowed to those that grant something, by either spelling of the call', async () => {
    const namesOf = async (input: object) =>
      (await made('Role/GetRolesAsync', input)).items.map(({ name }: { name: string }) => name)
    expect(await namesOf({})).toEqual(expect.arrayContaining(['ADMIN', 'BROKER', 'CUSTOMER']))
    expect(await namesOf({ permission: 'VIEW_AUDIT_TRAIL' })).toEqual(['ADMIN'])
  })

  test('a static role is neither deleted nor renamed, but grants what it is given', async () => {
    const { items } = await made('Role/GetAll', { keyword: 'CUSTOMER' })
    const role = items[0]
    expect(role.isStatic).toBe(true)
    expect(await refused('Role/Delete', { id: role.id })).toBe('roleIsStatic')
    expect(await refused('Role/Update', { ...role, name: 'CLIENT' })).toBe('roleIsStatic')
    const grantedPermissions = ['BUY']
    expect(await made('Role/Update', { ...role, displayName: 'Client', grantedPermissions })).toEqual({
      ...role,
      displayName: 'Client',
      grantedPermissions,
    })
    await made('Role/Update', role)
  })

  test.each(permissionsOf('tenant').filter((name) => name !== 'BUY' && name !== 'SELL'))(
    'the role that comes with an account that is opened does not grant %s',
    async (permission) => {
      const [role] = (await made('Role/GetAll', { keyword: 'CUSTOMER' })).items
      const { error } = await ask('Role/Update', { ...role, grantedPermissions: ['BUY', permission] })
      expect(error).toMatchObject({
        code: refusals.roleOfCustomers.code,
        details: expect.stringContaining('Everyone who opens an account gets the role CUSTOMER'),
        validationErrors: [{ members: ['permissions', 'grantedPermissions'] }],
      })
      expect(await made('Role/Get', { id: role.id })).toEqual(role)
    },
  )

  test('no one can grant what they do not hold, and a refused change changes nothing', async () => {
    const role = { name: 'More', displayName: 'More', grantedPermissions: ['BUY', 'POST_LEDGER'] }
    const { error } = await ask('Role/Create', role, clerk)
    expect(error).toMatchObject({
      code: refusals.grantNotHeld.code,
      details: 'You do not hold: Post cash and shares.',
      validationErrors: [{ members: ['permissions', 'grantedPermissions'] }],
    })
    const { id } = await made('Role/Create', role)
    // Nor is it taken away by anyone who could not give it back.
    for (const grantedPermissions of [['BUY'], [], role.grantedPermissions])
      expect(await refused('Role/Update', { id, ...role, grantedPermissions }, clerk)).toBe('roleGrantsMore')
    expect(await refused('Role/Delete', { id }, clerk)).toBe('roleGrantsMore')
    expect((await made('Role/Get', { id })).grantedPermissions).toEqual(role.grantedPermissions)
    await made('Role/Update', { id, ...role, grantedPermissions: ['BUY'] })
    expect(await refused('Role/Update', { id, ...role }, clerk)).toBe('grantNotHeld')
    const less = await made('Role/Update', { id, ...role, grantedPermissions: [] }, clerk)
    expect(less.grantedPermissions).toEqual([])
    await made('Role/Delete', { id }, clerk)
  })

  test('the role ADMIN keeps what it grants from the beginning, no matter who asks', async () => {
    const { items } = await made('Role/GetAll', { keyword: 'ADMIN' })
    const [role] = items
    const fewer = { ...role, grantedPermissions: ['Pages.Users', 'Pages.Roles'] }
    expect(await refused('Role/Update', fewer, clerk)).toBe('roleGrantsMore')
    expect(await refused('Role/Update', fewer)).toBe('roleIsStatic')
    const renamed = await made('Role/Update', { ...role, displayName: 'Chief' })
    expect(renamed).toEqual({ ...role, displayName: 'Chief' })
    await made('Role/Update', role)
  })
})
