import { type CallInput, isFinal, OrdStatus, type StockOrder } from '@tradebook/contract'
import { create } from 'zustand'
import { call } from '../../../api/client.ts'
import { send } from '../../../api/send.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { isFresh } from '../../../live/market-store.ts'
import type { FailedRequest } from './order-texts.ts'

/** A request that failed, with the id it goes again under. */
interface Failed extends FailedRequest {
  readonly clOrdID: string
  /** What was asked for, to recognise the same request. */
  readonly content: string
}

/** The last request about each order, by the order's id, where it did not succeed: its row shows that. */
export const useFailedRequests = create<Readonly<Record<string, Failed>>>(() => ({}))

/**
 * The failure, as far as the order as it is has not answered it: by a replace that was done after
 * all, or by its end, where it was not known whether the request was taken.
 */
export function failureStanding(order: StockOrder, failed: Failed | undefined): Failed | undefined {
  const isDone = failed?.request === 'replace' && failed.clOrdID === order.clOrdID
  const isOver = failed?.standing === 'unknown' && isFinal(order.ordStatus)
  return isDone || isOver ? undefined : failed
}

/**
 * The orders as they are have been fetched: a request of which nothing was known and that left its
 * order open was not done. It keeps its id, so that it goes again as the same request.
 */
function answerUnknown(): void {
  const { link, orders } = liveMarket.store
  if (!isFresh(link.get())) return
  const failed = Object.entries(useFailedRequests.getState()).map(([id, request]) => {
    const order = orders.get(id)
    const isLeft = request.standing === 'unknown' && order && STANDS_OPEN.includes(order.ordStatus)
    return [id, isLeft ? { ...request, isStillOpen: true } : request] as const
  })
  useFailedRequests.setState(Object.fromEntries(failed), true)
}

/** Open, with no request about it under way. */
const STANDS_OPEN: readonly OrdStatus[] = [OrdStatus.new, OrdStatus.partiallyFilled]

liveMarket.store.link.subscribe(answerUnknown)

type Request = 'replace' | 'cancel'

/**
 * Sends a request about an order. The same request sent again has the same id, so that one whose
 * answer was lost is not done twice. Answers what failed, which also stays with the order.
 */
async function ask(
  order: StockOrder,
  request: Request,
  content: string,
  make: (clOrdID: string) => Promise<StockOrder>,
): Promise<FailedRequest | undefined> {
  const before = useFailedRequests.getState()[order.id]
  const isSame = before?.request === request && before.content === content && before.standing !== 'refused'
  const clOrdID = isSame ? before.clOrdID : crypto.randomUUID()
  const outcome = await send(() => make(clOrdID))
  if (outcome.status === 'done') {
    liveMarket.store.orders.take(outcome.output)
    clearFailed(order.id)
    return undefined
  }
  const failed: Failed = { request, clOrdID, content, ...outcome.failure }
  useFailedRequests.setState({ [order.id]: failed })
  return failed
}

const clearFailed = (id: string): void =>
  useFailedRequests.setState(
    (failed) => Object.fromEntries(Object.entries(failed).filter(([other]) => other !== id)),
    true,
  )

/** Cancels what is left of an order. It is never delayed, because it reduces risk. */
export const cancelOrder = (order: StockOrder): Promise<FailedRequest | undefined> =>
  ask(order, 'cancel', '', (clOrdID) =>
    call('Order/sendCancelOrderRequest', { clOrdID, orderID: order.orderID }, { failure: 'inline' }),
  )

/** What became of one of several cancels. */
export interface CancelResult {
  readonly order: StockOrder
  readonly isCancelled: boolean
  readonly failed?: FailedRequest | undefined
}

/** Cancels on their way at once: few enough to leave the browser's line to the rest of the page. */
const AT_ONCE = 4

/**
 * Cancels several orders and answers the result of each. One that fails does not stop the others; one
 * that ended meanwhile is answered as it ended.
 */
export async function cancelOrders(orders: readonly StockOrder[]): Promise<readonly CancelResult[]> {
  const results = new Map<string, CancelResult>()
  const waiting = [...orders]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const order = latest(next)
      const failed = isFinal(order.ordStatus) ? undefined : await cancelOrder(order)
      const isCancelled = latest(order).ordStatus === OrdStatus.canceled
      results.set(order.id, { order: latest(order), failed, isCancelled })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return orders.flatMap(({ id }) => results.get(id) ?? [])
}

const latest = (order: StockOrder): StockOrder => liveMarket.store.orders.get(order.id) ?? order

export type Replacement = Omit<CallInput<'Order/SendOrderReplaceRequest'>, 'clOrdID' | 'orderID' | 'version'>

/** Replaces quantity or price of an order as it is shown. */
export const replaceOrder = (
  order: StockOrder,
  replacement: Replacement,
): Promise<FailedRequest | undefined> =>
  ask(order, 'replace', JSON.stringify(replacement), (clOrdID) =>
    call(
      'Order/SendOrderReplaceRequest',
      { ...replacement, orderID: order.orderID, version: order.version, clOrdID },
      { failure: 'inline' },
    ),
  )
