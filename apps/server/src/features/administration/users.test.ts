import { refusals } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import {
  addUser,
  call,
  current,
  database,
  identity,
  meridian,
  PASSWORD,
  signIn,
  zenith,
} from '../../http/identity.fixture.ts'
import {
  ACCOUNT,
  administratorsForAllTests,
  ask,
  clerk,
  clerkId,
  grantsOf,
  made,
  NEW_PASSWORD,
  person,
  refused,
  signAdministratorsIn,
  signInOf,
  tokenOf,
  user,
} from './administration.fixture.ts'

administratorsForAllTests()

describe('users', () => {
  test('are created, changed, found, listed and deleted', async () => {
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
      passkeys: 0,
      rightsGivenBy: null,
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

  test('the newest names come first on request', async () => {
    for (const userName of ['aaron', 'zainab']) await user(userName)
    const { items } = await made('User/GetAll', { sorting: 'UserName DESC, EmailAddress', maxResultCount: 1 })
    expect(items[0].userName).toBe('zainab')
    const first = await made('User/GetAll', { maxResultCount: 1 })
    expect(first.items[0].userName).toBe('aaron')
    expect(first.totalCount).toBeGreaterThan(2)
  })

  test('without a password, a link to choose one is e-mailed', async () => {
    await user('invited', { password: undefined, roleNames: ['BROKER'] })
    const mail = (await identity.outbox.waiting(100)).find(({ to }) => to === 'invited@meridian.example')
    const resetToken = /#(\S+)/.exec(mail?.text ?? '')?.[1]
    expect(mail?.text).toContain('tenant=Meridian')
    // It serves longer than a link for a forgotten password.
    current.now += 71 * 3_600_000
    const set = await call('Account/PasswordReset', { resetToken, newPassword: NEW_PASSWORD })
    expect(set.result).toBe(true)
    expect(await tokenOf('invited', NEW_PASSWORD)).toEqual(expect.any(String))
    await signAdministratorsIn()
  })

  test('taken names and addresses, common passwords and unknown roles are refused', async () => {
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

  test('only one of two created at once with one name exists', async () => {
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

  test('no one can grant what they do not hold, or change a user who holds more', async () => {
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

  test('accounts become the user’s own, for anyone who may trade them', async () => {
    const userTradingAccounts = [{ accountNumber: ACCOUNT }]
    expect(await refused('User/Create', person('theirs', { userTradingAccounts }), clerk)).toBe(
      'accountNotHeld',
    )
    const { id } = await user('owner', { userTradingAccounts })
    const shown = [{ accountNumber: ACCOUNT, cscsAccount: '0012345678', customerName: 'Ngozi Eze' }]
    expect((await made('User/Get', { id })).userTradingAccounts).toEqual(shown)
    // Anyone who signed in as the user would trade them.
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

  test('changing a user’s e-mail address needs the changer’s own password, and the earlier address is informed', async () => {
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

  test('are refused every call without the permission', async () => {
    const broker = await tokenOf('broker')
    for (const name of ['User/GetAll', 'Role/GetAll', 'User/GetRoles', 'Role/GetAllPermissions'] as const)
      expect((await ask(name, {}, broker)).status).toBe(403)
  })
})

test('the audit trail has created, changed and deleted roles and users, before and after, without passwords', async () => {
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

describe('a user name that looks like another', () => {
  test.each([
    // as typed → the refusal
    ['\uff41dmin', 'userNameTaken'],
    ['\u{1d41a}\u{1d41d}\u{1d426}\u{1d422}\u{1d427}', 'userNameTaken'],
    ['\u0430dmin', 'userNameMixed'],
    ['adm\u0456n', 'userNameMixed'],
    ['\u03b1dmin', 'userNameMixed'],
  ])('%s is refused alongside admin, of a new user and of one that is renamed', async (userName, refusal) => {
    const other = { emailAddress: 'looks@meridian.example' }
    expect(await refused('User/Create', person(userName, other))).toBe(refusal)
    const { id } = await user(`renamed-${encodeURIComponent(userName).slice(1, 9)}`.toLowerCase())
    const { error } = await ask('User/Update', { ...(await made('User/Get', { id })), userName })
    expect(error).toMatchObject({ code: refusals[refusal as 'userNameMixed'].code })
    expect(error.validationErrors[0].members).toEqual(['userName'])
  })

  test.each(['Adédayọ̀ 2', 'Ɓala-Ƙasim', 'o’brien_1', 'أحمد', 'Олена', '4711'])(
    '%s, of one script, is another name and is kept',
    async (userName) => {
      const { id } = await user(userName, {
        emailAddress: `n${Buffer.from(userName).toString('hex')}@m.example`,
      })
      expect((await made('User/Get', { id })).userName).toBe(userName.normalize('NFC'))
    },
  )

  test('an earlier name stays, and no one else can choose it in ordinary letters', async () => {
    const { id, ...row } = await user('before')
    await database.run(`UPDATE users SET user_name = '\uff42efore' WHERE id = ${id}`)
    const kept = await made('User/Update', { ...row, id, userName: '\uff42efore', surname: 'Other' })
    expect(kept).toMatchObject({ userName: '\uff42efore', surname: 'Other' })
    expect(await refused('User/Create', person('before', { emailAddress: 'b2@m.example' }))).toBe(
      'userNameTaken',
    )
  })
})
