import {
  OrdRejReason,
  OrdStatus,
  type Permission,
  type PriceKobo,
  type Quantity,
  Side,
} from '@tradebook/contract'
import type { NewCross } from '@tradebook/orders'
import { beforeAll, describe, expect, test } from 'vitest'
import { BUYER, of, order, SELLER } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

/** Crosses of one firm on a real database: its two accounts are A1, which has money, and A2, which has shares. */

shareDesk({ funds: { naira: 10_000_000n, gtco: 100_000 } })
beforeAll(async () => {
  const account = { account: 'A2', cscsAccount: '0000000012', customerId: 2, customerName: 'Bola' }
  await desk.submit({ kind: 'openAccount', origin: broker(), account })
  await desk.submit({
    kind: 'externalTransfer',
    origin: broker(),
    transfer: {
      type: 'transferIn',
      account: 'A2',
      securityID: 'GTCO',
      quantity: 50_000n as never,
      unitCost: 40_00n as never,
      reference: 'R',
      narration: 'N',
    },
  })
}, 60_000)

/** Staff of the firm. */
const broker = (permissions: readonly Permission[] = ['BUY', 'SELL', 'CROSS_DEAL']) => ({
  ...of(BUYER),
  accounts: 'all' as const,
  permissions: new Set(permissions),
})

let crosses = 0
const cross = (fields: Partial<NewCross> = {}) => ({
  kind: 'crossOrder' as const,
  origin: broker(),
  request: {
    crossID: `x${++crosses}`,
    securityID: 'GTCO',
    price,
    orderQty: 10_000 as Quantity,
    buyAccount: 'A1',
    sellAccount: 'A2',
    text: null,
    ...fields,
  },
})

const counts = () =>
  stage.rows(
    'SELECT (SELECT count(*)::int FROM orders), (SELECT count(*)::int FROM executions), (SELECT count(*)::int FROM market_trades)',
  )

describe('a cross of two accounts', () => {
  test('trades both sides in one trade with condition X, with both notes, executions and events', async () => {
    stage.events.length = 0
    const answer = await desk.submit(cross({ text: 'Agreed by telephone' }))
    const side = { ordStatus: OrdStatus.filled, cumQty: 10_000, leavesQty: 0, clOrdID: 'x1' }
    expect(answer).toMatchObject({
      kind: 'cross',
      buy: { order: { ...side, account: 'A1', side: Side.buy }, hold: 0n },
      sell: { order: { ...side, account: 'A2', side: Side.sell }, hold: 0n },
      trade: { price, quantity: 10_000, tradeCondition: 'X' },
    })
    expect(await stage.rows('SELECT trade_condition, quantity FROM market_trades')).toEqual([['X', 10_000]])
    expect(
      await stage.rows(
        'SELECT account, side, quantity::int, consideration::int FROM contract_notes ORDER BY 1',
      ),
    ).toEqual([
      ['A1', Side.buy, 10_000, 10_000 * price],
      ['A2', Side.sell, 10_000, 10_000 * price],
    ])
    // New and filled of each side; both fills carry the number of the one trade.
    expect(
      await stage.rows(
        'SELECT exec_type, count(*)::int, count(DISTINCT trade_number)::int FROM executions GROUP BY 1 ORDER BY 1',
      ),
    ).toEqual([
      ['0', 2, 0],
      ['F', 2, 1],
    ])
    const targets = stage.events.map(({ target }) => target)
    expect(targets.filter((target) => target === 'addStockOrder')).toHaveLength(2)
    expect(targets.filter((target) => target === 'onExecutionReport')).toHaveLength(4)
    expect(targets.filter((target) => target === 'onMarketTrade')).toHaveLength(1)
    expect(
      await stage.asAdmin("SELECT method_name FROM audit_log WHERE method_name = 'sendCrossDealOrder'"),
    ).toHaveLength(1)
  })

  test('sent again is answered with the same orders, by a restarted desk too; other contents are refused', async () => {
    const input = cross({ orderQty: 5 as Quantity })
    const first = await desk.submit(input)
    if (first.kind !== 'cross') throw new Error(first.kind)
    const repeated = {
      kind: 'repeatedCross',
      buyOrderID: first.buy.order.orderID,
      sellOrderID: first.sell.order.orderID,
    }
    const before = await counts()
    expect(await desk.submit(input)).toEqual(repeated)
    const { crossID } = input.request
    expect(await desk.submit(cross({ crossID, orderQty: 6 as Quantity }))).toMatchObject({
      refusal: { refusal: 'duplicateCrossID' },
    })
    // Another account of the firm does not make it another cross.
    expect(await desk.submit(cross({ crossID, buyAccount: 'A2', sellAccount: 'A1' }))).toMatchObject({
      refusal: { refusal: 'duplicateCrossID' },
    })
    await desk.end()
    await startDesk()
    expect(await desk.submit(input)).toEqual(repeated)
    expect(await counts()).toEqual(before)
  })

  test('uses its id for both accounts: no order can have it then, and no cross can have the id of an order', async () => {
    const { request } = cross({ orderQty: 1 as Quantity })
    await desk.submit(cross(request))
    expect(await desk.submit(order(BUYER, request.crossID, Side.buy, price, 1))).toMatchObject({
      refusal: { refusal: 'duplicateClOrdID' },
    })
    await desk.submit(order(BUYER, 'mine', Side.buy, 1 as PriceKobo, 1))
    expect(await desk.submit(cross({ crossID: 'mine' }))).toMatchObject({
      refusal: { refusal: 'duplicateClOrdID' },
    })
  })

  test('leaves the journal with the same books when it is replayed', async () => {
    const books = await stage.replayed()
    expect(books.firm(1).ledger.cash('A2').balance).toBe(
      BigInt((await stage.column("SELECT balance FROM cash_balances WHERE account = 'A2'"))[0] as string),
    )
  })
})

test('an order is replaced by anyone who may enter its side, and cancelled by anyone who may use its account', async () => {
  const entered = await desk.submit(order(BUYER, 'to replace', Side.buy, (price - 50) as PriceKobo, 20))
  if (entered.kind !== 'order') throw new Error(JSON.stringify(entered))
  const { orderID } = entered.order
  const replace = (clOrdID: string, permission: Permission, orderQty: number) =>
    desk.submit({
      kind: 'replaceOrder',
      origin: broker([permission]),
      clOrdID,
      orderID,
      change: { orderQty: orderQty as Quantity },
    })
  expect(await replace('by seller', 'SELL', 10)).toMatchObject({
    refusal: { refusal: 'sideNotPermitted', values: { side: 'BUY' } },
  })
  expect(await stage.column(`SELECT order_qty FROM orders WHERE order_id = ${orderID}`)).toEqual([20])
  expect(await replace('by buyer', 'BUY', 10)).toMatchObject({ order: { orderQty: 10 } })
  const cancel = { kind: 'cancelOrder' as const, clOrdID: 'to cancel', orderID }
  expect(await desk.submit({ ...cancel, origin: broker(['SELL']) })).toMatchObject({
    order: { ordStatus: OrdStatus.canceled },
  })
})

describe('a cross that is refused', () => {
  /** Of a security at this price, in kobo. */
  const tick = 5

  /** What an order keeps: of what one customer lacks, the other's order keeps no word. */
  const keptBy = (account: string, refusal: string, { request }: ReturnType<typeof cross>): string => {
    const lacks = { insufficientFunds: request.buyAccount, insufficientShares: request.sellAccount }[refusal]
    return lacks === undefined || lacks === account ? refusal : 'crossSideRefused'
  }

  /** What a broker could check: what is asked, and the refusal. */
  test.each<[what: string, fields: () => Partial<NewCross>, refusal: string, isKept: boolean]>([
    ['an account nobody has', () => ({ buyAccount: 'NONE' }), 'unknownAccount', false],
    ['an account of another firm', () => ({ sellAccount: 'B1' }), 'unknownAccount', false],
    ['one account on both sides', () => ({ sellAccount: 'A1' }), 'crossOfOneAccount', false],
    ['a security that is not listed', () => ({ securityID: 'NOSUCH' }), 'unknownSecurity', true],
    ['no share', () => ({ orderQty: 0 as Quantity }), 'quantityInvalid', true],
    ['a price off the tick', () => ({ price: (price + 1) as PriceKobo }), 'priceOffTick', true],
    ['a price beyond the day', () => ({ price: (price * 2) as PriceKobo }), 'priceOutsideLimits', true],
    [
      'more money than the buyer has',
      () => ({ orderQty: 40_000_000 as Quantity }),
      'insufficientFunds',
      true,
    ],
    [
      'more shares than the seller has',
      () => ({ buyAccount: 'A2', sellAccount: 'A1', orderQty: 100 as Quantity }),
      'insufficientShares',
      true,
    ],
  ])('%s', async (_, fields, refusal, isKept) => {
    const [[orders, executions, trades]] = (await counts()) as [number[]]
    const held = await stage.rows('SELECT account, held, available FROM cash_balances ORDER BY 1')
    const input = cross(fields())
    const answer = await desk.submit(input)
    expect(answer).toMatchObject({ kind: 'refused', refusal: { refusal } })
    const more = isKept ? 2 : 0
    expect(await counts()).toEqual([[orders! + more, executions! + more, trades]])
    expect(await stage.rows('SELECT account, held, available FROM cash_balances ORDER BY 1')).toEqual(held)
    if (!isKept) return
    expect(
      await stage.rows(
        `SELECT account, ord_status, leaves_qty, refusal ->> 'refusal' FROM orders
         WHERE cl_ord_id = '${input.request.crossID}' ORDER BY 1`,
      ),
    ).toEqual(
      ['A1', 'A2'].map((account) => [account, OrdStatus.rejected, 0, keptBy(account, refusal, input)]),
    )
    expect(await desk.submit(input)).toMatchObject({ kind: 'repeatedCross' })
  })

  test('outside the best bid and offer; at either of them it trades ahead of the orders there', async () => {
    await desk.submit(order(SELLER, 'offer', Side.sell, (price + tick) as PriceKobo, 100))
    await desk.submit(order(BUYER, 'bid', Side.buy, (price - tick) as PriceKobo, 100))
    const at = async (ticks: number) => {
      const answer = await desk.submit(
        cross({ price: (price + ticks * tick) as PriceKobo, orderQty: 1 as Quantity }),
      )
      return answer.kind === 'refused' ? answer.refusal.refusal : answer.kind
    }
    expect([await at(-2), await at(-1), await at(0), await at(1), await at(2)]).toEqual([
      'crossOutsideQuotes',
      'cross',
      'cross',
      'cross',
      'crossOutsideQuotes',
    ])
    expect(await stage.column("SELECT cum_qty FROM orders WHERE cl_ord_id IN ('offer', 'bid')")).toEqual([
      0, 0,
    ])
  })

  test.each(['A1', 'A2'])(
    'while the kill switch of account %s, which is one of its sides, is on',
    async (id) => {
      const turn = (on: boolean) =>
        desk.submit({
          kind: 'setKillSwitch',
          origin: broker(),
          tenantId: BUYER.tenantId,
          scope: 'account',
          id,
          on,
          reason: 'Test',
          cause: 'person',
        })
      await turn(true)
      expect(await desk.submit(cross())).toMatchObject({
        refusal: { refusal: 'killSwitchOn', values: { scope: 'account', account: id } },
      })
      await turn(false)
      expect(await desk.submit(cross())).toMatchObject({ kind: 'cross' })
    },
  )

  test('while the security is halted, and in any phase that does not trade continuously', async () => {
    const host = { ...of(BUYER), tenantId: 0 }
    const control = (action: 'halt' | 'resume') =>
      desk.submit({ kind: 'marketControl', origin: host, action, securityID: 'GTCO', reason: 'News' })
    await control('halt')
    expect(await desk.submit(cross())).toMatchObject({ refusal: { refusal: 'securityHalted' } })
    await control('resume')
    expect(await desk.submit(cross())).toMatchObject({ refusal: { refusal: 'crossNotInThisPhase' } })
  })
})

test.each([
  [Side.buy, 'SELL', 'BUY'],
  [Side.sell, 'BUY', 'SELL'],
] as const)('an order of side %s with only %s is refused for lack of %s', async (side, has, lacks) => {
  const asked = order(BUYER, `by ${has}`, side, price, 1)
  expect(await desk.submit({ ...asked, origin: broker([has]) })).toMatchObject({
    refusal: { refusal: 'sideNotPermitted', values: { side: lacks } },
  })
  expect(
    await stage.rows(`SELECT ord_status, ord_rej_reason FROM orders WHERE cl_ord_id = 'by ${has}'`),
  ).toEqual([[OrdStatus.rejected, OrdRejReason.brokerOption]])
})
