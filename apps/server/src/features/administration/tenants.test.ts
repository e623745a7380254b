import { OrdType, type PriceKobo, refusals, Side, TimeInForce } from '@tradebook/contract'
import { describe, expect, test, vi } from 'vitest'
import { order } from '../../desk/desk.fixture.ts'
import { bearing, call, database, identity, PASSWORD, signIn, zenith } from '../../http/identity.fixture.ts'
import { completeFirms } from './complete-firms.ts'
import {
  asked,
  create,
  deposit,
  desk,
  firstSignIn,
  getOne,
  host,
  hostForAllTests,
  isSignedIn,
  openAccount,
  originOf,
  signInTo,
  stage,
  tenant,
} from './tenants.fixture.ts'

hostForAllTests()

test('firms are listed in pages, by keyword, state and order; the host is not listed', async () => {
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
  test('is stopped, its sessions end at once, in memory too, and none of its users can sign in', async () => {
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
      ...{ code: 1007, details: 'The firm Coast is disabled.' },
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

  test.each([
    ['cancel', { openOrderCount: 0, areOrdersHalted: false }],
    ['halt', { openOrderCount: 1, areOrdersHalted: true }],
    [undefined, { openOrderCount: 0, areOrdersHalted: false }],
  ] as const)(
    'its open orders are out of the market at once, as the host chose: %s',
    async (openOrders, after) => {
      const made = await create(`Orders${openOrders ?? 'Unsaid'}`)
      const { id, name } = made.result
      await openAccount(id, 'C1')
      await deposit(id, 'C1')
      const price = await stage.referencePx('GTCO')
      const low = (price - 50) as typeof price
      await desk.submit(order({ tenantId: id, account: 'C1' }, 'c1', Side.buy, low, 1))
      expect((await getOne(id)).result).toMatchObject({ openOrderCount: 1, areOrdersHalted: false })
      const stopped = await tenant('DeActivate', { id, ...(openOrders && { openOrders }) })
      expect(stopped.result).toMatchObject({ isActive: false, ...after })
      // A firm with halted orders is not deleted: they are cancelled first, here or before.
      expect((await tenant('Delete', { id })).error?.details).toContain(
        `Open orders: ${after.openOrderCount}`,
      )
      if (after.openOrderCount === 0) return
      expect((await tenant('Activate', { id })).result).toMatchObject(after)
      expect((await tenant('Activate', { id, releaseKillSwitch: true })).result).toMatchObject({
        ...{ name, openOrderCount: 1, areOrdersHalted: false },
      })
    },
  )

  test('says how many of its open orders a halt would cancel', async () => {
    const { id } = (await create('Counting')).result
    await openAccount(id, 'C1')
    await deposit(id, 'C1')
    const low = ((await stage.referencePx('GTCO')) - 50) as PriceKobo
    const entered = async (clOrdID: string, terms: object) => {
      const asked = order({ tenantId: id, account: 'C1' }, clOrdID, Side.buy, low, 1)
      expect(await desk.submit({ ...asked, request: { ...asked.request, ...terms } })).toMatchObject({
        kind: 'order',
      })
    }
    await entered('c1', {})
    await entered('c2', { timeInForce: TimeInForce.goodTillClose })
    await entered('c3', { timeInForce: TimeInForce.goodTillClose, ordType: OrdType.market, price: null })
    expect((await getOne(id)).result).toMatchObject({ openOrderCount: 3, cancelledByHalt: 2 })
    expect((await tenant('DeActivate', { id, openOrders: 'halt' })).result).toMatchObject({
      ...{ openOrderCount: 1, cancelledByHalt: 0, areOrdersHalted: true },
    })
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

describe('users of a disabled firm', () => {
  /** A firm with an open order, and who is signed in to it. */
  async function trading(tenancyName: string) {
    const made = await create(tenancyName)
    const { id, name } = made.result
    const token = await firstSignIn(made)
    await openAccount(id, 'C1')
    await deposit(id, 'C1')
    const price = await stage.referencePx('GTCO')
    await desk.submit(order({ tenantId: id, account: 'C1' }, 'c1', Side.buy, (price - 50) as typeof price, 1))
    return { id, name, tenancyName, token }
  }

  test.each(['cancel', 'halt'] as const)(
    'if the server ends before the desk learns of it, the next server stops the orders of the firm: %s',
    async (openOrders) => {
      const { id, token } = await trading(`Killed-${openOrders}`)
      const ended = vi.spyOn(desk, 'submit').mockRejectedValueOnce(new Error('the server ends'))
      expect((await tenant('DeActivate', { id, openOrders })).status).toBe(500)
      ended.mockRestore()
      expect(await isSignedIn(token)).toBe(false)
      expect((await getOne(id)).result).toMatchObject({
        ...{ isActive: false, isKillSwitchOn: false, openOrderCount: 1 },
      })
      await completeFirms(database.store, desk)
      const stopped = {
        ...{ isActive: false, isKillSwitchOn: true, areOrdersHalted: openOrders === 'halt' },
        openOrderCount: openOrders === 'halt' ? 1 : 0,
      }
      expect((await getOne(id)).result).toMatchObject(stopped)
      // Once: what is enabled since is not stopped again.
      await tenant('Activate', { id, releaseKillSwitch: true })
      await completeFirms(database.store, desk)
      expect((await getOne(id)).result).toMatchObject({ isActive: true, isKillSwitchOn: false })
    },
  )

  test('are signed out before the desk stops it, with either call', async () => {
    for (const by of ['DeActivate', 'Update'] as const) {
      const { token, ...firm } = await trading(`First-${by}`)
      const submit = desk.submit.bind(desk)
      const seen: boolean[] = []
      const watched = vi.spyOn(desk, 'submit').mockImplementation(async (input) => {
        if (input.kind === 'setKillSwitch') seen.push(await isSignedIn(token))
        return submit(input)
      })
      await (by === 'Update'
        ? call('Tenant/Update', { ...firm, isActive: false }, host)
        : tenant('DeActivate', { id: firm.id }))
      watched.mockRestore()
      expect(seen).toEqual([false])
    }
  })

  test('Tenant/Update cancels halted orders if it says so, and otherwise leaves them', async () => {
    const { token: _, ...firm } = await trading('Later')
    await tenant('DeActivate', { id: firm.id, openOrders: 'halt' })
    const update = (more: object) => call('Tenant/Update', { ...firm, isActive: false, ...more }, host)
    const halted = { isActive: false, areOrdersHalted: true, openOrderCount: 1 }
    expect((await update({ phone: '+234 1' })).result).toMatchObject(halted)
    expect((await update({ openOrders: 'halt' })).result).toMatchObject(halted)
    expect((await update({ openOrders: 'cancel' })).result).toMatchObject({
      ...{ isActive: false, isKillSwitchOn: true, areOrdersHalted: false, openOrderCount: 0 },
    })
  })
})

test('a firm that is disabled and enabled at the same time ends as the later change left it', async () => {
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
  test('is refused while it has money; then it is hidden, its name is free and its users are signed out', async () => {
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

  test('is hidden by the next server if the last one ended before that', async () => {
    const { id } = (await create('Halfway')).result
    await desk.submit({ kind: 'closeFirm', origin: { ...originOf(0) }, tenantId: id, before: {} })
    await completeFirms(database.store, desk)
    expect((await getOne(id)).error.code).toBe(1031)
  })
})

test('creation, changes and deletion of a firm are in the audit trail of the host, with values before and after', async () => {
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
