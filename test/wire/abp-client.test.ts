import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoServer, openDemo } from '../demo-server.ts'
import { signIn } from '../person.ts'
import { AbpClient } from './abp-client.ts'
import { failureOf, signedIn } from './abp-clients.fixture.ts'

// Longer than 300 lines, for one server, started once, serves all that such a client does.

/** A client that was written for ASP.NET Boilerplate works with this server as it did with its own. */

const APP = '/api/services/app'

/** What the pages of the template ask for. */
const TEXTS_OF_TEMPLATE = [
  ...[
    'About',
    'Actions',
    'AdminEmailAddress',
    'Cancel',
    'ChangeTenant',
    'ConfirmPassword',
    'CreateNewTenant',
  ],
  ...['CreateNewUser', 'CreateNewRole', 'CurrentTenant', 'DatabaseConnectionString', 'Delete', 'Description'],
  ...[
    'DisplayName',
    'Edit',
    'Email',
    'EmailAddress',
    'Error',
    'Filter',
    'ForgotPassword',
    'FullName',
    'HomePage',
  ],
  ...[
    'IsActive',
    'LeaveEmptyToSwitchToHost',
    'LogIn',
    'Logout',
    'Name',
    'No',
    'NotSelected',
    'OK',
    'Password',
  ],
  ...[
    'RememberMe',
    'Role',
    'RoleDetails',
    'RoleName',
    'RolePermission',
    'Roles',
    'Save',
    'SavedSuccessfully',
  ],
  ...['SearchWithThreeDot', 'Surname', 'TenancyName', 'TenantIsNotActive', 'Tenants', 'ThisFieldIsRequired'],
  ...['ThereIsNoTenantDefinedWithName{0}', 'UserName', 'UserNameOrEmail', 'Users', 'WellcomeMessage', 'Yes'],
]
const SAME_AS_KEY: Readonly<Record<string, readonly string[]>> = {
  en: [
    ...['About', 'Actions', 'Cancel', 'Delete', 'Description', 'Edit', 'Error', 'Filter', 'Name', 'No'],
    ...['Password', 'Role', 'Roles', 'Save', 'Surname', 'Users', 'Yes'],
  ],
  fr: ['Actions', 'Description'],
}

let server: DemoServer

beforeAll(async () => {
  server = await openDemo()
})

afterAll(() => server?.close())

describe('the start', () => {
  test('of a stranger with a stale token, a culture that is none and no firm', async () => {
    const client = new AbpClient(server.url)
    client.cookies.set('Abp.AuthToken', 'a.token.of-yesterday')
    const { user, tenant, application } = await client.start()
    expect({ user, tenant }).toEqual({ user: null, tenant: null })
    expect(application).toMatchObject({ features: { SignalR: true, 'SignalR.AspNetCore': true } })
    const { session, localization, clock, auth } = client.abp
    expect(session).toMatchObject({ userId: null, tenantId: null, multiTenancySide: 2 })
    expect(localization.currentLanguage.name).toBe('en')
    expect(localization.languages.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    expect(clock.provider).toBe('unspecifiedClockProvider')
    expect(auth.grantedPermissions).toEqual({})
    expect(client.localize('Refusal.invalidUserNameOrPassword', 'Tradebook')).toBe('Login failed!')
    expect(client.localize('NoSuchKey', 'AbpZeroTemplate')).toBe('NoSuchKey')
  })

  test.each([
    ['en', 'Sign in', 'There is no firm {0}'],
    ['fr', 'Se connecter', 'Il n’y a pas de société {0}'],
    ['ha', 'Shiga', 'Babu kamfani {0}'],
    ['yo', 'Wọlé', 'Kò sí ilé-iṣẹ́ {0}'],
    ['ig', 'Banye', 'Enweghị ụlọ ọrụ {0}'],
  ])(
    'has the texts of the template in %s under the name that it asks for',
    async (culture, logIn, noFirm) => {
      const client = new AbpClient(server.url)
      client.cookies.set('Abp.Localization.CultureName', culture)
      await client.start()
      const text = (key: string) => client.localize(key, 'AbpProjectName')
      expect([text('LogIn'), text('ThereIsNoTenantDefinedWithName{0}')]).toEqual([logIn, noFirm])
      expect(TEXTS_OF_TEMPLATE.filter((key) => text(key) === key && key !== 'OK')).toEqual(
        // Words that are the same in a language as their keys.
        TEXTS_OF_TEMPLATE.filter((key) => SAME_AS_KEY[culture]?.includes(key)),
      )
      expect(client.localize('AreYouSure', 'AbpWeb')).not.toBe('AreYouSure')
    },
  )

  test('signs in to the firm that was chosen by its name, and reloads as that person', async () => {
    const client = new AbpClient(server.url)
    await client.start()
    expect(await client.chooseTenant('Nowhere')).toBe(3)
    expect(await client.chooseTenant('Meridian')).toBe(1)
    await client.signIn('broker', server.password)
    const { user, tenant } = await client.start()
    expect(user).toMatchObject({ userName: 'broker', emailAddress: 'broker@meridian.example' })
    expect(tenant).toMatchObject({ tenancyName: 'Meridian' })
    expect(client.abp.session).toMatchObject({ userId: (user as { id: number }).id, multiTenancySide: 1 })
    expect(client.isGranted('BUY')).toBe(true)
    expect(client.isGranted('Pages.Users')).toBe(false)
    // What is the host's alone is not a permission of a firm at all.
    expect(client.abp.auth.allPermissions['Pages.Tenants']).toBeUndefined()
    expect(client.isFeatureOn('SignalR')).toBe(true)
  })
})

describe('lists', () => {
  test('are paged as the page pages, with parameters in the letters of the generated proxies', async () => {
    const client = await signedIn(server, 'Meridian', 'admin')
    const first = await client.get(`${APP}/User/GetAll`, { maxResultCount: 10, skipCount: 0, keyword: '' })
    const users = first.items as { userName: string }[]
    expect(first.totalCount).toBe(users.length)
    expect(users.map(({ userName }) => userName)).toEqual(['admin', 'broker', 'customer', 'supervisor'])
    const pages: string[] = []
    for (let SkipCount = 0; SkipCount < users.length; SkipCount++) {
      const query = {
        Keyword: null,
        IsActive: true,
        Sorting: 'UserName DESC, EmailAddress',
        SkipCount,
        MaxResultCount: 1,
      }
      const { totalCount, items } = await client.get(`${APP}/User/GetAll`, query)
      expect(totalCount).toBe(users.length)
      pages.push(...(items as typeof users).map(({ userName }) => userName))
    }
    expect(pages).toEqual(['supervisor', 'customer', 'broker', 'admin'])
    const found = await client.get(`${APP}/User/GetAll`, { Keyword: '  bro ', IsActive: 'True' })
    expect(found).toMatchObject({ totalCount: 1, items: [{ userName: 'broker', roleNames: ['BROKER'] }] })
    expect(await client.get(`${APP}/User/GetAll`, { IsActive: false })).toMatchObject({
      totalCount: 0,
      items: [],
    })
  })

  test.each([
    '/api/services/app/role/getAll',
    '/API/SERVICES/APP/ROLE/GETALL',
    '/api/services/app/Role/getall',
  ])('and their paths are in any letters: %s', async (path) => {
    const client = await signedIn(server, 'Meridian', 'admin')
    const { items } = await client.get(path, { maxResultCount: 10, skipCount: 0, keyword: '' })
    expect((items as { normalizedName: string }[]).map(({ normalizedName }) => normalizedName)).toEqual(
      expect.arrayContaining(['ADMIN', 'BROKER', 'CUSTOMER']),
    )
  })
})

describe('editing', () => {
  test('a role: its form is filled with GetRoleForEdit and GetAllPermissions, and sent whole', async () => {
    const client = await signedIn(server, 'Meridian', 'admin')
    const made = await client.post(`${APP}/Role/Create`, {
      name: 'Dealers',
      displayName: 'Dealers',
      description: '',
      grantedPermissions: ['BUY'],
    })
    const all = (await client.get(`${APP}/Role/GetAllPermissions`)).items as { name: string }[]
    const { role, permissions, grantedPermissionNames } = await client.get(`${APP}/Role/GetRoleForEdit`, {
      Id: made.id,
    })
    expect((permissions as typeof all).map(({ name }) => name).sort()).toEqual(
      all.map(({ name }) => name).sort(),
    )
    expect(grantedPermissionNames).toEqual(['BUY'])
    expect(role).toMatchObject({ id: made.id, name: 'Dealers', displayName: 'Dealers', isStatic: false })
    const changed = {
      ...(role as object),
      displayName: 'All dealers',
      grantedPermissions: ['SELL', 'Gone.Permission'],
    }
    expect(await client.put(`${APP}/Role/Update`, changed)).toMatchObject({
      displayName: 'All dealers',
      grantedPermissions: ['SELL'],
    })
    for (const method of ['GetRoles', 'GetRolesAsync']) {
      const { items } = await client.get(`${APP}/Role/${method}`, { Permission: 'SELL' })
      expect((items as { name: string }[]).map(({ name }) => name)).toContain('Dealers')
    }
    expect(await client.delete(`${APP}/Role/Delete`, { Id: made.id })).toBeNull()
    const isStatic = (
      (await client.get(`${APP}/Role/GetRoles`)).items as { id: number; isStatic: boolean }[]
    ).find((role) => role.isStatic)
    expect(await failureOf(client.delete(`${APP}/Role/Delete`, { Id: isStatic?.id }))).toMatchObject({
      status: 500,
    })
  })

  test('a user: its form is filled with Get and GetRoles, and sent whole, with what the page alone needs', async () => {
    const client = await signedIn(server, 'Meridian', 'admin')
    const made = await client.post(`${APP}/User/Create`, {
      userName: 'ngozi',
      name: 'Ngozi',
      surname: 'Eze',
      emailAddress: 'ngozi@meridian.example',
      isActive: 'true',
      roleNames: ['BROKER'],
      password: 'Quiet-harbour-lamp-7',
      confirm: 'Quiet-harbour-lamp-7',
    })
    const { items: roles } = await client.get(`${APP}/User/GetRoles`)
    expect((roles as { normalizedName: string }[]).map(({ normalizedName }) => normalizedName)).toContain(
      'BROKER',
    )
    const user = await client.get(`${APP}/User/Get`, { Id: made.id })
    expect(user).toMatchObject({
      fullName: 'Ngozi Eze',
      isActive: true,
      roleNames: ['BROKER'],
      lastLoginTime: null,
    })
    const changed = await client.put(`${APP}/User/Update`, {
      ...user,
      surname: 'Obi',
      roleNames: ['CUSTOMER'],
    })
    expect(changed).toMatchObject({ id: made.id, fullName: 'Ngozi Obi', roleNames: ['CUSTOMER'] })
    expect(await client.post(`${APP}/User/DeActivate`, { id: made.id })).toBeNull()
    const other = new AbpClient(server.url)
    await other.chooseTenant('Meridian')
    const refused = await failureOf(other.signIn('ngozi', 'Quiet-harbour-lamp-7'))
    expect(refused).toMatchObject({
      status: 500,
      unAuthorizedRequest: false,
      error: { message: 'Login failed!' },
    })
    expect(await client.post(`${APP}/User/Activate`, { id: made.id })).toBeNull()
    expect(await client.post(`${APP}/User/ChangeLanguage`, { languageName: 'en' })).toEqual({})
    expect(await client.delete(`${APP}/User/Delete`, { Id: made.id })).toBeNull()
    expect((await failureOf(client.get(`${APP}/User/Get`, { Id: made.id }))).error.message).toMatch(/\w/)
  })

  test('a firm, by the host: isActive may be missing, which is false', async () => {
    const client = await signedIn(server, null, 'admin')
    const made = await client.post(`${APP}/Tenant/Create`, {
      tenancyName: 'Harmattan',
      name: 'Harmattan Securities',
      adminEmailAddress: 'admin@harmattan.example',
    })
    expect(made).toMatchObject({ tenancyName: 'Harmattan', name: 'Harmattan Securities', isActive: false })
    expect(await client.chooseTenant('Harmattan')).toBe(2)
    const firm = await client.get(`${APP}/Tenant/Get`, { Id: made.id })
    expect(await client.put(`${APP}/Tenant/Update`, { ...firm, isActive: true })).toMatchObject({
      isActive: true,
    })
    const { items } = await client.get(`${APP}/Tenant/GetAll`, {
      Keyword: 'HARM',
      IsActive: true,
      SkipCount: 0,
      MaxResultCount: 10,
    })
    expect(items).toMatchObject([{ id: made.id, tenancyName: 'Harmattan' }])
    const taken = await failureOf(
      client.post(`${APP}/Tenant/Create`, {
        tenancyName: 'harmattan',
        name: 'H',
        adminEmailAddress: 'a@b.example',
      }),
    )
    expect(taken).toMatchObject({
      status: 500,
      error: { message: 'Tenancy name harmattan is already taken.' },
    })
    expect(await client.delete(`${APP}/Tenant/Delete`, { Id: made.id })).toBeNull()
  })
})

describe('failures', () => {
  test('come as the page shows them: title, details, and the members of what is invalid', async () => {
    const client = await signedIn(server, 'Meridian', 'admin')
    const { status, error, unAuthorizedRequest } = await failureOf(
      client.post(`${APP}/User/Create`, { userName: '' }),
    )
    expect({ status, unAuthorizedRequest }).toEqual({ status: 400, unAuthorizedRequest: false })
    expect(error).toMatchObject({ code: 0, message: 'Your request is not valid!' })
    expect(error.validationErrors?.slice(0, 2)).toEqual([
      { message: 'The UserName field is required.', members: ['userName'] },
      { message: 'The Name field is required.', members: ['name'] },
    ])
    expect(error.details).toMatch(
      /^The following errors were detected during validation\.\n - The UserName field is required\.\n - The Name field/,
    )
  })

  test.each<[who: string, status: number, message: RegExp]>([
    ['nobody', 401, /^Current user did not login to the application!$/],
    [
      'customer',
      403,
      /^Required permissions are not granted\. At least one of these permissions must be granted: \S/,
    ],
  ])('of %s say so', async (who, status, message) => {
    const client = who === 'nobody' ? new AbpClient(server.url) : await signedIn(server, 'Meridian', who)
    const failure = await failureOf(client.get(`${APP}/User/GetAll`))
    expect(failure).toMatchObject({ status, unAuthorizedRequest: true, error: { code: 0, details: null } })
    expect(failure.error.message).toMatch(message)
  })

  test('of a wrong verb have no body', async () => {
    const client = await signedIn(server, 'Meridian', 'admin')
    expect(await failureOf(client.post(`${APP}/User/GetAll`))).toMatchObject({
      status: 405,
      error: { message: '' },
    })
  })

  test('name the firm of the token, whatever firm the client still has in its cookie', async () => {
    const client = await signedIn(server, 'Meridian', 'broker')
    const { tenantId } = await client.post(`${APP}/Account/IsTenantAvailable`, { tenancyName: 'Zenith-Hill' })
    client.cookies.set('Abp.TenantId', String(tenantId))
    expect((await client.start()).tenant).toMatchObject({ tenancyName: 'Meridian' })
  })
})

describe('the hub', () => {
  test.each(['query', 'cookie'] as const)('knows the token of the %s', async (by) => {
    const client = await signedIn(server, 'Meridian', 'broker')
    const connection = await client.connect('/signalr', by)
    connection.invoke('1', 'register')
    const isAnswered = () =>
      connection.records.some(({ type, invocationId }) => type === 3 && invocationId === '1')
    await expect.poll(isAnswered, { timeout: 20_000 }).toBe(true)
    const person = await signIn(server, 'Meridian', 'broker')
    const [customer] = (await person.get('BackOffice/GetCustomers', {})).items
    await person.ask('Order/SendNewOrder', {
      clOrdID: crypto.randomUUID(),
      account: customer!.accountNumber,
      securityID: 'NOSUCH',
      side: '1',
      ordType: '2',
      price: 1,
      orderQty: 1,
    })
    await expect.poll(() => connection.received('getNotification'), { timeout: 20_000 }).toHaveLength(1)
    expect(connection.received('getNotification')[0]).toMatchObject({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      tenantId: client.abp.session.tenantId,
      userId: client.abp.session.userId,
      state: 0,
      notification: {
        notificationName: expect.any(String),
        data: { type: expect.any(String) },
        severity: expect.any(Number),
      },
    })
    connection.close()
    await connection.closed
  })

  test('refuses people who are not signed in, and ends a session at sign-out although the page leaves the token in its cookie', async () => {
    await expect(new AbpClient(server.url).connect('/signalr', 'query')).rejects.toThrow('401')
    const client = await signedIn(server, 'Zenith-Hill', 'customer')
    const connection = await client.connect('/signalr-tradebookhub', 'query')
    await client.post(`${APP}/Account/LogOut`)
    await connection.closed
    await expect(client.connect('/signalr-tradebookhub', 'query')).rejects.toThrow('401')
    expect((await client.start()).user).toBeNull()
  })
})
