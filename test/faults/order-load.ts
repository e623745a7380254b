import { setTimeout as sleep } from 'node:timers/promises'
import { type CallInput, OrdType, refusals, Side, type StockOrder, TimeInForce } from '@tradebook/contract'
import { between, chance, oneOf } from '../chance.ts'
import { type Answer, type Firm, type Person, signIn } from '../person.ts'
import type { RunningServer } from '../running-server.ts'
import { LONG } from './long.ts'

type OrderCall = 'Order/SendNewOrder' | 'Order/SendOrderReplaceRequest' | 'Order/sendCancelOrderRequest'

/** A request that was sent, and what is known of its fate. */
export type Sent = {
  [Name in OrderCall]: {
    readonly firm: Firm
    readonly call: Name
    readonly input: CallInput<Name>
    /** `undefined`: the server was gone before it answered. */
    answer?: Answer<StockOrder | null>
  }
}[OrderCall]

export const firms: readonly Firm[] = ['Meridian', 'Zenith-Hill']

/** Held by every account of the demo, so that orders of both sides are accepted. */
export const securities = ['GTCO', 'ZENITHBANK', 'UBA', 'MTNN', 'DANGCEM']
const WORKERS_PER_FIRM = 12
/** Orders lie within so many ticks of the reference price: near enough to trade with each other. */
const SPREAD_TICKS = 6

/** So many new orders have no price: what is for the close alone waits, the others trade at once or not at all. */
const MARKET_ORDERS = 0.06
const MARKET_DURATIONS = [
  TimeInForce.day,
  TimeInForce.immediateOrCancel,
  TimeInForce.fillOrKill,
  TimeInForce.goodTillClose,
]

/** In a long run so many new orders are stops, and as many stop-limits; firms that do not take them refuse them. */
const STOPS = LONG ? 0.03 : 0

/** How long a broker waits whose request was refused for a while. */
const COME_BACK_MS = 100

export interface OrderLoad {
  /** Resolves when so many requests were answered; this and the next two reject when the load ends before that. */
  answered(count: number): Promise<void>
  /** Resolves when so many more orders were accepted than when asked. */
  accepted(count: number): Promise<void>
  /** Resolves when so many more requests were refused for a while, or have an unknown outcome. */
  putOff(count: number): Promise<void>
  /** Sends no more requests. Resolves when every worker has its last answer, or knows that none comes. */
  stop(): Promise<Sent[]>
}

/**
 * Brokers of both firms trading with each other as fast as they are answered: new orders mostly, some of them
 * without a price or stops, and replaces and cancels of what rests.
 *
 * @param name part of every clOrdID, so that no two loads use the same.
 * @param durations of the new orders, each as often as it is named.
 */
export async function startLoad(
  server: Pick<RunningServer, 'url' | 'password'>,
  name: string,
  seed: number,
  durations: readonly TimeInForce[] = [TimeInForce.day],
): Promise<OrderLoad> {
  const desks = await Promise.all(firms.map((firm) => openDesk(server, firm)))
  const sent: Sent[] = []
  const counts = { answered: 0, accepted: 0, putOff: 0 }
  const waiting: { what: keyof typeof counts; count: number; resolve: () => void }[] = []
  /** Anyone who waits for more than was counted when the last worker has ended would wait for ever. */
  const whenCounted = (what: keyof typeof counts, count: number) =>
    Promise.race([
      new Promise<void>((resolve) => waiting.push({ what, count, resolve })),
      over.then(() => {
        if (counts[what] < count) throw new Error(`The load ended with ${counts[what]} of ${count} ${what}.`)
      }),
    ])
  let going = true

  const work = async (desk: Desk, worker: number) => {
    const random = chance(seed * 1_000 + worker)
    const resting: StockOrder[] = []
    for (let n = 0; going; n += 1) {
      const request = nextRequest(desk, `${name}-${worker}-${n}`, resting, durations, random)
      sent.push(request)
      try {
        request.answer = (await desk.broker.ask(request.call, request.input)) as Answer<StockOrder | null>
      } catch {
        return
      }
      // A request that was refused for a while is sent again later.
      if (isUndecided(request.answer)) {
        // One broker alone that is too fast is 429.
        if (request.answer.status !== 429) counts.putOff += 1
        await sleep(COME_BACK_MS)
      }
      const order = request.answer.result
      if (request.call === 'Order/SendNewOrder' && order && order.leavesQty > 0) resting.push(order)
      counts.answered += 1
      if (order) counts.accepted += 1
      for (const { what, count, resolve } of waiting) if (counts[what] >= count) resolve()
    }
  }
  const workers = desks.flatMap((desk, at) =>
    Array.from({ length: WORKERS_PER_FIRM }, (_, worker) => work(desk, at * WORKERS_PER_FIRM + worker)),
  )
  const over = Promise.all(workers)
  return {
    answered: (count) => whenCounted('answered', count),
    accepted: (count) => whenCounted('accepted', counts.accepted + count),
    putOff: (count) => whenCounted('putOff', counts.putOff + count),
    async stop() {
      going = false
      await over
      return sent
    },
  }
}

/** Whether a request was not taken, or may or may not have been kept: it may be sent again. */
export const isUndecided = ({ error }: Answer): boolean =>
  error?.code === refusals.outcomeUnknown.code || error?.code === refusals.busy.code

interface Desk {
  readonly firm: Firm
  readonly broker: Person
  readonly accounts: readonly string[]
  readonly listings: readonly { securityID: string; referenceKobo: number; tickKobo: number }[]
}

async function openDesk(server: Pick<RunningServer, 'url' | 'password'>, firm: Firm): Promise<Desk> {
  const broker = await signIn(server, firm, 'broker')
  const customers = await broker.get('BackOffice/GetCustomers', { maxResultCount: 100 })
  const ranges = await Promise.all(
    securities.map((security) => broker.get('MarketData/getPricelimitRange', { security })),
  )
  return {
    firm,
    broker,
    accounts: customers.items.map(({ accountNumber }) => accountNumber),
    listings: ranges.map(({ securityID, referencePx, tickSize }) => ({
      securityID,
      referenceKobo: Math.round(referencePx * 100),
      tickKobo: Math.round(tickSize * 100),
    })),
  }
}

function nextRequest(
  desk: Desk,
  clOrdID: string,
  resting: StockOrder[],
  durations: readonly TimeInForce[],
  random: () => number,
): Sent {
  const kind = random()
  const order = kind < 0.25 ? resting.splice(between(random, 0, resting.length - 1), 1)[0] : undefined
  if (order && kind < 0.12) {
    const input = { clOrdID, orderID: order.orderID }
    return { firm: desk.firm, call: 'Order/sendCancelOrderRequest', input }
  }
  if (order) {
    const input = { clOrdID, orderID: order.orderID, orderQty: order.orderQty + between(random, -20, 50) }
    return { firm: desk.firm, call: 'Order/SendOrderReplaceRequest', input }
  }
  const { securityID, referenceKobo, tickKobo } = oneOf(random, desk.listings)
  const priceAt = (ticks: number) => (referenceKobo + tickKobo * ticks) / 100
  const side = oneOf(random, [Side.buy, Side.sell])
  const terms = {
    clOrdID,
    account: oneOf(random, desk.accounts),
    securityID,
    side,
    orderQty: between(random, 50, 500),
  }
  const stopPx = priceAt((side === Side.buy ? 1 : -1) * between(random, 1, SPREAD_TICKS))
  const price = priceAt(between(random, -SPREAD_TICKS, SPREAD_TICKS))
  const timeInForce = oneOf(random, durations)
  const drawn = random()
  const input =
    drawn < STOPS
      ? { ...terms, ordType: OrdType.stop, stopPx }
      : drawn < 2 * STOPS
        ? { ...terms, ordType: OrdType.stopLimit, timeInForce, stopPx, price }
        : drawn < 2 * STOPS + MARKET_ORDERS
          ? { ...terms, ordType: OrdType.market, timeInForce: oneOf(random, MARKET_DURATIONS) }
          : { ...terms, ordType: OrdType.limit, timeInForce, price }
  return { firm: desk.firm, call: 'Order/SendNewOrder', input }
}
