import {
  type Basket,
  type CallRequest,
  clOrdIDOfLine,
  isFinal,
  OrdStatus,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'

const ended = Object.values(OrdStatus).filter(isFinal)

type Sending = CallRequest<'Basket/Send'>

/** What a basket's lines are sent as. */
export interface Claims {
  /** The `clOrdID` of each order, in their sequence. */
  readonly clOrdIDs: readonly string[]
  /** The version of the basket with these ids; null of one that is not saved. */
  readonly version: number | null
}

/**
 * Gives the lines of a saved basket the ids under which they are sent, and keeps them with the lines: anyone who sends a
 * line after that, of whichever copy of the page, sends it under the same id, and it is entered once. A line whose order
 * was rejected, or ended on an earlier day, gets another id. Orders that name no line go under the ids of their sending.
 *
 * @param today the market day, 'YYYY-MM-DD'.
 * @param opened the basket, if the sender may open it.
 * @returns a refusal if the basket is another than the sender has read; a sending that is repeated has ids already.
 */
export async function claimLines(
  tx: Tx,
  { sendID, version, orders }: Sending,
  today: string,
  opened: SelectQueryBuilder<Database, 'baskets' | 'users', { id: number; version: number; lines: unknown }>,
): Promise<Claims | Refusal> {
  const own = orders.map((_, index) => clOrdIDOfLine(sendID, index + 1))
  const unsaved = { clOrdIDs: own, version: null }
  if (!orders.some(({ line }) => line !== undefined)) return unsaved
  const basket = await opened.forUpdate('baskets').executeTakeFirst()
  // It may be gone by now. Its orders exist nevertheless, and a repeated request finds them.
  if (!basket) return unsaved
  const lines = [...(basket.lines as Basket['lines'])]
  const claimed = orders.map(({ line = 0 }) => lines[line - 1]?.sentAs)
  if (basket.version !== version && claimed.some((id, index) => id !== own[index]))
    return refuse('basketChanged')
  const over = await overOf(
    tx,
    today,
    claimed.filter((id) => id !== undefined),
  )
  const clOrdIDs = orders.map(({ line = 0 }, index) => {
    const id = own[index] ?? ''
    const saved = lines[line - 1]
    if (!saved) return id
    const isTaken = saved.sentAs !== undefined && (saved.sentAs === id || !over.has(saved.sentAs))
    if (isTaken && saved.sentAs !== undefined) return saved.sentAs
    lines[line - 1] = { ...saved, sentAs: id }
    return id
  })
  if (clOrdIDs.every((id, index) => id === claimed[index])) return { clOrdIDs, version: basket.version }
  const changed = await tx
    .updateTable('baskets')
    .set({ lines: JSON.stringify(lines), version: sql<number>`version + 1` })
    .where('id', '=', basket.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return { clOrdIDs, version: changed.version }
}

/** Those of the ids whose orders were rejected, or ended on an earlier day. */
async function overOf(tx: Tx, today: string, clOrdIDs: readonly string[]): Promise<ReadonlySet<string>> {
  if (clOrdIDs.length === 0) return new Set()
  const rows = await tx
    .selectFrom('order_requests as r')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.order_id', '=', 'r.order_id'),
    )
    .select('r.cl_ord_id')
    .where('r.cl_ord_id', '=', sql<string>`ANY(${clOrdIDs}::text[])`)
    .groupBy('r.cl_ord_id')
    .having(
      sql<boolean>`bool_and(o.ord_status = ${OrdStatus.rejected} OR o.ord_status = ANY(${ended}::text[]) AND o.market_date < ${today}::date)`,
    )
    .execute()
  return new Set(rows.map((row) => row.cl_ord_id))
}
