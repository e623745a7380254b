import { type CallInput, refusals, Side } from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DeskStage, order } from '../../desk/desk.fixture.ts'
import type { Desk } from '../../desk/desk.ts'
import type { Origin } from '../../desk/inputs.ts'
import {
  bearing,
  call,
  clock,
  current,
  database,
  edgeForAllTests,
  identity,
  PASSWORD,
  signIn,
  zenith,
} from '../../http/identity.fixture.ts'
import { createTenant } from '../../store/people.ts'
import { completeFirms } from './complete-firms.ts'
import { standingAtDesk } from './firms.ts'
import { tenantsFeature } from './tenants.ts'

/** The firms as the host administers them, on a real database and with a real desk. */

let stage: DeskStage
let desk: Desk
let host: Record<string, string>

edgeForAllTests({
  async open() {
    stage = await DeskStage.open()
    // The firms of the desk's stage have numbers that were not drawn.
    await stage.database.run("SELECT setval(pg_get_serial_sequence('tenants', 'id'), 100)")
    desk = await stage.startDesk()
    return stage.database
  },
  handlers: () =>
    tenantsFeature({
      ...identity,
      ...{ store: database.store, desk, clock, publicUrl: () => 'https://trade.example' },
    }),
})
beforeAll(async () => {
  await completeFirms(database.store, desk)
  host = bearing((await signIn('admin', { tenancyName: null })).result.accessToken)
})
afterAll(() => desk.stop())

const NEW_PASSWORD = 'Quiet-harbour-lamp-7'

const asked = (tenancyName: string, more: object = {}): CallInput<'Tenant/Create'> => ({
  tenancyName,
  name: `${tenancyName} Securities`,
  adminEmailAddress: `chief@${tenancyName}.example`,
  isActive: true,
  ...more,
})
const create = (tenancyName: string, more: object = {}) =>
  call('Tenant/Create', asked(tenancyName, more), host)
const tenant = (
  name: 'Activate' | 'DeActivate' | 'Delete',
  input: { readonly id: number; readonly releaseKillSwitch?: boolean },
) =>
  call(
    `Tenant/${name}`,
    input,
    host,
    name === 'Delete' ? { url: `/api/services/app/Tenant/Delete?id=${input.id}` } : {},
  )

/** The firm's administrator chooses a password by the link, and signs in. */
async function firstSignIn({ result }: Awaited<ReturnType<typeof create>>): Promise<string> {
  const resetToken = new URL(result.passwordLink).hash.slice(1)
  await call('Account/PasswordReset', { resetToken, newPassword: NEW_PASSWORD })
  return (await signInTo(result.tenancyName)).result.accessToken
}
const signInTo = (tenancyName: string) => signIn('admin', { tenancyName, password: NEW_PASSWORD })

const isSignedIn = async (token: string) =>
  (await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result.user !== null

const originOf = (tenantId: number): Origin => ({
  ...{ tenantId, userId: 1, userName: 'admin', accounts: 'all', clientIpAddress: '', browserInfo: '' },
  permissions: new Set(['BUY', 'SELL']),
})
const openAccount = (tenantId: number, account: string) =>
  desk.submit({
    kind: 'openAccount',
    origin: originOf(tenantId),
    account: { account, cscsAccount: '0000000001', customerId: 1, customerName: 'Ada' },
  })
const deposit = (tenantId: number, account: string) =>
  desk.submit({
    kind: 'externalTransfer',
    origin: originOf(tenantId),
    transfer: { type: 'deposit', account, amount: 1_000_000_00n as never, reference: 'R', narration: 'N' },
  })

describe('a member code', () => {
  test('is refused beside its field where another firm has it, and free once that one is deleted', async () => {
    const { result: first } = await create('Coded', { memberCode: 'CDD' })
    const second = await create('Coded-too', { memberCode: 'cdd' })
    expect(second.error).toMatchObject({
      code: refusals.memberCodeTaken.code,
      message: 'Another firm has the member code CDD',
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

  test('goes to a corrected address anew, voids the earlier one, and is the host’s no more once somebody signed in', async () => {
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

  test('of a firm that is not there is none', async () => {
    expect((await renew(999_999, 'a@b.example')).error.code).toBe(refusals.unknownTenant.code)
    expect((await renew(0, 'a@b.example')).status).not.toBe(200)
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

  test('keeps its link out of every row, and the link is over after 72 hours', async () => {
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
    host = bearing((await signIn('admin', { tenancyName: null })).result.accessToken)
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
      'The firm Quiet is not active.',
    )
  })
})

test('firms are listed in pages, by keyword, state and order; the host is none', async () => {
  for (const name of ['ListA', 'ListB', 'ListC']) await create(name, { isActive: name !== 'ListB' })
  const list = async (query: string) => {
    const { result } = await call('Tenant/GetAll', {}, host, {
      url: `/api/services/app/Tenant/GetAll?${query}`,
    })
    return {
      total: result.totalCount,
      names: result.items.map((row: { tenancyName: string }) => row.tenancyName),
    }
  }
  expect(await list('keyword=list')).toEqual({ total: 3, names: ['ListA', 'ListB', 'ListC'] })
  expect(await list('keyword=list&isActive=true')).toEqual({ total: 2, names: ['ListA', 'ListC'] })
  expect(await list('keyword=LIST&isActive=false')).toEqual({ total: 1, names: ['ListB'] })
  expect(await list('keyword=list&sorting=TenancyName DESC&skipCount=1&maxResultCount=1')).toEqual({
    ...{ total: 3, names: ['ListB'] },
  })
  expect((await list('maxResultCount=1000')).names).not.toContain('Host')
})

describe('a firm that is disabled', () => {
  test('is stopped, its sessions end at once in memory too, and nobody of it signs in', async () => {
    const made = await create('Coast')
    const { id } = made.result
    const token = await firstSignIn(made)
    expect(await isSignedIn(token)).toBe(true)
    const ended: string[] = []
    const forget = identity.onSessionEnded((sessionId) => void ended.push(sessionId))
    expect((await tenant('DeActivate', { id })).result).toMatchObject({
      ...{ isActive: false, isKillSwitchOn: true },
    })
    forget()
    expect(ended).toHaveLength(1)
    expect(await isSignedIn(token)).toBe(false)
    expect((await signInTo('Coast')).error).toMatchObject({
      ...{ code: 1007, details: 'The firm Coast is not active.' },
    })
    await openAccount(id, 'C1')
    const refused = await desk.submit({
      ...order({ tenantId: id, account: 'C1' }, 'c1', Side.buy, await stage.referencePx('GTCO'), 1),
    })
    expect(refused).toMatchObject({ refusal: { refusal: 'killSwitchOn', values: { scope: 'tenant' } } })

    // Enabled again it stays stopped until that is released, too.
    expect((await tenant('Activate', { id })).result).toMatchObject({
      ...{ isActive: true, isKillSwitchOn: true },
    })
    expect((await signInTo('Coast')).status).toBe(200)
    // The session that ended does not come back.
    expect(await isSignedIn(token)).toBe(false)
    expect((await tenant('Activate', { id, releaseKillSwitch: true })).result.isKillSwitchOn).toBe(false)
  })

  test('is so by ABP’s way of changing it, too', async () => {
    const made = await create('Savanna')
    const token = await firstSignIn(made)
    const { id, tenancyName, name } = made.result
    const update = (isActive: boolean) => call('Tenant/Update', { id, tenancyName, name, isActive }, host)
    expect((await update(false)).result).toMatchObject({ isActive: false, isKillSwitchOn: true })
    expect(await isSignedIn(token)).toBe(false)
    expect((await update(true)).result).toMatchObject({ isActive: true, isKillSwitchOn: true })
  })
})

test('a firm that is disabled and enabled at once is as the later of both leaves it', async () => {
  const { id } = (await create('Contested')).result
  for (let round = 0; round < 5; round++) {
    await tenant('DeActivate', { id })
    const answers = await Promise.all([
      tenant('DeActivate', { id }),
      tenant('Activate', { id, releaseKillSwitch: true }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { isActive, isKillSwitchOn } = (await getOne(id)).result
    expect(isKillSwitchOn).toBe(!isActive)
  }
})

test('a change that is refused has not stopped the firm, nor changed anything else of it', async () => {
  const { result } = await create('Refused', { memberCode: 'RFD' })
  await create('Refusing', { memberCode: 'RFG' })
  const { id, name } = result
  const disabled = { id, name, isActive: false }
  const byName = await call(
    'Tenant/Update',
    { ...disabled, tenancyName: 'Refusing', memberCode: 'RF2' },
    host,
  )
  expect(byName.error).toMatchObject({ code: refusals.tenancyNameTaken.code })
  const byCode = await call('Tenant/Update', { ...disabled, tenancyName: 'Renamed', memberCode: 'RFG' }, host)
  expect(byCode.error).toMatchObject({ code: refusals.memberCodeTaken.code })
  expect((await getOne(id)).result).toMatchObject({
    ...{ tenancyName: 'Refused', memberCode: 'RFD', isActive: true, isKillSwitchOn: false },
  })
})

test('changed names, features and particulars are there with the next request', async () => {
  const made = await create('Before')
  const token = await firstSignIn(made)
  const { id } = made.result
  const login = async () =>
    (await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result as Record<string, object>
  expect(await login()).toMatchObject({ application: { features: { SignalR: true } } })
  const change = { id, tenancyName: 'After', name: 'After Ltd', isActive: true }
  const features = { SignalR: false }
  const changed = await call('Tenant/Update', { ...change, features, phone: '+234 2' }, host)
  expect(changed.result).toMatchObject({ ...change, features, phone: '+234 2', memberCode: '' })
  expect(await login()).toMatchObject({
    application: { features: { SignalR: false } },
    tenant: { tenancyName: 'After', name: 'After Ltd' },
  })
  // What is left out stays.
  expect((await call('Tenant/Update', change, host)).result).toMatchObject({ features, phone: '+234 2' })
  expect((await call('Tenant/Update', { ...change, tenancyName: 'Zenith-Hill' }, host)).error.code).toBe(1030)
})

describe('a firm that is deleted', () => {
  test('is refused while it has money, hidden then, its name is free and its people are out', async () => {
    const made = await create('Gone')
    const { id } = made.result
    const token = await firstSignIn(made)
    await openAccount(id, 'G1')
    await deposit(id, 'G1')
    expect((await tenant('Delete', { id })).error).toMatchObject({ code: 1032 })
    expect(await isSignedIn(token)).toBe(true)
    await desk.submit({
      kind: 'externalTransfer',
      origin: originOf(id),
      transfer: {
        ...{ type: 'withdrawal', account: 'G1', amount: 1_000_000_00n as never },
        ...{ reference: 'R', narration: 'N' },
      },
    })
    expect(await tenant('Delete', { id })).toMatchObject({ status: 200, result: null })
    expect(await isSignedIn(token)).toBe(false)
    expect((await signInTo('Gone')).error.code).toBe(1006)
    expect((await call('Account/IsTenantAvailable', { tenancyName: 'Gone' })).result.state).toBe(3)
    for (const again of [await tenant('Delete', { id }), await getOne(id)])
      expect(again.error.code).toBe(1031)
    const other = await create('Gone')
    expect(other.result.id).not.toBe(id)
  })

  test('is hidden by the next server where the last one ended before', async () => {
    const { id } = (await create('Halfway')).result
    await desk.submit({ kind: 'closeFirm', origin: { ...originOf(0) }, tenantId: id, before: {} })
    await completeFirms(database.store, desk)
    expect((await getOne(id)).error.code).toBe(1031)
  })
})

test('a firm that was made and not opened is opened by the next server', async () => {
  const id = await createTenant(database.store, { tenancyName: 'Unopened', name: 'Unopened' })
  expect(await openAccount(id, 'U1')).toMatchObject({ refusal: { refusal: 'unknownFirm' } })
  await completeFirms(database.store, desk)
  expect(await openAccount(id, 'U1')).toMatchObject({ kind: 'done' })
})

const getOne = (id: number) => call('Tenant/Get', {}, host, { url: `/api/services/app/Tenant/Get?id=${id}` })

test('what was made, changed and deleted of a firm is in the audit trail of the host, before and after', async () => {
  const { id } = (await create('Audited')).result
  const now = { tenancyName: 'Audited', name: 'Audited Ltd', isActive: true }
  await call('Tenant/Update', { id, ...now, features: { SignalR: false } }, host)
  await tenant('DeActivate', { id })
  await tenant('Delete', { id })
  const changes = await database.store
    .forTenant(0)
    .read((tx) =>
      tx
        .selectFrom('audit_changes')
        .select(['entity', 'before', 'after'])
        .where('entity_id', '=', String(id))
        .orderBy('audit_id')
        .execute(),
    )
  const made = { ...now, name: 'Audited Securities', features: {} }
  const changed = { ...now, features: { SignalR: 'false' } }
  const stopped = { ...changed, isActive: false }
  const { features, ...closed } = stopped
  expect(changes).toEqual([
    { entity: 'Tenant', before: null, after: made },
    { entity: 'Tenant', before: made, after: changed },
    { entity: 'Tenant', before: changed, after: stopped },
    { entity: 'Tenant', before: closed, after: null },
  ])
})

test('an administrator of a firm has none of it', async () => {
  const token = (await signIn('broker', { tenancyName: 'Zenith-Hill', password: PASSWORD })).result
    .accessToken
  for (const name of ['Tenant/GetAll', 'Tenant/Create', 'Tenant/DeActivate'] as const)
    expect((await call(name, { ...asked('Mine'), id: zenith }, bearing(token))).status).toBe(403)
})
