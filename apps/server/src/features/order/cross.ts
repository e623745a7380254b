import { type CallOutput, type Refusal, refuse } from '@tradebook/contract'
import { toMarketTrade } from '@tradebook/orders'
import type { DeskAnswer } from '../../desk/inputs.ts'
import { tradeOf } from '../../desk/record/trade-row.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store } from '../../store/store.ts'
import { findOrder, refusalFor, stockOrderOf } from './record.ts'

type Cross = CallOutput<'Order/sendCrossDealOrder'>

/** The answer to a cross; that of a repeated one is in the record. */
export async function crossOf(answer: DeskAnswer, store: Store, caller: Caller): Promise<Cross | Refusal> {
  switch (answer.kind) {
    case 'cross': {
      const { buy, sell, trade } = answer
      return {
        buyOrder: stockOrderOf(buy),
        sellOrder: stockOrderOf(sell),
        trade: toMarketTrade(trade),
      }
    }
    case 'repeatedCross':
      return recorded(answer, store, caller)
    case 'refused':
      return answer.refusal
    default:
      throw new Error(`the desk answered a cross with ${answer.kind}`)
  }
}

async function recorded(
  { buyOrderID, sellOrderID }: Extract<DeskAnswer, { kind: 'repeatedCross' }>,
  store: Store,
  caller: Caller,
): Promise<Cross | Refusal> {
  const [buy, sell] = [
    await findOrder(store, caller, buyOrderID),
    await findOrder(store, caller, sellOrderID),
  ]
  if (!buy || !sell) return refuse('unknownOrder', { orderID: buy ? sellOrderID : buyOrderID })
  // The side that is refused for the other's sake names no reason.
  const refusal = [buy, sell]
    .flatMap(({ order }) => refusalFor(caller, order) ?? [])
    .sort(
      (one, other) =>
        Number(one.refusal === 'crossSideRefused') - Number(other.refusal === 'crossSideRefused'),
    )
    .at(0)
  if (refusal) return { ...refusal, data: { ...refusal.data, buyOrderID, sellOrderID } }
  const row = await store
    .forTenant(caller.tenantId)
    .read((tx) =>
      tx
        .selectFrom('executions')
        .innerJoin('market_trades', 'market_trades.trade_number', 'executions.trade_number')
        .selectAll('market_trades')
        .where('executions.order_id', '=', BigInt(buyOrderID))
        .executeTakeFirst(),
    )
  if (!row) throw new Error(`cross of order ${buyOrderID} has no trade`)
  return {
    buyOrder: stockOrderOf(buy),
    sellOrder: stockOrderOf(sell),
    trade: toMarketTrade(tradeOf(row)),
  }
}
