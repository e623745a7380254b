import {
  feesOf,
  kobo,
  OrdType,
  pathOf,
  refusals,
  Side,
  shares,
  standardCharges,
  TimeInForce,
  totalOf,
} from '@tradebook/contract'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { between, chance } from '../chance.ts'
import { demoDataFolder } from '../demo-server.ts'
import { type Answer, type Person, signIn } from '../person.ts'
import { type RunningServer, removeDataFolder, startServer } from '../running-server.ts'
import { audit, openAsSuperuser } from './audit.ts'
import { openDroppingProxy } from './dropping-proxy.ts'
import { LONG } from './long.ts'

/** Money is spent once however many spend it at the same time, and a request is done once however often it is sent. */

const ROUNDS = LONG ? 1_000 : 20
const ORDERS = LONG ? 1_000 : 50
const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_122)
const random = chance(SEED)
/** So many orders are sent at the same time: as many as may wait of one user. */
const AT_ONCE = 64

let dataFolder: string
let server: RunningServer
let database: Client
let broker: Person
let account: string
let listed: { securityID: string; price: number }

beforeAll(async () => {
  dataFolder = await demoDataFolder()
  server = await startServer(dataFolder)
  database = await openAsSuperuser(dataFolder)
  broker = await signIn(server, 'Meridian', 'broker')
  const { securityID, referencePx } = await broker.get('MarketData/getPricelimitRange', { security: 'GTCO' })
  listed = { securityID, price: referencePx }
  const { items } = await broker.get('BackOffice/GetCustomers', { maxResultCount: 100 })
  account = items[0]?.accountNumber ?? ''
})

afterAll(async () => {
  await database?.end()
  await server?.stop()
  await removeDataFolder(dataFolder)
})

const newOrder = (person: Person, clOrdID: string, side: Side, orderQty: number) =>
  person.ask('Order/SendNewOrder', {
    ...{ clOrdID, account, side, orderQty, ...listed },
    ordType: OrdType.limit,
    timeInForce: TimeInForce.day,
  })

async function available(): Promise<bigint> {
  const { rows } = await database.query<{ available: string }>(
    'SELECT available FROM cash_balances WHERE account = $1',
    [account],
  )
  return BigInt(rows[0]?.available ?? 0)
}

/** How many purchases of a value an amount of cash pays for, all of them in one contract note. */
function paidBy(cash: bigint, value: bigint): number {
  const costs = (orders: number) => {
    const worst = value * BigInt(orders)
    const traded = { consideration: kobo(worst), quantity: shares(orders), trades: orders }
    return worst + totalOf(feesOf(standardCharges[Side.buy], traded))
  }
  let orders = 0
  while (orders < AT_ONCE && costs(orders + 1) <= cash) orders += 1
  return orders
}

test(
  `${AT_ONCE} orders of a broker and the customer at the same time, with money for some: as many are accepted as it pays for`,
  async () => {
    const customer = await signIn(server, 'Meridian', 'customer')
    const cash = await available()
    const price = BigInt(Math.round(listed.price * 100))
    const noMoney = [refusals.insufficientFunds.code, refusals.feesNotCovered.code] as number[]
    for (let round = 1; round <= ROUNDS; round += 1) {
      const aim = between(random, 1, AT_ONCE - 1)
      const orderQty = Number((cash * 1_000n) / (BigInt(1_000 * aim + 500) * price)) || 1
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) =>
          newOrder(n % 2 === 0 ? broker : customer, `round${round}-${n}`, Side.buy, orderQty),
        ),
      )
      const accepted = answers.flatMap(({ result }) => result ?? [])
      expect(accepted).toHaveLength(paidBy(cash, BigInt(orderQty) * price))
      const refused = answers.flatMap(({ error }) => error?.code ?? [])
      expect(refused).toHaveLength(AT_ONCE - accepted.length)
      expect(refused.filter((code) => !noMoney.includes(code))).toEqual([])
      expect(await available()).toBeGreaterThanOrEqual(0n)

      await Promise.all(
        accepted.map(({ orderID }) =>
          broker.get('Order/sendCancelOrderRequest', { clOrdID: `cancel${orderID}`, orderID }),
        ),
      )
      expect(await available()).toBe(cash)
    }
    expect((await audit(dataFolder)).broken).toEqual({})
  },
  60_000 + ROUNDS * 1_000,
)

test(
  'orders sent five times each through a proxy that loses three of ten answers are entered once each',
  async () => {
    const proxy = await openDroppingProxy(server.url, pathOf('Order/SendNewOrder'), () => random() < 0.3)
    try {
      const behind = await signIn({ ...server, url: proxy.url }, 'Meridian', 'broker')
      const seller = await signIn({ ...server, url: proxy.url }, 'Zenith-Hill', 'broker')
      const sold = await seller.get('BackOffice/GetCustomers', { maxResultCount: 1 })
      const send = (n: number): Promise<Answer<{ orderID: string } | null> | undefined> => {
        const [person, side] = n % 2 === 0 ? [behind, Side.buy] : [seller, Side.sell]
        const of = n % 2 === 0 ? account : (sold.items[0]?.accountNumber ?? '')
        return person
          .ask('Order/SendNewOrder', {
            ...{ clOrdID: `once${n}`, account: of, side, orderQty: 1 + (n % 3), ...listed },
            ...{ ordType: OrdType.limit, timeInForce: TimeInForce.day },
          })
          .catch(() => undefined)
      }
      const answered = new Map<string, Set<string>>()
      const sendFiveTimes = async (n: number) => {
        const answers = []
        // One half is sent again when the answer is there or lost, the other without waiting for it.
        if (n % 4 < 2) for (let time = 0; time < 5; time += 1) answers.push(await send(n))
        else answers.push(...(await Promise.all(Array.from({ length: 5 }, () => send(n)))))
        answered.set(
          `once${n}`,
          new Set(
            answers.flatMap((answer) =>
              answer ? [answer.result?.orderID ?? answer.error?.message ?? ''] : [],
            ),
          ),
        )
      }
      const waiting = Array.from({ length: ORDERS }, (_, n) => n).values()
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (const n of waiting) await sendFiveTimes(n)
        }),
      )

      const { rows } = await database.query<{ cl_ord_id: string; ids: string[] }>(
        `SELECT cl_ord_id, array_agg(order_id::text) AS ids FROM orders WHERE cl_ord_id LIKE 'once%' GROUP BY 1`,
      )
      expect(rows).toHaveLength(ORDERS)
      for (const { cl_ord_id, ids } of rows) {
        expect(ids).toHaveLength(1)
        expect([...(answered.get(cl_ord_id) ?? [])].filter((id) => id !== ids[0])).toEqual([])
      }
      const { broken, trades } = await audit(dataFolder)
      expect(broken).toEqual({})
      // A run in which nothing traded or nothing was lost would show little.
      expect(trades).toBeGreaterThan(0)
      expect(proxy.dropped).toBeGreaterThan(ORDERS)
      console.log(
        `${ORDERS} orders, each sent five times (seed ${SEED}): ${proxy.dropped} answers lost, ${trades} trades`,
      )
    } finally {
      await proxy.close()
    }
  },
  60_000 + ORDERS * 1_000,
)
