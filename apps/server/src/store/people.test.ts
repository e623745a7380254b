import { permissionsOf, readyRoles, roles } from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { createHostAdmin, createTenant, createUser } from './people.ts'

describe('the first people', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testStore()
  })
  afterAll(() => database.close())

  const grants = (tenantId: number) =>
    database.store.forTenant(tenantId).read(async (tx) => {
      const rows = await tx
        .selectFrom('roles')
        .innerJoin('role_permissions', 'role_permissions.role_id', 'roles.id')
        .select(['name', 'permission'])
        .execute()
      const byRole = Map.groupBy(rows, ({ name }) => name)
      return Object.fromEntries(
        [...byRole].map(([name, of]) => [name, of.map(({ permission }) => permission).sort()]),
      )
    })

  test('the host gets one administrator, once, with everything there is', async () => {
    const asked = vi.fn(() => 'a password')
    await createHostAdmin(database.store, asked)
    await createHostAdmin(database.store, asked)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(await grants(0)).toEqual({ ADMIN: permissionsOf('host').sort() })
  })

  test('a firm gets the static roles with their default grants, and nothing reserved for the host', async () => {
    const id = await createTenant(database.store, { tenancyName: 'Meridian', name: 'Meridian Securities' })
    expect(await grants(id)).toEqual({
      ADMIN: permissionsOf('tenant').sort(),
      BROKER: [...roles.BROKER.grants].sort(),
      CUSTOMER: [...roles.CUSTOMER.grants].sort(),
      ...Object.fromEntries(
        Object.entries(readyRoles).map(([name, { grants: given }]) => [name, [...given].sort()]),
      ),
    })
  })

  test('a firm’s name is taken in any letter case, and no half-created firm is left', async () => {
    const again = createTenant(database.store, { tenancyName: 'MERIDIAN', name: 'Another' })
    await expect(again).rejects.toThrow('tenants_by_name')
  })

  test('a user is kept with a hash for a password', async () => {
    const id = await createTenant(database.store, { tenancyName: 'Zenith-Hill', name: 'Zenith Hill' })
    const userId = await createUser(database.store, id, {
      userName: 'broker',
      name: 'Bola',
      surname: 'Ade',
      emailAddress: 'bola@example.com',
      password: 'a password',
      roles: ['BROKER', 'CUSTOMER'],
    })
    const scope = database.store.forTenant(id)
    const user = await scope.read((tx) => tx.selectFrom('users').selectAll().executeTakeFirstOrThrow())
    expect(user).toMatchObject({ id: userId, user_name: 'broker', is_active: true, is_email_confirmed: true })
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const held = await scope.read((tx) => tx.selectFrom('user_roles').selectAll().execute())
    expect(held).toHaveLength(2)
  })
})
