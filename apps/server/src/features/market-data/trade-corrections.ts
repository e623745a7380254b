import {
  nairaToPrice,
  type PriceKobo,
  type Quantity,
  type Refusal,
  refuse,
  type TradeCorrectionRow,
  toNaira,
  tradeCorrectionList,
} from '@tradebook/contract'
import { type Selectable, sql } from 'kysely'
import type { DeskPort } from '../../desk/desk-port.ts'
import { type ClientInput, type DeskAnswer, originOf } from '../../desk/inputs.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { approvalRulesOf, approversOf } from '../../platform/influences.ts'
import { type ListSource, readPage } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { TradeCorrections } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'

type Calls =
  `MarketData/${'CancelTrade' | 'CorrectTrade' | 'GetTradeCorrections' | 'ApproveTradeCorrection' | 'RejectTradeCorrection'}`

/** Trades are cancelled and corrected: one person of market control asks, another one approves. */
export function tradeCorrectionHandlers({
  desk,
  store,
  marketDate,
}: {
  readonly desk: Pick<DeskPort, 'submit'>
  readonly store: Store
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
}): Handlers<Calls> {
  const asked = async (
    input: Omit<Extract<ClientInput, { kind: 'requestTradeCorrection' }>, 'kind' | 'origin'>,
    context: CallContext<Caller>,
  ) => idOf(await desk.submit({ kind: 'requestTradeCorrection', origin: originOf(context), ...input }))

  async function decide(context: CallContext<Caller>, id: number, approves: boolean, reason: string | null) {
    const { tenantId, userId } = context.caller
    const rules = await approvalRulesOf(store, tenantId, marketDate())
    const found = await store.forTenant(tenantId).read(async (tx) => {
      const row = await tx
        .selectFrom('trade_corrections')
        .selectAll()
        .where('id', '=', BigInt(id))
        .executeTakeFirst()
      if (!row || !approves || row.maker_id === userId) return { row }
      const madeAt = row.made_at.getTime()
      const approvers = await approversOf(tx, rules, madeAt)
      return { row, refusal: approvers.refusalOf(userId, { makerId: row.maker_id, madeAt }) }
    })
    const { row } = found
    if (!row) return refuse('tradeCorrectionDecided', { id })
    if (found.refusal) return found.refusal
    const of = { tradeNumber: Number(row.trade_number), orderID: row.order_id?.toString() ?? null }
    const decided = { origin: originOf(context), id, ...of, approves, reason }
    const answer = idOf(await desk.submit({ kind: 'decideTradeCorrection', ...decided }))
    return 'id' in answer ? { id } : answer
  }

  return {
    'MarketData/CancelTrade': ({ tradeNumber, reason }, context) =>
      asked({ tradeNumber, change: null, reason }, context),

    'MarketData/CorrectTrade': async ({ tradeNumber, price: naira, quantity, reason }, context) => {
      const price = naira === undefined ? null : nairaToPrice(naira)
      if (price === undefined) return refuse('priceNotKobo')
      return asked(
        { tradeNumber, change: { price, quantity: (quantity ?? null) as Quantity | null }, reason },
        context,
      )
    },

    'MarketData/GetTradeCorrections': (input, { caller }) =>
      readPage(store.forTenant(caller.tenantId), correctionSource(input, caller.userId), input),

    'MarketData/ApproveTradeCorrection': ({ id }, context) => decide(context, id, true, null),
    'MarketData/RejectTradeCorrection': ({ id, reason }, context) => decide(context, id, false, reason),
  }
}

function idOf(answer: DeskAnswer): { id: number } | Refusal {
  if (answer.kind === 'refused') return answer.refusal
  if (answer.kind !== 'done') throw new Error(`the desk answered ${answer.kind}`)
  return { id: answer.sequence }
}

const id = sql.ref('trade_corrections.id')

const storedCorrections: StoredList<(typeof tradeCorrectionList)['columns']> = {
  list: tradeCorrectionList,
  key: id,
  columns: {
    // Requests are numbered in the order in which they were made.
    madeAt: { value: sql.ref('trade_corrections.made_at'), order: id },
    tradeNumber: stored('trade_corrections.trade_number'),
    marketDate: stored('trade_corrections.market_date'),
    securityID: stored('trade_corrections.security_id'),
    kind: { value: sql`case when trade_corrections.new_price is null then 'cancel' else 'correct' end` },
    // What waits comes before what is decided.
    state: { value: sql.ref('trade_corrections.state'), order: sql`trade_corrections.state <> 'pending'` },
    makerName: stored('trade_corrections.maker_name'),
    id: { value: id, order: id },
  },
}

const correctionSource = (
  input: Parameters<typeof filtered>[2],
  userId: number,
): ListSource<Selectable<TradeCorrections>, TradeCorrectionRow> => ({
  parts: (tx) => [
    { rows: filtered(tx.selectFrom('trade_corrections').selectAll(), storedCorrections, input) },
  ],
  order: rowOrder(storedCorrections, input.sorting),
  item: (row) => ({
    id: Number(row.id),
    madeAt: row.made_at.toISOString(),
    tradeNumber: Number(row.trade_number),
    marketDate: row.market_date,
    securityID: row.security_id,
    kind: row.new_price === null ? 'cancel' : 'correct',
    quantity: row.quantity,
    price: toNaira(row.price as PriceKobo),
    newQuantity: row.new_quantity,
    newPrice: row.new_price === null ? null : toNaira(row.new_price as PriceKobo),
    reason: row.reason,
    state: row.state as TradeCorrectionRow['state'],
    makerName: row.maker_name,
    deciderName: row.decider_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedWhy: row.decided_why,
    isOwn: row.maker_id === userId,
  }),
})
