import { refusals } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { bearing, call, current, database, identity, signIn } from '../../http/identity.fixture.ts'
import { approversOf } from '../../platform/influences.ts'
import { createTenant } from '../../store/people.ts'
import { completeFirms } from './complete-firms.ts'
import { standingAtDesk } from './firms.ts'
import {
  create,
  deposit,
  desk,
  firstSignIn,
  getOne,
  host,
  hostForAllTests,
  NEW_PASSWORD,
  openAccount,
  signHostIn,
  signInTo,
  tenant,
} from './tenants.fixture.ts'

hostForAllTests()

describe('a member code', () => {
  test('is refused next to its field where another firm has it, and free once that one is deleted', async () => {
    const { result: first } = await create('Coded', { memberCode: 'CDD' })
    const second = await create('Coded-too', { memberCode: 'cdd' })
    expect(second.error).toMatchObject({
      code: refusals.memberCodeTaken.code,
      message: 'Another firm already has the member code CDD',
      validationErrors: [{ members: ['memberCode'] }],
    })
    // The desk has closed what it had opened.
    expect(await standingAtDesk(database.store, first.id + 1)).toBe('closed')
    const { result: third } = await create('Coded-three', { memberCode: 'CD3' })
    const { tenancyName, name, isActive } = third
    const change = { id: third.id, tenancyName, name, isActive, memberCode: 'CDD' }
    const update = () => call('Tenant/Update', change, host)
    expect((await update()).error.code).toBe(refusals.memberCodeTaken.code)
    expect((await tenant('Delete', { id: first.id })).error).toBeNull()
    expect((await update()).result.memberCode).toBe('CDD')
  })
})

describe('the first link of a firm', () => {
  const renew = (id: number, adminEmailAddress: string, token = host) =>
    call('Tenant/RenewFirstLink', { id, adminEmailAddress }, token)
  const choose = (link: string) =>
    call('Account/PasswordReset', { resetToken: new URL(link).hash.slice(1), newPassword: NEW_PASSWORD })

  test('goes to a corrected address, voids the earlier link, and is no longer available to the host once somebody has signed in', async () => {
    const made = await create('Mistyped', { adminEmailAddress: 'cheif@mistyped.example' })
    const { id, passwordLink } = made.result
    const right = 'chief@mistyped.example'
    const renewed = (await renew(id, right)).result
    expect(renewed).toMatchObject({
      ...{ adminUserName: 'admin', adminEmailAddress: right },
      passwordLinkExpires: new Date(current.now + 72 * 3_600_000).toISOString(),
    })
    expect((await call('Tenant/Get', { id }, host)).result.adminEmailAddress).toBe(right)
    const mails = (await identity.outbox.waiting(100)).filter(({ to }) => to === right)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(renewed.passwordLink)
    const change = await database.store
      .forTenant(0)
      .read((tx) =>
        tx
          .selectFrom('audit_changes')
          .select(['before', 'after'])
          .where('entity', '=', 'Tenant')
          .where('entity_id', '=', String(id))
          .orderBy('audit_id', 'desc')
          .executeTakeFirstOrThrow(),
      )
    expect(change).toEqual({
      before: { adminEmailAddress: 'cheif@mistyped.example' },
      after: { adminEmailAddress: right },
    })
    expect((await choose(passwordLink)).error.code).toBe(refusals.resetLinkInvalid.code)
    expect((await choose(renewed.passwordLink)).status).toBe(200)
    // Until somebody signed in the host may still correct it.
    const last = (await renew(id, right)).result.passwordLink
    expect((await choose(last)).status).toBe(200)
    const token = bearing((await signInTo('Mistyped')).result.accessToken)
    expect((await renew(id, right)).error.code).toBe(refusals.firmHasAdministrator.code)
    expect((await call('Tenant/Get', { id }, host)).result.adminEmailAddress).toBeNull()
    expect((await renew(id, right, token)).status).toBe(403)
  })

  test('for an unknown firm is refused', async () => {
    expect((await renew(999_999, 'a@b.example')).error.code).toBe(refusals.unknownTenant.code)
    expect((await renew(0, 'a@b.example')).status).not.toBe(200)
  })
})

describe('the second administrator of a firm', () => {
  const name = (id: number, userName: string, emailAddress: string) =>
    call(
      'Tenant/NameSecondAdministrator',
      { id, userName, name: 'Ngozi', surname: 'Eze', emailAddress },
      host,
    )
  const choose = (link: string) =>
    call('Account/PasswordReset', { resetToken: new URL(link).hash.slice(1), newPassword: NEW_PASSWORD })

  test('is corrected until sign-in, and approves what the first one and their users ask for, at once', async () => {
    const made = await create('Twofold')
    const { id } = made.result
    expect((await getOne(id)).result.secondAdmin).toBeNull()
    const mistyped = (await name(id, 'ngozi', 'ngozy@twofold.example')).result.passwordLink
    const { result: link } = await name(id, 'ngozi', 'ngozi@twofold.example')
    expect(link).toMatchObject({ adminUserName: 'ngozi', adminEmailAddress: 'ngozi@twofold.example' })
    expect((await getOne(id)).result.secondAdmin).toEqual({
      ...{ userName: 'ngozi', name: 'Ngozi', surname: 'Eze', emailAddress: 'ngozi@twofold.example' },
    })
    expect((await choose(mistyped)).error.code).toBe(refusals.resetLinkInvalid.code)
    expect((await choose(link.passwordLink)).status).toBe(200)
    const first = bearing(await firstSignIn(made))
    const second = bearing(
      (await signIn('ngozi', { tenancyName: 'Twofold', password: NEW_PASSWORD })).result.accessToken,
    )
    expect((await name(id, 'other', 'other@twofold.example')).error.code).toBe(
      refusals.firmHasSecondAdministrator.code,
    )
    expect((await getOne(id)).result.secondAdmin).toMatchObject({ userName: 'ngozi', emailAddress: null })

    const userOf = async (userName: string, by: Record<string, string>) => {
      const { result } = await call(
        'User/Create',
        {
          ...{ userName, name: userName, surname: 'Bello', emailAddress: `${userName}@twofold.example` },
          ...{ password: NEW_PASSWORD, isActive: true, roleNames: ['ADMIN'] },
        },
        by,
      )
      return result.id as number
    }
    const clerk = await userOf('clerk', first)
    const puppet = await userOf('puppet', first)
    const approver = await userOf('approver', second)
    const users = await database.store
      .forTenant(id)
      .read((tx) => tx.selectFrom('users').select(['id', 'user_name']).execute())
    const idOf = (userName: string) => users.find(({ user_name }) => user_name === userName)!.id
    const madeAt = current.now
    const approvers = await database.store
      .forTenant(id)
      .read((tx) => approversOf(tx, { independenceDays: 7, approversByTwo: false }, madeAt))
    const mayApprove = (deciderId: number, makerId: number) =>
      approvers.refusalOf(deciderId, { makerId, madeAt }) === undefined
    expect(mayApprove(idOf('ngozi'), idOf('admin'))).toBe(true)
    expect(mayApprove(approver, clerk)).toBe(true)
    expect(mayApprove(idOf('ngozi'), clerk)).toBe(true)
    // One administrator and two users of theirs are one person.
    expect(mayApprove(puppet, clerk)).toBe(false)
    expect(mayApprove(idOf('admin'), clerk)).toBe(false)
  })

  test('has a name and an address that no one else at the firm has', async () => {
    const { id } = (await create('Namesake')).result
    expect((await name(id, 'admin', 'two@namesake.example')).error.code).toBe(refusals.userNameTaken.code)
    expect((await name(id, 'two', 'chief@Namesake.example')).error.code).toBe(refusals.emailAddressTaken.code)
    expect((await name(id, 'аdmin', 'two@namesake.example')).error.code).toBe(refusals.userNameMixed.code)
    expect((await name(999_999, 'two', 'two@namesake.example')).error.code).toBe(refusals.unknownTenant.code)
    expect((await getOne(id)).result.secondAdmin).toBeNull()
  })
})

describe('a firm that is made', () => {
  test('has roles, particulars and features, its administrator signs in by the mailed link, and it trades at once', async () => {
    const made = await create('Sahel', {
      ...{ memberCode: 'SHL', address: '1 Dune Road', phone: '+234 1', features: { SignalR: false } },
    })
    const { id, passwordLink } = made.result
    expect(made.result).toMatchObject({
      ...{ tenancyName: 'Sahel', name: 'Sahel Securities', isActive: true, isKillSwitchOn: false },
      ...{ memberCode: 'SHL', address: '1 Dune Road', phone: '+234 1', features: { SignalR: false } },
      ...{ adminUserName: 'admin', adminEmailAddress: 'chief@Sahel.example' },
      passwordLinkExpires: new Date(current.now + 72 * 3_600_000).toISOString(),
    })
    const mails = (await identity.outbox.waiting(100)).filter(({ to }) => to === 'chief@Sahel.example')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(passwordLink)

    expect(await openAccount(id, 'S1')).toMatchObject({ kind: 'done' })
    expect(await deposit(id, 'S1')).toMatchObject({ kind: 'done' })

    const token = await firstSignIn(made)
    const { result } = await call('Session/GetCurrentLoginInformations', {}, bearing(token))
    expect(result).toMatchObject({
      user: { userName: 'admin', roles: ['ADMIN'] },
      tenant: { tenancyName: 'Sahel' },
      application: { features: { SignalR: false, 'SignalR.AspNetCore': false } },
    })
    // The link served.
    const resetToken = new URL(passwordLink).hash.slice(1)
    expect(
      (await call('Account/PasswordReset', { resetToken, newPassword: `${NEW_PASSWORD}x` })).error.code,
    ).toBe(1008)
  })

  test('keeps its link out of every row, and the link expires after 72 hours', async () => {
    const made = await create('Lagoon')
    const token = new URL(made.result.passwordLink).hash.slice(1)
    const rows = await database.store
      .forTenant(made.result.id)
      .read((tx) => tx.selectFrom('password_resets').selectAll().execute())
    const audited = await database.store
      .forTenant(0)
      .read((tx) => tx.selectFrom('audit_log').selectAll().where('method_name', '=', 'Create').execute())
    expect(audited.at(-1)).toMatchObject({ service_name: 'Tenant', user_name: 'admin' })
    const kept = JSON.stringify([rows, audited], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(kept).not.toContain(token.slice(token.indexOf('.') + 1))
    current.now += 72 * 3_600_000
    const late = await call('Account/PasswordReset', { resetToken: token, newPassword: NEW_PASSWORD })
    expect(late.error.code).toBe(1008)
    await signHostIn()
  })

  test('has a name that no other has, in any letter case', async () => {
    const { status, error } = await create('MERIDIAN')
    expect({ status, message: error.message }).toEqual({
      status: 500,
      message: 'Tenancy name MERIDIAN is already taken.',
    })
    const both = await Promise.all([create('Delta'), create('delta')])
    expect(both.map(({ status: each }) => each).toSorted()).toEqual([200, 500])
    for (const tenancyName of ['1st', 'a', 'with space', `A${'a'.repeat(64)}`])
      expect((await create(tenancyName)).status).toBe(400)
    expect((await create('Elsewhere', { connectionString: 'Server=mine' })).status).toBe(400)
  })

  test('is not active where a client leaves it out, as ABP’s do', async () => {
    expect((await create('Quiet', { isActive: undefined })).result).toMatchObject({ isActive: false })
    expect((await signIn('admin', { tenancyName: 'Quiet' })).error.details).toBe(
      'The firm Quiet is disabled.',
    )
  })
})

test('a firm that was made and not opened is opened by the next server', async () => {
  const id = await createTenant(database.store, { tenancyName: 'Unopened', name: 'Unopened' })
  expect(await openAccount(id, 'U1')).toMatchObject({ refusal: { refusal: 'unknownFirm' } })
  await completeFirms(database.store, desk)
  expect(await openAccount(id, 'U1')).toMatchObject({ kind: 'done' })
})
