import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  ExecType,
  isRefusal,
  type PriceKobo,
} from '@tradebook/contract'
import { UNREADABLE } from '@tradebook/orders'
import { expect, test } from 'vitest'
import { BUYER, of } from '../../desk/desk.fixture.ts'
import { installation } from '../../desk/inputs.ts'
import {
  accepted,
  bid,
  canceled,
  line,
  next,
  restart,
  says,
  shareDeskOnLine,
  stateOf,
} from '../../desk/loop/line.fixture.ts'
import { desk, price, stage } from '../../desk/shared-desk.fixture.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { recordInfluences } from '../../platform/influences.ts'
import { HOST } from '../../store/host.ts'
import { createUser } from '../../store/people.ts'
import { explainQueries } from '../../store/plans.fixture.ts'
import { exchangeLineFeature } from './exchange-line.ts'

/** The line to an exchange, as its operators see and operate it. */

const plansOf = explainQueries(() => stage.database, /venue_exec_ids/)
shareDeskOnLine({ funds: { naira: 100_000_000n } })

const person = (userId: number): Caller =>
  ({ ...of(BUYER), tenantId: HOST, userId, userName: `operator${userId}`, accounts: [] }) as unknown as Caller

async function ask<Name extends Extract<CallName, `ExchangeLine/${string}`>>(
  name: Name,
  input: CallInput<Name>,
  userId = 7,
): Promise<CallOutput<Name>> {
  const { store } = stage.database
  const feature = exchangeLineFeature({ desk, store, picture: desk.picture, marketDate: () => '2026-11-20' })
  const handler = feature[name] as unknown as Handler<Name>
  const context = { caller: person(userId), clientIpAddress: '127.0.0.1', browserInfo: '' }
  const answer = await handler(calls[name].input.parse(input) as never, context as never)
  return isRefusal(answer) ? (answer as never) : (calls[name].output.parse(answer) as CallOutput<Name>)
}
const state = () => ask('ExchangeLine/GetState', {})
const opens = () => desk.submit({ kind: 'venueOrders', origin: installation(HOST), orders: [] })
const halt = (on: boolean) =>
  desk.submit({
    ...{ kind: 'setKillSwitch', origin: { ...of(BUYER), tenantId: HOST }, tenantId: HOST },
    ...{ scope: 'market', id: '', on, reason: 'Test', cause: 'person' },
  })

test('the state says whether the line is up, what waits, and when messages were sent and received', async () => {
  expect(await state()).toMatchObject({ state: 'reconciling', waiting: 0, inDoubt: 0, reconciled: null })
  await opens()
  expect(await state()).toMatchObject({ state: 'connected', reconciled: { agrees: 0, onlyThere: 0 } })
  const orderID = await bid()
  expect(await state()).toMatchObject({ waiting: 0, unanswered: 1, lastSentAt: expect.any(String) })
  await says(orderID, accepted)
  expect(await state()).toMatchObject({ unanswered: 0, lastReceivedAt: expect.any(String) })
  line.isReady = false
  const waits = await bid()
  expect(await state()).toMatchObject({ state: 'disconnected', waiting: 1 })
  line.isLoggingOn = true
  await bid()
  expect(await state()).toMatchObject({ state: 'loggingOn', waiting: 2 })
  line.isLoggingOn = false
  line.becomeReady()
  await says(waits, accepted)
  await opens()
  expect(await state()).toMatchObject({ state: 'connected', waiting: 0 })
})

test('a halted line accepts no new orders until it is released', async () => {
  await opens()
  await halt(true)
  expect(await state()).toMatchObject({ state: 'halted', halted: { by: 'broker', reason: 'Test' } })
  await expect(bid()).rejects.toThrow('refused')
  await halt(false)
  expect(await state()).toMatchObject({ state: 'connected', halted: null })
  await bid()
})

test('an unusual report is listed', async () => {
  await says('999999999', { execType: ExecType.canceled, clOrdID: null, text: null }, 'stray')
  const { items } = await ask('ExchangeLine/GetReports', { maxResultCount: 10 } as never)
  expect(items[0]).toMatchObject({
    ...{ flag: 'unknownOrder', orderID: '999999999', execID: 'stray', execType: '4', firm: null },
  })
})

test('a message that cannot be read is listed once, with why and what it says', async () => {
  const orderID = await bid()
  const report = {
    execType: UNREADABLE,
    why: 'ExecType(150) Z is not known',
    message: '11=A|150=Z|',
  } as const
  const send = () =>
    desk.submit({
      kind: 'venueReport',
      origin: installation(HOST),
      said: {
        ...{ orderID, execID: 'unreadable-1', report },
        line: { sequence: next(), venueOrderID: null, venueTime: stage.now },
      },
    })
  for (let times = 0; times < 2; times += 1) expect(await send()).toMatchObject({ kind: 'done' })
  const { items } = await ask('ExchangeLine/GetReports', { maxResultCount: 10 } as never)
  expect(items.filter(({ flag }) => flag === 'unreadable')).toMatchObject([
    { orderID, firm: 'Firm', execType: '', details: 'ExecType(150) Z is not known: 11=A|150=Z|' },
  ])
  expect(await stateOf(orderID)).toEqual(['A', 100, null])
})

test('an order in doubt is listed, asked about, and resolved by two people', async () => {
  const orderID = await bid()
  await says(orderID, accepted)
  await opens()
  const listed = async () =>
    (await ask('ExchangeLine/GetOrdersInDoubt', { maxResultCount: 100 } as never)).items.find(
      (row) => row.orderID === orderID,
    )
  expect(await listed()).toMatchObject({
    ...{ why: 'onlyHere', firm: 'Firm', account: 'A1', securityID: 'GTCO', leavesQty: 100 },
    ...{ leavesQtyThere: null, proposed: null },
  })
  const before = line.queried.length
  await ask('ExchangeLine/AskAgain', { orderID })
  expect(line.queried.slice(before)).toEqual([orderID])
  const settle = (userId: number) =>
    ask('ExchangeLine/SettleOrder', { orderID, as: 'canceled', reason: 'Called' }, userId)
  await settle(7)
  expect(await listed()).toMatchObject({ proposed: 'canceled', proposerName: 'operator7', isOwn: true })
  await settle(8)
  expect(await listed()).toBeUndefined()
  expect(await stateOf(orderID)).toEqual(['4', 0, 'Trading.Order.CanceledInDoubt'])
  expect(await settle(8)).toMatchObject({ refusal: 'orderNotInDoubt' })
})

test('an order that only the exchange has is listed, and adopted by two people', async () => {
  const listed = async (userId = 7) =>
    (await ask('ExchangeLine/GetUnclaimedOrders', { maxResultCount: 10 } as never, userId)).items
  await desk.submit({
    ...{ kind: 'venueOrders', origin: installation(HOST) },
    orders: [
      {
        ...{ orderID: null, venueOrderID: 'V1', clOrdID: 'theirs', securityID: 'GTCO', side: '1' },
        ...{ price: (price - 10) as PriceKobo, cumQty: 0, leavesQty: 100 },
      },
    ],
  })
  expect(await listed()).toMatchObject([
    { venueOrderID: 'V1', orderID: null, leavesQty: 100, proposed: null, isDecided: false },
  ])
  const adopt = (userId: number, firm = 'firm1') =>
    ask(
      'ExchangeLine/SettleUnclaimed',
      { ...{ venueOrderID: 'V1', as: 'adopted' }, firm, account: 'A1', reason: 'Called' },
      userId,
    )
  expect(await adopt(7, 'Nobody')).toMatchObject({ refusal: 'unknownFirm' })
  await adopt(7)
  expect(await listed()).toMatchObject([{ proposed: 'adopted', firm: 'firm1', account: 'A1', isOwn: true }])
  await adopt(8)
  expect(await listed()).toEqual([])
  expect(await adopt(8)).toMatchObject({ refusal: 'orderNotUnclaimed' })
})

test('two people of whom one has set the other’s password do not decide, at the same moment either', async () => {
  const { store } = stage.database
  const operator = (userName: string) =>
    createUser(store, HOST, {
      ...{ userName, name: userName, surname: 'O', emailAddress: `${userName}@example.com` },
      ...{ password: 'Secret-123', roles: [] },
    })
  const [first, second] = [await operator('op-one'), await operator('op-two')]
  await store
    .forTenant(HOST)
    .write((tx) =>
      recordInfluences(tx, [
        { tenantId: HOST, userId: second, byId: first, kind: 'password', at: stage.now },
      ]),
    )
  const orderID = await bid()
  await says(orderID, accepted)
  await desk.submit({
    ...{ kind: 'venueOrders', origin: installation(HOST) },
    orders: [
      {
        ...{ orderID: null, venueOrderID: 'V9', clOrdID: 'nine', securityID: 'GTCO', side: '1' },
        ...{ price: (price - 10) as PriceKobo, cumQty: 0, leavesQty: 100 },
      },
    ],
  })
  const given = { as: 'canceled', reason: 'Called' } as const
  const decisions = [
    (userId: number) => ask('ExchangeLine/SettleOrder', { orderID, ...given }, userId),
    (userId: number) => ask('ExchangeLine/SettleUnclaimed', { venueOrderID: 'V9', ...given }, userId),
  ]
  for (const decide of decisions) {
    await Promise.all([decide(first), decide(second)])
    // One of them has proposed last, and the other is not independent.
    const answers = [await decide(first), await decide(second)]
    expect(answers).toContainEqual(expect.objectContaining({ refusal: 'approverNotIndependent' }))
  }
  expect(await stateOf(orderID)).toEqual(['0', 100, null])
  expect(line.canceledThere.some(({ venueOrderID }) => venueOrderID === 'V9')).toBe(false)
})

test('all orders are cancelled: what the exchange has ends when it confirms', async () => {
  await restart()
  const orderID = await bid()
  await says(orderID, accepted)
  const { cancelled } = await ask('ExchangeLine/CancelAll', { reason: 'Outage' })
  expect(cancelled).toBeGreaterThan(0)
  expect((await stateOf(orderID))?.[0]).toBe('6')
  const sent = line.sent.findLast(({ command }) => command.kind === 'cancel' && command.orderID === orderID)
  await says(orderID, canceled(sent?.command.kind === 'cancel' ? sent.command.clOrdID : null))
  expect(await stateOf(orderID)).toEqual(['4', 0, 'Trading.Order.CanceledAll'])
})

test('when the last message arrived is read without reading the messages of the day', async () => {
  await stage.asAdmin(`INSERT INTO venue_exec_ids (tenant_id, market_date, exec_id, taken_at)
    SELECT 0, '2026-11-19', 'many-' || number, '2026-11-19 09:00Z'::timestamptz + number * interval '1 second'
    FROM generate_series(1, 20000) AS number`)
  await stage.asAdmin('ANALYZE venue_exec_ids')
  const [plan, ...others] = await plansOf(state, HOST)
  expect(others).toEqual([])
  expect(plan).toMatch(/Limit .*\n.*Index (Only )?Scan Backward using venue_exec_ids_taken_at_idx/)
  expect(plan).not.toContain('Scan on venue_exec_ids')
})
