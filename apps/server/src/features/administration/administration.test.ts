import { type CallName, permissionsOf, refusals } from '@tradebook/contract'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { totpCode } from '../../../../../test/totp.ts'
import {
  addUser,
  bearing,
  call,
  current,
  database,
  edgeForAllTests,
  identity,
  meridian,
  ownPasswordOf,
  PASSWORD,
  signIn,
  zenith,
} from '../../http/identity.fixture.ts'
import { findSession } from '../../platform/session-rows.ts'
import { inOrderBehind } from '../../store/locks.fixture.ts'
import { changeGrants } from './grants.ts'

edgeForAllTests()

// Longer than 300 lines, for one edge and one database serve every call of users and roles.

const NEW_PASSWORD = 'Quiet-harbour-lamp-7'
const ACCOUNT = 'MSL000001'
/** The administrator of the firm, and one who administers users and roles but holds little else. */
let admin: string
let clerk: string
let clerkId: number

beforeAll(async () => {
  await addUser(meridian, 'admin', 'ADMIN')
  admin = await tokenOf('admin')
  await database.run(
    `INSERT INTO customers (tenant_id, id, name) VALUES (${meridian}, 1, 'Ngozi Eze');
     INSERT INTO trading_accounts (tenant_id, account, cscs_account, customer_id)
       VALUES (${meridian}, '${ACCOUNT}', '0012345678', 1)`,
  )
  const administers = ['VIEW_ADMINSETTING', 'Pages.Users', 'Pages.Roles', 'BUY']
  await made('Role/Create', { name: 'Clerk', displayName: 'Clerk', grantedPermissions: administers })
  clerkId = (await made('User/Create', person('clerk', { roleNames: ['clerk'] }))).id
  clerk = await tokenOf('clerk')
})

async function tokenOf(userName: string, password = PASSWORD): Promise<string> {
  await ownPasswordOf(meridian, userName)
  return (await signIn(userName, { password })).result.accessToken
}

const ask = (name: CallName, input: object, token = admin) => call(name, input, bearing(token))

/** The answer of a call that is not refused. */
async function made(name: CallName, input: object, token = admin) {
  const { error, result } = await ask(name, input, token)
  expect(error).toBeNull()
  return result
}

/** The name of the refusal of a call. */
async function refused(name: CallName, input: object, token = admin): Promise<string | undefined> {
  const { status, error } = await ask(name, input, token)
  expect(status).toBe(500)
  return Object.entries(refusals).find(([, { code }]) => code === error.code)?.[0]
}

const person = (userName: string, more: object = {}) => ({
  userName,
  name: 'Ada',
  surname: 'Obi',
  emailAddress: `${userName}@meridian.example`,
  isActive: true,
  roleNames: [] as string[],
  password: PASSWORD,
  ...more,
})

const user = (userName: string, more: object = {}) => made('User/Create', person(userName, more))

const signInOf = async (token: string) =>
  (await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result.user

const grantsOf = async (token: string): Promise<string[]> =>
  Object.keys((await call('AbpUserConfiguration/GetAll', {}, bearing(token))).result.auth.grantedPermissions)

describe('roles', () => {
  test('are made, changed, listed and deleted, and what no permission is called is left out', async () => {
    const role = await made('Role/Create', {
      name: 'Dealer',
      displayName: 'Dealer',
      description: 'Trades',
      grantedPermissions: ['SELL', 'No.Such', 'Pages.Tenants', 'BUY'],
    })
    expect(role).toEqual({
      id: role.id,
      name: 'Dealer',
      displayName: 'Dealer',
      normalizedName: 'DEALER',
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

  test('a name that is taken stands beside its field', async () => {
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
      description: null,
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

  test('nobody grants what they do not hold, nor is anything changed by what is refused', async () => {
    const role = { name: 'More', displayName: 'More', grantedPermissions: ['BUY', 'POST_LEDGER'] }
    const { error } = await ask('Role/Create', role, clerk)
    expect(error).toMatchObject({
      code: refusals.grantNotHeld.code,
      details: 'You do not hold: Post deposits and withdrawals.',
      validationErrors: [{ members: ['permissions', 'grantedPermissions'] }],
    })
    const { id } = await made('Role/Create', role)
    // Nor is it taken away by who could not give it back.
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

  test('the role ADMIN keeps what it grants from the beginning, whoever asks', async () => {
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

describe('users', () => {
  test('are made, changed, found, listed and deleted', async () => {
    const created = await user('ngozi', { roleNames: ['broker'], permissions: ['VIEW_AUDIT_TRAIL'] })
    expect(created).toEqual({
      id: created.id,
      userName: 'ngozi',
      name: 'Ada',
      surname: 'Obi',
      fullName: 'Ada Obi',
      emailAddress: 'ngozi@meridian.example',
      phoneNumber: null,
      isActive: true,
      shouldChangePasswordOnNextLogin: true,
      isTwoFactorOn: false,
      lockedUntil: null,
      lastLoginTime: null,
      creationTime: expect.any(String),
      roleNames: ['BROKER'],
      permissions: ['VIEW_AUDIT_TRAIL'],
      userTradingAccounts: [],
    })
    const token = await tokenOf('ngozi')
    expect(await grantsOf(token)).toContain('VIEW_AUDIT_TRAIL')
    // As a client of ABP sends back what it was given.
    const changed = await made('User/Update', { ...created, surname: 'Eze', permissions: [] })
    expect(changed).toMatchObject({ fullName: 'Ada Eze', permissions: [], roleNames: ['BROKER'] })
    expect(await grantsOf(token)).not.toContain('VIEW_AUDIT_TRAIL')
    expect(await made('User/Get', { id: created.id })).toMatchObject({ surname: 'Eze' })
    const found = await made('User/GetAll', { keyword: 'NGOZI@', isActive: true, roleName: 'broker' })
    expect(found).toMatchObject({ totalCount: 1, items: [{ id: created.id }] })
    expect((await made('User/GetAll', { keyword: 'ngozi', isActive: false })).totalCount).toBe(0)
    expect(await made('User/Delete', { id: created.id })).toBeNull()
    expect(await signInOf(token)).toBeNull()
    expect(await refused('User/Get', { id: created.id })).toBe('userIsGone')
    expect((await signIn('ngozi')).status).toBe(500)
    // Name and address are free.
    expect((await user('ngozi')).id).not.toBe(created.id)
  })

  test('the newest names come first where that is asked', async () => {
    for (const userName of ['aaron', 'zainab']) await user(userName)
    const { items } = await made('User/GetAll', { sorting: 'UserName DESC, EmailAddress', maxResultCount: 1 })
    expect(items[0].userName).toBe('zainab')
    const first = await made('User/GetAll', { maxResultCount: 1 })
    expect(first.items[0].userName).toBe('aaron')
    expect(first.totalCount).toBeGreaterThan(2)
  })

  test('without a password a link is mailed, by which the person chooses one', async () => {
    await user('invited', { password: undefined, roleNames: ['BROKER'] })
    const mail = (await identity.outbox.waiting(100)).find(({ to }) => to === 'invited@meridian.example')
    const resetToken = /#(\S+)/.exec(mail?.text ?? '')?.[1]
    expect(mail?.text).toContain('tenant=Meridian')
    // It serves longer than a link for a forgotten password.
    current.now += 71 * 3_600_000
    const set = await call('Account/PasswordReset', { resetToken, newPassword: NEW_PASSWORD })
    expect(set.result).toBe(true)
    expect(await tokenOf('invited', NEW_PASSWORD)).toEqual(expect.any(String))
    admin = await tokenOf('admin')
    clerk = await tokenOf('clerk')
  })

  test('names and addresses that are taken, passwords that are common, roles that are none are refused', async () => {
    await user('taken')
    const same = person('other', { emailAddress: 'TAKEN@meridian.example' })
    const { error } = await ask('User/Create', person('Taken', { emailAddress: 'free@meridian.example' }))
    expect(error).toMatchObject({
      code: refusals.userNameTaken.code,
      validationErrors: [{ message: 'Username ‘Taken’ is already taken.', members: ['userName'] }],
    })
    expect(await refused('User/Create', same)).toBe('emailAddressTaken')
    expect(await refused('User/Create', person('weak', { password: 'password1' }))).toBe('passwordCommon')
    expect(await refused('User/Create', person('lost', { roleNames: ['Nobody'] }))).toBe('unknownRole')
    const far = { userTradingAccounts: [{ accountNumber: 'MSL999999' }] }
    expect(await refused('User/Create', person('far', far))).toBe('accountNotHeld')
    expect((await ask('User/Create', person('odd', { emailAddress: 'no address' }))).status).toBe(400)
    expect((await made('User/GetAll', { keyword: 'weak' })).totalCount).toBe(0)
  })

  test('of two at once with one name one is made', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ask('User/Create', person('twins'))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 500])
  })

  test('the user admin is neither deleted nor renamed', async () => {
    const { items } = await made('User/GetAll', { keyword: 'admin@' })
    const { items: clerks } = await made('User/GetAll', { keyword: 'clerk' })
    const second = await user('second', { roleNames: ['ADMIN'] })
    const other = await tokenOf('second')
    expect(await refused('User/Delete', { id: items[0].id }, other)).toBe('adminIsKept')
    expect(await refused('User/Update', { ...items[0], userName: 'root' }, other)).toBe('adminIsKept')
    await made('User/Update', { ...items[0], surname: 'Root' }, other)
    expect(await refused('User/Delete', { id: second.id }, other)).toBe('userIsOneself')
    expect(await refused('User/DeActivate', { id: second.id }, other)).toBe('userIsOneself')
    await made('User/Delete', { id: second.id })
    expect(clerks).toHaveLength(1)
  })

  test('nobody gives what they do not hold, nor changes who holds more', async () => {
    expect(await refused('User/Create', person('x1', { roleNames: ['BROKER'] }), clerk)).toBe('roleNotHeld')
    expect(await refused('User/Create', person('x2', { permissions: ['SELL'] }), clerk)).toBe('grantNotHeld')
    const ofFirm = await user('bigger', { permissions: ['SELL'] })
    for (const [name, input] of [
      ['User/Update', { ...ofFirm, emailAddress: 'mine@meridian.example' }],
      ['User/Delete', { id: ofFirm.id }],
      ['User/DeActivate', { id: ofFirm.id }],
      ['User/ResetPassword', { adminPassword: PASSWORD, userId: ofFirm.id, newPassword: NEW_PASSWORD }],
      ['User/DisableTwoFactor', { adminPassword: PASSWORD, userId: ofFirm.id }],
    ] as const)
      expect(await refused(name, input, clerk)).toBe('userHoldsMore')
    const small = await user('smaller', { permissions: ['BUY'] })
    expect(await refused('User/Update', { ...small, permissions: ['BUY', 'SELL'] }, clerk)).toBe(
      'grantNotHeld',
    )
    expect(await refused('User/Update', { ...small, roleNames: ['ADMIN'] }, clerk)).toBe('roleNotHeld')
    expect(await made('User/Update', { ...small, surname: 'Eze' }, clerk)).toMatchObject({ surname: 'Eze' })
    // One's own user, too, is given nothing by oneself.
    const own = await made('User/Get', { id: clerkId })
    expect(await refused('User/Update', { ...own, permissions: ['SELL'] }, clerk)).toBe('grantNotHeld')
  })

  test('accounts become the user’s own, for who may trade them', async () => {
    const userTradingAccounts = [{ accountNumber: ACCOUNT }]
    expect(await refused('User/Create', person('theirs', { userTradingAccounts }), clerk)).toBe(
      'accountNotHeld',
    )
    const { id } = await user('owner', { userTradingAccounts })
    const shown = [{ accountNumber: ACCOUNT, cscsAccount: '0012345678', customerName: 'Ngozi Eze' }]
    expect((await made('User/Get', { id })).userTradingAccounts).toEqual(shown)
    // Whoever signed in as the user would trade them.
    const { userName, emailAddress } = person('owner')
    for (const [name, input] of [
      ['User/Update', { ...person('owner'), id, userName, emailAddress: `2${emailAddress}` }],
      ['User/ResetPassword', { adminPassword: PASSWORD, userId: id, newPassword: NEW_PASSWORD }],
      ['User/DisableTwoFactor', { adminPassword: PASSWORD, userId: id }],
    ] as const)
      expect(await refused(name, input, clerk)).toBe('userHoldsMore')
    const reset = { adminPassword: PASSWORD, userId: id, newPassword: NEW_PASSWORD }
    expect(await made('User/ResetPassword', reset)).toBe(true)
    await made('User/Delete', { id })
  })

  test('the mail of a user goes elsewhere by the password of who leads it there, and the address before is informed', async () => {
    const { id } = await user('moved')
    const moved = { id, ...person('moved', { emailAddress: 'moved@elsewhere.example', password: undefined }) }
    expect(await refused('User/Update', moved)).toBe('ownPasswordNeeded')
    expect(await refused('User/Update', { ...moved, adminPassword: 'a guess' })).toBe('passwordWrong')
    // Another spelling is another address.
    const spelled = { ...moved, emailAddress: 'MOVED@meridian.example' }
    expect(await refused('User/Update', spelled)).toBe('ownPasswordNeeded')
    expect((await made('User/Get', { id })).emailAddress).toBe('moved@meridian.example')
    expect(await made('User/Update', { ...moved, adminPassword: PASSWORD })).toMatchObject({
      emailAddress: 'moved@elsewhere.example',
    })
    const mails = (await identity.outbox.waiting(100)).filter(({ to }) => to.startsWith('moved@'))
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['moved@meridian.example', 'Your e-mail address for Tradebook was changed'],
    ])
    // What stays needs no password.
    expect(await made('User/Update', { ...moved, surname: 'Eze' })).toMatchObject({ surname: 'Eze' })
    const { result: own } = await ask('Account/GetProfile', {})
    const oneself = (await made('User/GetAll', {})).items.find(
      ({ userName }: { userName: string }) => userName === 'admin',
    )
    expect(oneself.emailAddress).toBe(own.emailAddress)
    expect(await refused('User/Update', { ...oneself, emailAddress: 'thief@elsewhere.example' })).toBe(
      'ownPasswordNeeded',
    )
    await made('User/Delete', { id })
  })

  test('a user of another firm is as one that never was', async () => {
    const theirs = await addUser(zenith, 'stranger')
    for (const name of ['User/Get', 'User/Delete', 'User/Activate', 'User/DeActivate'] as const)
      expect(await refused(name, { id: theirs })).toBe('userIsGone')
  })

  test('who lacks the permission is refused, whatever the call', async () => {
    const broker = await tokenOf('broker')
    for (const name of ['User/GetAll', 'Role/GetAll', 'User/GetRoles', 'Role/GetAllPermissions'] as const)
      expect((await ask(name, {}, broker)).status).toBe(403)
  })
})

test('what was made, changed and deleted of roles and users is in the audit trail, before and after, without passwords', async () => {
  const role = await made('Role/Create', { name: 'Seen', displayName: 'Seen', grantedPermissions: ['BUY'] })
  await made('Role/Update', { id: role.id, name: 'Seen', displayName: 'Seen', grantedPermissions: ['SELL'] })
  const { id } = await user('seen', { roleNames: ['Seen'] })
  await made('User/Update', { id, ...person('seen', { name: 'Bola', password: undefined }) })
  await made('User/DeActivate', { id })
  await made('User/Delete', { id })
  await made('Role/Delete', { id: role.id })
  const changes = (entity: string, entityId: number) =>
    database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('audit_changes')
          .select(['before', 'after'])
          .where('entity', '=', entity)
          .where('entity_id', '=', String(entityId))
          .orderBy('audit_id')
          .execute(),
      )
  const ofRole = { name: 'Seen', displayName: 'Seen', description: null, grantedPermissions: ['BUY'] }
  const sells = { ...ofRole, grantedPermissions: ['SELL'] }
  expect(await changes('Role', role.id)).toEqual([
    { before: null, after: ofRole },
    { before: ofRole, after: sells },
    { before: sells, after: null },
  ])
  const first = {
    ...{ userName: 'seen', name: 'Ada', surname: 'Obi', emailAddress: 'seen@meridian.example' },
    ...{ phoneNumber: null, isActive: true, isTwoFactorOn: false },
    ...{ roleNames: ['SEEN'], permissions: [], accounts: [] },
  }
  const renamed = { ...first, name: 'Bola', roleNames: [] }
  const inactive = { ...renamed, isActive: false }
  expect(await changes('User', id)).toEqual([
    { before: null, after: first },
    { before: first, after: renamed },
    { before: renamed, after: inactive },
    { before: inactive, after: null },
  ])
})

describe('who may sign in', () => {
  test('wrong passwords lock a user, which is shown; an administrator lifts the lock, audited', async () => {
    const { id } = await user('locked-out')
    expect(await made('User/Get', { id })).toMatchObject({ lockedUntil: null })
    for (let n = 0; n < 5; n++) await signIn('locked-out', { password: `wrong ${n}` })
    expect((await signIn('locked-out')).status).toBe(500)
    const lockedUntil = new Date(current.now + 5 * 60_000).toISOString()
    expect(await made('User/Get', { id })).toMatchObject({ lockedUntil })
    const { items } = await made('User/GetAll', { keyword: 'locked-out' })
    expect(items).toMatchObject([{ lockedUntil }])
    expect(await made('User/Unlock', { id })).toBeNull()
    expect(await made('User/Get', { id })).toMatchObject({ lockedUntil: null })
    expect((await signIn('locked-out')).status).toBe(200)
    const { before, after } = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('audit_changes')
          .select(['before', 'after'])
          .where('entity_id', '=', String(id))
          .orderBy('audit_id', 'desc')
          .executeTakeFirstOrThrow(),
      )
    expect({ before, after }).toEqual({ before: { lockedUntil }, after: { lockedUntil: null } })
    // A lock ends by itself, too.
    for (let n = 0; n < 5; n++) await signIn('locked-out', { password: `wrong ${n}` })
    current.now += 5 * 60_000
    expect(await made('User/Get', { id })).toMatchObject({ lockedUntil: null })
  })

  test('who holds more than the caller is not unlocked by the caller', async () => {
    const { id } = await user('locked-chief', { roleNames: ['ADMIN'] })
    for (let n = 0; n < 5; n++) await signIn('locked-chief', { password: `wrong ${n}` })
    expect(await refused('User/Unlock', { id }, clerk)).toBe('userHoldsMore')
    expect((await signIn('locked-chief')).status).toBe(500)
  })

  test('a link that went to an earlier address serves no more', async () => {
    const { id } = await user('moved', { password: undefined })
    const mail = (await identity.outbox.waiting(100)).find(({ to }) => to.startsWith('moved@'))
    const [, resetToken] = /#(\S+)/.exec(mail?.text ?? '') ?? []
    const elsewhere = { ...person('moved'), password: undefined, emailAddress: 'moved@elsewhere.example' }
    await made('User/Update', { id, ...elsewhere, adminPassword: PASSWORD })
    const { error } = await call('Account/PasswordReset', { resetToken, newPassword: NEW_PASSWORD })
    expect(error).toMatchObject({ code: refusals.resetLinkInvalid.code })
  })

  test.each(['User/DeActivate', 'User/Update'] as const)(
    'a sign-in that was under way at %s gives no session, and none once the user is active again',
    async (name) => {
      const userName = `under-way-${name.length}`
      const { id } = await user(userName)
      const row = () =>
        database.store
          .forTenant(meridian)
          .read((tx) =>
            tx.selectFrom('users').select('security_stamp').where('id', '=', id).executeTakeFirstOrThrow(),
          )
      const before = await row()
      await made(name, name === 'User/Update' ? { id, ...person(userName, { isActive: false }) } : { id })
      await made('User/Activate', { id })
      // The password was compared before, and the session is opened now, with the stamp of then.
      const of = { tenantId: meridian, userId: id, securityStamp: before.security_stamp, seconds: 60 }
      const from = { clientIpAddress: '127.0.0.1', browserInfo: '' }
      const found = await database.store.forTenant(meridian).write(async (tx) => {
        const sessionId = await identity.sessions.open(tx, { ...of, ...from })
        return findSession(tx, { ...of, sessionId }, current.now)
      })
      expect(found).toBeUndefined()
    },
  )

  test('a deactivated user is refused on the next request, and no earlier session begins again', async () => {
    const { id } = await user('resting')
    const token = await tokenOf('resting')
    expect(await signInOf(token)).not.toBeNull()
    await made('User/DeActivate', { id })
    expect(await signInOf(token)).toBeNull()
    expect((await signIn('resting')).error.code).toBe(refusals.userIsNotActive.code)
    await made('User/Activate', { id })
    expect(await signInOf(token)).toBeNull()
    expect(await tokenOf('resting')).toEqual(expect.any(String))
  })

  test('a password is reset by the administrator’s own, and ends the user’s sessions', async () => {
    const { id } = await user('forgetful')
    const token = await tokenOf('forgetful')
    const reset = { userId: id, newPassword: NEW_PASSWORD }
    expect(await refused('User/ResetPassword', { ...reset, adminPassword: 'wrong' })).toBe('passwordWrong')
    const common = { ...reset, newPassword: 'password1', adminPassword: PASSWORD }
    expect(await refused('User/ResetPassword', common)).toBe('passwordCommon')
    expect(await signInOf(token)).not.toBeNull()
    // Who tried too often is let in by the new password at once.
    for (let n = 0; n < 5; n++) await signIn('forgetful', { password: `wrong ${n}` })
    expect((await signIn('forgetful')).status).toBe(500)
    expect(await made('User/ResetPassword', { ...reset, adminPassword: PASSWORD })).toBe(true)
    expect(await signInOf(token)).toBeNull()
    expect(await tokenOf('forgetful', NEW_PASSWORD)).toEqual(expect.any(String))
    const mails = (await identity.outbox.waiting(100)).filter(({ to }) => to.startsWith('forgetful@'))
    expect(mails.map(({ subject }) => subject)).toEqual(['Your password for Tradebook was changed'])
  })

  test('a second factor that was lost is turned off, with audit and mail', async () => {
    const { id } = await user('phoneless')
    const token = await tokenOf('phoneless')
    const { secret } = (await call('Account/GetTwoFactorAuthTokens', {}, bearing(token))).result
    const verificationCode = totpCode(secret, current.now)
    await call('Account/EnableTwoFactorAuth', { verificationCode, password: PASSWORD }, bearing(token))
    expect((await made('User/Get', { id })).isTwoFactorOn).toBe(true)
    expect((await signIn('phoneless')).result.twoFactorAuthRequired).toBe(true)
    const input = { userId: id, adminPassword: 'wrong' }
    expect(await refused('User/DisableTwoFactor', input)).toBe('passwordWrong')
    expect(await made('User/DisableTwoFactor', { ...input, adminPassword: PASSWORD })).toBe(true)
    expect(await tokenOf('phoneless')).toEqual(expect.any(String))
    const subjects = (await identity.outbox.waiting(100))
      .filter(({ to }) => to.startsWith('phoneless@'))
      .map(({ subject }) => subject)
    expect(subjects).toContain('Two-factor sign-in to Tradebook was turned off')
    const [row] = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('audit_log')
          .select(['user_name', 'parameters'])
          .where('method_name', '=', 'DisableTwoFactor')
          .execute(),
      )
    expect(row).toEqual({ user_name: 'admin', parameters: JSON.stringify({ userId: id }) })
  })
})

describe('who registers', () => {
  const register = async (userName: string) => {
    const particulars = { tenancyName: 'Meridian', userName, name: 'Ada', surname: 'Obi' }
    const emailAddress = `${userName}@example.com`
    await call('Account/Register', { ...particulars, emailAddress, password: PASSWORD })
    const inFirm = database.store.forTenant(meridian)
    return {
      ...(await inFirm.read((tx) =>
        tx.selectFrom('users').select('id').where('user_name', '=', userName).executeTakeFirstOrThrow(),
      )),
      prove: () =>
        inFirm.write((tx) =>
          tx
            .updateTable('users')
            .set({ is_email_confirmed: true })
            .where('user_name', '=', userName)
            .execute(),
        ),
      asked: { ...particulars, emailAddress },
    }
  }

  test('is no user of the firm until the address is proved, and is given nothing until a request is handed in', async () => {
    const { id, asked, prove } = await register('newcomer')
    const grant = (grants: object) => refused('User/Update', { id, ...asked, isActive: true, ...grants })
    expect((await made('User/GetAll', { keyword: 'newcomer' })).totalCount).toBe(0)
    expect(await grant({ roleNames: ['BROKER'] })).toBe('userIsGone')
    await prove()
    expect((await made('User/GetAll', { keyword: 'newcomer' })).totalCount).toBe(1)
    for (const grants of [
      { roleNames: ['BROKER'] },
      { permissions: ['BUY'] },
      { userTradingAccounts: [{ accountNumber: ACCOUNT }] },
    ])
      expect(await grant(grants)).toBe('userIsRegistering')
    const { items } = await made('User/GetAll', { keyword: 'newcomer' })
    expect(items).toMatchObject([{ roleNames: [], permissions: [], userTradingAccounts: [] }])
    // What takes nothing but changes a name is no grant.
    expect((await made('User/Update', { ...items[0], name: 'Adaeze' })).name).toBe('Adaeze')
  })
})

describe('the firm keeps an active holder of Pages.Users', () => {
  /** How many transactions of this database wait for a lock. */
  async function waiting(): Promise<number> {
    const client = new Client(database.access.admin)
    await client.connect()
    const { rows } = await client.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    await client.end()
    return rows.length
  }

  test('whatever would take the last one away is refused', async () => {
    // A firm of its own, whose one administrator is named otherwise.
    await addUser(zenith, 'chief', 'ADMIN')
    const chief = (await signIn('chief', { tenancyName: 'Zenith-Hill' })).result.accessToken
    const { items } = await made('User/GetAll', { keyword: 'chief' }, chief)
    const { items: roles } = await made('Role/GetAll', { keyword: 'ADMIN' }, chief)
    const without = { ...items[0], roleNames: [] }
    expect(await refused('User/Update', without, chief)).toBe('lastUserAdministrator')
    // The role ADMIN grants it always, another role as long as somebody needs it.
    const all = { ...roles[0], name: 'Chiefs' }
    const { id: roleId } = await made('Role/Create', all, chief)
    await made('User/Update', { ...items[0], roleNames: ['Chiefs'] }, chief)
    const grantedPermissions = all.grantedPermissions.filter((name: string) => name !== 'Pages.Users')
    const fewer = { ...all, id: roleId, grantedPermissions }
    expect(await refused('Role/Update', fewer, chief)).toBe('lastUserAdministrator')
    expect(await refused('Role/Delete', { id: roleId }, chief)).toBe('lastUserAdministrator')
    await made('User/Update', items[0], chief)
    // An inactive one is none.
    const second = {
      ...person('deputy', { roleNames: ['ADMIN'], isActive: false }),
      emailAddress: 'd@z.example',
    }
    const { id } = await made('User/Create', second, chief)
    expect(await refused('User/Update', without, chief)).toBe('lastUserAdministrator')
    await made('User/Activate', { id }, chief)
    // Nor is one who registers.
    const deputy = (changes: object) =>
      database.store
        .forTenant(zenith)
        .write((tx) => tx.updateTable('users').set(changes).where('id', '=', id).execute())
    for (const state of [{ is_email_confirmed: false }, { is_registering: true }]) {
      await deputy(state)
      expect(await refused('User/Update', without, chief)).toBe('lastUserAdministrator')
      await deputy({ is_email_confirmed: true, is_registering: false })
    }
    expect((await made('User/Update', without, chief)).roleNames).toEqual([])
    expect((await ask('User/GetAll', {}, chief)).status).toBe(403)
  })

  test('of two who deactivate each other the second is signed out', async () => {
    const pair = ['first', 'other']
    for (const userName of pair) await user(userName, { roleNames: ['ADMIN'] })
    const [firstId, otherId] = await Promise.all(
      pair.map(async (keyword) => (await made('User/GetAll', { keyword })).items[0].id),
    )
    const tokens = await Promise.all(pair.map((userName) => tokenOf(userName)))
    const answers = await inOrderBehind(
      database.store.forTenant(meridian),
      (tx) => tx.selectFrom('roles').select('id').where('name', '=', 'ADMIN').forUpdate().execute(),
      [
        () => ask('User/DeActivate', { id: otherId }, tokens[0]),
        () => ask('User/DeActivate', { id: firstId }, tokens[1]),
      ],
    )
    expect(answers).toMatchObject([
      { status: 200 },
      { status: 401, error: { code: refusals.signedOutMeanwhile.code } },
    ])
    expect((await made('User/Get', { id: firstId })).isActive).toBe(true)
  })

  test('two that would each leave the other as the last do not both pass', async () => {
    const rivals = ['left', 'right']
    for (const userName of rivals) await user(userName, { roleNames: ['ADMIN'] })
    const tokens = await Promise.all(rivals.map((userName) => tokenOf(userName)))
    const all = (await made('User/GetAll', { maxResultCount: 1000 })).items
    const ids = rivals.map((name) => all.find(({ userName }: { userName: string }) => userName === name).id)
    const administrators = await made('User/GetAll', { roleName: 'ADMIN' })
    for (const { id, userName } of administrators.items)
      if (!rivals.includes(userName)) await made('User/DeActivate', { id }, tokens[0])
    await made('User/DeActivate', { id: clerkId }, tokens[0])
    const scope = database.store.forTenant(meridian)
    const giver = { tenantId: meridian, userId: ids[0], accounts: [] }
    let second: ReturnType<typeof ask> | undefined
    await scope.write((tx) =>
      changeGrants(tx, giver, async () => {
        await tx.updateTable('users').set({ is_active: false }).where('id', '=', ids[1]).execute()
        second = ask('User/DeActivate', { id: ids[0] }, tokens[1])
        // The first has not ended, and the second waits for it before it counts who is left.
        await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
        return null
      }),
    )
    expect((await second)?.status).not.toBe(200)
    const left = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx.selectFrom('users').select('id').where('id', 'in', ids).where('is_active', '=', true).execute(),
      )
    expect(left).toHaveLength(1)
  })
})
