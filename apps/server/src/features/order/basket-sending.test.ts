import {
  type BasketOutcome,
  type CallRequest,
  clOrdIDOfLine,
  isRefusal,
  MOST_BASKET_LINES,
  noLimits,
  OrdType,
  refuse,
  Side,
  toNaira,
} from '@tradebook/contract'
import { beforeEach, expect, test } from 'vitest'
import { BUYER, of } from '../../desk/desk.fixture.ts'
import { desk, price, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import { callerOf } from '../../http/caller.fixture.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { translateTo } from '../../platform/localisation.ts'
import { sendBasket } from './basket-sending.ts'
import { openBasketStops } from './basket-stops.ts'
import { cancelAll } from './cancel-all.ts'

/** Baskets sent to a real desk. Waiting lets the desk's time pass. */

shareDesk({ funds: { naira: 10_000_000n }, options: { orderRate: { perSecond: 50, burst: 100 } } })
beforeEach(() => stage.pass(5_000))

type Line = CallRequest<'Basket/Send'>['orders'][number]

const line = (given: Partial<Line> = {}): Line => ({
  ...{
    account: 'A1',
    securityID: 'GTCO',
    side: Side.buy,
    ordType: OrdType.limit,
    orderQty: 10,
    timeInForce: '0',
  },
  price: toNaira(BigInt(price - 50) as never),
  ...given,
})
const lines = (count: number) => Array.from({ length: count }, (_, n) => line({ orderQty: 10 + n }))

const { stopBaskets, onStopped } = openBasketStops({ announce: () => {}, listen: () => {} })
const context = {
  caller: callerOf(BUYER, ['BUY', 'SELL']),
  ...{ clientIpAddress: '127.0.0.1', browserInfo: 'test', bearer: 't', translate: translateTo('en') },
} as CallContext<Caller>

const send = (
  sendID: string,
  orders: readonly Line[],
  given: Partial<Parameters<typeof sendBasket>[3]> = {},
) => {
  const claims = { clOrdIDs: orders.map((_, n) => clOrdIDOfLine(sendID, n + 1)), version: null }
  return sent(
    sendBasket({ sendID, orders: [...orders] }, async () => claims, context, {
      ...{ desk, onStopped, store: stage.database.store, authenticate: () => context.caller },
      monotonic: () => stage.monotonic,
      wait: async (ms) => stage.pass(ms),
      ...given,
    }),
  )
}
async function sent(answer: ReturnType<typeof sendBasket>): Promise<BasketOutcome> {
  const outcome = await answer
  if (isRefusal(outcome)) throw new Error(outcome.refusal)
  return outcome
}
const outcomes = ({ lines: sent }: Pick<BasketOutcome, 'lines'>) => sent.map(({ outcome }) => outcome)
const entered = async (sendID: string) =>
  Number((await stage.rows(`SELECT count(*) FROM orders WHERE cl_ord_id LIKE '${sendID}-%'`))[0]?.[0])
const limit = (limits: Partial<typeof noLimits>) =>
  desk.submit({
    ...{ kind: 'changeLimits', origin: of(BUYER), level: 'firm', id: '' },
    limits: { ...noLimits, ...limits },
  })

test('each line has its outcome, and a refused line does not stop the others', async () => {
  const { lines: sent } = await send('each', [
    line(),
    line({ securityID: 'NOSUCH' }),
    line({ account: 'B1' }),
    line(),
  ])
  expect(sent.map(({ clOrdID, outcome, refusal }) => [clOrdID, outcome, refusal?.code])).toEqual([
    ['each-1', 'accepted', undefined],
    ['each-2', 'refused', 3001],
    ['each-3', 'refused', 4001],
    ['each-4', 'accepted', undefined],
  ])
  expect(sent[3]?.order).toMatchObject({ clOrdID: 'each-4', ordStatus: '0', orderQty: 10 })
})

test('sent again, it enters nothing twice and answers the same', async () => {
  const orders = [...lines(5), line({ securityID: 'NOSUCH' })]
  const first = await send('again', orders)
  const repeats = await Promise.all([send('again', orders), send('again', orders)])
  for (const repeat of repeats) expect(repeat).toEqual(first)
  expect(await entered('again')).toBe(6)
})

test('a line that was changed is not a repetition of the one that was sent', async () => {
  await send('changed', lines(2))
  const { lines: sent } = await send('changed', [line(), line({ orderQty: 99 })])
  expect(sent.map(({ outcome, refusal }) => [outcome, refusal?.code])).toEqual([
    ['accepted', undefined],
    ['refused', 2002],
  ])
})

test('the largest basket is sent at its user’s rate, and no line is left', async () => {
  const { lines: sent } = await send('large', lines(MOST_BASKET_LINES))
  expect(new Set(sent.map(({ outcome }) => outcome))).toEqual(new Set(['accepted']))
  expect(await entered('large')).toBe(MOST_BASKET_LINES)
})

test('limits of orders per second slow a basket down; they neither refuse a line nor turn on the user’s kill switch', async () => {
  await limit({ ordersPerSecond: 5 })
  const began = stage.monotonic
  expect(outcomes(await send('slowly', lines(22)))).toEqual(Array(22).fill('accepted'))
  expect(stage.monotonic - began).toBeGreaterThanOrEqual(4_000)
  await limit({})
})

test('what is not sent within its time is sent by the same request again', async () => {
  await limit({ ordersPerSecond: 1 })
  const first = await send('rest', lines(30))
  const accepted = outcomes(first).filter((outcome) => outcome === 'accepted').length
  expect(outcomes(first)).toEqual([
    ...Array(accepted).fill('accepted'),
    ...Array(30 - accepted).fill('notSent'),
  ])
  expect([accepted > 15, accepted < 25]).toEqual([true, true])
  expect(await entered('rest')).toBe(accepted)
  await limit({})
  expect(outcomes(await send('rest', lines(30)))).toEqual(Array(30).fill('accepted'))
  expect(await entered('rest')).toBe(30)
})

test('an unknown outcome stops the basket; sent again, it finds what happened', async () => {
  const away = new Set(['away-3'])
  const failing: Parameters<typeof sendBasket>[3]['desk'] = {
    submit: async (input) => {
      const answer = await desk.submit(input)
      const isLost = input.kind === 'newOrder' && away.delete(input.request.clOrdID)
      return isLost ? { kind: 'refused', refusal: refuse('outcomeUnknown') } : answer
    },
  }
  const first = await send('away', lines(5), { desk: failing })
  expect(outcomes(first)).toEqual(['accepted', 'accepted', 'unknown', 'notSent', 'notSent'])
  expect(await entered('away')).toBe(3)
  const second = await send('away', lines(5), { desk: failing })
  expect(isRefusal(second)).toBe(false)
  expect(outcomes(second)).toEqual(Array(5).fill('accepted'))
  expect(await entered('away')).toBe(5)
})

test('baskets that are sent at the same time share the rate, and lose no line', async () => {
  await limit({ ordersPerSecond: 5 })
  const sent = await Promise.all([send('one', lines(20)), send('two', lines(20))])
  expect(sent.flatMap(outcomes)).toEqual(Array(40).fill('accepted'))
  await limit({})
})

test('many mistakes switch nobody off', async () => {
  await limit({ ordersPerSecond: 1 })
  const mistakes = Array.from({ length: 100 }, () => line({ securityID: 'NOSUCH' }))
  expect(outcomes(await send('mistakes', [...mistakes, line()]))).toEqual([
    ...Array(100).fill('refused'),
    'accepted',
  ])
  await limit({})
})

/** Sends four lines, and does something after the second. */
const sendMeanwhile = (sendID: string, then: () => unknown, given: Parameters<typeof send>[2] = {}) =>
  send(sendID, lines(4), {
    desk: {
      submit: async (input) => {
        const answer = await desk.submit(input)
        if (input.kind === 'newOrder' && input.request.clOrdID === `${sendID}-2`) await then()
        return answer
      },
    },
    ...given,
  })

test('a kill switch stops a basket; once it is off, the same request sends the rest', async () => {
  const turn = (on: boolean) =>
    desk.submit({
      ...{ kind: 'setKillSwitch', origin: of(BUYER), tenantId: BUYER.tenantId, on },
      ...{ scope: 'user', id: String(context.caller.userId), reason: 'Wrong prices', cause: 'person' },
    })
  const first = await sendMeanwhile('halted', () => turn(true))
  expect(outcomes(first)).toEqual(['accepted', 'accepted', 'notSent', 'notSent'])
  await turn(false)
  expect(outcomes(await send('halted', lines(4)))).toEqual(Array(4).fill('accepted'))
})

test('nothing further is sent for a user who was signed out meanwhile', async () => {
  let caller: Caller | null = context.caller
  const signedOut = await sendMeanwhile('out', () => (caller = null), { authenticate: () => caller })
  expect(outcomes(signedOut)).toEqual(['accepted', 'accepted', 'notSent', 'notSent'])
  expect(signedOut.lines[3]?.refusal?.code).toBe(2087)
})

test('a line is sent with the rights that its user has by then', async () => {
  let { caller } = context
  const narrowed = await sendMeanwhile('rights', () => (caller = callerOf(BUYER, ['SELL'])), {
    authenticate: () => caller,
  })
  expect(outcomes(narrowed)).toEqual(['accepted', 'accepted', 'refused', 'refused'])
})

test('a basket that its user stops is not sent further; the user’s other baskets go on', async () => {
  const { tenantId, userId } = context.caller
  // Stopping awaits the line that is at the desk, which here awaits what is done meanwhile.
  const stopping = (sendID: string) => () => void stopBaskets({ tenantId, userId, sendID })
  expect(outcomes(await sendMeanwhile('goes-on', stopping('another')))).toEqual(Array(4).fill('accepted'))
  const stopped = await sendMeanwhile('stopped', stopping('stopped'))
  expect(outcomes(stopped)).toEqual(['accepted', 'accepted', 'notSent', 'notSent'])
  expect(stopped.lines[3]?.refusal?.code).toBe(2087)
  expect(outcomes(await send('stopped', lines(4)))).toEqual(Array(4).fill('accepted'))
})

test.each([
  { what: 'stopped', stops: () => stopBaskets({ ...context.caller, sendID: 'early' }) },
  { what: 'stopped by cancelling all orders', stops: () => cancelEverything() },
])('a basket that is $what before its lines have their ids sends nothing', async ({ stops }) => {
  const claim = async () => {
    await stops()
    return { clOrdIDs: ['early-1'], version: null }
  }
  const stopped = await sent(
    sendBasket({ sendID: 'early', orders: lines(1) }, claim, context, {
      ...{ desk, onStopped, store: stage.database.store, authenticate: () => context.caller },
      ...{ monotonic: () => stage.monotonic, wait: async (ms) => stage.pass(ms) },
    }),
  )
  expect(outcomes(stopped)).toEqual(['notSent'])
  expect(await entered('early')).toBe(0)
})

const cancelEverything = (port: Parameters<typeof sendBasket>[3]['desk'] = desk) =>
  cancelAll({}, context, { desk: port, store: stage.database.store, stopBaskets })
const openOf = async (sendID: string) =>
  Number(
    (
      await stage.rows(
        `SELECT count(*) FROM orders WHERE cl_ord_id LIKE '${sendID}-%' AND ord_status NOT IN ('4', '8')`,
      )
    )[0]?.[0],
  )

test('a person who cancels all orders stops their own baskets, and no order follows', async () => {
  let cancelling: ReturnType<typeof cancelAll> | undefined
  const stopped = await sendMeanwhile('all', () => {
    cancelling = cancelEverything()
  })
  await cancelling
  expect(outcomes(stopped)).toEqual(['accepted', 'accepted', 'notSent', 'notSent'])
  expect(stopped.lines[3]?.refusal?.code).toBe(2087)
  expect(await cancelEverything()).toEqual({ cancelled: 0, refused: 0 })
})

test('the line that is at the desk when its user cancels all orders is cancelled, too', async () => {
  let cancelling: ReturnType<typeof cancelAll> | undefined
  const sent = await send('under-way', lines(40), {
    desk: {
      submit: async (input) => {
        if (input.kind !== 'newOrder' || input.request.clOrdID !== 'under-way-20') return desk.submit(input)
        await stage.rows('SELECT 1')
        cancelling = cancelEverything()
        // Time in which open orders could be read without this line.
        for (let n = 0; n < 20; n += 1) await stage.rows('SELECT 1')
        return desk.submit(input)
      },
    },
  })
  expect(outcomes(sent)).toEqual([...Array(20).fill('accepted'), ...Array(20).fill('notSent')])
  expect(await cancelling).toEqual({ cancelled: 20, refused: 0 })
  expect(await openOf('under-way')).toBe(0)
})

test('what another process entered before it stopped is found by reading again', async () => {
  await send('first', lines(1))
  let isEntered = false
  await cancelEverything({
    submit: async (input) => {
      if (!isEntered) {
        isEntered = true
        await send('meanwhile', lines(3))
      }
      return desk.submit(input)
    },
  })
  expect([await openOf('first'), await openOf('meanwhile')]).toEqual([0, 0])
})
