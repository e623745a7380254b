import {
  isRefusal,
  kobo,
  noLimits,
  OrdStatus,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import type { NewBulkOrder } from '@tradebook/orders'
import { beforeAll, expect, test } from 'vitest'
import { HOST } from '../../store/host.ts'
import { BUYER, of, order, SELLER } from '../desk.fixture.ts'
import type { ClientInput } from '../inputs.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'
import type { AllocationLine } from './bulk-orders.ts'

/** Bulk orders on a real database: one order in the market for the accounts A1, A2 and A3. */

shareDesk({ funds: { naira: 50_000_000n, gtco: 1_000_000 } })

const staff = { ...of(BUYER), accounts: 'all' as const }

beforeAll(async () => {
  for (const [index, account] of ['A2', 'A3'].entries()) {
    const terms = { account, cscsAccount: `000000010${index}`, customerId: 10 + index, customerName: 'Bola' }
    await desk.submit({ kind: 'openAccount', origin: staff, account: terms })
    await desk.submit({
      kind: 'externalTransfer',
      origin: staff,
      transfer: { type: 'deposit', account, amount: kobo(5_000_000_000n), reference: 'R', narration: 'N' },
    })
  }
})

let ids = 0
const bulkOrder = (
  parts: readonly (readonly [account: string, quantity: number])[],
  fields: Partial<NewBulkOrder> = {},
) => {
  ids += 1
  return {
    kind: 'bulkOrder' as const,
    origin: staff,
    request: {
      ...{ clOrdID: `bulk-${ids}`, securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit, price },
      ...{ timeInForce: TimeInForce.day, text: null, allocation: 'proRata' as const },
      parts: parts.map(([account, orderQty]) => ({ account, orderQty: orderQty as Quantity })),
      ...fields,
    },
  }
}
type BulkInput = ReturnType<typeof bulkOrder>
const sent = async (input: BulkInput) => {
  const answer = await desk.submit(input)
  if (answer.kind !== 'order') throw new Error(JSON.stringify(answer))
  return answer.order
}
const offer = (quantity: number, at: PriceKobo) => {
  ids += 1
  return desk.submit(order(SELLER, `offer-${ids}`, Side.sell, at, quantity))
}
const cancel = (orderID: string) =>
  desk.submit({ kind: 'cancelOrder', origin: staff, clOrdID: `cancel-${orderID}`, orderID })
const allocate = async (orderID: string, lines?: readonly AllocationLine[]) => {
  const answer = await desk.submit({
    ...{ kind: 'allocateBulkOrder', origin: staff, orderID },
    ...(lines && { lines }),
  })
  return answer.kind === 'refused' ? answer.refusal.refusal : answer.kind
}
/** What each part has filled, what it is worth in kobo, and its state, by account. */
const partsOf = (orderID: string) =>
  stage.rows(
    `SELECT account, cum_qty, filled_value::text, ord_status FROM orders
     WHERE bulk_order_id = ${orderID} AND order_id <> bulk_order_id ORDER BY order_id`,
  )
/** How each part ended, and why, by the order and by its last execution. */
const endsOf = async (orderID: string) => {
  const [ofOrders, ofHistory] = [
    await stage.rows(
      `SELECT account, ord_status, text FROM orders
       WHERE bulk_order_id = ${orderID} AND order_id <> bulk_order_id ORDER BY order_id`,
    ),
    await stage.rows(
      `SELECT DISTINCT ON (o.order_id) o.account, e.ord_status, e.text
       FROM orders o JOIN executions e ON (e.tenant_id, e.order_id) = (o.tenant_id, o.order_id)
       WHERE o.bulk_order_id = ${orderID} AND o.order_id <> o.bulk_order_id ORDER BY o.order_id, e.sequence DESC`,
    ),
  ]
  expect(ofHistory).toEqual(ofOrders)
  return ofOrders
}
/** Shares and cash that each part holds, as the ledger has it. */
const held = async (account: string) => {
  const [row] = await stage.rows(`SELECT held::text FROM cash_balances WHERE account = '${account}'`)
  return BigInt(String(row?.[0]))
}
const freeze = (openOrders: 'cancel' | 'keep' = 'cancel') => {
  ids += 1
  return desk.submit({
    ...{ kind: 'requestTransfer', origin: staff, postingID: `freeze-${ids}`, approvalAbove: null },
    transfer: {
      ...{ type: 'freeze', account: 'A3', ground: 'courtOrder', reference: 'FHC/1/2026', reason: 'Order' },
      ...{ from: '2026-11-20', document: null, openOrders },
    } as never,
  })
}
const unfreeze = async () => {
  const [id] = await stage.column('SELECT id FROM account_freezes WHERE lifted IS NULL')
  ids += 1
  const answer = await desk.submit({
    ...{ kind: 'requestTransfer', origin: staff, postingID: `unfreeze-${ids}`, approvalAbove: null },
    transfer: { type: 'unfreeze', account: 'A3', freeze: Number(id), reason: 'Set aside' } as never,
  })
  if (answer.kind !== 'transfer') throw new Error(JSON.stringify(answer))
  const origin = { ...staff, userId: 2 }
  await desk.submit({ kind: 'decideTransfer', origin, id: answer.id, approves: true, reason: null })
}
const available = (account: string) =>
  stage.column(`SELECT available FROM cash_balances WHERE account = '${account}'`)
const cent = (kobos: number) => (price + kobos) as PriceKobo

test('a filled order is allocated at the average price; fills, parts, ledger and notes agree to the kobo', async () => {
  await offer(60, cent(-5))
  await offer(40, price)
  const bulk = await sent(
    bulkOrder([
      ['A1', 17],
      ['A2', 33],
      ['A3', 50],
    ]),
  )
  expect(bulk).toMatchObject({ cumQty: 100, ordStatus: OrdStatus.filled, account: '' })
  const value = 60n * BigInt(price - 5) + 40n * BigInt(price)
  expect(bulk.filledValue).toBe(value)
  const parts = await partsOf(bulk.orderID)
  // The average is three kobo below the price: the same whole number of kobo for each.
  expect(parts).toEqual([
    ['A1', 17, String(17n * BigInt(price - 3)), OrdStatus.filled],
    ['A2', 33, String(33n * BigInt(price - 3)), OrdStatus.filled],
    ['A3', 50, String(50n * BigInt(price - 3)), OrdStatus.filled],
  ])
  const notes = await stage.rows(
    `SELECT account, quantity::int, consideration::text FROM contract_notes
     WHERE tenant_id = 1 AND security_id = 'GTCO' ORDER BY account`,
  )
  expect(notes).toEqual(parts.map(([account, quantity, worth]) => [account, quantity, worth]))
  // Nothing is posted for the bulk order itself.
  expect(await stage.column(`SELECT count(*)::int FROM ledger_entries WHERE account = ''`)).toEqual([0])
})

test('nothing is sent unless every account can hold its part, and the refusal names the account', async () => {
  const before = await stage.column('SELECT count(*)::int FROM orders')
  const answer = await desk.submit(
    bulkOrder([
      ['A1', 10],
      ['A2', 2_000_000],
    ]),
  )
  expect(answer).toMatchObject({
    kind: 'refused',
    refusal: { refusal: 'partRefused', values: { account: 'A2', reason: 'insufficientFunds' } },
  })
  expect(await stage.column('SELECT count(*)::int FROM orders')).toEqual(before)
})

test('a preview names the customers, and says what refuses the order as a whole and each account', async () => {
  const previewed = async (input: BulkInput) => {
    const preview = await desk.preview(input)
    if (isRefusal(preview)) throw new Error(preview.refusal)
    return {
      whole: preview.refusals.map(({ refusal }) => refusal),
      parts: preview.parts.map(({ customerName, preview: part }) => [
        customerName,
        isRefusal(part) ? part.refusal : part.refusals.map(({ refusal }) => refusal).join(),
      ]),
    }
  }
  const both = bulkOrder([
    ['A2', 100],
    ['A3', 100],
  ])
  const accepted = {
    whole: [],
    parts: [
      ['Bola', ''],
      ['Bola', ''],
    ],
  }
  expect(await previewed(both)).toEqual(accepted)
  expect(
    await previewed(
      bulkOrder([
        ['A2', 2_000_000],
        ['NOSUCH', 1],
      ]),
    ),
  ).toEqual({
    whole: [],
    parts: [
      ['Bola', 'insufficientFunds'],
      ['', 'unknownAccount'],
    ],
  })
  // Each part is below the limit, and all of them together are above it.
  await desk.submit({
    ...{ kind: 'changeLimits', origin: staff, level: 'firm', id: '' },
    limits: { ...noLimits, orderQty: 150 as Quantity },
  })
  expect(await previewed(both)).toEqual({ ...accepted, whole: ['orderQtyAboveLimit'] })
  await desk.submit({ kind: 'changeLimits', origin: staff, level: 'firm', id: '', limits: noLimits })
})

test.each<[what: string, input: () => BulkInput, refusal: string]>([
  [
    'an account twice',
    () =>
      bulkOrder([
        ['A1', 1],
        ['A1', 2],
      ]),
    'accountTwice',
  ],
  [
    'an account of another firm',
    () =>
      bulkOrder([
        ['A1', 1],
        ['B1', 2],
      ]),
    'unknownAccount',
  ],
  [
    'a later day',
    () => bulkOrder([['A1', 1]], { timeInForce: TimeInForce.goodTillCancel }),
    'bulkOrderOfOneDay',
  ],
  [
    'a stop order',
    () => bulkOrder([['A1', 1]], { ordType: OrdType.stop, price: null, stopPx: price }),
    'bulkOrderOfOneDay',
  ],
  ['a price off the tick', () => bulkOrder([['A1', 1]], { price: cent(1) }), 'priceOffTick'],
  [
    'a person with accounts of their own alone',
    () => ({ ...bulkOrder([['A1', 1]]), origin: of(BUYER) as never }),
    'bulkOrderNotPermitted',
  ],
])('%s is refused', async (_, input, refusal) => {
  expect(await desk.submit(input())).toMatchObject({ kind: 'refused', refusal: { refusal } })
})

test('a repeated request finds its order, and another one with its id is refused', async () => {
  const input = bulkOrder(
    [
      ['A1', 5],
      ['A2', 5],
    ],
    { price: cent(-100) },
  )
  const { orderID } = await sent(input)
  expect(await desk.submit(input)).toEqual({ kind: 'repeat', orderID })
  const other = { ...input, request: { ...input.request, price: cent(-105) } }
  expect(await desk.submit(other)).toMatchObject({ refusal: { refusal: 'duplicateClOrdID' } })
  await cancel(orderID)
})

test('parts hold while the order works; what traded is allocated when the rest is cancelled, and the holds end', async () => {
  const cashBefore = await available('A2')
  const bulk = await sent(
    bulkOrder(
      [
        ['A1', 100],
        ['A2', 200],
      ],
      { price: cent(-5) },
    ),
  )
  const [[held]] = (await stage.rows(
    `SELECT hold_amount::text FROM orders WHERE bulk_order_id = ${bulk.orderID} AND account = 'A2'`,
  )) as [[string]]
  expect(BigInt(held)).toBeGreaterThan(200n * BigInt(price - 5))
  await offer(31, cent(-5))
  expect((await partsOf(bulk.orderID)).map(([, quantity]) => quantity)).toEqual([0, 0])
  // A part is neither cancelled nor replaced by itself: the refusal says by which number all of them are.
  const [part] = await stage.column(
    `SELECT order_id::text FROM orders WHERE bulk_order_id = ${bulk.orderID} AND account = 'A2'`,
  )
  const values = { orderID: bulk.orderID }
  expect(await cancel(String(part))).toMatchObject({ refusal: { refusal: 'partNotCancelled', values } })
  const replace = (orderID: string) => ({
    ...{ kind: 'replaceOrder' as const, origin: staff, clOrdID: `r-${orderID}`, orderID },
    change: { price: cent(-10) },
  })
  expect(await desk.submit(replace(String(part)))).toMatchObject({
    refusal: { refusal: 'partNotReplaced', values },
  })
  expect(desk.preview(replace(String(part)))).toMatchObject({ refusal: 'partNotReplaced', values })
  expect(await desk.submit(replace(bulk.orderID))).toMatchObject({
    refusal: { refusal: 'bulkOrderNotReplaced' },
  })
  await cancel(bulk.orderID)
  expect(
    (await partsOf(bulk.orderID)).map(([account, quantity, , status]) => [account, quantity, status]),
  ).toEqual([
    ['A1', 10, OrdStatus.canceled],
    ['A2', 21, OrdStatus.canceled],
  ])
  expect(
    await stage.column(`SELECT sum(hold_amount)::int FROM orders WHERE bulk_order_id = ${bulk.orderID}`),
  ).toEqual([0])
  expect(await available('A2')).not.toEqual(cashBefore)
})

test('a dealer allocates by list, exactly what has traded and never more than an account ordered', async () => {
  await offer(100, price)
  const bulk = await sent(
    bulkOrder(
      [
        ['A1', 900],
        ['A2', 150],
      ],
      { allocation: 'list' },
    ),
  )
  await cancel(bulk.orderID)
  // It waits for the list, and the accounts go on holding, for what has traded alone.
  expect(await endsOf(bulk.orderID)).toEqual([
    ['A1', OrdStatus.new, 'Trading.Order.AwaitsAllocation'],
    ['A2', OrdStatus.new, 'Trading.Order.AwaitsAllocation'],
  ])
  const holds = [await held('A1'), await held('A2')]
  expect(holds.every((each) => each > 100n * BigInt(price) && each < 103n * BigInt(price))).toBe(true)
  // A restart changes nothing of that.
  await desk.end()
  await startDesk()
  expect([await held('A1'), await held('A2')]).toEqual(holds)
  const line = (account: string, quantity: number) => ({ account, quantity })
  expect(await allocate(bulk.orderID, [line('A1', 60), line('A2', 39)])).toBe('allocationDiffers')
  expect(await allocate(bulk.orderID, [line('A2', 151)])).toBe('allocationAbovePart')
  expect(await allocate(bulk.orderID, [line('A3', 100)])).toBe('allocationAccount')
  expect(await allocate(bulk.orderID, [line('A1', 61), line('A2', 39)])).toBe('repeat')
  expect((await partsOf(bulk.orderID)).map(([, quantity, , status]) => [quantity, status])).toEqual([
    [61, OrdStatus.canceled],
    [39, OrdStatus.canceled],
  ])
  expect(await allocate(bulk.orderID)).toBe('nothingToAllocate')
  expect(await allocate('123456789')).toBe('notBulkOrder')
})

test('what has traded can be allocated while the order works; the sum of all allocations is what it filled', async () => {
  const bulk = await sent(
    bulkOrder(
      [
        ['A1', 100],
        ['A2', 200],
        ['A3', 300],
      ],
      { price: cent(-15) },
    ),
  )
  await offer(7, cent(-15))
  expect(await allocate(bulk.orderID)).toBe('repeat')
  expect((await partsOf(bulk.orderID)).map(([, quantity]) => quantity)).toEqual([1, 2, 4])
  await desk.end()
  await startDesk()
  await offer(593, cent(-15))
  expect((await partsOf(bulk.orderID)).map(([, quantity, , status]) => [quantity, status])).toEqual([
    [100, OrdStatus.filled],
    [200, OrdStatus.filled],
    [300, OrdStatus.filled],
  ])
})

test('what ends a part ends the bulk order', async () => {
  const bulk = await sent(
    bulkOrder(
      [
        ['A1', 100],
        ['A3', 100],
      ],
      { price: cent(-20) },
    ),
  )
  await offer(10, cent(-20))
  await freeze()
  expect(await stage.rows(`SELECT ord_status, cum_qty FROM orders WHERE order_id = ${bulk.orderID}`)).toEqual(
    [[OrdStatus.canceled, 10]],
  )
  expect((await partsOf(bulk.orderID)).map(([, quantity, , status]) => [quantity, status])).toEqual([
    [5, OrdStatus.canceled],
    [5, OrdStatus.canceled],
  ])
  // A customer must not learn of another customer's freeze.
  expect(await endsOf(bulk.orderID)).toEqual([
    ['A1', OrdStatus.canceled, 'Trading.Order.CanceledWithBulkOrder'],
    ['A3', OrdStatus.canceled, 'Trading.Order.CanceledFrozen'],
  ])
  await unfreeze()
})

test.each(['works', 'is over'])(
  'a bulk order by list that has traded and %s is allocated pro rata when an account is frozen',
  async (when) => {
    const bulk = await sent(
      bulkOrder(
        [
          ['A1', 40],
          ['A3', 60],
        ],
        { price: cent(-25), allocation: 'list' },
      ),
    )
    await offer(50, cent(-25))
    if (when === 'is over') await cancel(bulk.orderID)
    await freeze()
    expect(
      (await partsOf(bulk.orderID)).map(([account, quantity, , status]) => [account, quantity, status]),
    ).toEqual([
      ['A1', 20, OrdStatus.canceled],
      ['A3', 30, OrdStatus.canceled],
    ])
    expect(
      await stage.column(`SELECT sum(hold_amount)::int FROM orders WHERE bulk_order_id = ${bulk.orderID}`),
    ).toEqual([0])
    await unfreeze()
  },
)

const host = { ...staff, tenantId: HOST, userName: 'operator' }
const firmHalted = (on: boolean) =>
  desk.submit({
    ...{ kind: 'setKillSwitch', origin: host, tenantId: BUYER.tenantId, scope: 'tenant', id: '' },
    ...{ on, reason: 'Fees are due', cause: 'person', ...(on && { openOrders: 'halt' }) },
  } as ClientInput)
async function firmStopped(): Promise<void> {
  await desk.submit({
    ...{ kind: 'setKillSwitch', origin: host, tenantId: BUYER.tenantId, scope: 'tenant', id: '' },
    ...{ on: true, reason: 'Fees are due', cause: 'person', openOrders: 'cancel' },
  } as ClientInput)
  await firmHalted(false)
}
const accountStopped = (on: boolean) =>
  desk.submit({
    ...{ kind: 'setKillSwitch', origin: staff, tenantId: BUYER.tenantId, scope: 'account', id: 'A3' },
    ...{ on, reason: 'Under review', cause: 'person' },
  } as ClientInput)

test.each([
  ['stopped', () => accountStopped(true), () => accountStopped(false)],
  ['frozen', () => freeze('keep'), unfreeze],
] as const)(
  'a bulk order with an account that is %s ends when the halt of its firm is released',
  async (_, stop, undo) => {
    const bulk = await sent(
      bulkOrder(
        [
          ['A1', 40],
          ['A3', 60],
        ],
        { price: cent(-30) },
      ),
    )
    await firmHalted(true)
    await stop()
    await firmHalted(false)
    await offer(10, cent(-30))
    expect(
      await stage.rows(`SELECT ord_status, cum_qty FROM orders WHERE order_id = ${bulk.orderID}`),
    ).toEqual([[OrdStatus.canceled, 0]])
    await undo()
    await desk.submit({
      ...{ kind: 'cancelOrder', origin: of(SELLER), clOrdID: `end-offer-${ids}` },
      orderID: String(await stage.column('SELECT max(order_id) FROM orders')),
    })
  },
)

test('lines are only for an order that is allocated by list and over', async () => {
  const lines = [{ account: 'A1', quantity: 10 }]
  const both = [
    ['A1', 40],
    ['A3', 60],
  ] as const
  for (const [allocation, refusal] of [
    ['proRata', 'allocatedProRata'],
    ['list', 'listWhileWorking'],
  ] as const) {
    const bulk = await sent(bulkOrder(both, { price: cent(-35), allocation }))
    await offer(10, cent(-35))
    expect(await allocate(bulk.orderID, lines)).toBe(refusal)
    expect((await partsOf(bulk.orderID)).map(([, quantity]) => quantity)).toEqual([0, 0])
    expect(await allocate(bulk.orderID)).toBe('repeat')
    expect((await partsOf(bulk.orderID)).map(([, quantity]) => quantity)).toEqual([4, 6])
    await cancel(bulk.orderID)
  }
})

test('the preview of a replace refuses a bulk order and its parts as the replace itself does', async () => {
  const bulk = await sent(
    bulkOrder(
      [
        ['A1', 40],
        ['A3', 60],
      ],
      { price: cent(-40) },
    ),
  )
  const orderIDs = await stage.column(
    `SELECT order_id::text FROM orders WHERE bulk_order_id = ${bulk.orderID} ORDER BY order_id`,
  )
  expect(orderIDs).toHaveLength(3)
  for (const orderID of orderIDs)
    expect(
      desk.preview({
        ...{ kind: 'replaceOrder', origin: staff, clOrdID: 'p', orderID: String(orderID) },
        change: { price: cent(-45) },
      }),
    ).toMatchObject({
      refusal: orderID === bulk.orderID ? 'bulkOrderNotReplaced' : 'partNotReplaced',
      ...(orderID !== bulk.orderID && { values: { orderID: bulk.orderID } }),
    })
  await cancel(bulk.orderID)
})

test('a bulk order that is sent twice is noticed, per account, after a restart and in previews, too', async () => {
  const limit = (duplicateSeconds: number | null) =>
    desk.submit({
      ...{ kind: 'changeLimits', origin: staff, level: 'firm', id: '' },
      limits: { ...noLimits, duplicateSeconds },
    })
  await limit(30)
  const both = [
    ['A1', 44],
    ['A3', 66],
  ] as const
  const bulk = await sent(bulkOrder(both, { price: cent(-60) }))
  const refused = {
    refusal: { refusal: 'partRefused', values: { account: 'A1', reason: 'orderEnteredTwice' } },
  }
  expect(await desk.submit(bulkOrder(both, { price: cent(-60) }))).toMatchObject(refused)
  await desk.end()
  await startDesk()
  expect(await desk.submit(bulkOrder(both, { price: cent(-60) }))).toMatchObject(refused)
  // A single order that is one account's part is its duplicate, too, and the other way round.
  const single = order(BUYER, 'single', Side.buy, cent(-60), 44)
  const twice = { refusals: [{ refusal: 'orderEnteredTwice' }] }
  expect(desk.preview(single)).toMatchObject(twice)
  expect(desk.preview({ kind: 'basket', orders: [single] })).toMatchObject([twice])
  stage.pass(30_000)
  const again = await sent(bulkOrder(both, { price: cent(-60) }))
  await cancel(bulk.orderID)
  await cancel(again.orderID)
  await limit(null)
})

test('an allocation at two prices is one trade of the note', async () => {
  const before = new Map(
    (await stage.rows(`SELECT account, trades FROM contract_notes WHERE security_id = 'GTCO'`)) as [
      string,
      number,
    ][],
  )
  await offer(1, cent(-75))
  await offer(2, cent(-70))
  const bulk = await sent(
    bulkOrder(
      [
        ['A1', 2],
        ['A2', 1],
      ],
      { price: cent(-70) },
    ),
  )
  expect(bulk.ordStatus).toBe(OrdStatus.filled)
  const executions = await stage.rows(
    `SELECT o.account, count(*)::int, count(DISTINCT e.trade_number)::int
     FROM orders o JOIN executions e ON (e.tenant_id, e.order_id) = (o.tenant_id, o.order_id)
     WHERE o.bulk_order_id = ${bulk.orderID} AND o.order_id <> o.bulk_order_id AND e.exec_type = 'F'
     GROUP BY o.account ORDER BY o.account`,
  )
  expect(executions).toEqual([
    ['A1', 2, 1],
    ['A2', 1, 1],
  ])
  for (const [account, trades] of await stage.rows(
    `SELECT account, trades FROM contract_notes WHERE security_id = 'GTCO' AND account IN ('A1', 'A2')`,
  ))
    expect([account, trades]).toEqual([account, (before.get(String(account)) ?? 0) + 1])
})

test.each<[what: string, end: (orderID: string) => Promise<unknown>, status: OrdStatus, text: string]>([
  ['is cancelled', cancel, OrdStatus.canceled, 'Trading.Order.CanceledWithBulkOrder'],
  ['ends as its firm is stopped', firmStopped, OrdStatus.canceled, 'Trading.Order.CanceledFirmStopped'],
])('when a bulk order %s, its parts say why', async (_, end, status, text) => {
  const both = [
    ['A1', 40],
    ['A3', 60],
  ] as const
  const bulk = await sent(bulkOrder(both, { price: cent(-80) }))
  await end(bulk.orderID)
  expect(await endsOf(bulk.orderID)).toEqual([
    ['A1', status, text],
    ['A3', status, text],
  ])
})

test('the journal alone gives the same orders and balances', async () => {
  const replayed = await stage.replayed()
  const cash = await stage.rows('SELECT account, balance, held FROM cash_balances WHERE tenant_id = 1')
  for (const [account, ...kept] of cash) {
    const { balance, held } = replayed.firm(1).ledger.cash(String(account))
    expect([balance, held].map(Number)).toEqual(kept.map(Number))
  }
  for (const [id, status, cumQty, leaves] of await stage.rows(
    'SELECT order_id, ord_status, cum_qty, leaves_qty FROM orders',
  ))
    expect(replayed.orders.get(String(id))).toMatchObject({
      ...{ ordStatus: status, cumQty, leavesQty: leaves },
    })
})
