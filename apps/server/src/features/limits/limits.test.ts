import {
  type CallInput,
  isRefusal,
  type LimitRow,
  OrdStatus,
  type Permission,
  Side,
} from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { BUYER, order, type Trader } from '../../desk/desk.fixture.ts'
import { desk, price, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import { callerOf } from '../../http/caller.fixture.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { createUser } from '../../store/people.ts'
import { limitsFeature } from './limits.ts'

/** Limits as they are sent, read again and felt by orders: every figure in the unit of its place. */

const HOST: Trader = { tenantId: 0, account: '' }
const FIRM = BUYER.tenantId
let handlers: Handlers<`Limits/${string}`>
let userId: number
let orders = 0

shareDesk({ funds: { naira: 100_000_000n } })
beforeAll(async () => {
  handlers = limitsFeature({ store: stage.database.store, desk })
  userId = await createUser(stage.database.store, FIRM, {
    userName: 'Broker',
    name: 'Bola',
    surname: 'Ade',
    emailAddress: 'bola@firm.example',
    password: 'Secret-123',
    roles: ['BROKER'],
  })
}, 60_000)

const host = (permissions: readonly Permission[] = ['Pages.Settings', 'MARKET_CONTROL']) =>
  callerOf(HOST, permissions)
const asking = (caller: Caller) => ({ caller, clientIpAddress: '127.0.0.1', browserInfo: 'test' }) as never
const update = (asked: Partial<CallInput<'Limits/Update'>>, caller = callerOf(BUYER)) =>
  handlers['Limits/Update']({ level: 'firm', id: '', ...asked }, asking(caller))
const stop = (asked: Partial<CallInput<'Limits/SetKillSwitch'>>, caller = callerOf(BUYER)) =>
  handlers['Limits/SetKillSwitch'](
    { scope: 'tenant', id: '', on: true, reason: 'Test', ...asked },
    asking(caller),
  )
const rows = async (caller = callerOf(BUYER)): Promise<readonly LimitRow[]> => {
  const answer = await handlers['Limits/GetAll']({}, asking(caller))
  if (isRefusal(answer)) throw new Error(answer.refusal)
  return answer.items
}
const rowOf = async (key: string) => (await rows()).find((row) => row.key === key)
const refusalOf = (answer: object) => (isRefusal(answer) ? answer.refusal : undefined)
const send = async (quantity = 10, px = price, who = userId) => {
  orders += 1
  const input = order(BUYER, `l${orders}`, Side.buy, px, quantity)
  return desk.submit({ ...input, origin: { ...input.origin, userId: who } })
}

test('the kill switch of a disabled firm is released by enabling the firm, not apart', async () => {
  const tenancyName = `firm${FIRM}`
  const activate = (active: boolean) =>
    stage.asAdmin('UPDATE tenants SET is_active = $2 WHERE id = $1', [FIRM, active])
  expect(refusalOf(await stop({ id: tenancyName }, host()))).toBeUndefined()
  await activate(false)
  expect(refusalOf(await stop({ id: tenancyName, on: false }, host()))).toBe('firmDisabled')
  await activate(true)
  expect(refusalOf(await stop({ id: tenancyName, on: false }, host()))).toBeUndefined()
})

const values = {
  orderValue: 1_234_567.89,
  orderQty: 5_000,
  volumePercent: 12.34,
  collarPercent: 0.05,
  ordersPerSecond: 7,
  duplicateSeconds: 30,
  dailyTurnover: 98_765_432.1,
}

test('every limit is read back as it was sent, and stored in the unit of its column', async () => {
  expect(await update({ level: 'account', id: ` ${BUYER.account} `, ...values })).toEqual({})
  expect(await rowOf(`account ${BUYER.account}`)).toMatchObject({
    ...values,
    scope: 'account',
    id: BUYER.account,
  })
  const kept = await stage.rows(
    `SELECT order_value, order_qty, volume_share_bps, collar_bps, orders_per_second, duplicate_seconds, daily_turnover
     FROM order_limits WHERE level = 'account'`,
  )
  // Kobo, shares, basis points, orders, seconds, kobo.
  expect(kept.map((row) => row.map(Number))).toEqual([[123_456_789, 5_000, 1_234, 5, 7, 30, 9_876_543_210]])
})

test('limits left out stay, and null removes a limit', async () => {
  const key = `account ${BUYER.account}`
  await update({ level: 'account', id: BUYER.account, orderQty: 6_000 })
  expect(await rowOf(key)).toMatchObject({ ...values, orderQty: 6_000 })
  await update({ level: 'account', id: BUYER.account, collarPercent: null, ordersPerSecond: null })
  expect(await rowOf(key)).toMatchObject({
    ...values,
    orderQty: 6_000,
    collarPercent: null,
    ordersPerSecond: null,
  })
  const none = Object.fromEntries(Object.keys(values).map((name) => [name, null]))
  await update({ level: 'account', id: BUYER.account, ...none })
  // Nobody without a limit is listed, but the firm.
  expect((await rows()).map((row) => row.key)).toEqual(['tenant '])
})

test.each([
  ['orderValue', { orderValue: 100 }, { refusal: 'orderValueAboveLimit' }],
  ['orderQty', { orderQty: 9 }, { refusal: 'orderQtyAboveLimit' }],
  ['dailyTurnover', { dailyTurnover: 100 }, { refusal: 'turnoverAboveLimit' }],
])(
  'an order of the user meets the limit %s that was set by name in any letter case',
  async (name, limit, refusal) => {
    expect(await update({ level: 'user', id: 'bROKER', ...limit })).toEqual({})
    expect(await send()).toMatchObject({ refusal })
    // Another user's order does not.
    expect(await send(10, price, userId + 1)).toMatchObject({ order: { ordStatus: OrdStatus.new } })
    await update({ level: 'user', id: 'Broker', [name]: null })
    expect(await send()).toMatchObject({ order: { ordStatus: OrdStatus.new } })
  },
)

test('a collar of 1 percent is 1 percent of the price: inside it passes, outside it is refused', async () => {
  await update({ collarPercent: 1 })
  const [inside, outside] = [Math.ceil(price * 0.991), Math.floor(price * 0.98)]
  expect(await send(10, (inside - (inside % 5) + 5) as typeof price)).toMatchObject({ kind: 'order' })
  expect(await send(10, (outside - (outside % 5)) as typeof price)).toMatchObject({
    refusal: { refusal: 'priceOutsideCollar' },
  })
  await update({ collarPercent: null })
})

test('an account may be named by its CSCS account', async () => {
  const [[cscsAccount]] = (await stage.rows(
    `SELECT cscs_account FROM trading_accounts WHERE tenant_id = ${FIRM} AND account = '${BUYER.account}'`,
  )) as [[string]]
  const dealer = callerOf(BUYER, ['Pages.Settings', 'TRADE_ALL_ACCOUNTS'])
  expect(await stop({ scope: 'account', id: cscsAccount }, dealer)).toEqual({})
  expect(await send()).toMatchObject({ refusal: { refusal: 'killSwitchOn' } })
  expect(await stop({ scope: 'account', id: cscsAccount, on: false }, dealer)).toEqual({})
  expect(await update({ level: 'account', id: cscsAccount, orderQty: 5 }, dealer)).toEqual({})
  expect(await rowOf(`account ${BUYER.account}`)).toMatchObject({ orderQty: 5 })
  expect(await update({ level: 'account', id: BUYER.account, orderQty: null }, dealer)).toEqual({})
})

test('an unknown user, account or firm is refused by name', async () => {
  const refused = async (answer: Promise<object>) => refusalOf(await answer)
  expect(await refused(update({ level: 'user', id: 'nobody', orderQty: 1 }))).toBe('unknownUser')
  expect(await refused(update({ level: 'account', id: 'B1', orderQty: 1 }))).toBe('unknownAccount')
  expect(await refused(stop({ scope: 'user', id: 'nobody' }))).toBe('unknownUser')
  expect(await refused(stop({ scope: 'account', id: 'none' }))).toBe('unknownAccount')
  expect(await refused(stop({ scope: 'market' }))).toBe('killSwitchNotPermitted')
  expect(await refused(stop({ id: 'Other' }))).toBe('killSwitchNotPermitted')
  expect(await refused(stop({ scope: 'user', id: 'Broker' }, host()))).toBe('killSwitchNotPermitted')
  expect(await refused(stop({ scope: 'market' }, host(['Pages.Settings'])))).toBe('killSwitchNotPermitted')
  expect(await refused(stop({ id: 'Merdian' }, host()))).toBe('unknownTenancyName')
})

test('a switch stops the users it names and is sent only to them, and a firm sees its own next to the host’s', async () => {
  const [[tenancyName]] = (await stage.rows(`SELECT tenancy_name FROM tenants WHERE id = ${FIRM}`)) as [
    [string],
  ]
  const onFor = async (caller: Caller) => {
    const answer = await handlers['Limits/GetKillSwitchesOn']({}, asking(caller))
    return isRefusal(answer) ? [] : answer.items.map(({ scope, account, reason }) => [scope, account, reason])
  }
  const customer = (accounts: readonly string[]): Caller => ({
    ...callerOf(BUYER, ['BUY']),
    userId: userId + 7,
    accounts,
  })
  await stop({ scope: 'account', id: BUYER.account, reason: 'Of the account' })
  await stop({ scope: 'user', id: 'broker', reason: 'Of the user' })
  expect(await send()).toMatchObject({ refusal: { refusal: 'killSwitchOn' } })
  expect(await onFor(customer([BUYER.account]))).toEqual([['account', BUYER.account, 'Of the account']])
  expect(await onFor(customer(['A9']))).toEqual([])
  expect(await onFor({ ...customer([]), userId })).toEqual([['user', '', 'Of the user']])

  await stop({ reason: 'Own' })
  await stop({ id: tenancyName, reason: 'Suspended' }, host())
  expect(await onFor(customer([]))).toEqual([
    ['tenant', '', 'Suspended'],
    ['tenant', '', 'Own'],
  ])
  expect(await rowOf('tenant ')).toMatchObject({
    killSwitch: { reason: 'Own', by: 'ada' },
    hostKillSwitch: { reason: 'Suspended', by: null },
  })
  expect((await rows(host())).find(({ id }) => id === tenancyName)).toMatchObject({
    killSwitch: { reason: 'Suspended', by: 'ada' },
    hostKillSwitch: null,
  })
  // Its own switch is the firm's to turn while the host's is on; it goes on once both are off.
  await stop({ on: false })
  expect(await send(10, price, 999)).toMatchObject({ refusal: { refusal: 'killSwitchOn' } })
  await stop({ id: tenancyName, on: false }, host())
  await stop({ scope: 'account', id: BUYER.account, on: false })
  expect(await send(10, price, 999)).toMatchObject({ order: { ordStatus: OrdStatus.new } })
})

test('the audit trail has a kill switch before and after', async () => {
  await stop({ scope: 'account', id: BUYER.account, reason: 'Probe' })
  await stop({ scope: 'account', id: BUYER.account, on: false, reason: 'Over' })
  const changes = await stage.database.store
    .forTenant(FIRM)
    .read((tx) =>
      tx
        .selectFrom('audit_changes')
        .select(['entity', 'before', 'after'])
        .where('entity_id', '=', `account ${BUYER.account}`)
        .where('entity', '=', 'KillSwitch')
        .orderBy('audit_id', 'desc')
        .limit(2)
        .execute(),
    )
  const on = { isOn: true, reason: 'Probe', cause: 'person' }
  expect(changes).toEqual([
    { entity: 'KillSwitch', before: on, after: { isOn: false, reason: 'Over', cause: 'person' } },
    { entity: 'KillSwitch', before: { isOn: false }, after: on },
  ])
})
